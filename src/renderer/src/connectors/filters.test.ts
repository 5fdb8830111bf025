import { expect, test } from 'vitest'
import { keptFilters, noFilters } from '../../../shared/connectors/list/query'
import { filteredColumns, isAnySet } from './filters'

test('each column shows its filter; words alone, or spaces, are no column’s', () => {
  const some = keptFilters.parse({ verdict: 'relink', nextRun: 'past', test: 'no', categories: ['ATS'] })
  expect(filteredColumns(some).map(({ id }) => id)).toEqual(['category', 'verdict', 'next-run', 'test'])
  expect(filteredColumns({ ...noFilters, text: 'acme', quick: 'relink' })).toEqual([])
  expect([noFilters, { ...noFilters, text: ' ' }, { ...noFilters, text: 'acme' }, some].map(isAnySet)).toEqual([
    ...[false, false, true, true]
  ])
})
