import { describe, expect, test } from 'vitest'
import { day, hour, madeUpIncident, madeUpIssue, madeUpIssues } from '../testing/made-up-issues'
import { learnNames, showNames } from '../records/learned-names.svelte'
import { openIssues, ownersOf } from '../records/issues-by-key'
import { type IssueChoices, everything, IncidentIds, sameFilter, sectionsOf } from './issues-tree'

const asked = (change: Partial<IssueChoices> = {}): IssueChoices => ({
  incidentIds: new Map(),
  grouping: 'integration',
  sort: 'age',
  reversed: false,
  filter: everything,
  dueAt: () => undefined,
  ...change
})
const names = (issues: readonly { endUser: string }[]) => issues.map(({ endUser }) => endUser)

const issueList = madeUpIssues(
  [
    madeUpIssue('broke', 3 * hour, { cause: 'incident', integrationSlug: 'workday', employees: 9 }),
    madeUpIssue('old', 9 * day, { owner: 'Maya', employees: null }),
    madeUpIssue('young', 2 * hour, { integrationSlug: 'gusto', employees: 700 }),
    madeUpIssue('middle', 2 * day, { employees: 12 }),
    madeUpIssue('stall', 4 * day, { cause: 'stalled', integrationSlug: 'gusto' })
  ],
  { snoozed: [madeUpIssue('asleep')], tests: [madeUpIssue('trial', hour, { cause: 'failed' })] }
)

describe('sectionsOf', () => {
  test('cause, then integration, then what is apart', () => {
    const sections = sectionsOf(issueList, asked())
    expect(sections.map(({ head }) => head.kind)).toEqual(['incident', 'cause', 'cause', 'snoozed', 'tests'])
    expect(sections[1]?.branches.map(({ integrationSlug }) => integrationSlug)).toEqual(['bamboohr', 'gusto'])
    expect(names(sections[1]?.issues ?? [])).toEqual(['Customer old', 'Customer middle', 'Customer young'])
  })

  test('by cause alone the integrations are one list, oldest first', () => {
    const [, relink] = sectionsOf(issueList, asked({ grouping: 'cause' }))
    expect(relink?.branches).toEqual([])
    expect(names(relink?.issues ?? [])).toEqual(['Customer old', 'Customer middle', 'Customer young'])
  })

  test('by owner, cases without one come first, an incident’s among them', () => {
    const [unowned, maya, apart] = sectionsOf(issueList, asked({ grouping: 'owner' }))
    expect(unowned?.head).toEqual({ kind: 'owner', owner: '' })
    expect(names(unowned?.issues ?? [])).toEqual([
      'Customer stall',
      'Customer middle',
      'Customer broke',
      'Customer young'
    ])
    expect(names(maya?.issues ?? [])).toEqual(['Customer old'])
    expect(apart?.head.kind).toBe('snoozed')
  })

  describe('by end user', () => {
    const acme = { originId: 'acme', endUser: 'Acme', others: 3 }
    const many = madeUpIssues(
      [
        madeUpIssue('old', 9 * day),
        madeUpIssue('a', 5 * hour, { ...acme, cause: 'incident', integrationSlug: 'workday' }),
        madeUpIssue('b', 2 * day, { ...acme, endUser: 'Acme Inc.', cause: 'stalled' }),
        madeUpIssue('other', 1 * day, { originId: 'not-acme', endUser: 'Acme' }),
        madeUpIssue('n1', 4 * hour, { originId: null, endUser: 'Named' }),
        madeUpIssue('n2', 3 * hour, { originId: null, endUser: 'Named', cause: 'failed', others: 1 }),
        madeUpIssue('x1', 2 * hour, { originId: null, endUser: ' ' }),
        madeUpIssue('x2', 1 * hour, { originId: '', endUser: ' ' })
      ],
      { snoozed: [madeUpIssue('asleep', hour, acme)] }
    )
    const sections = sectionsOf(many, asked({ grouping: 'end-user' }))

    test('one by origin id, else by name; most cases first, then the oldest', () => {
      expect(sections.map(({ issues }) => issues.map(({ key }) => key.slice(5)))).toEqual([
        ['b', 'a'],
        ['n1', 'n2'],
        ['x1', 'x2'],
        ['old'],
        ['other'],
        ['asleep']
      ])
      expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
    })

    test('the head names the end user and counts its connectors; cases without a name may be several', () => {
      expect(sections.slice(0, 3).map(({ head }) => head)).toEqual([
        { kind: 'end-user', endUser: 'Acme Inc.', originId: 'acme', total: 4 },
        { kind: 'end-user', endUser: 'Named', originId: null, total: 2 },
        { kind: 'end-user', endUser: '', originId: null, total: null }
      ])
    })

    test('only cases the filter leaves decide which has most', () => {
      const [first] = sectionsOf(many, asked({ grouping: 'end-user', filter: { ...everything, cause: 'failed' } }))
      expect(first?.head).toMatchObject({ endUser: 'Named' })
      expect(first?.issues).toHaveLength(1)
    })
  })

  test('an age and a cause leave only matching cases, and no empty group', () => {
    const sections = sectionsOf(issueList, asked({ filter: { ...everything, age: '3-7d', cause: 'stalled' } }))
    expect(sections.map(({ id }) => id)).toEqual(['stalled'])
  })

  test('several integrations are one filter', () => {
    const sections = sectionsOf(issueList, asked({ filter: { ...everything, integrations: ['workday', 'gusto'] } }))
    expect(sections.flatMap(({ issues }) => names(issues))).toEqual([
      'Customer broke',
      'Customer young',
      'Customer stall'
    ])
  })

  test('an integration is found by a name that is learned later', () => {
    const place = { workspaceId: 'one', region: 'default' as const }
    showNames(place)
    const found = () => sectionsOf(issueList, asked({ filter: { ...everything, text: 'hr suite' } })).length
    expect(found()).toBe(0)
    learnNames(place, { gusto: 'HR Suite' })
    expect(found()).toBe(2)
  })

  test('most employees first, unknown last', () => {
    const [, relink] = sectionsOf(issueList, asked({ grouping: 'cause', sort: 'employees' }))
    expect(names(relink?.issues ?? [])).toEqual(['Customer young', 'Customer middle', 'Customer old'])
  })

  test('the other way round, in each section', () => {
    const [, relink] = sectionsOf(issueList, asked({ grouping: 'cause', sort: 'employees', reversed: true }))
    expect(names(relink?.issues ?? [])).toEqual(['Customer old', 'Customer middle', 'Customer young'])
  })

  test('sorting one way leaves the queue as it came', () => {
    sectionsOf(issueList, asked({ sort: 'end-user', grouping: 'cause' }))
    expect(names(openIssues(issueList))).toEqual(names(openIssues(issueList)))
    expect(names(issueList.groups[1]?.integrations[0]?.issues ?? [])).toEqual(['Customer old', 'Customer middle'])
  })
})

