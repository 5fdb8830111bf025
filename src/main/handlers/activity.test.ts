import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { activityChannels } from '../../shared/activity/channels'
import { Activity } from '../activity/activity'
import { maskerOf } from '../secrets/testing'
import { promisedCalls } from '../activity/testing'
import { place, start, testHistory, type TestHistory } from '../health/testing'
import { callRow } from '../store/tables/activity/testing'
import { FakeClock } from '../testing/fakes'
import { activityHandlers } from './activity'

type Asked = 'activity:list' | 'activity:chart' | 'activity:export' | 'activity:workspaces'

const { workspaceId } = place
let test: TestHistory
let activity: Activity
let saved: { name: string; content: string }[]
let chosen: string | null

const activityParts = () => ({
  store: promisedCalls(() => test.history),
  clock: new FakeClock(start),
  masker: maskerOf(),
  operator: () => 'Ada',
  added: () => undefined,
  failed: (error: unknown) => expect.fail(String(error))
})
beforeEach(() => {
  test = testHistory()
  saved = []
  chosen = '/chosen/file'
  activity = new Activity(activityParts())
  for (let at = 0; at < 3; at++)
    activity.log({ ...callRow({ at: start + at, status: at === 2 ? null : 200 }) })
})
afterEach(() => test.remove())

/** Asks as the border does: the request is parsed, and the answer is what the contract says. */
async function ask(channel: Asked, request?: object): Promise<unknown> {
  const handlers = activityHandlers({
    activity,
    clock: new FakeClock(start),
    save: async (name, content) => {
      saved.push({ name, content })
      return chosen
    }
  })
  const run = handlers[channel] as (request: unknown) => Promise<unknown>
  const asked = request && { workspaceId, filters: {}, ...request }
  const answer = await run(activityChannels[channel].request.parse(asked))
  return activityChannels[channel].response.parse(structuredClone(answer))
}

describe('activityHandlers', () => {
  it('answer as the contract says', async () => {
    expect(await ask('activity:list', { limit: 2 })).toMatchObject({ calls: [{}, {}], next: 2, total: 3 })
    expect(await ask('activity:list', { limit: 2, before: 2 })).toMatchObject({ calls: [{ at: start }], next: null })
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
    expect(saved[0]?.name).toBe('activity-2026-03-10.json')
    chosen = null
    expect(await ask('activity:export', { format: 'csv' })).toBeNull()
  })

  it('give the name of a removed workspace, and list and save what it changed', async () => {
    const secret = 'ct_live_8fK2mQ7x'
    activity = new Activity({ ...activityParts(), masker: maskerOf(secret) })
    activity.log({ ...callRow({ mutation: true, subject: 'Delete connector Acme' }) })
    await activity.keepName(workspaceId, `Acme\u0000 ${secret}`)
    await activity.flush()
    test.history.removeWorkspace({ workspaceId })
    test.restart()
    expect(await ask('activity:workspaces')).toEqual({
      workspaces: [{ workspaceId, name: 'Acme  [token]', lastAt: start }]
    })
    expect(await ask('activity:list', { limit: 10 })).toMatchObject({ calls: [{ subject: 'Delete connector Acme' }] })
    expect(await ask('activity:export', { format: 'csv' })).toMatchObject({ calls: 1 })
    expect(saved[0]?.content).toContain('Delete connector Acme')
  })
})
