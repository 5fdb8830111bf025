import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleWorker } from '../testing/bundle-worker'
import { JmespathEngine } from './engine'
import { signatures } from './signatures'

type Expected = { value: unknown } | { problem: string; position: number | null }
/** The same table that `npm run test:jmespath` asks the reference implementation. */
const table = JSON.parse(readFileSync(join(import.meta.dirname, 'cases.json'), 'utf8')) as {
  document: unknown
  cases: [string, Expected][]
}

let bundle: Awaited<ReturnType<typeof bundleWorker>>
let engine: JmespathEngine
const data = Buffer.from(JSON.stringify(table.document))
const { signal } = new AbortController()
beforeAll(async () => {
  bundle = await bundleWorker(join(import.meta.dirname, 'worker.ts'))
  engine = new JmespathEngine(bundle.url)
}, 30_000)
afterAll(async () => {
  await engine.stop()
  await bundle.remove()
})

describe('the table, through the thread as it is shipped', () => {
  it.each(table.cases)('%j', async (expression, expected) => {
    const answer = await engine.evaluate(data, expression, signal)
    if ('value' in expected) {
      expect('json' in answer ? (JSON.parse(answer.json) as unknown) : answer).toEqual(expected.value)
    } else {
      expect(answer).toMatchObject({ problem: { kind: expected.problem, position: expected.position } })
    }
  })

  it.each([...signatures.keys()])('holds %s() with values and with a problem', (name) => {
    const with_ = table.cases.filter(([expression]) => new RegExp(`(?<!\\w)${name}\\(`).test(expression))
    expect(with_.filter(([, expected]) => 'value' in expected).length).toBeGreaterThan(1)
    expect(with_.some(([, expected]) => 'problem' in expected)).toBe(true)
  })
})
