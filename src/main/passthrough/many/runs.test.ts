import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { TransportFailure } from '../../http/transport'
import { scripted, target } from '../../testing/fakes'
import type { TestLibrary } from '../library/testing'
import { providerScope } from './plan'
import { readAnswer } from './reading'
import { heldTransport, manyDesk } from './testing'

const libraries: TestLibrary[] = []
afterEach(() => libraries.splice(0).forEach((library) => library.remove()))

async function desk(...[transport, of]: Parameters<typeof manyDesk>) {
  const made = await manyDesk(transport, of)
  if (!of.library) libraries.push(made.test)
  return made
}

const failing = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (thrown: unknown) => thrown
  )

describe('before it starts', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'CONNECT', 'TRACE'] as const)(
    '@attack %s is refused, and nothing leaves',
    async (method) => {
      const transport = scripted([])
      const { planner, runs, setup, signal } = await desk(transport, { connectors: 3 })
      const many = setup({ draft: { ...setup().draft, method } })
      expect((await planner.plan(many, new AbortController().signal)).problems).toMatchObject([{ field: 'method' }])
      expect(await failing(runs.start(randomUUID(), many, signal.signal))).toMatchObject({ code: 'invalid-input' })
      expect(transport.requests).toEqual([])
    }
  )

  it.each([
    [
      'a header that names another method',
      { headers: [{ name: 'X-HTTP-Method-Override', value: 'DELETE', enabled: true }] }
    ],
    ['a body', { body: { kind: 'json' as const, text: '{}' } }],
    ['a unified write', { route: 'unified' as const, method: 'POST' as const, path: '/api/hris/v1/employees' }],
    ['dots in its path', { path: '/a/%2e%2e/b' }],
    ['an unknown variable', { path: '/{{nobody}}' }]
  ])('@attack %s is refused', async (_, change) => {
    const transport = scripted([])
    const { planner, runs, setup, signal } = await desk(transport, { connectors: 2 })
    const many = setup({ draft: { ...setup().draft, ...change } })
    expect((await planner.plan(many, new AbortController().signal)).problems).not.toEqual([])
    expect(await failing(runs.start(randomUUID(), many, signal.signal))).toMatchObject({ code: 'invalid-input' })
    expect(transport.requests).toEqual([])
  })

  it('a plan that is no longer wanted ends', async () => {
    const { planner, setup, tokens } = await desk(scripted([]), { connectors: 1_000 })
    const find = tokens.find.bind(tokens)
    let looks = 0
    tokens.find = (place) => (looks++, find(place))
    const unwanted = new AbortController()
    const plan = failing(planner.plan(setup(), unwanted.signal))
    setImmediate(() => unwanted.abort())
    expect(await plan).toMatchObject({ code: 'cancelled' })
    expect(looks).toBeLessThan(1_000)
  })

  it('names those without a token and those whose variables are missing, and how long it takes', async () => {
    const { planner, setup, rateLimits, test, tokens } = await desk(scripted([]), { connectors: 6, unlisted: 1 })
    const many = setup({ draft: { ...setup().draft, path: '/of/{{origin_id}}' } })
    const [, second] = many.asked
    if (second) second.connector = { ...second.connector, originId: null }
    const reset = Math.ceil(test.clock.now() / 1_000) + 41
    const headers = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) }
    const scope = tokens.find({ ...target, key: 'HRIS:c0' })?.ref ?? ''
    rateLimits.note({ ...target, scope }, headers, { asker: 'passthrough', connectorKey: 'HRIS:c0' })
    const plan = await planner.plan(many, new AbortController().signal)
    expect(plan.problems).toEqual([])
    expect(plan.variables).toEqual([{ name: 'origin_id', known: 5, values: ['origin-0', 'origin-2', 'origin-3'] }])
    expect(plan.leftOut.map(({ place, why }) => [place, why])).toEqual([
      [5, 'no-token'],
      [1, 'problem']
    ])
    expect(plan.limits).toEqual([{ place: 0, left: 0, limit: 60, resetAt: reset * 1_000 }])
    expect(plan.takesMs).toBe(reset * 1_000 - test.clock.now() + 1_000)
  })
})

