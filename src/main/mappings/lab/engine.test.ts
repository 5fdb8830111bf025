import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { bundleWorker, patientLimits } from '../../testing/bundle-worker'
import { LabEngine, usualLabLimits, type LabLimits } from './engine'
import { LabSets, type HeldSet } from './sets'

let bundle: Awaited<ReturnType<typeof bundleWorker>>
let engine: LabEngine | undefined
beforeAll(async () => (bundle = await bundleWorker(join(import.meta.dirname, 'worker.ts'))))
afterEach(() => engine?.stop())
afterAll(() => bundle.remove())

const { signal } = new AbortController()
const started = (limits: LabLimits) => (engine = new LabEngine(bundle.url, limits))
const start = (limits = {}) => started({ ...patientLimits, ...limits })
const place = { workspaceId: '00000000-0000-4000-8000-000000000001', region: 'default' as const }
const sets = new LabSets()

function held(payloads: unknown[]): HeldSet {
  const records = payloads.map((one) => Buffer.from(JSON.stringify(one)))
  return sets.get(
    sets.put(place, { source: 'paste', name: '', of: null, readAt: 0 }, { records, notices: [], itemsOf: null }).id
  )
}
function run(over: HeldSet[], expression: string, more: { saved?: string; front?: number; signal?: AbortSignal } = {}) {
  const front = more.front === undefined ? null : { setId: over[0]?.set.id ?? '', index: more.front }
  const setIds = over.map(({ set }) => set.id)
  return (engine ?? start()).run(over, { expression, saved: more.saved ?? null, setIds, front }, more.signal ?? signal)
}
/** Doubles its list with every step: 2^24 values from 191 characters. */
const explosion = `[@,@]${'|[@,@][]'.repeat(24)}`

it('counts what an expression gives over all records', async () => {
  start()
  const people = held([{ id: 1, c: 'DE' }, { id: 2, c: 'DE' }, { id: 3, c: null }, { id: 4 }, { id: 5, c: 276 }])
  const { problem, sets: results, front } = await run([people], 'c', { saved: 'c || `"?"`', front: 4 })
  expect(problem).toBeNull()
  expect(results).toMatchObject([
    {
      setId: people.set.id,
      records: 5,
      filled: 3,
      problems: 0,
      types: [
        { type: 'string', count: 2, first: 0 },
        { type: 'null', count: 2, first: 2 },
        { type: 'number', count: 1, first: 4 }
      ],
      distinct: [
        { text: '"DE"', count: 2 },
        { text: '276', count: 1 }
      ],
      distinctTotal: 2,
      change: { stay: 3, become: 0, change: 0, lose: 2, stillNull: 0 },
      savedFilled: 5
    }
  ])
  expect(results[0]?.values.map(({ index, label, text }) => [index, label, text])).toEqual([
    [0, '1', '"DE"'],
    [1, '2', '"DE"'],
    [2, '3', 'null'],
    [3, '4', 'null'],
    [4, '5', '276']
  ])
  expect(front).toMatchObject({ index: 4, text: '276', type: 'number', trace: [{ text: 'c' }], lost: null })
})

it('compares with the saved expression in each way it can differ', async () => {
  start()
  const over = held([{ a: 1, b: 1 }, { a: 1, b: 2 }, { a: 1 }, { b: 1 }, {}, { a: { x: 1, y: 2 }, b: { y: 2, x: 1 } }])
  const { sets: results } = await run([over], 'b', { saved: 'a' })
  expect(results[0]?.change).toEqual({
    ...{ stay: 2, become: 1, change: 1, lose: 1, stillNull: 1 },
    examples: [
      { kind: 'change', label: '#2', before: '1', now: '2' },
      { kind: 'lose', label: '#3', before: '1', now: 'null' },
      { kind: 'become', label: '#4', before: 'null', now: '1' }
    ]
  })
  const broken = await run([over], 'b', { saved: 'a[' })
  expect(broken.sets[0]).toMatchObject({ savedFilled: 0, change: { become: 4, stillNull: 2 } })
})

