import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { activityChannels } from '../../shared/activity/channels'
import { Activity } from './activity'
import { Encryption } from '../secrets/encryption'
import { maskerOf } from '../secrets/testing'
import { promisedCalls } from './testing'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import type { CallRow } from '../store/tables/activity/calls'
import { callRow } from '../store/tables/activity/testing'
import { FakeClock } from '../testing/fakes'
import { openActivity } from './room'

type Asked =
  | 'activity:list'
  | 'activity:part'
  | 'activity:chart'
  | 'activity:export'
  | 'activity:workspaces'
  | 'activity:unknownSends'
  | 'activity:found'
  | 'activity:recordFound'

const { workspaceId } = place
let test: TestHistory
let activity: Activity
let saved: { name: string; content: string }[]
let chosen: string | null
let name: string
let encryption: Encryption | null
let told: unknown[]

const activityParts = () => ({
  store: promisedCalls(() => test.history),
  clock: new FakeClock(start),
  masker: maskerOf(),
  operator: () => 'Ada',
  added: () => undefined,
  unrecorded: () => null,
  failed: (error: unknown) => expect.fail(String(error))
})
beforeEach(() => {
  test = testHistory()
  saved = []
  told = []
  encryption = new Encryption(Buffer.alloc(32, 7))
  name = 'Harbour Line'
  chosen = '/chosen/file'
  activity = new Activity(activityParts())
  for (let at = 0; at < 3; at++) activity.log({ ...callRow({ at: start + at, status: at === 2 ? null : 200 }) })
})
afterEach(() => test.remove())

const room = () =>
  openActivity({
    activity,
    clock: new FakeClock(start),
    workspaces: { list: () => (name ? [{ id: workspaceId, name }] : []) },
    tell: () => undefined,
    history: promisedCalls(() => test.history),
    operator: () => 'Ada',
    library: { encrypting: async () => encryption },
    broadcast: (event, payload) => told.push([event, payload]),
    save: async (name, content) => {
      saved.push({ name, content })
      return chosen
    }
  })

/** Checks request and answer against the contract. */
async function ask(channel: Asked, request?: object, handlers = room().handlers): Promise<unknown> {
  const run = handlers[channel] as (request: unknown) => Promise<unknown>
  const asked = request && { workspaceId, filters: {}, ...request }
  const answer = await run(activityChannels[channel].request.parse(asked))
  return activityChannels[channel].response.parse(structuredClone(answer))
}

describe('activityHandlers', () => {
  it('answer as the contract says', async () => {
    const next = { at: start + 1, id: 2 }
    expect(await ask('activity:list', { limit: 2 })).toMatchObject({ calls: [{}, {}], next, total: 3 })
    expect(await ask('activity:list', { limit: 2, before: next })).toMatchObject({ calls: [{ at: start }], next: null })
    const spans = { since: start, until: start + 4, buckets: 2 }
    expect(await ask('activity:chart', spans)).toMatchObject({
      buckets: [
        { calls: 2, failed: 0 },
        { calls: 1, failed: 1, median: null }
      ]
    })
  })

  it('export to where the operator chose, and nowhere where they did not', async () => {
    expect(await ask('activity:export', { format: 'json', filters: { outcome: 'unanswered' } })).toEqual({
      file: '/chosen/file',
      calls: 1
    })
    expect(saved[0]?.name).toBe('activity-harbour-line-2026-03-10.json')
    chosen = null
    expect(await ask('activity:export', { format: 'csv' })).toBeNull()
  })

  it('give the calls of one fetch, as the filters let them through', async () => {
    for (const status of [200, 500]) activity.log(callRow({ partOf: 'fetch', status, at: start + status }))
    const { calls, groups } = (await ask('activity:list', { limit: 10 })) as { calls: unknown[]; groups: unknown[] }
    expect(calls).toHaveLength(4)
    expect(groups).toMatchObject([{ partOf: 'fetch', calls: 2, failed: 1 }])
    expect(await ask('activity:part', { partOf: 'fetch' })).toMatchObject({ calls: [{ status: 500 }, { status: 200 }] })
    const failed = { partOf: 'fetch', filters: { outcome: 'failed' } }
    expect(await ask('activity:part', failed)).toMatchObject({ calls: [{ status: 500 }] })
    // In a file each is a line.
    expect(await ask('activity:export', { format: 'csv' })).toMatchObject({ calls: 5 })
  })

  it('give the name of a removed workspace, and list and save what it changed', async () => {
    const secret = 'ct_live_8fK2mQ7x'
    activity = new Activity({ ...activityParts(), masker: maskerOf(secret) })
    activity.log({ ...callRow({ mutation: true, subject: 'Delete connector Acme' }) })
    await activity.keepName(workspaceId, `Acme\u0000 ${secret}`)
    await activity.flush()
    test.history.removeWorkspace({ workspaceId })
    test.restart()
    name = ''
    expect(await ask('activity:workspaces')).toEqual({
      workspaces: [{ workspaceId, name: 'Acme  [token]', lastAt: start }]
    })
    expect(await ask('activity:list', { limit: 10 })).toMatchObject({ calls: [{ subject: 'Delete connector Acme' }] })
    expect(await ask('activity:export', { format: 'csv' })).toMatchObject({ calls: 1 })
    expect(saved[0]?.content).toContain('Delete connector Acme')
    expect(saved[0]?.name).toBe('activity-acme-token-2026-03-10.csv')
  })
})

