import { expect, it, onTestFinished } from 'vitest'
import type { AnswerCheck, CheckResult } from '../../shared/passthrough/answer-checks'
import { judge } from '../jmespath/judge'
import { TransportFailure } from '../http/transport'
import { TokenDigests } from '../secrets/token-digests'
import { scripted } from '../testing/fakes'
import { judgeWith, type Answer } from './answer-checks'
import { testLibrary } from './library/testing'
import { requestOf, testSender } from './testing'

const answer: Answer = {
  status: 200,
  headers: [
    ['Content-Type', 'application/json'],
    ['X-Page', '1'],
    ['x-page', '2']
  ],
  ms: 2_000,
  body: Buffer.from('{}')
}
const noEngine = { judge: () => Promise.reject(new Error('The thread is gone.')) }
const asked = { workspaceId: 'w', integration: 'personio', method: 'GET', path: '/employees' }
type Shelf = Parameters<typeof judgeWith>[2]
const noShelf: Shelf = { checkBody: async () => null }
const secrets = () => new TokenDigests().shared
const judged = async (check: AnswerCheck, of: Partial<Answer> = {}, shelf = noShelf) =>
  (await judgeWith(noEngine, secrets, shelf)([check], { ...answer, ...of }, asked))[0]

it.each<[AnswerCheck['kind'], string, string, boolean, string]>([
  ['status', '', '200', true, 'it is 200'],
  ['status', '', '201, 200', true, 'it is 200'],
  ['status', '', '404', false, 'it is 200'],
  ['header-is', 'content-type', 'application/json', true, 'it is application/json'],
  ['header-is', 'x-page', '2', true, 'it is 1, 2'],
  ['header-is', 'x-none', '2', false, 'it is absent'],
  ['header-exists', 'X-PAGE', '', true, 'it is 1, 2'],
  ['header-exists', 'x-none', '', false, 'it is absent'],
  ['time', '', '2.5', true, 'it took 2 s'],
  ['time', '', '2', false, 'it took 2 s'],
  ['status', '', 'ok', false, 'not checked: Enter one or more statuses: 200, 204.'],
  ['value-exists', 'a', '', false, 'not checked: The thread is gone.'],
  ['value-exists', ' ', '', false, 'not checked: Enter a JMESPath expression.']
])('%s %s %s: %s, %s', async (kind, at, value, passed, found) => {
  const check = { kind, at, value }
  expect(await judged(check)).toEqual({ check, passed, found })
})

it('an error of the provider without a status passes no check of the status', async () => {
  const check: AnswerCheck = { kind: 'status', at: '', value: '200' }
  expect(await judged(check, { status: null })).toMatchObject({
    passed: false,
    found: 'it is an error without a status'
  })
  expect(await judged({ kind: 'value-exists', at: 'a', value: '' }, { body: null })).toMatchObject({
    found: 'the answer is empty'
  })
})

const schema: AnswerCheck = { kind: 'schema', at: '', value: '' }
const says = (change: Partial<NonNullable<Awaited<ReturnType<Shelf['checkBody']>>>>): Shelf => ({
  checkBody: async () => ({ title: 'Umbra HR', version: '2.4', problems: [], more: 0, isJson: true, ...change })
})
const place = { place: 'data[0].id', message: 'text, the file says whole number', times: 3 }
it.each<[string, Shelf, Partial<Answer>, boolean, string]>([
  ['no file', noShelf, {}, false, 'not checked: no schema'],
  ['it fits', says({}), {}, true, 'it fits Umbra HR'],
  ['a problem', says({ problems: [place] }), {}, false, 'data[0].id: text, the file says whole number'],
  ['more', says({ problems: [place], more: 2 }), {}, false, 'data[0].id: text, the file says whole number, and 2 more'],
  ['no JSON', says({ isJson: false }), {}, false, 'the answer is not JSON'],
  ['an error of which the file says nothing', noShelf, { status: 500 }, false, 'the answer was an error (500)'],
  ['an error without a status', says({}), { status: null }, false, 'the answer was an error']
])('the schema: %s', async (_, shelf, of, passed, found) => {
  expect(await judged(schema, of, shelf)).toEqual({ check: schema, passed, found })
})

