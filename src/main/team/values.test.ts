import { describe, expect, it } from 'vitest'
import { exampleDueTimes, type DueTimes } from '../../shared/issues/due-times'
import type { MappingFacts } from '../../shared/mappings/mapping-issue'
import { place } from '../testing/history'
import type { TestDesk } from './testing'
import { teamSuite } from './testing/suite'

const suite = teamSuite()
const { workspaceId } = place
const pair = async (): Promise<[TestDesk, TestDesk]> => [await suite.joined('Ada', []), await suite.joined('Grace', [])]
const told = async (kind: string) =>
  (await suite.stored()).filter((one) => one.kind === kind).map(({ field, value }) => [field, value])

const times = (hours: number): DueTimes => ({
  ...exampleDueTimes('Europe/London'),
  tiers: [{ name: 'Gold', customers: ['hwa-0458'] }],
  targets: [{ cause: 'relink', tier: 'Gold', hours }]
})

describe('due times', () => {
  const set = (desk: TestDesk, dueTimes: DueTimes | null) => {
    desk.history.history.setDueTimes({ workspaceId, dueTimes })
    desk.team.told()
  }
  const hours = (desk: TestDesk) =>
    desk.history.history
      .dueTimes({ known: [] })
      .map(({ dueTimes }) => dueTimes?.targets.map((one) => one.hours) ?? null)

  it('of one desk are those of the other, with tiers and calendar, and are turned off on both', async () => {
    const [ada, grace] = await pair()
    set(ada, times(4))
    await expect
      .poll(() => grace.history.history.dueTimes({ known: [] }))
      .toEqual([{ workspaceId, dueTimes: times(4) }])
    expect(grace.came.filter(([event]) => event === 'team:dueTimesChanged')).toHaveLength(1)
    set(grace, null)
    await expect.poll(() => hours(ada)).toEqual([null])
    const at = expect.any(Number) as number
    expect(await told('due')).toEqual([
      ['set', { at, times: times(4) }],
      ['times', times(4)],
      ['set', { at, times: null }],
      ['times', null]
    ])
  })

  it('that were set apart: the later stays on both', async () => {
    const [ada, grace] = await pair()
    await suite.whileApart([ada, grace], () => {
      set(ada, times(1))
      set(grace, times(2))
      set(ada, times(3))
    })
    await suite.back(grace, ada)
    for (const desk of [ada, grace]) await expect.poll(() => hours(desk)).toEqual([[3]])
    expect(await told('due')).toHaveLength(4)
  })

  it('that come late replace no newer ones, whether they were sent before the desk read of those or not', async () => {
    const [ada, grace] = await pair()
    await suite.whileApart([ada], () => set(ada, times(1)))
    const late = ada.history.history.waitingChanges({ limit: 10 }).changes
    expect(late.map(({ field }) => field)).toEqual(['set', 'times'])
    set(grace, times(2))
    await suite.upToDate(grace)
    await suite.back(ada)
    for (const desk of [ada, grace]) expect(hours(desk)).toEqual([[2]])
    expect(await told('due')).toHaveLength(2)
    const desk = '00000000-0000-4000-8000-0000000000ad'
    for (const { subject, field, value } of late)
      await suite.insert({ kind: 'due', subject, field, value: JSON.parse(value) as unknown, desk })
    set(grace, times(3))
    for (const one of [ada, grace]) await expect.poll(() => hours(one)).toEqual([[3]])
    for (const { subject, field, value } of late)
      await suite.insert({ kind: 'due', subject, field, value: JSON.parse(value) as unknown, desk })
    // A desk of the version before does not say when.
    const subject = late[0]?.subject ?? ''
    await suite.insert({ kind: 'due', subject, field: 'times', value: times(4) })
    for (const one of [ada, grace]) await expect.poll(() => hours(one)).toEqual([[4]])
  })

  it('from before joining are the team’s where it has none; else the team’s stay', async () => {
    const ada = suite.desk('Ada')
    ada.history.history.dueTimes({ known: [{ workspaceId, dueTimes: times(1) }] })
    await suite.join(ada, 'Ada')
    const grace = suite.desk('Grace')
    set(grace, times(2))
    await suite.join(grace, 'Grace')
    expect(hours(grace)).toEqual([[1]])
    expect(hours(ada)).toEqual([[1]])
    expect(await told('due')).toHaveLength(2)
  })

  it('stay with a desk that leaves, and under another name change nothing', async () => {
    const [ada, grace] = await pair()
    set(ada, times(1))
    await expect.poll(() => hours(grace)).toEqual([[1]])
    const subject = '00000000-0000-8000-8000-000000000001'
    await suite.insert({ kind: 'due', subject, field: 'times', value: times(9) })
    set(ada, times(2))
    await expect.poll(() => hours(grace)).toEqual([[2]])
    await grace.team.leave()
    expect(hours(grace)).toEqual([[2]])
  })
})

