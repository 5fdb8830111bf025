import { afterEach, beforeEach, expect, it } from 'vitest'
import { promised } from '../base/promised'
import { personWho } from '../guard/testing'
import { BearerTokens } from '../secrets/bearer-tokens'
import { Masker } from '../secrets/masker'
import { MemoryStore } from '../secrets/memory-store'
import { Scopes } from '../secrets/token-scope'
import { scripted, testClient } from '../testing/fakes'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { madeUpRow } from '../testing/made-up-rows'
import { TokenChanges } from './token-changes'

const { signal } = new AbortController()
const before = { ...place, baseUrl: 'https://api.example.com', bearerToken: 'token-old' }
const after = { ...before, bearerToken: 'token-new' }

let test: TestHistory
let listed: string[]
let agrees: boolean
let told: number
let person: ReturnType<typeof personWho>
let bearers: BearerTokens
let changes: TokenChanges

beforeEach(() => {
  test = testHistory()
  listed = []
  agrees = true
  told = 0
  person = personWho(() => agrees)
  bearers = new BearerTokens(new MemoryStore(), new Masker())
  const transport = scripted(({ url }) =>
    url.pathname.includes('/hris/')
      ? { json: { cursor: null, items: listed.map((id) => ({ id })) } }
      : { status: 403, json: { detail: 'Not for this token' } }
  )
  changes = new TokenChanges({
    ...{ client: testClient(transport), clock: { now: () => start }, scopes: new Scopes(), bearers },
    ...{ store: promised(() => test.history), confirmer: person.confirmer, operator: () => 'Ada' },
    changed: () => told++
  })
})
afterEach(() => test.remove())

it('lets work under way go on with a token that lists a connector which the desk knows', async () => {
  test.refresh([madeUpRow('a', start)], start)
  listed = ['new-one', 'a']
  const done = await changes.begin(before, after, signal)
  expect(bearers.now(before)).toBe('token-old')
  await done()
  expect(bearers.now(before)).toBe('token-new')
  expect([person.acts.length, told]).toEqual([0, 1])
})

it('asks before a token is used that lists no connector which the desk knows, and no work goes on with it', async () => {
  test.refresh([madeUpRow('a', start)], start)
  listed = ['of-another-customer']
  agrees = false
  await expect(changes.begin(before, after, signal)).rejects.toMatchObject({ code: 'cancelled' })
  agrees = true
  await (
    await changes.begin(before, after, signal)
  )()
  expect(person.acts.map(({ title }) => title)).toEqual(Array(2).fill('Use a token that shows other connectors?'))
  expect(bearers.now(before)).toBe('token-old')
})

it('asks nothing on a desk that knows no connector yet', async () => {
  await (
    await changes.begin(before, after, signal)
  )()
  expect(person.acts).toEqual([])
  expect(bearers.now(before)).toBe('token-old')
})

it('is in the record of changes, first without its end, and Verify finds what was edited', async () => {
  const done = await changes.begin(before, after, signal)
  expect(test.history.tokenChanges({ workspaceId: place.workspaceId })).toEqual([])
  expect(test.history.verifyAudit()).toMatchObject({ records: 1, entries: 1, found: 0, operators: ['Ada'] })
  await done()
  expect(test.history.tokenChanges({ workspaceId: place.workspaceId })).toEqual([
    { region: 'default', by: 'Ada', at: start }
  ])
  expect(test.history.verifyAudit()).toMatchObject({ records: 1, entries: 2, found: 0 })
  // The record stays with the others.
  test.history.removeWorkspace({ workspaceId: place.workspaceId })
  expect(test.history.verifyAudit()).toMatchObject({ records: 1, found: 0 })
})

it('tells nothing of a colleague to a desk without a team', async () => {
  expect(await changes.byColleague(before)).toBeNull()
})

it('a token follows its line of replacements, in its own region and at its own address only', () => {
  const third = { ...after, bearerToken: 'token-third' }
  bearers.succeed(before, after)
  bearers.succeed(after, third)
  expect(bearers.now(before)).toBe('token-third')
  expect(bearers.now({ ...before, region: 'eu' })).toBe('token-old')
  expect(bearers.now({ ...before, baseUrl: 'https://elsewhere.example.com' })).toBe('token-old')
  // The first comes back.
  bearers.succeed(third, before)
  expect([before, after, third].map((one) => bearers.now(one))).toEqual(Array(3).fill('token-old'))
  bearers.forgetSession()
  expect(bearers.now(third)).toBe('token-third')
})
