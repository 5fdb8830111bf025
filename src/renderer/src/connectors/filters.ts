import { z } from 'zod'
import { categories, type Category, category } from '../../../shared/connectors/category'
import { diagnosisNames } from '../../../shared/issues/diagnosis'
import { searchable } from '../kit/safe-text'
import { namesVersion } from '../records/learned-names.svelte'
import { connectorFilterWords } from './words/filters'
import { type ChoiceName, choiceOf, choicesOf, choiceWords } from './column-choices'
import type { AnyColumn } from './column-layout.svelte'
import { type ColumnId, columns } from '../records/columns'
import type { Entry } from '../records/entry'

const words = connectorFilterWords.quick
/** The longest block of the page, ms: see `ordered-rows.ts`. */
const longest = 10
const atOnce = 1024

/** One press for the most frequent questions; each is a facet of an entry. */
export const quickFilters = {
  relink: diagnosisNames.relink,
  failed: diagnosisNames.failed,
  stalled: diagnosisNames.stalled,
  unfinished: diagnosisNames.unfinished,
  incident: diagnosisNames.incident,
  test: words.test
} as const
export type QuickFilter = keyof typeof quickFilters

const quickNames = Object.keys(quickFilters) as QuickFilter[]

export const filters = z.object({
  text: z.string().catch(''),
  /** Earlier versions narrowed a state to those that Issues listed elsewhere. */
  quick: z.preprocess((kept) => String(kept).replace(/ elsewhere$/, ''), z.enum(['all', ...quickNames])).catch('all'),
  /** Categories to show; all of them is no filter. */
  categories: z.array(category).catch([...categories]),
  /** A slug; '' is no filter, here and below. */
  integration: z.string().catch(''),
  endUser: z.string().catch(''),
  /** The whole Origin ID. */
  originId: z.string().catch(''),
  /** The API's value. */
  status: z.string().catch(''),
  /** The API's value, `stalled` for the diagnosis, or `none` before the first sync. */
  sync: z.string().catch(''),
  /** Age of the data from the last good sync. */
  good: z.enum(['', ...choicesOf('good')]).catch(''),
  employees: z.number().nullable().catch(null),
  verdict: z.enum(['', ...choicesOf('verdict')]).catch(''),
  began: z.enum(['', ...choicesOf('began')]).catch(''),
  nextRun: z.enum(['', ...choicesOf('nextRun')]).catch(''),
  progress: z.enum(['', ...choicesOf('progress')]).catch(''),
  foundBad: z.enum(['', ...choicesOf('foundBad')]).catch(''),
  test: z.enum(['', ...choicesOf('test')]).catch('')
})
export type Filters = z.infer<typeof filters>

export const noFilters: Filters = filters.parse({})

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

/** Whether the result changes as time goes by. */
export function countsFromNow(one: Filters): boolean {
  return one.good !== '' || one.began !== '' || one.nextRun !== '' || one.foundBad !== ''
}

const choiceNames = Object.keys(choiceWords) as ChoiceName[]

type Test = (entry: Entry) => boolean

/** @param now the time that ages count to, ms since 1970 @returns null if all rows match */
export function matcher(one: Filters, now: number): Test | null {
  const tests: Test[] = []
  const wanted = new Set<Category>(one.categories)
  const words = one.text.split(/\s+/).map(searchable).filter(Boolean)
  const name = searchable(one.endUser.trim())
  if (isSet(one, 'categories')) tests.push(({ category }) => wanted.has(category))
  if (one.quick !== 'all') tests.push(({ facets }) => facets.includes(one.quick))
  if (one.integration) tests.push(({ integrationSlug }) => integrationSlug === one.integration)
  if (one.status) tests.push(({ status }) => status === one.status)
  if (one.sync) tests.push(syncTest(one.sync))
  for (const name of choiceNames) {
    const [wanted, found] = [one[name], choiceOf[name]]
    if (wanted) tests.push((entry) => found(entry, now) === wanted)
  }
  if (one.employees !== null) tests.push(({ totalEmployees }) => (totalEmployees ?? -1) >= (one.employees ?? 0))
  if (one.originId.trim()) tests.push(({ originId }) => originId === one.originId.trim())
  if (name) tests.push((entry) => entry.name.includes(name))
  if (words.length > 0) {
    namesVersion()
    tests.push((entry) => words.every((word) => entry.holds(word)))
  }
  return tests.length === 0 ? null : (entry) => tests.every((test) => test(entry))
}

function syncTest(sync: string): Test {
  if (sync === 'stalled') return ({ diagnosis }) => diagnosis?.kind === 'stalled'
  if (sync === 'none') return ({ syncStatus }) => syncStatus === null
  return ({ syncStatus }) => syncStatus === sync
}

/**
 * Filters as `filter` does, but lets the page run in between.
 *
 * @param stop runs at every pause; true ends the work with null
 */
export async function filterInSlices<T>(
  items: readonly T[],
  wanted: (item: T) => boolean,
  stop: () => boolean = () => false
): Promise<T[] | null> {
  const found: T[] = []
  let since = performance.now()
  for (let at = 0; at < items.length; at += atOnce) {
    for (const item of items.slice(at, at + atOnce)) if (wanted(item)) found.push(item)
    if (performance.now() - since < longest) continue
    await new Promise<void>((resolve) => setTimeout(resolve))
    if (stop()) return null
    since = performance.now()
  }
  return found
}
