import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleWorker, patientLimits } from '../testing/bundle-worker'
import { JmespathEngine, type Evaluation } from './engine'
import { signatures } from './signatures'
import { readJson } from './json/read'
import { jsonText } from './json/write'
import { isObject, type Value } from './values'

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const list = (value: Value | undefined) => (Array.isArray(value) ? value : expect.fail('The table is no list.'))
/** `npm run test:jmespath` checks the same table with the reference implementation; this reader keeps 1.0 as 1.0. */
const cases = list(readJson(read('cases.json'))).map((row) => {
  const [expression, expected] = list(row)
  return isObject(expected) ? { expression: String(expression), expected } : expect.fail('A case expects nothing.')
})

let bundle: Awaited<ReturnType<typeof bundleWorker>>
let engine: JmespathEngine
const data = Buffer.from(read('cases-document.json'))
const { signal } = new AbortController()
beforeAll(async () => {
  bundle = await bundleWorker(join(import.meta.dirname, 'worker.ts'))
  engine = new JmespathEngine(bundle.url, patientLimits)
})
afterAll(async () => {
  await engine.stop()
  await bundle.remove()
})

const textOf = (answer: Evaluation) => ('json' in answer ? Buffer.from(answer.json).toString() : answer)

describe('the table, through the thread as it is shipped', () => {
  it.each(cases)('$expression', async ({ expression, expected }) => {
    const answer = await engine.evaluate(data, expression, signal)
    const value = expected.get('value')
    if (value !== undefined) expect(textOf(answer)).toBe(jsonText(value))
    else {
      const position = expected.get('position') ?? null
      expect(answer).toMatchObject({
        problem: { kind: expected.get('problem'), position: position === null ? null : Number(position) }
      })
    }
  })

  it.each([...signatures.keys()])('holds %s() with values and with a problem', (name) => {
    const with_ = cases.filter(({ expression }) => new RegExp(`(?<!\\w)${name}\\(`).test(expression))
    expect(with_.filter(({ expected }) => expected.has('value')).length).toBeGreaterThan(1)
    expect(with_.some(({ expected }) => expected.has('problem'))).toBe(true)
  })
})