describe('issues of webhooks and mappings', () => {
  const facts: MappingFacts = {
    ...{ fieldId: 'f', field: 'Cost centre', scope: 'integration:hibob', scopeName: 'HiBob', reasons: [] },
    source: { key: 'HRIS:a', name: 'Acme', path: '/people' },
    ...{ kept: numbers(), look: numbers() }
  }
  function numbers() {
    return { at: 1, records: 2, filled: 2, problems: 0, types: [], distinct: 1, lengths: null }
  }
  const settle = (desk: TestDesk, state: 'drifted' | 'fits', key = 'm-1') => {
    desk.history.history.settleMappings({ place, findings: [{ key, state, since: 1_000, facts }], at: 1_000 })
    desk.team.told()
  }
  const watched = (desk: TestDesk) => desk.history.history.issueList({ place, now: 2_000 }).mappings
  const shown = (desk: TestDesk) =>
    watched(desk).map(({ owner, note, snoozedUntil, closed }) => [owner, note, snoozedUntil, closed !== null])
  const change = (desk: TestDesk, of: { owner?: string; note?: string; snoozedUntil?: number | null }) => {
    const [one] = watched(desk)
    desk.history.history.changeWatchedIssue({ place, id: one?.id ?? 0, change: of })
    desk.team.told()
  }

  it('have owner, note and snooze on both desks; the later change wins', async () => {
    const [ada, grace] = await pair()
    for (const desk of [ada, grace]) settle(desk, 'drifted')
    await suite.upToDate(ada, grace)
    change(ada, { owner: 'Ada', note: 'Rang them' })
    await expect.poll(() => shown(grace)).toEqual([['Ada', 'Rang them', null, false]])
    change(grace, { owner: 'Grace', snoozedUntil: 9e12 })
    await expect.poll(() => shown(ada)).toEqual([['Grace', 'Rang them', 9e12, false]])
  })

  it('that another desk finds later begin with what the team noted, and after the end with nothing', async () => {
    const [ada, grace] = await pair()
    settle(ada, 'drifted')
    change(ada, { owner: 'Ada' })
    await suite.upToDate(ada, grace)
    settle(grace, 'drifted')
    await expect.poll(() => shown(grace)).toEqual([['Ada', '', null, false]])
    settle(ada, 'fits')
    settle(grace, 'fits')
    await suite.upToDate(ada, grace)
    // Twice where the second desk had not heard of the end yet.
    expect(new Set((await told('watched')).map(([field]) => field))).toEqual(new Set(['owner', 'closed']))
    settle(grace, 'drifted')
    await suite.upToDate(ada, grace)
    expect(shown(grace).filter(([, , , closed]) => !closed)).toEqual([['', '', null, false]])
  })

  it('that a desk has from before joining are told; the team’s own values win', async () => {
    const [ada, grace] = [suite.desk('Ada'), suite.desk('Grace')]
    for (const desk of [ada, grace]) settle(desk, 'drifted')
    change(ada, { owner: 'Ada' })
    change(grace, { owner: 'Grace', note: 'Asked' })
    await suite.join(ada, 'Ada')
    await suite.join(grace, 'Grace')
    for (const desk of [ada, grace]) await expect.poll(() => shown(desk)).toEqual([['Ada', 'Asked', null, false]])
  })
})