test('owners are listed once, sorted, without the empty one', () => {
  expect(
    ownersOf([madeUpIssue('a', 0, { owner: 'Tomás' }), madeUpIssue('b'), madeUpIssue('c', 0, { owner: 'Ines' })])
  ).toEqual(['Ines', 'Tomás'])
})

test('a filter is the same by what it says', () => {
  expect(sameFilter({ ...everything, integrations: ['a', 'b'] }, { ...everything, integrations: ['a', 'b'] })).toBe(
    true
  )
  expect(sameFilter({ ...everything, integrations: ['a'] }, everything)).toBe(false)
  expect(sameFilter({ ...everything, age: '<1d' }, everything)).toBe(false)
})

const incident = (...keys: string[]) => madeUpIncident(keys.map((key) => madeUpIssue(key, undefined, { key })))
const idsOf = (ids: IncidentIds, ...incidents: ReturnType<typeof incident>[]) => [...ids.of(incidents).values()]

describe('IncidentIds', () => {
  test('an incident keeps its id when others begin and end before it', () => {
    const ids = new IncidentIds()
    const [workday] = idsOf(ids, incident('w1', 'w2'))
    expect(idsOf(ids, incident('g1', 'g2'), incident('w1', 'w2'))[1]).toBe(workday)
    expect(idsOf(ids, incident('w1', 'w2'))).toEqual([workday])
  })

  test('it keeps its id while connectors join, and while those it began with recover', () => {
    const ids = new IncidentIds()
    const [id] = idsOf(ids, incident('w1', 'w2'))
    expect(idsOf(ids, incident('w0', 'w1', 'w2'))).toEqual([id])
    expect(idsOf(ids, incident('w2', 'w3'))).toEqual([id])
    expect(idsOf(ids, incident('w3'))).toEqual([id])
  })

  test('the parts of one that falls apart have an id each, and so does a new one', () => {
    const ids = new IncidentIds()
    const [id] = idsOf(ids, incident('w1', 'w2', 'w3'))
    const parts = idsOf(ids, incident('w2'), incident('w1', 'w3'), incident('g1'))
    expect(parts[0]).toBe(id)
    expect(new Set(parts).size).toBe(3)
  })

  test('the ids are the same at the next start', () => {
    const now = [incident('w1', 'w2'), incident('g1')]
    expect(idsOf(new IncidentIds(), ...now)).toEqual(idsOf(new IncidentIds(), ...now))
  })
})
