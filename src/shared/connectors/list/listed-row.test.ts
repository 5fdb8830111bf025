import { expect, it } from 'vitest'
import type { DiagnosisKind } from '../../issues/diagnosis'
import { readConnector } from '../connector'
import { HeldList } from './held-list'
import { byAttention, noFilters } from './query'

function rowOf(record: Record<string, unknown>, kind?: DiagnosisKind) {
  const list = new HeldList()
  const connector = readConnector({ id: 'ID-1', end_user: 'One', integration_slug: 'lever', ...record })
  list.put({ id: 0, key: 'HRIS:ID-1', category: 'HRIS', connector })
  const lastGoodSync = { time: null, kind: 'never' as const }
  if (kind) list.diagnose([{ key: 'HRIS:ID-1', kind, since: null, lastGoodSync }])
  const row = list.get('HRIS:ID-1')
  return { list, row: row ?? expect.fail('no row') }
}

it.each([
  ['COMPLETE', 'Done', [], 3, 'healthy'],
  ['COMPLETE', null, [], 3, 'healthy'],
  ['COMPLETE', 'Failed', ['failed'], 1, 'failed'],
  ['COMPLETE', 'Syncing', [], 3, 'healthy'],
  ['RELINK_NEEDED', 'Failed', ['relink'], 0, 'relink'],
  ['INCOMPLETE', null, ['unfinished'], 2, 'unfinished'],
  ['SUSPENDED', 'Paused', ['status SUSPENDED', 'sync_status Paused'], 3, 'healthy'],
  [null, null, [], 3, 'healthy'],
  [17, 'Done', [], 3, 'healthy']
] as const)('status %s with sync_status %s', (status, sync_status, facets, rank, state) => {
  const { row } = rowOf({ status, sync_status })
  expect(row.facets).toEqual(['integration lever', ...facets])
  expect([row.rank, row.state]).toEqual([rank, state])
})

it('a connector counts by its diagnosis, once; a test connector only as one', () => {
  const facets = (kind: DiagnosisKind, more = {}) =>
    rowOf({ status: 'RELINK_NEEDED', sync_status: 'Failed', ...more }, kind).row.facets
  expect(facets('relink')).toEqual(['integration lever', 'relink'])
  expect(facets('incident')).toEqual(['integration lever', 'incident'])
  expect(facets('relink', { is_test_connector: true })).toEqual(['integration lever', 'test', 'test lever'])
})

it('is found by customer, Origin ID, ID and integration, not by its category', () => {
  const { list } = rowOf({ end_user: 'Ac\u200Bmé', origin_id: 'O\u200BRI', integration_slug: 'ukg-pro' })
  const finds = (text: string) => list.ask({ filters: { ...noFilters, text }, sort: byAttention }, 0).count === 1
  for (const text of ['acme', 'ori', 'id-1', 'ukg pro', 'ukg-pro']) expect([text, finds(text)]).toEqual([text, true])
  expect(finds('hris')).toBe(false)
  list.show({ 'ukg-pro': 'UKG Pro (API)' })
  expect([finds('(api)'), finds('ukg-pro')]).toEqual([true, true])
})
