import { describe, expect, it } from 'vitest'
import { ageBucket } from '../../../shared/issues/age'
import { fillWords } from '../../../shared/issues/diagnosis'
import { explain } from './explain'
import { day, hour, minute } from './limits'
import { issueListOf, type Kept } from './issue-list'
import { lengthOf } from './readings'
import type { FullSubject, Subject } from './subject'
import { ago, now, subject } from './testing'
import { rowDiagnoses, triage } from './triage'

const relink = (age: number, change = {}) => subject({ status: 'RELINK_NEEDED', relink_needed_at: ago(age), ...change })
const kept = (change: Partial<Kept>): Kept => ({
  openedAt: now,
  owner: '',
  note: '',
  snoozedUntil: null,
  tags: [],
  requestedAt: null,
  ...change
})
const queued = (subjects: Subject[], issues = new Map<string, Kept>()) => issueListOf(triage(subjects, now), issues)

describe('ageBucket', () => {
  it.each([
    [-hour, '<1d'],
    [0, '<1d'],
    [day - 1, '<1d'],
    [day, '1-3d'],
    [3 * day - 1, '1-3d'],
    [3 * day, '3-7d'],
    [7 * day - 1, '3-7d'],
    [7 * day, '>7d'],
    [900 * day, '>7d']
  ])('%d ms', (age, bucket) => expect(ageBucket(age)).toBe(bucket))
})