it('asks each once, within the pace of one provider and of all, and keeps what comes', async () => {
  const { transport, open, seen } = heldTransport()
  const { runs, setup, signal, told, library, workspaceId } = await desk(transport, { connectors: 9 })
  const id = randomUUID()
  const done = runs.start(id, setup({ pace: { perProvider: 2, all: 3 } }), signal.signal)
  let most = 0
  for (let answered = 0; answered < 9; answered++) {
    await expect.poll(() => open.length).toBeGreaterThan(0)
    most = Math.max(most, open.length)
    const of = (parity: number) => open.filter(({ connector }) => Number(connector.slice(10)) % 2 === parity).length
    expect(Math.max(of(0), of(1))).toBeLessThanOrEqual(2)
    open[0]?.give({ json: { data: [{ id: 1, name: 'Ada' }] }, headers: { 'content-type': 'application/json' } })
  }
  expect(await done).toMatchObject({ state: 'done', asked: 9, answered: 9, why: '' })
  expect(most).toBe(3)
  expect(new Set(seen).size).toBe(9)
  expect(seen).toHaveLength(9)
  expect(
    told
      .flatMap(({ answers }) => answers)
      .map(({ place }) => place)
      .sort()
  ).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  const kept = await runs.open(workspaceId, id)
  expect(kept.answers).toHaveLength(9)
  expect(kept.shapes).toHaveLength(1)
  expect(kept.shapes[0]?.fields).toContainEqual(['data[].name', 'text'])
  const [first] = kept.answers
  expect((await library.history.body(first?.id ?? ''))?.toString()).toContain('Ada')
  // The history shows the run, not nine sends.
  expect(await library.history.list({ workspaceId, limit: 50 })).toEqual([])
})

it('keeps nothing of it in plain text', async () => {
  const { runs, setup, signal, test } = await desk(
    scripted(() => ({ json: { salary: 'canary-4711' } })),
    { connectors: 2 }
  )
  const many = setup({ columns: [{ id: randomUUID(), name: 'Pay', expression: 'salary' }] })
  many.draft.params = [{ name: 'q', value: 'canary-param', enabled: true }]
  await runs.start(randomUUID(), many, signal.signal)
  test.desk.close()
  expect(test.onDisk()).not.toMatch(/canary|token-of/)
  await test.open()
})

