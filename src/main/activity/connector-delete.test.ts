import { Agent } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startPractice, type PracticeService } from '../../practice/server'
import { systemClock } from '../base/clock'
import { personWho } from '../guard/testing'
import { RateLimits } from '../http/rate-limit'
import type { Target } from '../http/call'
import { createClient } from '../http/client'
import { undiciTransport } from '../http/transport'
import { MemoryStore } from '../secrets/memory-store'
import { freshSettings } from '../settings/settings-schema'
import { ConnectorActions } from '../connectors/connector-actions'
import { ConnectorTokens } from '../secrets/connector-tokens'
import { place, testHistory, type TestHistory } from '../testing/history'
import { Pins } from '../connectors/pins'
import { TokenFinder } from '../connectors/token-finder'
import { Activity } from './activity'
import { maskerOf } from '../secrets/testing'
import { promisedCalls } from './testing'

const { signal } = new AbortController()

let service: PracticeService
let agent: Agent
let test: TestHistory
let activity: Activity
let actions: ConnectorActions
let agrees: boolean

/** The practice service on a real socket, and a real database. */
beforeEach(async () => {
  agrees = true
  service = await startPractice({ connectors: 30 })
  agent = new Agent()
  test = testHistory()
  const masker = maskerOf(service.bearerToken)
  const tokens = new ConnectorTokens(masker)
  activity = new Activity({
    store: promisedCalls(() => test.history),
    clock: systemClock,
    masker,
    operator: () => 'Ada',
    added: () => undefined,
    unrecorded: () => null,
    failed: (error) => expect.fail(String(error))
  })
  const client = createClient({
    transport: undiciTransport(async () => agent),
    clock: systemClock,
    rateLimits: new RateLimits(() => undefined),
    redact: (text) => text,
    log: activity.log,
    begin: activity.begin
  })
  const target: Target = { ...place, baseUrl: service.url, bearerToken: service.bearerToken }
  const pins = new Pins({ get: () => freshSettings, update: () => undefined }, new MemoryStore())
  actions = new ConnectorActions({
    client,
    workspaces: { target: async () => target },
    tokens,
    pins,
    finder: new TokenFinder({ client, tokens, pins, history: { lastRecord: async () => null } }),
    confirmer: personWho(() => agrees).confirmer,
    history: { markDeleted: async () => true, seeOne: async () => undefined, lastRecord: async () => null },
    deleted: async () => undefined,
    changed: () => undefined,
    now: Date.now
  })
})
afterEach(async () => {
  await activity.stop()
  test.remove()
  await agent.destroy()
  await service.close()
})

const some = () => service.connectors.find(({ category }) => category === 'HRIS') ?? expect.fail('No connector.')
const mutations = () =>
  test.history.listCalls({
    workspaceId: place.workspaceId,
    filters: { mutationsOnly: true },
    before: Number.MAX_SAFE_INTEGER,
    limit: 10
  })

describe('the deletion of a connector', () => {
  it('is on record: whose, where, when, and how it ended', async () => {
    const one = some()
    const before = Date.now()
    await actions.delete(place, `HRIS:${one.id}`, signal)
    expect(mutations()).toEqual([
      expect.objectContaining({
        ...place,
        asker: 'connectors',
        method: 'DELETE',
        path: `/api/hris/v1/connectors/${one.id}/delete`,
        subject: `Delete connector ${one.end_user} (HRIS ${one.id})`,
        status: 200,
        error: null,
        tries: 1
      })
    ])
    expect(mutations()[0]?.at).toBeGreaterThanOrEqual(before)
  })

  it('is on record with its error where the answer was lost', async () => {
    const one = some()
    service.set({ faults: [{ name: 'lost-answer', path: '/delete', how: 'reset' }] })
    expect(await actions.delete(place, `HRIS:${one.id}`, signal)).toMatchObject({ outcome: 'unknown' })
    expect(mutations()).toMatchObject([{ method: 'DELETE', status: null, error: 'unreachable', tries: 1 }])
  })

  it('is not on record where nothing was sent', async () => {
    agrees = false
    await expect(actions.delete(place, `HRIS:${some().id}`, signal)).rejects.toThrow()
    expect(mutations()).toEqual([])
  })
})

describe('asking what is offered', () => {
  it('is in the activity, and no mutation', async () => {
    await actions.operations(place)
    expect(mutations()).toEqual([])
    const { calls } = await activity.list({ workspaceId: place.workspaceId, filters: {}, limit: 10 })
    expect(calls.map(({ method, mutation }) => [method, mutation])).toEqual([
      ['POST', false],
      ['POST', false]
    ])
  })

  it('keeps no token in the record of any call', async () => {
    const one = some()
    await actions.ask(place, { connectorToken: one.connector_token }, signal)
    const { calls } = await activity.list({ workspaceId: place.workspaceId, filters: {}, limit: 10 })
    expect(calls).toHaveLength(3)
    expect(calls[0]?.query).toBe('connector_token,page_size')
    expect(JSON.stringify(calls)).not.toContain(one.connector_token)
    expect(JSON.stringify(calls)).not.toContain(service.bearerToken)
  })
})
