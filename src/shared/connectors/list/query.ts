import { z } from 'zod'
import { ageBucket, ageBuckets, type AgeBucket } from '../../issues/age'
import { diagnosisKind } from '../../issues/diagnosis'
import { searchable } from '../../searchable'
import { categories, category, type Category } from '../category'
import type { ListedRow } from './listed-row'

/** Most rows of one answer. */
export const mostShown = 5_000

/** The columns of Connectors, by their ids. */
export const columnIds = [
  'category',
  'integration',
  'end-user',
  'origin-id',
  'credentials',
  'last-run',
  'good-as-of',
  'employees',
  'verdict',
  'began',
  'next-run',
  'progress',
  'found-bad',
  'test'
] as const
export type ColumnId = (typeof columnIds)[number]

/** The sort value; null comes last in both directions. */
const valueOf: Record<ColumnId, (row: ListedRow) => string | number | null> = {
  category: ({ category }) => category,
  integration: ({ texts }) => texts.order || null,
  'end-user': ({ name }) => name || null,
  'origin-id': ({ connector }) => connector.originId,
  credentials: ({ connector }) => connector.status,
  'last-run': ({ connector, kind }) => (kind === 'stalled' ? 'Stalled' : connector.syncStatus),
  'good-as-of': ({ goodTime }) => goodTime,
  employees: ({ connector }) => connector.totalEmployees,
  verdict: ({ kind }) => kind,
  began: ({ connector }) => connector.lastSyncStart,
  'next-run': ({ connector }) => connector.nextSyncStart,
  progress: ({ connector }) => connector.syncProgress,
  'found-bad': ({ connector }) => connector.relinkNeededAt,
  test: ({ connector }) => (connector.isTest ? 0 : 1)
}

/** `attention`, the default order, puts connectors that need a person first. */
export const sort = z.object({ by: z.enum(['attention', ...columnIds]), descending: z.boolean() })
export type Sort = z.infer<typeof sort>

export const byAttention: Sort = { by: 'attention', descending: false }

/** Of relinks, those that need one longest come first. 2^43 ms are 278 years. */
export const attentionOf = (row: ListedRow): number =>
  row.rank === 0 ? Math.min(row.connector.relinkNeededAt ?? 2 ** 43, 2 ** 43) : (row.rank + 1) * 2 ** 43

export const sortValueOf = (by: Sort['by']): ((row: ListedRow) => string | number | null) =>
  by === 'attention' ? attentionOf : valueOf[by]

/** One press for the most frequent questions; each is a facet of a row. */
export const quickFilters = ['relink', 'failed', 'stalled', 'unfinished', 'incident', 'test'] as const
export type QuickFilter = (typeof quickFilters)[number]

const ages = [...ageBuckets, 'never'] as const
const times = [...ages, 'odd'] as const

/** Column filters with a few choices. */
export const choices = {
  good: ages,
  verdict: [...diagnosisKind.options, 'none'],
  began: times,
  nextRun: ['past', 'soon', 'later', 'none', 'odd'],
  progress: ['begun', 'part', 'whole', 'none', 'odd'],
  foundBad: times,
  test: ['yes', 'no']
} as const
export type ChoiceName = keyof typeof choices
export type Choice<N extends ChoiceName> = (typeof choices)[N][number]

const day = 86_400_000

function ageOf(row: ListedRow, time: number | null, field: string, now: number): AgeBucket | 'never' | 'odd' {
  if (time !== null) return ageBucket(now - time)
  return row.connector.odd.includes(field) ? 'odd' : 'never'
}

/** null if no choice finds the row. A future time counts as new, as ages do everywhere. @param now ms since 1970 */
const choiceOf: { [N in ChoiceName]: (row: ListedRow, now: number) => Choice<N> | null } = {
  good({ goodKind, goodTime }, now) {
    if (goodKind === 'never') return 'never'
    return goodTime === null ? null : ageBucket(now - goodTime)
  },
  verdict: ({ kind }) => kind ?? 'none',
  began: (row, now) => ageOf(row, row.connector.lastSyncStart, 'last_sync_start_time', now),
  foundBad: (row, now) => ageOf(row, row.connector.relinkNeededAt, 'relink_needed_at', now),
  nextRun({ connector: { nextSyncStart: next, odd } }, now) {
    if (next === null) return odd.includes('next_sync_start_time') ? 'odd' : 'none'
    if (next < now) return 'past'
    return next < now + day ? 'soon' : 'later'
  },
  progress({ connector: { syncProgress: progress, odd } }) {
    if (progress === null) return odd.includes('sync_progress') ? 'odd' : 'none'
    if (progress === 0) return 'begun'
    return progress < 100 ? 'part' : 'whole'
  },
  test: ({ connector }) => (connector.isTest ? 'yes' : 'no')
}

