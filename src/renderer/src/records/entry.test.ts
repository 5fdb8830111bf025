import { expect, test } from 'vitest'
import type { RowDiagnosis } from '../../../shared/issues/diagnosis'
import { row, toEntry } from '../testing/made-up'
import { learnNames, showNames } from './learned-names.svelte'

test.each([
  ['COMPLETE', 'Done', [], 3],
  ['COMPLETE', null, [], 3],
  ['COMPLETE', 'Failed', ['failed'], 1],
  ['COMPLETE', 'Syncing', [], 3],
  ['RELINK_NEEDED', 'Failed', ['relink'], 0],
  ['INCOMPLETE', null, ['unfinished'], 2],
  ['SUSPENDED', 'Paused', ['status SUSPENDED', 'sync_status Paused'], 3],
  [null, null, [], 3],
  [17, 'Done', [], 3]
])('status %s with sync_status %s', (status, sync_status, facets, rank) => {
  const entry = toEntry(row('HRIS', '1', { status, sync_status }), 0)
  expect(entry.facets.filter((facet) => !facet.startsWith('integration '))).toEqual(facets)
  expect(entry.rank).toBe(rank)
})

test('a connector counts by its diagnosis, once; a test connector only as one', () => {
  const record = { status: 'RELINK_NEEDED', sync_status: 'Failed', integration_slug: 'lever' }
  const judged = (kind: RowDiagnosis['kind'], more = {}) => {
    const entry = toEntry(row('HRIS', '1', { ...record, ...more }), 0)
    return entry.judged({ key: entry.key, kind, since: null, lastGoodSync: { time: null, kind: 'never' } }).facets
  }
  expect(judged('relink')).toEqual(['integration lever', 'relink'])
  expect(judged('incident')).toEqual(['integration lever', 'incident'])
  expect(judged('relink', { is_test_connector: true })).toEqual(['integration lever', 'test', 'test lever'])
})

test('is found by end user, origin id, id and integration', () => {
  const entry = toEntry(
    row('HRIS', 'ID-1', { end_user: 'Ac\u200Bmé', origin_id: 'O\u200BRI', integration_slug: 'ukg-pro' }),
    0
  )
  for (const words of ['acme', 'ori', 'id-1', 'ukg pro', 'ukg-pro']) expect(entry.holds(words)).toBe(true)
  expect(entry.holds('hris')).toBe(false)
})

test('has its integration’s name as every part of the window, also where that is learned later', () => {
  const place = { workspaceId: 'one', region: 'default' as const }
  showNames(place)
  const entry = toEntry(row('HRIS', '1', { integration_slug: 'smartrecruiters' }), 0)
  expect(entry.integration).toBe('Smartrecruiters')
  learnNames(place, { smartrecruiters: 'SmartRecruiters (API)' })
  expect(entry.integration).toBe('SmartRecruiters (API)')
  expect(entry.holds('(api)')).toBe(true)
  const later = toEntry(row('HRIS', '2', { integration_slug: 'smartrecruiters' }), 0)
  expect([later.integration, later.holds('(api)')]).toEqual(['SmartRecruiters (API)', true])
})
