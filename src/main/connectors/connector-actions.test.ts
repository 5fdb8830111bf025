import { Agent } from 'undici'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ShownAct } from '../../shared/guard/confirm'
import { startPractice, type PracticeService } from '../../practice/server'
import { systemClock } from '../base/clock'
import { personWho } from '../guard/testing'
import { RateLimits } from '../http/rate-limit'
import type { Target } from '../http/call'
import { createClient } from '../http/client'
import { undiciTransport } from '../http/transport'
import { MemoryStore } from '../secrets/memory-store'
import { freshSettings, type Settings } from '../settings/settings-schema'
import { ConnectorActions } from './connector-actions'
import { ConnectorTokens } from '../secrets/connector-tokens'
import { Pins } from './pins'
import type { ConnectorStore } from './store'
import { TokenFinder } from './token-finder'

const place = { workspaceId: '00000000-0000-4000-8000-000000000001', region: 'default' as const }
const { signal } = new AbortController()

let service: PracticeService
let agent: Agent
let secrets: MemoryStore
let settings: Settings
let pins: Pins
let subjects: string[]
let sends: string[]
let actions: ConnectorActions
let agrees: boolean
let meanwhile: () => unknown
let acts: ShownAct[]
const markDeleted = vi.fn(async () => true)
const seeOne = vi.fn(async (_: Parameters<ConnectorStore['seeOne']>[0]) => undefined)
const changed = vi.fn()
const deleted = vi.fn(async () => undefined)

/** The practice service on a real socket; only the history is fake. */
beforeEach(async () => {
  vi.clearAllMocks()
  subjects = []
  sends = []
  service = await startPractice({ connectors: 300 })
  agent = new Agent()
  const target: Target = { ...place, baseUrl: service.url, bearerToken: service.bearerToken }
  const client = createClient({
    transport: undiciTransport(async () => agent),
    clock: systemClock,
    rateLimits: new RateLimits(() => undefined),
    redact: (text) => text,
    log: ({ subject, method, partOf }) => {
      subjects.push(subject)
      if (method === 'DELETE') sends.push(partOf)
    }
  })
  settings = freshSettings
  secrets = new MemoryStore()
  pins = new Pins({ get: () => settings, update: (change) => (settings = { ...settings, ...change }) }, secrets)
  const tokens = new ConnectorTokens()
  agrees = true
  meanwhile = () => undefined
  const person = personWho(() => {
    meanwhile()
    return agrees
  })
  acts = person.acts
  actions = new ConnectorActions({
    client,
    workspaces: { target: async () => target },
    tokens,
    pins,
    finder: new TokenFinder({ client, tokens, pins, history: { lastRecord: async () => null } }),
    confirmer: person.confirmer,
    history: { markDeleted, seeOne, lastRecord: async () => null },
    changed,
    deleted,
    now: Date.now
  })
})
afterEach(async () => {
  await agent.destroy()
  await service.close()
})

const some = (matches: (one: PracticeService['connectors'][number]) => boolean = () => true) => {
  const found = service.connectors.find((one) => one.category === 'HRIS' && matches(one))
  return found ?? expect.fail('There is no such connector.')
}
const keyOf = (one: { id: string }) => `HRIS:${one.id}`
const sent = (method: string) => service.requests.filter((request) => request.method === method)