describe('an unknown outcome', () => {
  const lost = { mutation: true, unknown: true, status: null, error: 'timeout', method: 'DELETE', partOf: 'send-1' }
  const change = async (of: Partial<CallRow> = {}) => {
    activity.log(callRow({ ...lost, ...of }))
    const { calls } = (await ask('activity:list', { limit: 1, filters: { mutationsOnly: true } })) as {
      calls: { id: number }[]
    }
    return calls[0]?.id ?? expect.fail('Not recorded.')
  }

  it('keeps what an operator found out, by whom and when; a later record corrects it', async () => {
    const key = 'HRIS:a'
    const id = await change({ connectorKey: key })
    expect(await ask('activity:found', { id })).toEqual({ found: [] })
    await ask('activity:recordFound', { id, outcome: 'unknown', note: '' })
    const note = 'Employee 17 is gone'
    const found = [
      { outcome: 'done', note, operator: 'Ada', foundAt: start },
      { outcome: 'unknown', note: '', operator: 'Ada' }
    ]
    expect(await ask('activity:recordFound', { id, outcome: 'done', note })).toMatchObject({ found })
    expect(told).toContainEqual(['activity:found', { id, outcome: 'done' }])
    expect([...(await room().unknownAbout(place, [key, 'HRIS:b']))]).toMatchObject([
      [key, [{ method: 'DELETE', found }]]
    ])
    test.restart()
    expect(await ask('activity:found', { id })).toMatchObject({ found })
    expect(await ask('activity:unknownSends', { sends: ['send-1', 'send-2'] })).toMatchObject({
      calls: [{ id, unknown: true, found: 'done' }]
    })
    await ask('activity:export', { format: 'csv' })
    expect(saved[0]?.content).toContain(`as recorded,true,done,Ada,${new Date(start).toISOString()},${note}`)
    await ask('activity:export', { format: 'json' })
    expect(JSON.parse(saved[1]?.content ?? '')).toContainEqual(
      expect.objectContaining({ found: 'done', foundRecords: found.map((one) => expect.objectContaining(one)) })
    )
  })

  it('keeps the note encrypted; without the key it is neither read nor recorded', async () => {
    const id = await change()
    await ask('activity:recordFound', { id, outcome: 'done', note: 'Employee 17 is gone' })
    test.restart()
    expect(readFileSync(test.file).includes('Employee 17')).toBe(false)
    encryption = null
    expect(await ask('activity:found', { id })).toMatchObject({ found: [{ outcome: 'done', note: null }] })
    await expect(ask('activity:recordFound', { id, outcome: 'not-done', note: 'It is back' })).rejects.toMatchObject({
      code: 'keychain-locked'
    })
    const found = [{ outcome: 'not-done', note: '' }, { outcome: 'done' }]
    expect(await ask('activity:recordFound', { id, outcome: 'not-done', note: '' })).toMatchObject({ found })
  })

  it.each([
    ['was answered', { unknown: false, status: 200, error: null }],
    ['is still running', { error: 'unanswered' }]
  ])('is not of a change that %s', async (_, of) => {
    const id = await change(of)
    await expect(ask('activity:recordFound', { id, outcome: 'done', note: '' })).rejects.toMatchObject({
      code: 'not-found'
    })
    expect(await ask('activity:unknownSends', { sends: ['send-1'] })).toEqual({ calls: [] })
  })
})
