import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readJson } from '../json/read'
import { parse } from '../parse'
import { traceOf } from './trace'

/** `step`: the first step marked as lost; null for none, as with an empty list in the data. */
type Case = [expression: string, step: string | null, lost: string | null, at: string | null]
const table = JSON.parse(readFileSync(join(import.meta.dirname, 'blame.json'), 'utf8')) as {
  payload: unknown
  cases: Case[]
}
const data = readJson(JSON.stringify(table.payload))

it.each(table.cases)('blames the right step of %s', (expression, step, lost, lostAt) => {
  const trace = traceOf(expression, parse(expression).root, data)
  expect({ step: trace.steps.find(({ state }) => state === 'lost')?.text ?? null, ...trace }).toMatchObject({
    step,
    lost,
    lostAt
  })
  for (const { text, from, to } of trace.steps) expect(expression.slice(from, to)).toBe(text)
})

it('shows no steps where there are too many, and says so', () => {
  const many = readJson(JSON.stringify(Array.from({ length: 250_000 }, (_, n) => ({ n }))))
  const { steps, lost } = traceOf('[*].{n: n}.n', parse('[*].{n: n}.n').root, many)
  expect([steps, lost]).toEqual([[], 'It takes too many steps to tell them one by one.'])
})