describe('delete', () => {
  it('deletes what was confirmed, and sees that it is gone', async () => {
    const one = some()
    const outcome = await actions.delete(place, keyOf(one), signal)
    expect(outcome).toMatchObject({ outcome: 'done', stillListed: false })
    expect(service.connectors.some(({ id }) => id === one.id)).toBe(false)
    expect(markDeleted).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ place, key: keyOf(one) }))
    expect(deleted).toHaveBeenCalledExactlyOnceWith(place, keyOf(one))
  })

  it('sends one request when it is asked for twice at a time', async () => {
    const one = some()
    service.set({ latencyMs: 50 })
    const twice = [1, 2].map(() => actions.delete(place, keyOf(one), signal))
    await expect(Promise.allSettled(twice)).resolves.toMatchObject([
      { value: { outcome: 'done' } },
      { reason: { code: 'invalid-input' } }
    ])
    expect(sent('DELETE')).toHaveLength(1)
    // Only while it lasts.
    await expect(actions.delete(place, keyOf(one), signal)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('@attack sends nothing that the person does not agree to, and asks for the name as the service lists it now', async () => {
    const one = some()
    await actions.readOne(place, keyOf(one), signal)
    one.end_user = 'Another Customer'
    agrees = false
    await expect(actions.delete(place, keyOf(one), signal)).rejects.toMatchObject({ code: 'cancelled' })
    await expect(actions.resync(place, keyOf(one), signal)).rejects.toMatchObject({ code: 'cancelled' })
    expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([])
    expect(acts[0]).toMatchObject({
      danger: true,
      connector: { endUser: 'Another Customer' },
      typed: { text: 'Another Customer' },
      requests: [{ method: 'DELETE', path: `/api/hris/v1/connectors/${one.id}/delete`, body: null }]
    })
  })

  it.each([
    ['was renamed', (id: string) => void (some((one) => one.id === id).end_user = 'Another Customer')],
    ['is of another integration', (id: string) => void (some((one) => one.id === id).integration_slug = 'other')]
  ])('@attack deletes none that %s while it was confirmed', async (_, happens) => {
    const one = some()
    meanwhile = () => happens(one.id)
    await expect(actions.delete(place, keyOf(one), signal)).rejects.toMatchObject({ code: 'outdated' })
    expect(sent('DELETE')).toEqual([])
  })

  it('asks for the id of a connector without a name', async () => {
    const one = some()
    one.end_user = ' '
    await actions.delete(place, keyOf(one), signal)
    expect(acts[0]?.typed).toMatchObject({ text: one.id })
  })

  it.each(['HRIS:../delete', 'HRIS:', 'HRIS:%2e%2e', 'XXX:00000000-0000-4000-8000-000000000001'])(
    'refuses %s before any request',
    async (key) => {
      await expect(actions.delete(place, key, signal)).rejects.toMatchObject({ code: 'invalid-input' })
      expect(service.requests).toEqual([])
    }
  )

  it.each(['reset', 'hang'] as const)(
    'calls an answer that was lost (%s) unknown, sends it once, and looks',
    async (how) => {
      const one = some()
      service.set({ faults: [{ name: 'lost-answer', path: '/delete', how }] })
      const controller = new AbortController()
      const deleting = actions.delete(place, keyOf(one), controller.signal)
      if (how === 'hang') {
        await expect.poll(() => sent('DELETE')).toHaveLength(1)
        controller.abort()
      }
      expect(await deleting).toMatchObject({ outcome: 'unknown', stillListed: false, send: sends[0] })
      expect(sends).toHaveLength(1)
      expect(sent('DELETE')).toHaveLength(1)
    }
  )

  it('never calls a listed connector gone, whatever the answer was, and keeps its pin', async () => {
    const one = some()
    await actions.pin(place, keyOf(one), true, signal)
    for (const [status, outcome] of [
      [200, 'done'],
      [404, 'refused'],
      [409, 'refused']
    ] as const) {
      service.set({ faults: [{ name: 'status', path: '/delete', status }] })
      expect(await actions.delete(place, keyOf(one), signal)).toMatchObject({ outcome })
    }
    expect(markDeleted).not.toHaveBeenCalled()
    expect(pins.keys(place)).toEqual([keyOf(one)])
  })

  it('is refused in the words of the API, its list of mistakes, too, and marks them as the API’s', async () => {
    const detail = [{ loc: ['body', 'reason'], msg: 'Value error, a reason is needed', type: 'x', input: 'ct_x' }]
    service.set({ faults: [{ name: 'status', path: '/delete', status: 422, body: { detail } }] })
    const { message } = await actions.delete(place, keyOf(some()), signal)
    expect(message).toContain('The API says: reason: a reason is needed')
    expect(message).not.toContain('ct_x')
  })

  it('sees that one was removed elsewhere, just before', async () => {
    const one = some()
    service.set({ faults: [{ name: 'slow', path: '/delete', delayMs: 600_000 }] })
    const deleting = actions.delete(place, keyOf(one), signal)
    await expect.poll(() => sent('DELETE')).toHaveLength(1)
    const listed = service.connectors as (typeof one)[]
    listed.splice(listed.indexOf(one), 1)
    service.set({ faults: [] })
    expect(await deleting).toMatchObject({
      outcome: 'refused',
      stillListed: false,
      message: expect.stringContaining('deleted already')
    })
    expect(sent('DELETE')).toHaveLength(1)
    expect(markDeleted).toHaveBeenCalledTimes(1)
    expect(changed).toHaveBeenCalledTimes(1)
  })

  it('is refused for one that is gone already', async () => {
    const key = 'HRIS:00000000-0000-4000-8000-00000000dead'
    await expect(actions.delete(place, key, signal)).rejects.toMatchObject({ code: 'not-found' })
    expect(sent('DELETE')).toEqual([])
  })
})

describe('the optional operations', () => {
  it('are probed once, with requests that do nothing', async () => {
    const before = JSON.stringify(service.connectors)
    expect(await actions.operations(place)).toEqual({ resync: true, linkToken: true })
    const asked = service.requests.length
    await actions.operations(place)
    expect(service.requests).toHaveLength(asked)
    expect(JSON.stringify(service.connectors)).toBe(before)
  })

  it('are hidden where the service does not answer them', async () => {
    service.set({ operations: { resync: false, linkToken: false } })
    expect(await actions.operations(place)).toEqual({ resync: false, linkToken: false })
  })

  it('start a sync, and say why not', async () => {
    const healthy = some((one) => one.status === 'COMPLETE' && one.sync_status === 'Done' && one.is_active)
    expect(await actions.resync(place, keyOf(healthy), signal)).toMatchObject({ outcome: 'done' })
    const broken = some(({ status }) => status === 'RELINK_NEEDED')
    expect(await actions.resync(place, keyOf(broken), signal)).toMatchObject({
      outcome: 'refused',
      message: expect.stringMatching(/\w/)
    })
  })
})

describe('asking the service', () => {
  it('passes its filters on, for all categories', async () => {
    const one = some(({ origin_id }) => origin_id !== null)
    const expected = service.connectors.filter(({ origin_id }) => origin_id === one.origin_id)
    const { rows } = await actions.ask(place, { originId: one.origin_id ?? '' }, signal)
    expect(rows.map(({ record }) => record.id).sort()).toEqual(expected.map(({ id }) => id).sort())
    expect(JSON.stringify(rows)).not.toContain(one.connector_token)
    const byToken = await actions.ask(place, { connectorToken: one.connector_token }, signal)
    expect(byToken.rows.map(({ record }) => record.id)).toEqual([one.id])
  })

  it.each([true, false])('asks for those whose is_active is %s', async (isActive) => {
    const expected = service.connectors.filter(({ is_active }) => is_active === isActive)
    const { rows } = await actions.ask(place, { isActive }, signal)
    expect(expected.length).toBeGreaterThan(0)
    expect(rows.map(({ record }) => record.id).sort()).toEqual(expected.map(({ id }) => id).sort())
  })

  it('names a category it has no access to, and fails where it has access to none or another failure comes', async () => {
    const of = (category: string, status: number) => ({ name: 'status' as const, path: `/api/${category}/`, status })
    service.set({ faults: [of('lms', 403)] })
    const { rows, refused } = await actions.ask(place, { isActive: true }, signal)
    expect(new Set(rows.map(({ category }) => category))).toEqual(new Set(['HRIS', 'ATS']))
    expect(refused).toEqual(['LMS'])
    service.set({ faults: [of('hris', 403), of('ats', 403), of('lms', 403)] })
    await expect(actions.ask(place, { isActive: true }, signal)).rejects.toMatchObject({ code: 'forbidden' })
    service.set({ faults: [of('lms', 422)] })
    await expect(actions.ask(place, { isActive: true }, signal)).rejects.toMatchObject({ code: 'validation' })
  })

  it('reads one connector again, and says when it is no longer there', async () => {
    const one = some()
    one.status = 'SUSPENDED'
    expect((await actions.readOne(place, keyOf(one), signal))?.record['status']).toBe('SUSPENDED')
    expect(await actions.readOne(place, 'HRIS:00000000-0000-4000-8000-00000000dead', signal)).toBeNull()
  })
})

describe('reading one again', () => {
  it('keeps what was read, without its token, and says that it did', async () => {
    const one = some()
    const row = await actions.refreshOne(place, keyOf(one), signal)
    expect(row?.record.id).toBe(one.id)
    expect(seeOne).toHaveBeenCalledExactlyOnceWith({
      place,
      row: { key: keyOf(one), category: 'HRIS', record: row?.record },
      at: expect.any(Number)
    })
    expect(JSON.stringify(seeOne.mock.calls)).not.toContain(one.connector_token)
    expect(changed).toHaveBeenCalledExactlyOnceWith(place)
  })

  it('keeps nothing of one that is no longer listed', async () => {
    expect(await actions.refreshOne(place, 'HRIS:00000000-0000-4000-8000-00000000dead', signal)).toBeNull()
    expect(seeOne).not.toHaveBeenCalled()
  })

  it('reads it even where nothing can be kept', async () => {
    seeOne.mockRejectedValueOnce(new Error('no disk'))
    expect(await actions.refreshOne(place, keyOf(some()), signal)).not.toBeNull()
    expect(changed).not.toHaveBeenCalled()
  })
})

describe('a pinned token', () => {
  it('is in the keychain, named in the settings without its value, and goes again', async () => {
    const one = some()
    expect(await actions.pin(place, keyOf(one), true, signal)).toEqual([keyOf(one)])
    expect([...secrets.secrets.values()].map((entry) => JSON.parse(entry) as unknown)).toEqual([
      { origin: new URL(service.url).origin, token: one.connector_token }
    ])
    expect(JSON.stringify(settings)).not.toContain(one.connector_token)
    expect(await actions.pin(place, keyOf(one), false, signal)).toEqual([])
    expect(secrets.secrets.size).toBe(0)
  })

  it('goes with its workspace, or nothing does while the keychain is locked', async () => {
    await actions.pin(place, keyOf(some()), true, signal)
    secrets.state = 'locked'
    await expect(pins.forgetWorkspace(place.workspaceId)).rejects.toMatchObject({ code: 'keychain-locked' })
    expect(pins.keys(place)).toHaveLength(1)
    secrets.state = 'unlocked'
    await pins.forgetWorkspace(place.workspaceId)
    expect(secrets.secrets.size).toBe(0)
  })
})