describe('queueOf', () => {
  it('groups by cause in order, then by integration, oldest first, one end user together', () => {
    const old = relink(9 * day, { integration_slug: 'gusto', origin_id: 'a' })
    const sameUser = relink(hour, { integration_slug: 'gusto', origin_id: 'a', end_user: 'A' })
    const between = relink(2 * day, { integration_slug: 'gusto', origin_id: 'b' })
    const other = relink(30 * day, { integration_slug: 'deel' })
    const failed = subject({ sync_status: 'Failed' })
    const { groups } = queued(
      [failed, between, sameUser, other, old].map((one, at) =>
        one === sameUser ? { ...one, category: 'ATS' as const, key: `ATS:${at}` } : one
      )
    )
    expect(groups.map(({ cause, count }) => [cause, count])).toEqual([
      ['relink', 4],
      ['failed', 1]
    ])
    expect(groups[0]?.integrations.map(({ integrationSlug }) => integrationSlug)).toEqual(['gusto', 'deel'])
    expect(groups[0]?.integrations[0]?.issues.map(({ key }) => key)).toEqual([old.key, 'ATS:2', between.key])
  })

  it('lists snoozed cases and test connectors apart, and counts neither in the charts', () => {
    const asleep = relink(hour)
    const awake = relink(hour)
    const test = relink(hour, { is_test_connector: true })
    const issues = new Map([
      [asleep.key, kept({ snoozedUntil: now + 1, owner: 'Maya' })],
      [awake.key, kept({ snoozedUntil: now, note: 'x' })]
    ])
    const issueList = queued([asleep, awake, test, subject(), subject({ is_test_connector: true })], issues)
    expect(issueList.counts).toEqual({ issues: 1, snoozed: 1, fine: 1, tests: 2, connectors: 5 })
    expect(issueList.snoozed[0]).toMatchObject({ key: asleep.key, owner: 'Maya' })
    expect(issueList.groups[0]?.integrations[0]?.issues[0]).toMatchObject({ key: awake.key, hasNote: true })
    expect(issueList.tests.map(({ key }) => key)).toEqual([test.key])
    expect(issueList.byCause).toEqual([{ age: '<1d', of: 'relink', count: 1 }])
    expect(issueList.byIntegration).toEqual([{ age: '<1d', of: 'bamboohr', count: 1 }])
  })

  it('ages a case without a time from when it was opened', () => {
    const one = relink(0, { relink_needed_at: null })
    const issues = new Map([[one.key, kept({ openedAt: now - 4 * day })]])
    expect(queued([one], issues).groups[0]?.integrations[0]?.issues[0]).toMatchObject({ since: null, age: '3-7d' })
  })

  it('makes an incident one group with its window and its words', () => {
    const slug = { integration_slug: 'workday' }
    const broken = Array.from({ length: 7 }, (_, at) =>
      relink(3 * hour - (at * 40 * minute) / 6, { ...slug, total_employees: 100 })
    )
    const rest = Array.from({ length: 24 }, () => subject(slug))
    const { groups, counts } = queued([...rest, ...broken])
    const [incident] = groups[0]?.incidents ?? []
    expect(incident).toMatchObject({
      first: now - 3 * hour,
      last: now - 3 * hour + 40 * minute,
      total: 31,
      stillRun: 24,
      employees: 700,
      endUsers: 7,
      title: '7 of 31 connectors failed within 40 min',
      words: 'Most likely the provider, not seven customers. The other 24 still sync.'
    })
    expect(incident?.issues).toHaveLength(7)
    expect(groups[0]?.integrations).toEqual([])
    expect(counts.issues).toBe(7)
  })

  it('writes the numbers of a large incident with their thousands', () => {
    const slug = { integration_slug: 'workday' }
    const broken = Array.from({ length: 1_200 }, (_, at) => relink(3 * hour - at * 1_000, slug))
    const rest = Array.from({ length: 2_500 }, () => subject(slug))
    const [incident] = queued([...rest, ...broken]).groups[0]?.incidents ?? []
    expect(incident).toMatchObject({
      title: expect.stringMatching(/^1,200 of 3,700 connectors/),
      words: 'Most likely the provider, not 1,200 customers. The other 2,500 still sync.'
    })
  })

  it('shows what an incident affects, also of those that are snoozed, and counts customers by end user', () => {
    const incidentOf = (origins: string[], issues = new Map<string, Kept>()) => {
      const broken = origins.map((origin, at) =>
        relink(3 * hour + at, { integration_slug: 'workday', origin_id: origin, total_employees: 10 })
      )
      for (const one of broken.slice(0, 4)) issues.set(one.key, kept({ snoozedUntil: now + day }))
      return queued(broken, issues).groups[0]?.incidents[0]
    }
    const words = 'None of its connectors still syncs.'
    const two = incidentOf(['a', 'a', 'a', 'a', 'b'])
    expect(two?.issues).toHaveLength(1)
    expect(two).toMatchObject({
      employees: 50,
      endUsers: 2,
      words: `Most likely the provider, not two customers. ${words}`
    })
    const one = incidentOf(['a', 'a', 'a', 'a', 'a'])
    expect(one?.words).toBe(`Most likely the provider, not the customer. ${words}`)
  })

  it('goes through the connectors as often for many incidents as for one', () => {
    const read = (incidents: number) => {
      const names = Array.from({ length: incidents }, (_, at) => `integration-${at}`)
      const broken = names.flatMap((slug) => Array.from({ length: 5 }, () => relink(hour, { integration_slug: slug })))
      const judged = triage(broken, now)
      let reads = 0
      const watched = <T>(list: readonly T[]) =>
        new Proxy(list, { get: (of, name) => (reads++, Reflect.get(of, name) as unknown) })
      const [subjects, troubled] = [watched(judged.subjects), watched(judged.troubled)]
      const issueList = issueListOf({ ...judged, subjects, troubled }, new Map())
      expect(issueList.groups[0]?.incidents).toHaveLength(incidents)
      return reads / broken.length
    }
    expect(read(40)).toBeLessThanOrEqual(read(1))
  })

  it('rests the verdict on an incident on what the others did, too', () => {
    const broken = Array.from({ length: 6 }, (_, at) => relink(3 * hour + at * minute, { integration_slug: 'workday' }))
    const { judgmentOf, around } = triage([...broken, subject({ integration_slug: 'workday' })], now)
    const [one] = broken
    const judgment = one && judgmentOf(one.key)
    const { evidence } = one && judgment ? explain(one, judgment, around) : expect.fail('It is not judged.')
    expect(evidence.at(-1)).toEqual({
      field: 'this integration',
      value: '6 of 7 failed',
      time: null,
      reading: 'within 5 min: 5 or more, and one in 5, in an hour count as one outage',
      odd: false
    })
  })

  it('counts the other connectors of the end user, by origin id, else by name', () => {
    const one = relink(hour, { origin_id: 'acme', end_user: 'Acme' })
    const sameOrigin = subject({
      origin_id: 'acme',
      end_user: 'Acme Ltd',
      sync_status: 'Failed',
      integration_slug: 'lever'
    })
    const sameName = subject({ origin_id: null, end_user: 'Acme', integration_slug: 'docebo' })
    const namesake = subject({ origin_id: 'acme-2', end_user: 'Acme' })
    const unnamed = subject({ origin_id: null, end_user: '' })
    const judged = triage(
      [one, sameOrigin, sameName, namesake, unnamed, subject({ origin_id: null, end_user: '' })],
      now
    )
    expect(judged.customers.othersOf(one).map(({ key }) => key)).toEqual([sameOrigin.key, sameName.key])
    expect(issueListOf(judged, new Map()).groups[0]?.integrations[0]?.issues[0]).toMatchObject({
      others: 2,
      othersTroubled: 1
    })
    expect(judged.customers.othersOf(sameName).map(({ key }) => key)).toEqual([one.key, namesake.key])
    expect(judged.customers.countOthers(unnamed)).toEqual({ others: 0, troubled: 0 })
  })

  it('gives the grid every verdict, in chunks', () => {
    const judged = triage([subject(), relink(hour), subject()], now)
    expect(rowDiagnoses(judged, 1, 1)).toEqual([
      {
        key: judged.subjects[1]?.key,
        kind: 'relink',
        since: now - hour,
        lastGoodSync: { time: now - 2 * hour, kind: 'seen-done' }
      }
    ])
  })
})