it('counts records a function does not take as problems, with the place', async () => {
  start()
  const over = held([{ a: 'x' }, { a: null }, {}])
  const { problem, sets: results, front } = await run([over], 'length(a)', { front: 1 })
  expect(problem).toBeNull()
  expect(results[0]).toMatchObject({ filled: 1, problems: 2, types: [{ type: 'number', count: 1 }] })
  expect(results[0]?.values[1]).toMatchObject({ problem: { kind: 'value', position: 0 } })
  expect(front).toMatchObject({ problem: { kind: 'value' }, lost: expect.stringContaining('`a`'), lostAt: '/a' })
})

it('shows the first 200 records of 5,000, cuts long values, and lists 20 of many distinct ones', async () => {
  start()
  const over = held(Array.from({ length: 5_000 }, (_, id) => ({ id, text: `${id}${'x'.repeat(300)}` })))
  const { sets: results, front } = await run([over], 'text', { front: 4_999 })
  expect(results[0]).toMatchObject({ records: 5_000, filled: 5_000, distinctTotal: 5_000 })
  expect([results[0]?.values.length, results[0]?.distinct.length]).toEqual([200, 20])
  expect(results[0]?.values[0]?.text).toHaveLength(200)
  expect(results[0]?.distinct[0]?.text).toHaveLength(80)
  expect(front?.text).toContain('4999xxx')
})

it('counts its time from when the thread has started, however long that took', async () => {
  const slow = join(await mkdtemp(join(tmpdir(), 'desk-slow-')), 'worker.mjs')
  await writeFile(slow, `await new Promise((up) => setTimeout(up, 1500))\nawait import('${bundle.url.href}')\n`)
  engine = new LabEngine(pathToFileURL(slow), usualLabLimits)
  expect(await run([], 'a')).toMatchObject({ problem: null })
  await rm(dirname(slow), { recursive: true })
})

it('shows the first 10,000 characters of a result as they are, for comparing, and how many more there are', async () => {
  start()
  const { front } = await run([held([{ a: 'x'.repeat(20_000) }])], 'a', { front: 0 })
  expect(front).toMatchObject({ text: `"${'x'.repeat(9_999)}`, cut: 10_002 })
})

it('reads an expression without any set', async () => {
  start()
  expect(await run([], 'list[?type=="home"]')).toMatchObject({
    problem: null,
    lints: [{ from: 12, to: 18 }],
    sets: [],
    front: null
  })
  expect(await run([], 'upper(@)')).toMatchObject({
    problem: { kind: 'value', position: 0, message: expect.stringContaining('no upper()') }
  })
})

it.each([
  ['a'.repeat(1_025), 1_024, '1,025 characters'],
  ["'a\u0000b'", 2, 'control character (U+0000)'],
  ['a\u0007', 1, 'control character (U+0007)'],
  ['"\u009f"', 1, 'control character (U+009F)']
])('refuses what the service would not take: %j', async (expression, position, words) => {
  start()
  const { problem } = await run([held([{ a: 1 }])], expression)
  expect(problem).toEqual({ kind: 'syntax', position, message: expect.stringContaining(words) })
})

it('takes 1,024 characters, with line breaks and tabs', async () => {
  start()
  const expression = `a\n\t||${' '.repeat(1_018)}b`
  expect(expression).toHaveLength(1_024)
  expect((await run([held([{ b: 1 }])], expression)).sets[0]).toMatchObject({ filled: 1 })
})

it('stops an expression that explodes, and goes on with the next', async () => {
  const limits = { ...usualLabLimits, recordMs: 1_000 }
  started(limits)
  const over = held([{ a: 1 }, { a: 2 }])
  for (const front of [0, undefined]) {
    const { problem, sets: results } = await run([over], explosion, { ...(front !== undefined && { front }) })
    expect([problem?.kind, results]).toEqual(['limit', []])
    expect(problem?.message).toMatch(/within 1 s|memory|held/)
  }
  Object.assign(limits, patientLimits)
  expect((await run([over], 'a', { front: 1 })).front).toMatchObject({ text: '2' })
})

it('stops a run that takes too long as a whole, record by record, and keeps its thread', async () => {
  start({ runMs: 0 })
  const over = held(Array.from({ length: 3_000 }, () => ({ list: Array.from({ length: 300 }, (_, n) => n) })))
  const { problem } = await run([over], 'sort_by(list, &to_string(@))')
  expect(problem).toMatchObject({ kind: 'limit', message: expect.stringMatching(/of 3000 records in 0 s/) })
  expect((await run([held([{ a: 1 }])], 'a')).sets[0]).toMatchObject({ filled: 1 })
})

