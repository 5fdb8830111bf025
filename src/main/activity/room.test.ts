import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { activityChannels } from '../../shared/activity/channels'
import { Activity } from './activity'
import { maskerOf } from '../secrets/testing'
import { promisedCalls } from './testing'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { callRow } from '../store/tables/activity/testing'
import { FakeClock } from '../testing/fakes'
import { openActivity } from './room'

type Asked =
  | 'activity:list'
  | 'activity:part'
  | 'activity:showExport'
  | 'activity:chart'
  | 'activity:export'
  | 'activity:workspaces'

const { workspaceId } = place
let test: TestHistory
let activity: Activity
let saved: { name: string; content: string }[]
let chosen: string | null
let shown: string[]
let name: string

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
  shown = []
  name = 'Harbour Line'
  chosen = '/chosen/file'
  activity = new Activity(activityParts())
  for (let at = 0; at < 3; at++) activity.log({ ...callRow({ at: start + at, status: at === 2 ? null : 200 }) })
})
afterEach(() => test.remove())

const made = () =>
  openActivity({
    activity,
    clock: new FakeClock(start),
    workspaces: { list: () => (name ? [{ id: workspaceId, name }] : []) },
    dialogs: { showInFolder: (file) => shown.push(file) },
    tell: () => undefined,
    save: async (name, content) => {
      saved.push({ name, content })
      return chosen
    }
  }).handlers

/** Checks request and answer against the contract. */
async function ask(channel: Asked, request?: object, handlers = made()): Promise<unknown> {
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

  it('show the file of the last export while it is there, and none before', async () => {
    const handlers = made()
    await expect(ask('activity:showExport', undefined, handlers)).rejects.toMatchObject({ code: 'not-found' })
    chosen = join(dirname(test.file), 'calls.csv')
    writeFileSync(chosen, '')
    await ask('activity:export', { format: 'csv' }, handlers)
    await ask('activity:showExport', undefined, handlers)
    expect(shown).toEqual([chosen])
    rmSync(chosen)
    await expect(ask('activity:showExport', undefined, handlers)).rejects.toMatchObject({ code: 'not-found' })
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
