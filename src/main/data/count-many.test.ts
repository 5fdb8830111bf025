import { afterEach, expect, it } from 'vitest'
import { Jobs } from '../base/jobs'
import { FakeClock } from '../testing/fakes'
import type { ManyPart } from '../../shared/data/collection'
import { asking, page, people, place, testData, type Ask, type Answer, type TestData } from './testing'

let test: TestData
afterEach(() => test.remove())

async function counting(keys: string[], answer: (ask: Ask) => Answer, tokenOf = (key: string) => `token ${key}`) {
  test = await testData(answer)
  for (const key of keys) if (key !== 'HRIS:unknown') test.tokens.set(key, { ref: tokenOf(key), token: tokenOf(key) })
  const { connectorKey: _, ...request } = asking
  const reported: ManyPart[][] = []
  const controller = new AbortController()
  const { signal } = controller
  const counted = test.collections.countMany({ place, request, keys, signal, tell: (parts) => reported.push(parts) })
  return { counted, reported, controller }
}

it('counts each connector’s collection; one that fails does not end the others', async () => {
  const { counted, reported } = await counting(['HRIS:a', 'HRIS:b', 'HRIS:unknown', 'HRIS:a'], ({ token, query }) => {
    if (token === 'token HRIS:b') return { status: 403, json: { detail: 'No' } }
    return query['cursor'] ? page(null, people(48, 5)) : page('next', people(0, 50))
  })
  const parts = await counted
  expect(parts.map(({ key, state, pages, items, repeated }) => [key, state, pages, items, repeated])).toEqual([
    ['HRIS:a', 'done', 2, 55, 2],
    ['HRIS:b', 'failed', 0, 0, 0],
    ['HRIS:unknown', 'failed', 0, 0, 0]
  ])
  expect(parts[1]?.error).toMatchObject({ code: 'forbidden', detail: 'No' })
  expect(reported.at(-1)).toEqual(parts)
})

/** Answers once the expected number is there or no more come, so a slow computer sees as many. */
function watched(expected: number) {
  const held: (() => void)[] = []
  const now = new Map<string, number>()
  const most = { all: 0, perToken: 0 }
  const answer = ({ token = '', number }: Ask): Answer => {
    now.set(token, (now.get(token) ?? 0) + 1)
    most.all = Math.max(
      most.all,
      [...now.values()].reduce((sum, count) => sum + count, 0)
    )
    most.perToken = Math.max(most.perToken, now.get(token) ?? 0)
    const after = new Promise<void>((resolve) => held.push(resolve)).then(
      () => void now.set(token, (now.get(token) ?? 0) - 1)
    )
    if (held.length >= expected || number === keys.length)
      setTimeout(() => held.splice(0).forEach((release) => release()), 5)
    return { ...page(null, people(number, 1)), after }
  }
  return { most, answer }
}
const keys = Array.from({ length: 30 }, (_, at) => `HRIS:${at}`)

it('walks eight tokens at the same time, not more', async () => {
  const { most, answer } = watched(8)
  const { counted } = await counting(keys, answer)
  expect((await counted).every(({ state }) => state === 'done')).toBe(true)
  expect(most).toEqual({ all: 8, perToken: 1 })
})

it('walks those of one token one after the other', async () => {
  const { most, answer } = watched(1)
  const { counted } = await counting(keys, answer, () => 'the same token')
  await counted
  expect(most).toEqual({ all: 1, perToken: 1 })
})

it('ends all of it when it is cancelled', async () => {
  const never = new Promise<void>(() => undefined)
  const { counted, controller } = await counting(keys, () => {
    setImmediate(() => controller.abort())
    return { after: never }
  })
  expect((await counted).map(({ state, error }) => [state, error])).toEqual(keys.map(() => ['cancelled', null]))
})

it('refuses an invalid request', async () => {
  test = await testData(() => page(null, []))
  const signal = new AbortController().signal
  const request = { path: '/api/../x', params: {}, pageSize: 50 }
  await expect(
    test.collections.countMany({ place, request, keys, signal, tell: () => undefined })
  ).rejects.toMatchObject({ code: 'invalid-input', info: { fields: { path: expect.any(String) } } })
})

it('tells its job what its calls wait for', async () => {
  const limited = { status: 429, headers: { 'retry-after': '1' }, json: { detail: 'Slow down' } }
  test = await testData(({ number }) => (number === 1 ? limited : page(null, people(0, 1))), {
    clock: new FakeClock()
  })
  test.tokens.set('HRIS:a', { ref: 'a', token: 'token a' })
  const { connectorKey: _, ...request } = asking
  const waits: (string | undefined)[] = []
  await new Jobs().run(
    'count',
    1,
    'count',
    (signal) => test.collections.countMany({ place, request, keys: ['HRIS:a'], signal, tell: () => undefined }),
    ({ wait }) => waits.push(wait?.source)
  )
  expect(waits).toContain('retry-after')
})

it('ends with its workspace', async () => {
  const { counted } = await counting(['HRIS:a', 'HRIS:b'], ({ number }) => {
    void test.collections.forgetWorkspace(place.workspaceId)
    return page(String(number), people(number, 1))
  })
  expect((await counted).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
})