/** Characters of a search or of a filter. */
export const longestText = 1_000
const text = z.string().max(longestText)

/** As a request holds them; all texts empty and all categories: no filter. */
export const filters = z.object({
  text,
  quick: z.enum(['all', ...quickFilters]),
  /** To show. */
  categories: z.array(category),
  /** A slug. */
  integration: text,
  endUser: text,
  /** The whole Origin ID. */
  originId: text,
  /** The API's value. */
  status: text,
  /** The API's value, `stalled` for the diagnosis, or `none` before the first sync. */
  sync: text,
  /** Age of the data from the last good sync. */
  good: z.enum(['', ...choices.good]),
  employees: z.number().nullable(),
  verdict: z.enum(['', ...choices.verdict]),
  began: z.enum(['', ...choices.began]),
  nextRun: z.enum(['', ...choices.nextRun]),
  progress: z.enum(['', ...choices.progress]),
  foundBad: z.enum(['', ...choices.foundBad]),
  test: z.enum(['', ...choices.test])
})
export type Filters = z.infer<typeof filters>

/** Kept by any version: what is missing or unknown is no filter. */
export const keptFilters = z.object({
  text: filters.shape.text.catch(''),
  /** Earlier versions narrowed a state to those that Issues listed elsewhere. */
  quick: z.preprocess((kept) => String(kept).replace(/ elsewhere$/, ''), filters.shape.quick).catch('all'),
  categories: filters.shape.categories.catch([...categories]),
  integration: filters.shape.integration.catch(''),
  endUser: filters.shape.endUser.catch(''),
  originId: filters.shape.originId.catch(''),
  status: filters.shape.status.catch(''),
  sync: filters.shape.sync.catch(''),
  good: filters.shape.good.catch(''),
  employees: filters.shape.employees.catch(null),
  verdict: filters.shape.verdict.catch(''),
  began: filters.shape.began.catch(''),
  nextRun: filters.shape.nextRun.catch(''),
  progress: filters.shape.progress.catch(''),
  foundBad: filters.shape.foundBad.catch(''),
  test: filters.shape.test.catch('')
})

export const noFilters: Filters = keptFilters.parse({})

type Test = (row: ListedRow) => boolean

const choiceNames = Object.keys(choices) as ChoiceName[]

function syncTest(sync: string): Test {
  if (sync === 'stalled') return ({ kind }) => kind === 'stalled'
  if (sync === 'none') return ({ connector }) => connector.syncStatus === null
  return ({ connector }) => connector.syncStatus === sync
}

export const wordsOf = (text: string): string[] => text.split(/\s+/).map(searchable).filter(Boolean)

/** Without the search text. @param now the time that ages count to, ms since 1970 @returns null if all rows match */
export function matcher(one: Filters, now: number): Test | null {
  const tests: Test[] = []
  const wanted = new Set<Category>(one.categories)
  const name = searchable(one.endUser.trim())
  if (one.categories.length < categories.length) tests.push(({ category }) => wanted.has(category))
  if (one.quick !== 'all') tests.push(({ facets }) => facets.includes(one.quick))
  if (one.integration) tests.push(({ texts }) => texts.slug === one.integration)
  if (one.status) tests.push(({ connector }) => connector.status === one.status)
  if (one.sync) tests.push(syncTest(one.sync))
  for (const name of choiceNames) {
    const [wanted, found] = [one[name], choiceOf[name]]
    if (wanted) tests.push((row) => found(row, now) === wanted)
  }
  if (one.employees !== null) tests.push(({ connector }) => (connector.totalEmployees ?? -1) >= (one.employees ?? 0))
  if (one.originId.trim()) tests.push(({ connector }) => connector.originId === one.originId.trim())
  if (name) tests.push((row) => row.name.includes(name))
  return tests.length === 0 ? null : (row) => tests.every((test) => test(row))
}

/** Whether the result changes as time goes by. */
export const countsFromNow = (one: Filters): boolean =>
  one.good !== '' || one.began !== '' || one.nextRun !== '' || one.foundBad !== ''
