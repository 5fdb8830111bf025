import { categories } from '../../../shared/connectors/category'
import {
  type Choice,
  type ChoiceName,
  type ColumnId,
  type Filters,
  noFilters,
  type QuickFilter
} from '../../../shared/connectors/list/query'
import { ageBucketNames } from '../../../shared/issues/age'
import { diagnosisNames } from '../../../shared/issues/diagnosis'
import { columns } from '../records/columns'
import type { AnyColumn } from './column-layout.svelte'
import { connectorFilterWords } from './words/filters'

const words = connectorFilterWords

export const quickWords: Record<QuickFilter, string> = {
  relink: diagnosisNames.relink,
  failed: diagnosisNames.failed,
  stalled: diagnosisNames.stalled,
  unfinished: diagnosisNames.unfinished,
  incident: diagnosisNames.incident,
  test: words.quick.test
}

const { choices: said } = words
const ages = { ...ageBucketNames, never: said.never }
const times = { ...ages, odd: said.odd }

/** In the words of the cells. */
export const choiceWords: { [N in ChoiceName]: Record<Choice<N>, string> } = {
  good: ages,
  verdict: { ...diagnosisNames, none: said.notDiagnosed },
  began: times,
  nextRun: { past: said.overdue, soon: said.soon, later: said.later, none: said.none, odd: said.odd },
  progress: { begun: '0 %', part: '1–99 %', whole: '100 %', none: said.none, odd: said.oddPart },
  foundBad: times,
  test: { yes: said.yes, no: said.no }
}

export const filterOf = {
  category: 'categories',
  integration: 'integration',
  'end-user': 'endUser',
  'origin-id': 'originId',
  credentials: 'status',
  'last-run': 'sync',
  'good-as-of': 'good',
  employees: 'employees',
  verdict: 'verdict',
  began: 'began',
  'next-run': 'nextRun',
  progress: 'progress',
  'found-bad': 'foundBad',
  test: 'test'
} as const satisfies Record<ColumnId, keyof Filters>

export function isSet(one: Filters, name: keyof Filters): boolean {
  if (name === 'categories') return one.categories.length < categories.length
  return one[name] !== noFilters[name]
}

export function filteredColumns(one: Filters): AnyColumn[] {
  return columns.filter(({ id }) => isSet(one, filterOf[id]))
}

export function isAnySet(one: Filters): boolean {
  return one.text.trim() !== '' || one.quick !== 'all' || filteredColumns(one).length > 0
}
