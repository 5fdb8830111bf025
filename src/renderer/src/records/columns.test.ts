import { expect, test } from 'vitest'
import { row, toEntry } from '../testing/made-up'
import { byAttention, comparing, type Sort } from './columns'

const entries = [
  row('HRIS', 'done-b', { end_user: 'Beta' }),
  row('ATS', 'done-a', { end_user: 'alpha', total_employees: null }),
  row('HRIS', 'unfinished', { status: 'INCOMPLETE', sync_status: null, total_employees: 7 }),
  row('HRIS', 'failed', { sync_status: 'Failed' }),
  row('LMS', 'relink-undated', { status: 'RELINK_NEEDED' }),
  row('HRIS', 'relink-new', { status: 'RELINK_NEEDED', relink_needed_at: '2025-11-18T00:00:00Z' }),
  row('HRIS', 'relink-old', {
    status: 'RELINK_NEEDED',
    relink_needed_at: '2025-11-01T00:00:00Z',
    sync_status: 'Failed'
  })
].map((one) => toEntry(one, 0))

const ids = (sort: Sort) => entries.toSorted(comparing(sort)).map(({ connector }) => connector.id)

test('connectors that need a person come first, the longest waiting before the others', () => {
  expect(ids(byAttention)).toEqual([
    'relink-old',
    'relink-new',
    'relink-undated',
    'failed',
    'unfinished',
    'done-a',
    'done-b'
  ])
})

test('null comes last in both directions', () => {
  expect(ids({ by: 'employees', descending: false }).at(0)).toBe('unfinished')
  expect(ids({ by: 'employees', descending: false }).at(-1)).toBe('done-a')
  expect(ids({ by: 'employees', descending: true }).at(-1)).toBe('done-a')
})

test('names are sorted whatever their case', () => {
  expect(ids({ by: 'end-user', descending: false }).slice(0, 2)).toEqual(['done-a', 'done-b'])
  expect(ids({ by: 'end-user', descending: true }).slice(-2)).toEqual(['done-b', 'done-a'])
})
