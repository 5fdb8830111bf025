import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { bundleWorker, patientLimits } from '../testing/bundle-worker'
import { filterWith } from '../viewer/views'
import { JmespathEngine, usualLimits, type EngineLimits, type Evaluation } from './engine'

let bundle: Awaited<ReturnType<typeof bundleWorker>>
let engine: JmespathEngine | undefined
beforeAll(async () => (bundle = await bundleWorker(join(import.meta.dirname, 'worker.ts'))))
afterEach(() => engine?.stop())
afterAll(() => bundle.remove())

const signal = new AbortController().signal
const json = (value: unknown) => Buffer.from(JSON.stringify(value))
async function said(asked: Promise<Evaluation>) {
  const answer = await asked
  return 'json' in answer ? { json: Buffer.from(answer.json).toString() } : answer
}
const started = (limits: EngineLimits) => (engine = new JmespathEngine(bundle.url, limits))
const start = (limits = {}) => started({ ...patientLimits, ...limits })
/** Doubles its list with every step: 2^24 values from 191 characters. */
const explosion = `[@,@]${'|[@,@][]'.repeat(24)}`

it('evaluates over data that stays loaded', async () => {
  const data = json({ a: [1, 2] })
  const { evaluate } = { evaluate: start().evaluate.bind(engine) }
  expect(await said(evaluate(data, 'a[0]', signal))).toEqual({ json: '1' })
  expect(await said(evaluate(data, 'a[', signal))).toMatchObject({ problem: { kind: 'syntax' } })
  expect(await said(evaluate(json({ a: 'b' }), 'a', signal))).toEqual({ json: '"b"' })
})

it('keeps numbers and the order of keys as they are in the text', async () => {
  const data = Buffer.from('{"10": {"fte": 1.0}, "2": {"id": 9007199254740993}}')
  expect(await said(start().evaluate(data, '@', signal))).toEqual({
    json: '{"10":{"fte":1.0},"2":{"id":9007199254740993}}'
  })
})

it('@attack hides secrets of a response from expressions, which could take them apart', async () => {
  const filter = filterWith(start())
  const response = {
    body: Buffer.from('{"a":["\\u0063t_secret","ct_secret"]}'),
    hidden: ['\\u0063t_secret', 'ct_secret']
  }
  expect(String(await filter(response, 'a', signal))).toBe('["[token]","[token]"]')
  expect(String(await filter(response, 'reverse(a[0])', signal))).toBe('"]nekot["')
})

it('@attack finds nothing inherited in objects that an expression makes', async () => {
  const running = start()
  for (const name of ['constructor', 'valueOf', '__proto__', 'isPrototypeOf']) {
    expect(await said(running.evaluate(json({}), `{a: @}.${name}`, signal))).toEqual({ json: 'null' })
  }
  expect(await said(running.evaluate(json({ a: 1 }), 'type({a: a}.constructor)', signal))).toEqual({ json: '"null"' })
})

it('@attack stops an expression that explodes, says so, and goes on with the next', async () => {
  const limits = { ...usualLimits }
  const running = started(limits)
  expect(await said(running.evaluate(json({ a: 1 }), explosion, signal))).toMatchObject({ problem: { kind: 'limit' } })
  Object.assign(limits, patientLimits)
  expect(await said(running.evaluate(json({ a: 1 }), 'a', signal))).toEqual({ json: '1' })
})

it('lets a long step of an expression end by itself, and keeps its thread and data', async () => {
  const running = start({ evaluateMs: 1 })
  // 2^13 characters in 2^23: the built-in search would need half a minute.
  const held = json({ text: `${'a'.repeat(2 ** 12)}b${'a'.repeat(2 ** 12)}`, long: 'a'.repeat(2 ** 23) })
  expect(await said(running.evaluate(held, 'contains(long, text)', signal))).toMatchObject({
    problem: { kind: 'limit' }
  })
  expect(await said(running.evaluate(held, 'type(text)', signal))).toEqual({ json: '"string"' })
})

it('@attack stops what wants more memory than it may have', async () => {
  const running = start({ heapMb: 32 })
  const large = json(Array.from({ length: 1_000_000 }, (_, id) => ({ id })))
  expect(await said(running.evaluate(large, '[0]', signal))).toMatchObject({
    problem: { kind: 'limit', message: expect.stringContaining('memory') }
  })
  expect(await said(running.evaluate(json({ a: 1 }), 'a', signal))).toEqual({ json: '1' })
})

it('can be cancelled while it runs', async () => {
  const controller = new AbortController()
  const running = start()
  await running.evaluate(json({ a: 1 }), 'a', signal)
  const stuck = running.evaluate(json({ a: 1 }), explosion, controller.signal)
  setImmediate(() => controller.abort())
  await expect(stuck).rejects.toMatchObject({ code: 'cancelled' })
})

it('says that data is not JSON', async () => {
  await expect(start().evaluate(Buffer.from('<xml/>'), 'a', signal)).rejects.toMatchObject({ code: 'bad-response' })
})