describe('explain', () => {
  const explained = (one: FullSubject, others: Subject[] = []) => {
    const { around, judgmentOf } = triage([one, ...others], now)
    const judgment = judgmentOf(one.key)
    if (!judgment) throw new Error('not judged')
    return explain(one, judgment, around)
  }

  it('says why, by the fields and values it rests on, what to do and who does it', () => {
    const one = relink(hour, {
      sync_status: 'Failed',
      last_sync_start_time: ago(hour + 5 * minute),
      next_sync_start_time: null
    })
    const diagnosis = explained({ ...one, memory: { ...one.memory, lastDoneStart: now - 7 * hour } })
    expect(diagnosis).toMatchObject({
      kind: 'relink',
      words: 'The credentials stopped working. The sync before it succeeded.',
      short: 'Sign-in failed {since}',
      since: now - hour,
      action: { who: 'customer' },
      lastGoodSync: { kind: 'seen-done', time: now - 7 * hour }
    })
    expect(diagnosis.evidence.map(({ field, value, reading }) => [field, value, reading])).toEqual([
      ['status', 'RELINK_NEEDED', 'credentials no longer work'],
      ['relink_needed_at', ago(hour), 'credentials stopped working then'],
      ['sync_status', 'Failed', 'last sync failed'],
      ['last_sync_start_time', ago(hour + 5 * minute), 'start of the sync that failed'],
      ['next_sync_start_time', null, 'nothing scheduled']
    ])
  })

  it('does not contradict itself where no refresh saw a sync succeed, or no time is given', () => {
    const hours = { last_sync_start_time: ago(2 * hour), next_sync_start_time: null, sync_status: 'Failed' }
    const estimated = explained(relink(hour, hours))
    expect(estimated.lastGoodSync.kind).toBe('estimate')
    expect(estimated.words).toBe(
      'The credentials stopped working. No refresh saw a sync succeed, so the last good one is an estimate.'
    )

    const untimed = explained({ ...relink(hour, { ...hours, relink_needed_at: null }) })
    expect(untimed.short).toBe('Sign-in failing, first seen {since}')
    expect(untimed.evidence.find(({ field }) => field === 'relink_needed_at')?.reading).toBe(
      'not given: only refreshes show since when'
    )
    expect(explained(subject()).evidence.map(({ field }) => field)).not.toContain('relink_needed_at')
  })

  it('counts the runs that never began', () => {
    const stalled = subject({ last_sync_start_time: ago(58 * hour), next_sync_start_time: ago(52 * hour) })
    const { words, since } = explained(stalled)
    expect(words).toBe(
      'The sync due {since} did not start, and neither did the next eight. The API reports no error when a sync does not start.'
    )
    expect(fillWords(words, { since, good: null }, () => 'Sun 05:30')).toContain('due Sun 05:30 did not')
  })

  it('marks a field that cannot be read, and keeps its value', () => {
    const { evidence } = explained(subject({ next_sync_start_time: 'tomorrow' }))
    expect(evidence[0]).toEqual({
      field: 'next_sync_start_time',
      value: 'tomorrow',
      time: null,
      reading: 'cannot be read as the type it should have',
      odd: true
    })
  })

  it('shows an unknown value as it is, cut where it is endless', () => {
    expect(explained(subject({ status: 'SUSPENDED' })).words).toContain('status is “SUSPENDED”')
    expect(explained(subject({ status: 'X'.repeat(10_000) })).words.length).toBeLessThan(200)
    expect(explained(subject({ sync_status: 'Paused' })).words).toContain('sync_status is “Paused”')
  })

  it.each([
    ['relink', relink(hour)],
    ['unfinished', subject({ status: 'INCOMPLETE', created_at: ago(2 * day) })],
    ['linking', subject({ status: 'INCOMPLETE', created_at: ago(hour) })],
    ['stalled', subject({ next_sync_start_time: ago(hour) })],
    ['failed', subject({ sync_status: 'Failed' })],
    ['contradictory', subject({ relink_needed_at: ago(hour) })],
    ['unreadable', subject({ created_at: 'soon' })],
    ['unknown', subject({ status: null })],
    ['healthy', subject()],
    ['inactive', subject({ is_active: false, next_sync_start_time: null })]
  ])('%s has words, a row’s words, an action and evidence', (kind, one) => {
    const diagnosis = explained(one)
    expect(diagnosis.kind).toBe(kind)
    for (const text of [diagnosis.words, diagnosis.short, diagnosis.action.what]) expect(text).not.toBe('')
    expect(diagnosis.evidence.length).toBeGreaterThan(0)
    for (const { reading } of diagnosis.evidence) expect(reading).not.toBe('')
  })

  it('names lengths of time in one unit', () => {
    expect([10, 40 * minute, hour, 47 * hour, 48 * hour, 12.9 * day].map(lengthOf)).toEqual([
      '1 min',
      '40 min',
      '1 h',
      '47 h',
      '2 d',
      '12 d'
    ])
  })
})