it('ends a run whose result is no longer wanted, and answers the next one', async () => {
  start()
  const over = held(Array.from({ length: 3_000 }, () => ({ list: Array.from({ length: 300 }, (_, n) => n) })))
  await run([over], 'list[0]')
  const controller = new AbortController()
  const stuck = run([over], 'sort_by(list, &to_string(@))', { signal: controller.signal })
  setImmediate(() => controller.abort())
  await expect(stuck).rejects.toMatchObject({ code: 'cancelled' })
  expect((await run([over], 'list[1]')).sets[0]).toMatchObject({ filled: 3_000 })
})

it('knows which sets it still holds, however a run ended', async () => {
  start()
  const slow = held(Array.from({ length: 3_000 }, () => ({ list: Array.from({ length: 300 }, (_, n) => n) })))
  const other = held([{ list: [7] }])
  await run([slow, other], 'list[0]')
  const controller = new AbortController()
  const stuck = run([slow], 'sort_by(list, &to_string(@))', { signal: controller.signal })
  setImmediate(() => controller.abort())
  await expect(stuck).rejects.toMatchObject({ code: 'cancelled' })
  await run([], 'list')
  const { sets: results } = await run([slow, other], 'list[0]')
  expect(results.map(({ records, filled }) => [records, filled])).toEqual([
    [3_000, 3_000],
    [1, 1]
  ])
})

it('stops samples that want more memory than there is, in words of their own', async () => {
  start({ heapMb: 32 })
  const large = held(Array.from({ length: 40 }, () => Array.from({ length: 30_000 }, (_, id) => ({ id }))))
  const { problem } = await run([large], '[0]')
  expect(problem).toMatchObject({ kind: 'limit', message: expect.stringContaining('samples want more memory') })
  expect((await run([held([{ a: 1 }])], 'a')).problem).toBeNull()
})

it('finds keys, payloads and expressions in the same thread', async () => {
  const running = start()
  const over = held([{ employee: { id: 1 } }])
  expect(await running.keysAt(over, 0, 'employee.', 9, signal)).toEqual({
    from: 9,
    keys: [{ key: 'id', type: 'number' }]
  })
  const bytes = Buffer.from('[{"a":1},{"a":2}]')
  expect((await running.split({ bytes, hidden: [], items: 0, most: 9 }, signal)).records).toHaveLength(2)
  await expect(
    running.split({ bytes: Buffer.from('<x/>'), hidden: [], items: null, most: 9 }, signal)
  ).rejects.toMatchObject({
    code: 'bad-response'
  })
  expect(await running.expressionsFor({ bytes, hidden: [], node: 4 }, signal)).toMatchObject([{ expression: '[1].a' }])
})

const people = (many: number) =>
  held(
    Array.from({ length: many }, (_, id) => ({
      id,
      name: `Person ${id}`,
      work: { country: id % 3 === 0 ? 'DE' : 'AT' },
      center: { code: String(4_000 + (id % 7)) },
      list: Array.from({ length: 300 }, (_, n) => ({ key: `k${n}`, value: `v${n * id}` }))
    }))
  )
const wants = (wanted: string) => ({ field: 'label', examples: [{ index: 3, wanted: JSON.stringify(wanted) }] })

it('searches by example over all records of a set, in the same thread', async () => {
  const found = await start().byExample(people(50), wants('DE-4003'), signal)
  expect(found).toMatchObject({ labels: ['Person 3'], records: 50, ended: true, beyond: [] })
  expect(found.proposals[0]).toMatchObject({
    expression: "join('-', [work.country, center.code])",
    ...{ filled: 50, nulls: 0, problems: 0, differ: 0 }
  })
})

it('ends a search that another replaces, and gives the other’s answer', async () => {
  const running = start()
  const over = people(2_000)
  await running.keysAt(over, 0, 'name', 4, signal)
  const controller = new AbortController()
  const replaced = running.byExample(over, wants('DE-4003'), controller.signal)
  const next = running.byExample(over, wants('Person 3'), signal)
  setImmediate(() => controller.abort())
  await expect(replaced).rejects.toMatchObject({ code: 'cancelled' })
  expect((await next).proposals[0]).toMatchObject({ expression: 'name' })
})