it('the schema is of what was asked, with its variables filled in', async () => {
  const asked: unknown[] = []
  const shelf: Shelf = { checkBody: async (of, status) => (asked.push(of, status), null) }
  await judgeWith(noEngine, secrets, shelf)([schema], answer, {
    ...{ workspaceId: 'w', integration: 'p' },
    method: 'GET',
    path: '/e/7'
  })
  expect(asked).toEqual([{ workspaceId: 'w', integration: 'p', method: 'GET', path: '/e/7' }, 200])
})

it('an error answer gets no message of the engine', async () => {
  const body = Buffer.from('{"error": "The server fails."}')
  const check: AnswerCheck = { kind: 'value-is', at: 'length(data)', value: '3' }
  const engine = {
    judge: async ({ body, contentType }: { body: Uint8Array; contentType: string }) => ({
      judged: judge(body, contentType, secrets(), [check])
    })
  }
  const foundAt = async (status: number | null) =>
    (await judgeWith(engine, secrets, noShelf)([check], { ...answer, body, status }, asked))[0]?.found
  expect(await foundAt(500)).toBe('the answer was an error (500)')
  expect(await foundAt(null)).toBe('the answer was an error')
  expect(await foundAt(200)).toMatch(/^not checked: /)
})

const checks: AnswerCheck[] = [
  { kind: 'status', at: '', value: '200' },
  { kind: 'value-is', at: 'success', value: 'true' }
]

it('run after a send, on the status that the provider itself gives, and the history has the result', async () => {
  const json = { success: false, error: { status: 403, code: 'forbidden' } }
  const { send, sends } = testSender(scripted([{ json: { success: true } }, { json }]))
  expect((await send(requestOf({ checks }))).checks).toMatchObject([{ passed: true }, { passed: true }])
  const request = requestOf({ checks })
  const { checks: results } = await send(request)
  expect(results).toEqual([
    { check: checks[0], passed: false, found: 'it is 403' },
    { check: checks[1], passed: false, found: 'it is false' }
  ])
  expect(sends.get(request.requestId)?.result?.checks).toEqual(results)
})

it('an answer is kept before its checks are judged: a kill meanwhile loses nothing', async () => {
  const test = testLibrary()
  onTestFinished(() => test.remove())
  const { history } = await test.open()
  let end = (_: CheckResult[]) => {}
  const judged = new Promise<CheckResult[]>((resolve) => (end = resolve))
  const json = { a: 7 }
  const { send } = testSender(scripted([{ json }]), { history, clock: test.clock, judge: () => judged })
  const request = requestOf({ checks })
  const sent = send(request)
  await expect.poll(async () => (await history.find(request.requestId))?.head.outcome).toBe('answered')
  expect(await history.find(request.requestId)).toMatchObject({ result: { status: 200 } })
  expect((await history.body(request.requestId))?.toString()).toBe(JSON.stringify(json))
  const results = checks.map((check) => ({ check, passed: true, found: 'it is 200' }))
  end(results)
  expect((await sent).checks).toEqual(results)
  const kept = await history.find(request.requestId)
  expect(kept?.result?.checks).toEqual(results)
  expect(kept?.hasBody).toBe(true)
})

it('do not run without a whole answer, and change nothing that is sent', async () => {
  const broken = new TransportFailure('unreachable', 'gone', true)
  const transport = scripted([broken, broken, broken, broken, broken, { json: 1 }])
  const { send } = testSender(transport)
  expect((await send(requestOf({ checks }))).checks).toBeUndefined()
  await send(requestOf({ checks }))
  await send(requestOf({ checks: [] }))
  expect(new Set(transport.requests.map(({ body }) => body)).size).toBe(1)
})

it('one that says nothing stops the send, at its field', async () => {
  const { send } = testSender(scripted([]))
  const refused = send(requestOf({ checks: [{ kind: 'time', at: '', value: 'soon' }] }))
  await expect(refused).rejects.toMatchObject({
    code: 'invalid-input',
    info: { fields: { 'checks.0.value': 'Enter a time above 0, in seconds.' } }
  })
})
