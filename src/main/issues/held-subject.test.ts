import { describe, expect, it } from 'vitest'
import type { Headcount } from '../store/tables/connectors/memory'
import { HeldSubject } from './held-subject'
import { lookAround } from './triage/around'
import { judge } from './triage/judge'
import { lastGoodSync } from './triage/last-good-sync'
import { day, hour } from './triage/limits'
import type { Subject } from './triage/subject'
import { ago, now, subject } from './triage/testing'

const memory = { firstSeenAt: now - 9 * day, lastDoneStart: now - hour, plannedCadence: 6 * hour, seenGap: 6 * hour }
const frozen: Headcount = {
  ...{ count: 120, countedAt: now - hour, sameSince: now - 90 * day, sameFor: 90 * day },
  ...{ usualGap: 3 * day, longestGap: 7 * day, gaps: 20, fall: null }
}
const access = { at: now, said: 'dead', by: 'check', asked: 'people', status: 401 } as never

const cases: [string, Subject][] = [
  ['is healthy', subject({}, memory)],
  ['says nothing', subject(Object.fromEntries(Object.keys(subject().record).map((field) => [field, null])))],
  ['cannot be read', subject({ status: 7, created_at: 'soon', is_active: 'no' })],
  ['needs a relink', subject({ status: 'RELINK_NEEDED', relink_needed_at: ago(hour) }, { relinkTurnedAt: now })],
  ['failed', subject({ sync_status: 'Failed' }, { ...memory, failedStart: now - day, failedTurnedAt: now - hour })],
  ['stalled', subject({ next_sync_start_time: ago(9 * day) }, memory)],
  ['has had the same number of people', subject({}, { ...memory, headcount: frozen })],
  ['is rejected by its provider', subject({}, { access })],
  ['is a test', subject({ is_test_connector: true, sync_status: null, last_sync_start_time: null })]
]

const names = <T extends object>(of: T) => Object.keys(of) as (keyof T)[]

describe('a held connector', () => {
  it.each(cases)('says the same where it %s', (_, of) => {
    const held = new HeldSubject(of)
    for (const name of names(of.connector))
      if (name !== ('id' as never)) expect(held.connector[name], name).toEqual(of.connector[name])
    for (const name of names(of.memory)) expect(held.memory[name], name).toEqual(of.memory[name])
    const { key, category, ran, seenAt } = held
    expect(of).toMatchObject({ key, category, ran, seenAt })
    expect(judge(held, lookAround([held], now))).toEqual(judge(of, lookAround([of], now)))
    expect(lastGoodSync(held)).toEqual(lastGoodSync(of))
  })

  it('keeps no count of people that no limits would tell', () => {
    const counted = subject({}, { ...memory, headcount: { ...frozen, sameFor: 2 * day } })
    expect(new HeldSubject(counted).headcount).toBeNull()
  })

  it('takes a later sighting, and another memory', () => {
    const held = new HeldSubject(subject({}, memory))
    held.seenAt = now + hour
    expect(
      new HeldSubject(held, { ...held.memory, firstSeenAt: null, lastDoneStart: now, headcount: null, access })
    ).toMatchObject({
      ...{ seenAt: now + hour, lastSyncStart: held.lastSyncStart, lastDoneStart: now, access, firstSeenAt: null }
    })
  })
})