it('asks the others while a token rests, and this one when its rest is over', async () => {
  const limited = {
    status: 429,
    headers: { 'retry-after': '30', 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' }
  }
  let first = true
  const order: string[] = []
  const transport = scripted((request) => {
    const token = String(request.headers['x-connector-token'])
    order.push(token.slice(9))
    if (token === 'token-of-c0' && first) {
      first = false
      return limited
    }
    return { json: {} }
  })
  const { runs, setup, signal, test } = await desk(transport, { connectors: 4 })
  const begun = test.clock.now()
  expect(await runs.start(randomUUID(), setup({ pace: { perProvider: 1, all: 1 } }), signal.signal)).toMatchObject({
    state: 'done'
  })
  expect(order).toEqual(['c0', 'c1', 'c2', 'c3', 'c0'])
  expect(test.clock.now() - begun).toBeGreaterThanOrEqual(30_000)
})

it('a token that rests already is left for later', async () => {
  const order: string[] = []
  const transport = scripted((request) => {
    order.push(String(request.headers['x-connector-token']).slice(9))
    return { json: {} }
  })
  const { runs, setup, signal, tokens, rateLimits, test, told } = await desk(transport, { connectors: 4 })
  const scope = tokens.find({ ...target, key: 'HRIS:c0' })?.ref ?? ''
  const until = test.clock.now() + 60_000
  rateLimits.rest({ ...target, scope }, { until, reason: 'rate-limit', source: 'retry-after', status: 429 })
  await runs.start(randomUUID(), setup(), signal.signal)
  expect(order).toEqual(['c1', 'c2', 'c3', 'c0'])
  expect(test.clock.now()).toBeGreaterThanOrEqual(until)
  expect(told.some(({ resting }) => resting.some(({ place }) => place === 0))).toBe(true)
})

describe('a 429 of the provider itself', () => {
  const inBody = { json: { error: { status: 429, code: 'too_many', message: 'Slow down.' } } }
  const relayed = { ...inBody, status: 429 }
  const hours = 3_600_000
  it.each([
    ['in the body, with seconds', { ...inBody, headers: { 'retry-after': '30' } }, 30_000],
    ['as the status, with seconds', { ...relayed, headers: { 'retry-after': '30' } }, 30_000],
    [
      'with a date',
      {
        ...relayed,
        headers: { 'retry-after': 'Mon, 02 Jan 2034 00:05:00 GMT', date: 'Mon, 02 Jan 2034 00:00:00 GMT' }
      },
      300_000
    ],
    [
      'with a limit of the API that is not used up',
      {
        ...relayed,
        headers: { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '9', 'x-ratelimit-reset': '99999999999' }
      },
      60_000
    ],
    ['without a time', inBody, 60_000],
    ['with a date in the past', { ...relayed, headers: { 'retry-after': 'Mon, 02 Jan 2006 00:00:00 GMT' } }, 60_000],
    ['with a month', { ...relayed, headers: { 'retry-after': String(30 * 86_400) } }, 24 * hours]
  ])('%s rests that provider, and no other', async (_, answer, ms) => {
    const asked: { connector: string; at: number }[] = []
    const transport = scripted((request) => {
      const connector = String(request.headers['x-connector-token']).slice(9)
      asked.push({ connector, at: test.clock.now() })
      if (connector === 'c5') othersAsked()
      return connector === 'c0' ? answer : { json: {} }
    })
    const { runs, setup, signal, test, told, workspaceId } = await desk(transport, { connectors: 6 })
    const begun = test.clock.now()
    // No time passes before the others are asked.
    let othersAsked: () => void = () => undefined
    const others = new Promise<void>((resolve) => (othersAsked = resolve))
    const sleep = test.clock.sleep.bind(test.clock)
    test.clock.sleep = async (...of) => {
      await others
      await expect
        .poll(() => told.flatMap(({ providers }) => providers))
        .toContainEqual({ integration: 'personio', until: begun + ms })
      return sleep(...of)
    }
    const id = randomUUID()
    const paced = setup({ pace: { perProvider: 1, all: 1 } })
    expect(await runs.start(id, paced, signal.signal)).toMatchObject({ state: 'done', answered: 6 })
    expect(asked.map(({ connector }) => connector)).toEqual(['c0', 'c1', 'c3', 'c5', 'c2', 'c4'])
    expect((asked[4]?.at ?? 0) - begun).toBeGreaterThanOrEqual(ms)
    expect((asked[4]?.at ?? 0) - begun).toBeLessThan(ms + 60_000)
    const rests = told.flatMap(({ providers }) => providers)
    expect(rests.every(({ integration }) => integration === 'personio')).toBe(true)
    expect(told.at(-1)?.providers).toEqual([])
    // The row stays what it is.
    const [row] = (await runs.open(workspaceId, id)).answers
    expect(row?.providerError?.status ?? row?.status).toBe(429)
  })

  it('holds for another run and for what is asked again, until the operator lifts it', async () => {
    const limited = { ...inBody, headers: { 'retry-after': '3600' } }
    let tries = 0
    const transport = scripted(() => (tries++ === 0 ? limited : { json: {} }))
    const { runs, setup, signal, test, planner, rateLimits, workspaceId } = await desk(transport, { connectors: 1 })
    const id = randomUUID()
    await runs.start(id, setup(), signal.signal)
    expect((await planner.plan(setup(), new AbortController().signal)).takesMs).toBeGreaterThan(3_500_000)
    test.clock.sleep = (_ms, of) =>
      new Promise((_resolve, reject) => of.addEventListener('abort', () => reject(new Error('over'))))
    const again = runs.goOn({ workspaceId, id, places: [0] }, signal.signal)
    await expect.poll(async () => (await runs.list(workspaceId))[0]?.state).toBe('running')
    expect(transport.requests).toHaveLength(1)
    rateLimits.lift(target)
    expect(await again).toMatchObject({ state: 'done' })
    expect(transport.requests).toHaveLength(2)
  })

  it.each(['pause', 'stop'] as const)('%s works meanwhile', async (how) => {
    const transport = scripted(() => ({ ...inBody, headers: { 'retry-after': '3600' } }))
    const { runs, setup, signal, test, told } = await desk(transport, { connectors: 4 })
    test.clock.sleep = (_ms, of) =>
      new Promise((_resolve, reject) => of.addEventListener('abort', () => reject(new Error('over'))))
    const id = randomUUID()
    const begun = runs.start(id, setup({ pace: { perProvider: 1, all: 2 } }), signal.signal)
    await expect.poll(() => told.at(-1)?.providers.length).toBe(2)
    if (how === 'pause') runs.pause(id)
    else signal.abort()
    expect(await begun).toMatchObject({ state: how === 'pause' ? 'paused' : 'stopped', answered: 2 })
    expect(transport.requests).toHaveLength(2)
  })
})

it('an answer is kept before its columns are computed: a kill meanwhile loses nothing', async () => {
  const columns = [{ id: randomUUID(), name: 'A', expression: 'a' }]
  const never = () => new Promise<never>(() => undefined)
  const usual = () => ({ json: { a: 7 } })
  const first = await desk(scripted(usual), { connectors: 2, read: never })
  const { workspaceId, setup, signal, library } = first
  const id = randomUUID()
  void first.runs.start(id, setup({ columns, pace: { perProvider: 1, all: 1 } }), signal.signal)
  await expect.poll(async () => (await library.runs.list(workspaceId))[0]?.answered).toBe(1)
  await first.test.restart()
  const again = scripted(usual)
  const second = await desk(again, { connectors: 2, library: first.test })
  const read = async () =>
    (await second.runs.open(workspaceId, id)).answers.map(({ content, values }) => [content, values[0]?.number])
  expect(await read()).toEqual([['json', 7]])
  await second.runs.goOn({ workspaceId, id, places: null }, second.signal.signal)
  expect(again.requests).toHaveLength(1)
  expect(await read()).toEqual([
    ['json', 7],
    ['json', 7]
  ])
})

it('a provider rests, and its answer is kept, before checks are judged', async () => {
  const limited = { status: 429, headers: { 'retry-after': '30' }, json: { error: 'slow down' } }
  const { transport, open, seen } = heldTransport()
  const never = () => new Promise<never>(() => undefined)
  const first = await desk(transport, { connectors: 4, judge: never })
  const { workspaceId, setup, signal, library, told } = first
  const id = randomUUID()
  const checks = [{ kind: 'status' as const, at: '', value: '200' }]
  const many = setup({ draft: { ...setup().draft, checks }, pace: { perProvider: 1, all: 1 } })
  many.asked = many.asked.filter((_, place) => place % 2 === 0)
  void first.runs.start(id, many, signal.signal)
  await expect.poll(() => open.length).toBe(1)
  open[0]?.give(limited)
  await expect.poll(async () => (await library.runs.list(workspaceId))[0]?.answered).toBe(1)
  expect(first.rateLimits.resting({ ...target, scope: providerScope('personio') })?.until).toBe(
    first.test.clock.now() + 30_000
  )
  expect(seen).toHaveLength(1)
  await expect.poll(() => told.at(-1)?.asking).toEqual([0])
  await first.test.restart()
  const second = await desk(scripted([]), { connectors: 4, library: first.test })
  expect((await second.runs.open(workspaceId, id)).answers).toMatchObject([{ place: 0, status: 429, content: 'json' }])
})

it('an answer whose reading failed stays in its run while that goes on', async () => {
  const { transport, open } = heldTransport()
  const read = async () => {
    throw new Error('The thread is gone.')
  }
  const { runs, workspaceId, setup, signal, told } = await desk(transport, { connectors: 2, read })
  const id = randomUUID()
  const done = runs.start(id, setup({ pace: { perProvider: 1, all: 1 } }), signal.signal)
  await expect.poll(() => open.length).toBe(1)
  open[0]?.give({ json: { a: 7 } })
  await expect.poll(() => open.length).toBe(1)
  const opened = await runs.open(workspaceId, id)
  expect(opened.head).toMatchObject({ state: 'running', answered: 1 })
  expect(opened.answers).toMatchObject([{ place: 0, content: 'other' }])
  await expect.poll(() => told.flatMap(({ answers }) => answers)).toEqual(opened.answers)
  open[0]?.give({ json: { a: 8 } })
  await done
})

it('other columns change no structure, also where they are too much', async () => {
  const tooMuch = { text: 'It took too long.', number: null, problem: true }
  let gaveUp = false
  const { runs, workspaceId, setup, signal } = await desk(
    scripted(() => ({ json: { a: 7 } })),
    {
      connectors: 2,
      read: async (answer, columns) =>
        gaveUp
          ? { content: 'json', shape: null, values: columns.map(() => tooMuch) }
          : readAnswer({ ...answer, columns, withinMs: 1_000 })
    }
  )
  const id = randomUUID()
  await runs.start(id, setup(), signal.signal)
  const before = await runs.open(workspaceId, id)
  gaveUp = true
  const column = { id: randomUUID(), name: 'Heavy', expression: 'a' }
  const after = await runs.columns(workspaceId, id, [column], signal.signal)
  expect(after.answers).toEqual(before.answers.map((answer) => ({ ...answer, values: [tooMuch] })))
  expect(after.shapes).toEqual(before.shapes)
})

it('pauses after what is on its way, and goes on with the rest', async () => {
  const { transport, open, seen } = heldTransport()
  const { runs, setup, signal, workspaceId } = await desk(transport, { connectors: 6 })
  const id = randomUUID()
  const begun = runs.start(id, setup({ pace: { perProvider: 1, all: 2 } }), signal.signal)
  await expect.poll(() => open.length).toBe(2)
  runs.pause(id)
  await expect.poll(async () => (await runs.list(workspaceId))[0]?.state).toBe('pausing')
  open[0]?.give({ json: 1 })
  open[0]?.give({ json: 1 })
  expect(await begun).toMatchObject({ state: 'paused', answered: 2 })
  expect(seen).toHaveLength(2)
  const on = runs.goOn({ workspaceId, id, places: null }, signal.signal)
  for (let left = 4; left > 0; left--) {
    await expect.poll(() => open.length).toBeGreaterThan(0)
    open[0]?.give({ json: 1 })
  }
  expect(await on).toMatchObject({ state: 'done', answered: 6 })
  expect(new Set(seen).size).toBe(6)
})

it('Stop ends what is on its way, keeps what came, and leaves nothing of the rest in the history', async () => {
  const { transport, open } = heldTransport()
  const { runs, setup, signal, workspaceId, library } = await desk(transport, { connectors: 6 })
  const id = randomUUID()
  const begun = runs.start(id, setup({ pace: { perProvider: 2, all: 4 } }), signal.signal)
  await expect.poll(() => open.length).toBe(4)
  open[0]?.give({ json: { a: 1 } })
  await expect.poll(async () => (await runs.open(workspaceId, id)).answers.length).toBe(1)
  signal.abort()
  expect(await begun).toMatchObject({ state: 'stopped', answered: 1, why: '' })
  const { answers } = await runs.open(workspaceId, id)
  const through = { region: 'default', keys: Array.from({ length: 6 }, (_, number) => `HRIS:c${number}`) }
  const sends = await library.history.list({ workspaceId, through, limit: 50 })
  expect(sends.map((send) => send.id)).toEqual(answers.map((answer) => answer.id))
})

it('the end of the app loses no answer that came, and the run can go on', async () => {
  const { transport, open } = heldTransport()
  const first = await desk(transport, { connectors: 5 })
  const id = randomUUID()
  void first.runs
    .start(id, first.setup({ pace: { perProvider: 1, all: 2 } }), first.signal.signal)
    .catch(() => undefined)
  await expect.poll(() => open.length).toBe(2)
  open[0]?.give({ json: { a: 1 } })
  await expect.poll(async () => (await first.runs.open(first.workspaceId, id)).answers.length).toBe(1)
  await first.test.restart()
  const asked: string[] = []
  const again = scripted((request) => {
    asked.push(String(request.headers['x-connector-token']))
    return { json: { a: 1 } }
  })
  const second = await desk(again, { connectors: 5, library: first.test })
  const [head] = await second.runs.list(second.workspaceId)
  expect(head).toMatchObject({ id, state: 'stopped', answered: 1, asked: 5 })
  const ended = await second.runs.goOn({ workspaceId: second.workspaceId, id, places: null }, second.signal.signal)
  expect(ended).toMatchObject({ state: 'done', answered: 5 })
  expect(asked).toHaveLength(4)
})

it('asks chosen places again, and the last answer counts', async () => {
  let status = 500
  const transport = scripted(() => ({ json: { error: { status, code: 'x', message: 'y' } } }))
  const { runs, setup, signal, workspaceId } = await desk(transport, { connectors: 3 })
  const id = randomUUID()
  await runs.start(id, setup(), signal.signal)
  status = 403
  expect(await runs.goOn({ workspaceId, id, places: [1, 1, 99] }, signal.signal)).toMatchObject({
    state: 'done',
    answered: 3
  })
  const { answers } = await runs.open(workspaceId, id)
  expect(answers.map(({ providerError }) => providerError?.status)).toEqual([500, 403, 500])
  expect(transport.requests).toHaveLength(4)
})

it('stops by itself where the service is away, and says why', async () => {
  const transport = scripted(() => new TransportFailure('unreachable', 'No connection to api.example.com.', false))
  const { runs, setup, signal } = await desk(transport, { connectors: 40 })
  const head = await runs.start(randomUUID(), setup(), signal.signal)
  expect(head.state).toBe('stopped')
  expect(head.why).toContain('No connection')
  expect(head.answered).toBeLessThan(40)
})

it('stops where the API rejects the workspace’s token, and asks those again with the new one', async () => {
  let number = 0
  let revoked = true
  const refused = { status: 401, json: { detail: 'Invalid bearer token' }, headers: { 'www-authenticate': 'Bearer' } }
  const transport = scripted(() => (revoked && number++ >= 2 ? refused : { json: {} }))
  const { runs, setup, signal, workspaceId } = await desk(transport, { connectors: 12 })
  const id = randomUUID()
  const asked = setup({ pace: { perProvider: 3, all: 3 } })
  const head = await runs.start(id, asked, signal.signal)
  expect(head).toMatchObject({ state: 'stopped', why: 'The API rejected this token.', answered: 2 })
  // What was on its way ended, and nothing else left.
  expect(transport.requests.length).toBeLessThanOrEqual(5)
  revoked = false
  expect(await runs.goOn({ workspaceId, id, places: null }, signal.signal)).toMatchObject({
    state: 'done',
    answered: 12
  })
  const { answers } = await runs.open(workspaceId, id)
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
})

it('a failure of single connectors stops nothing', async () => {
  let number = 0
  const transport = scripted(() => (number++ % 2 === 0 ? { status: 404, json: {} } : { json: {} }))
  const { runs, setup, signal } = await desk(transport, { connectors: 40 })
  expect(await runs.start(randomUUID(), setup(), signal.signal)).toMatchObject({ state: 'done', answered: 40 })
})

it('columns can change while it runs and afterwards, over the kept answers', async () => {
  const { transport, open } = heldTransport()
  const { runs, setup, signal, workspaceId } = await desk(transport, { connectors: 3 })
  const id = randomUUID()
  const begun = runs.start(id, setup({ pace: { perProvider: 1, all: 1 } }), signal.signal)
  const give = async (n: number) => {
    await expect.poll(() => open.length).toBe(1)
    open[0]?.give({ json: { n, big: [n] } })
  }
  await give(7)
  await expect.poll(async () => (await runs.open(workspaceId, id)).answers.length).toBe(1)
  const column = { id: randomUUID(), name: 'N', expression: 'n' }
  const changed = await runs.columns(workspaceId, id, [column], signal.signal)
  expect(changed.answers[0]?.values).toEqual([{ text: '7', number: 7, problem: false }])
  await give(8)
  await give(9)
  await begun
  const { answers, setup: kept } = await runs.open(workspaceId, id)
  expect(answers.map(({ values }) => values[0]?.number).sort()).toEqual([7, 8, 9])
  expect(kept.columns).toEqual([column])
  const wrong = await runs.columns(workspaceId, id, [{ ...column, expression: 'n[' }], signal.signal)
  expect(wrong.answers.every(({ values }) => values[0]?.problem)).toBe(true)
})

it('a deleted run leaves nothing, and is not known any more', async () => {
  const { runs, setup, signal, workspaceId, library } = await desk(
    scripted(() => ({ json: {} })),
    { connectors: 2 }
  )
  const id = randomUUID()
  await runs.start(id, setup(), signal.signal)
  const [answer] = (await runs.open(workspaceId, id)).answers
  await runs.remove(workspaceId, id)
  expect(await runs.list(workspaceId)).toEqual([])
  expect(await library.history.body(answer?.id ?? '')).toBeNull()
  expect(await failing(runs.open(workspaceId, id))).toMatchObject({ code: 'not-found' })
})

it('rows of a file are asked with their own values, also several of one connector', async () => {
  const transport = scripted(() => ({ json: {} }))
  const { runs, setup, signal } = await desk(transport, { connectors: 2 })
  const [first] = setup().asked
  if (!first) return
  const row = (line: number) => ({ ...first, row: { line, values: [{ name: 'person', value: `a/${line}` }] } })
  const many = setup({ asked: [row(1), row(2)], draft: { ...setup().draft, path: '/{{connector_id}}/{{person}}' } })
  await runs.start(randomUUID(), many, signal.signal)
  const paths = transport.requests.map(({ body }) => (JSON.parse(String(body)) as { path: string }).path)
  expect(paths).toEqual(['/c0/a%2F1', '/c0/a%2F2'])
})

it('@attack a read that the shelf marks as a change goes to none of its integration', async () => {
  const transport = scripted(() => ({ json: {} }))
  const { planner, runs, setup, signal } = await desk(transport, { connectors: 4 })
  const many = setup({ draft: { ...setup().draft, path: '/recalculate' } })
  expect(
    (await planner.plan(many, new AbortController().signal)).leftOut.map(({ place, why }) => [place, why])
  ).toEqual([
    [0, 'problem'],
    [2, 'problem']
  ])
  expect(await runs.start(randomUUID(), many, signal.signal)).toMatchObject({ state: 'stopped', answered: 2 })
  expect(transport.requests.map(({ headers }) => headers['x-connector-token'])).toEqual(['token-of-c1', 'token-of-c3'])
  const [first] = many.asked
  const alone = { ...many, asked: first ? [first] : [] }
  expect(await failing(runs.start(randomUUID(), alone, signal.signal))).toMatchObject({ code: 'invalid-input' })
})

it('counts the checks of each answer', async () => {
  const transport = scripted((request) => ({
    json: { success: request.headers['x-connector-token'] === 'token-of-c0' }
  }))
  const { runs, setup, signal, workspaceId } = await desk(transport, { connectors: 2 })
  const checks = [
    { kind: 'status' as const, at: '', value: '200' },
    { kind: 'time' as const, at: '', value: '5' }
  ]
  const id = randomUUID()
  await runs.start(id, setup({ draft: { ...setup().draft, checks } }), signal.signal)
  const { answers } = await runs.open(workspaceId, id)
  expect(answers.map(({ checks }) => checks)).toEqual([
    { passed: 2, of: 2 },
    { passed: 2, of: 2 }
  ])
})

it('a provider that fails every request stops nothing: its answers came', async () => {
  const transport = scripted(() => ({ status: 502, json: { detail: 'bad gateway' } }))
  const { runs, setup, signal } = await desk(transport, { connectors: 20 })
  expect(await runs.start(randomUUID(), setup(), signal.signal)).toMatchObject({ state: 'done', answered: 20 })
})

it('a connector whose token is gone meanwhile is left out, and the others are asked', async () => {
  const transport = scripted(() => ({ json: {} }))
  const { runs, setup, signal, tokens, workspaceId } = await desk(transport, { connectors: 6 })
  const find = tokens.find.bind(tokens)
  let looks = 0
  // Known to the plan, and gone when its turn comes.
  tokens.find = (place) => (place.key === 'HRIS:c2' && looks++ > 0 ? undefined : find(place))
  const id = randomUUID()
  const head = await runs.start(id, setup(), signal.signal)
  expect(head).toMatchObject({ state: 'stopped', answered: 5 })
  expect(head.why).toContain('1 of 6 could not be asked')
  tokens.find = find
  expect(await runs.goOn({ workspaceId, id, places: null }, signal.signal)).toMatchObject({
    state: 'done',
    answered: 6
  })
})

it('asks nothing again where the tokens are not known, and says so', async () => {
  const first = await desk(
    scripted(() => ({ json: {} })),
    { connectors: 3 }
  )
  const id = randomUUID()
  await first.runs.start(id, first.setup(), first.signal.signal)
  await first.test.restart()
  const transport = scripted([])
  const second = await desk(transport, { connectors: 3, unlisted: 3, library: first.test })
  const head = await second.runs.goOn({ workspaceId: second.workspaceId, id, places: [0, 1] }, second.signal.signal)
  expect(head.state).toBe('stopped')
  expect(head.why).toContain('2 of 3 could not be asked')
  expect(transport.requests).toEqual([])
})

it('lifting the limits lets it go on at once', async () => {
  const { transport, open } = heldTransport()
  const { runs, setup, signal, tokens, rateLimits, test } = await desk(transport, { connectors: 1 })
  // Only the operator ends this rest.
  test.clock.sleep = (_ms, of) =>
    new Promise((_resolve, reject) => of.addEventListener('abort', () => reject(new Error('over'))))
  const scope = { ...target, scope: tokens.find({ ...target, key: 'HRIS:c0' })?.ref ?? '' }
  rateLimits.rest(scope, { until: test.clock.now() + 3_600_000, reason: 'rate-limit', source: 'retry-after' })
  const begun = runs.start(randomUUID(), setup(), signal.signal)
  await expect.poll(async () => (await runs.list(target.workspaceId))[0]?.state).toBe('running')
  rateLimits.lift(target)
  await expect.poll(() => open.length).toBe(1)
  open[0]?.give({ json: {} })
  expect(await begun).toMatchObject({ state: 'done' })
})

it('a pause before the first request holds, and a run is begun once', async () => {
  const transport = scripted([])
  const { runs, setup, signal } = await desk(transport, { connectors: 2 })
  const id = randomUUID()
  const begun = runs.start(id, setup(), signal.signal)
  runs.pause(id)
  expect(await failing(runs.start(id, setup(), signal.signal))).toMatchObject({ code: 'busy' })
  expect(await begun).toMatchObject({ state: 'paused', answered: 0 })
  expect(transport.requests).toEqual([])
})

it('@attack asks in the place of the run, whatever its request says', async () => {
  const transport = scripted(() => ({ json: {} }))
  const { runs, setup, signal, workspaceId, library } = await desk(transport, { connectors: 1 })
  const usual = setup()
  await runs.start(randomUUID(), { ...usual, draft: { ...usual.draft, region: 'eu' } }, signal.signal)
  const through = { region: 'default', keys: ['HRIS:c0'] }
  expect(await library.history.list({ workspaceId, through, limit: 9 })).toHaveLength(1)
})

it('clearing the history during a run leaves the run and its answers', async () => {
  const { transport, open } = heldTransport()
  const { runs, setup, signal, workspaceId, library } = await desk(transport, { connectors: 2 })
  const id = randomUUID()
  const begun = runs.start(id, setup({ pace: { perProvider: 1, all: 1 } }), signal.signal)
  await expect.poll(() => open.length).toBe(1)
  await library.history.forgetAll(workspaceId)
  open[0]?.give({ json: {} })
  await expect.poll(() => open.length).toBe(1)
  open[0]?.give({ json: {} })
  expect(await begun).toMatchObject({ state: 'done', answered: 2 })
  expect((await runs.open(workspaceId, id)).answers).toHaveLength(2)
  await library.history.forgetAll(workspaceId)
  expect(await runs.list(workspaceId)).toEqual([])
})

it('a run that began without the key keeps its answers once the key comes', async () => {
  const { transport, open } = heldTransport()
  const { setup, signal, workspaceId, test } = await desk(transport, { connectors: 2 })
  test.keychain.state = 'locked'
  await test.restart()
  const late = await desk(transport, { connectors: 2, library: test })
  const id = randomUUID()
  const begun = late.runs.start(id, setup({ pace: { perProvider: 1, all: 1 } }), signal.signal)
  await expect.poll(() => open.length).toBe(1)
  test.keychain.state = 'unlocked'
  await test.keychainAnswers()
  open[0]?.give({ json: {} })
  await expect.poll(() => open.length).toBe(1)
  open[0]?.give({ json: {} })
  expect(await begun).toMatchObject({ state: 'done', answered: 2 })
  expect((await late.runs.open(workspaceId, id)).answers).toHaveLength(2)
})
