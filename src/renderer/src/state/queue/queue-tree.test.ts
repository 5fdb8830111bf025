import { describe, expect, test } from 'vitest'
import { day, hour, madeUpCase, madeUpQueue } from '../../testing/made-up-queue'
import { openCases, ownersOf } from '../shared/cases'
import { type Asked, everything, sameFilter, sectionsOf } from './queue-tree'

const asked = (change: Partial<Asked> = {}): Asked => ({
  incidentIds: new Map(),
  grouping: 'integration',
  sort: 'age',
  filter: everything,
  ...change
})
const names = (cases: readonly { endUser: string }[]) => cases.map(({ endUser }) => endUser)

const queue = madeUpQueue(
  [
    madeUpCase('broke', 3 * hour, { cause: 'incident', integrationSlug: 'workday', employees: 9 }),
    madeUpCase('old', 9 * day, { owner: 'Maya', employees: null }),
    madeUpCase('young', 2 * hour, { integrationSlug: 'gusto', employees: 700 }),
    madeUpCase('middle', 2 * day, { employees: 12 }),
    madeUpCase('stall', 4 * day, { cause: 'stalled', integrationSlug: 'gusto' })
  ],
  { snoozed: [madeUpCase('asleep')], tests: [madeUpCase('trial', hour, { cause: 'failed' })] }
)

describe('sectionsOf', () => {
  test('cause, then integration, then what is apart', () => {
    const sections = sectionsOf(queue, asked())
    expect(sections.map(({ head }) => head.kind)).toEqual(['incident', 'cause', 'cause', 'snoozed', 'tests'])
    expect(sections[1]?.branches.map(({ integrationSlug }) => integrationSlug)).toEqual(['bamboohr', 'gusto'])
    expect(names(sections[1]?.cases ?? [])).toEqual(['Customer old', 'Customer middle', 'Customer young'])
  })

  test('by cause alone the integrations are one list, oldest first', () => {
    const [, relink] = sectionsOf(queue, asked({ grouping: 'cause' }))
    expect(relink?.branches).toEqual([])
    expect(names(relink?.cases ?? [])).toEqual(['Customer old', 'Customer middle', 'Customer young'])
  })

  test('by owner, cases without one come first, an incident’s among them', () => {
    const [unowned, maya, apart] = sectionsOf(queue, asked({ grouping: 'owner' }))
    expect(unowned?.head).toEqual({ kind: 'owner', owner: '' })
    expect(names(unowned?.cases ?? [])).toEqual([
      'Customer stall',
      'Customer middle',
      'Customer broke',
      'Customer young'
    ])
    expect(names(maya?.cases ?? [])).toEqual(['Customer old'])
    expect(apart?.head.kind).toBe('snoozed')
  })

  describe('by end user', () => {
    const acme = { originId: 'acme', endUser: 'Acme', others: 3 }
    const many = madeUpQueue(
      [
        madeUpCase('old', 9 * day),
        madeUpCase('a', 5 * hour, { ...acme, cause: 'incident', integrationSlug: 'workday' }),
        madeUpCase('b', 2 * day, { ...acme, endUser: 'Acme Inc.', cause: 'stalled' }),
        madeUpCase('other', 1 * day, { originId: 'not-acme', endUser: 'Acme' }),
        madeUpCase('n1', 4 * hour, { originId: null, endUser: 'Named' }),
        madeUpCase('n2', 3 * hour, { originId: null, endUser: 'Named', cause: 'failed', others: 1 }),
        madeUpCase('x1', 2 * hour, { originId: null, endUser: ' ' }),
        madeUpCase('x2', 1 * hour, { originId: '', endUser: ' ' })
      ],
      { snoozed: [madeUpCase('asleep', hour, acme)] }
    )
    const sections = sectionsOf(many, asked({ grouping: 'end-user' }))

    test('one by origin id, else by name; most cases first, then the oldest', () => {
      expect(sections.map(({ cases }) => cases.map(({ key }) => key.slice(5)))).toEqual([
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
      expect(first?.cases).toHaveLength(1)
    })
  })

  test('an age and a cause leave only matching cases, and no empty group', () => {
    const sections = sectionsOf(queue, asked({ filter: { ...everything, age: '3-7d', cause: 'stalled' } }))
    expect(sections.map(({ id }) => id)).toEqual(['stalled'])
  })

  test('several integrations are one filter', () => {
    const sections = sectionsOf(queue, asked({ filter: { ...everything, integrations: ['workday', 'gusto'] } }))
    expect(sections.flatMap(({ cases }) => names(cases))).toEqual([
      'Customer broke',
      'Customer young',
      'Customer stall'
    ])
  })

  test('most employees first, unknown last', () => {
    const [, relink] = sectionsOf(queue, asked({ grouping: 'cause', sort: 'employees' }))
    expect(names(relink?.cases ?? [])).toEqual(['Customer young', 'Customer middle', 'Customer old'])
  })

  test('sorting one way leaves the queue as it came', () => {
    sectionsOf(queue, asked({ sort: 'end-user', grouping: 'cause' }))
    expect(names(openCases(queue))).toEqual(names(openCases(queue)))
    expect(names(queue.groups[1]?.integrations[0]?.cases ?? [])).toEqual(['Customer old', 'Customer middle'])
  })
})

test('owners are listed once, sorted, without the empty one', () => {
  expect(
    ownersOf([madeUpCase('a', 0, { owner: 'Tomás' }), madeUpCase('b'), madeUpCase('c', 0, { owner: 'Ines' })])
  ).toEqual(['Ines', 'Tomás'])
})

test('a filter is the same by what it says', () => {
  expect(sameFilter({ ...everything, integrations: ['a', 'b'] }, { ...everything, integrations: ['a', 'b'] })).toBe(
    true
  )
  expect(sameFilter({ ...everything, integrations: ['a'] }, everything)).toBe(false)
  expect(sameFilter({ ...everything, age: '<1d' }, everything)).toBe(false)
})
