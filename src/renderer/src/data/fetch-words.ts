import { isDeclared } from '../../../shared/data/catalogue'
import type { CollectionRequest, FetchProgress, PastFetch, Reconciliation } from '../../../shared/data/collection'
import { regionNames } from '../../../shared/workspaces/region'
import { count } from '../kit/format'
import { quietTitle } from '../kit/words/waiting'
import { safeString } from '../kit/safe-text'
import type { ConnectorList } from '../records/connector-list.svelte'
import { fetchWords, reconcileWords } from './words'
import { collectionName } from './params'
import type { DataPlace } from './place.svelte'

/** "Employees of Umber Textiles" */
export function fetchName({ request, connectorName }: Pick<FetchProgress, 'request' | 'connectorName'>): string {
  return fetchWords.name(collectionName(request.path), connectorName)
}

export function elsewhereWords({ region, running }: Pick<DataPlace, 'region' | 'running'>): string {
  const name = regionNames[region]
  return running === 0 ? fetchWords.elsewhere.waiting(name) : fetchWords.elsewhere.running(running, name)
}

/**
 * The first part is bold.
 *
 * @param total the connector's own count, or null
 */
export function stateWords(
  progress: FetchProgress,
  total: number | null,
  now: number
): { strong: string; rest: string } {
  const { state, pages, items, wait, quiet, error } = progress
  const words = fetchWords.state
  const next = pages + 1
  switch (state) {
    case 'walking':
      if (quiet) return { strong: quietTitle(quiet, now), rest: words.asked(next) }
      if (pages === 0) return { strong: fetchWords.states.walking, rest: words.first }
      return {
        strong: fetchWords.states.walking,
        rest: total === null || items > total ? words.page(next) : words.ofTotal(next, items, total)
      }
    case 'waiting':
      return {
        strong: wait ? words.waiting(wait.until, now) : fetchWords.states.waiting,
        rest: wait?.reason === 'retry' ? words.failedAnswer(next, wait.failure) : words.rateLimit(next)
      }
    case 'paused':
      return { strong: words.pausedAfter(progress), rest: words.paused }
    case 'done':
      return { strong: fetchWords.states.done, rest: words.done(progress) }
    case 'failed':
      return {
        strong: words.failedAt(error?.page ?? next),
        rest: items === 0 ? words.nothing : words.kept(progress)
      }
    case 'cancelled':
      return { strong: words.cancelledAfter(progress), rest: words.incomplete(progress) }
    case 'interrupted':
      return { strong: words.interruptedAfter(progress), rest: words.fromStart }
  }
}

const addsOnly = ['expand', 'include_raw_data', 'include_custom_fields']

/** null if unknown, or if parameters narrow the fetch */
export function reportedTotal(
  { path, connectorKey, params }: CollectionRequest,
  connectors: ConnectorList | null
): number | null {
  if (path !== '/api/hris/v1/employees' || connectorKey === null) return null
  // Additions exclude no record.
  const narrows = Object.keys(params).some((name) => !addsOnly.includes(name))
  return narrows ? null : (connectors?.get(connectorKey)?.connector.totalEmployees ?? null)
}

const distinct = ({ items, repeated }: FetchProgress) => items - repeated

/** null if they agree or one is unknown */
export function mismatchWords(progress: FetchProgress, total: number | null): string | null {
  if (progress.state !== 'done' || total === null || distinct(progress) === total) return null
  return fetchWords.state.reports(progress.items, total)
}

export function explanations(progress: FetchProgress): string[] {
  const { shortPages, emptyPages, repeated, withoutId } = progress
  const { notes } = fetchWords
  return [
    shortPages + emptyPages > 0 ? notes.pages(shortPages, emptyPages) : '',
    repeated > 0 ? notes.repeated(repeated) : '',
    withoutId > 0 ? notes.withoutId(withoutId) : ''
  ].filter(Boolean)
}

/** Warns of filters that had no effect, or probably none. */
export function filterWarnings({ request, ignored }: FetchProgress): string[] {
  const { notes } = fetchWords
  const undeclared = Object.keys(request.params).filter(
    (name) => !isDeclared(request.path, name) && !ignored.some((one) => one.name === name)
  )
  return [
    ...ignored.map(({ name, items }) => notes.ignored(safeString(name, 60), items)),
    ...undeclared.map((name) => notes.undeclared(safeString(name, 60)))
  ]
}

/**
 * Always all counters, in this order.
 *
 * @param rate rows per second; null if unknown
 * @param total the connector's own count; without it the time left is unknown
 */
export function facts(
  progress: FetchProgress,
  { rate, total }: { rate: number | null; total: number | null },
  now: number
): [name: string, value: string][] {
  const { startedAt, finishedAt, state, pausedMs } = progress
  const words = fetchWords.facts
  const known = state === 'walking' && !progress.quiet ? rate : null
  const left = total !== null && known ? Math.max(0, total - distinct(progress)) / known : 0
  return [
    [words.pages, count(progress.pages)],
    [words.rows, count(progress.items)],
    [words.rate, known === null ? words.none : words.perSecond(known)],
    [words.left, left > 0 ? words.about(Math.ceil(left) * 1000) : words.none],
    [words.retries, count(progress.retries)],
    [words.waits, words.waited(progress.waits, progress.waitedMs)],
    [words.received, words.bytes(progress.bytes)],
    [words.largest, words.bytes(progress.largestPage)],
    [words.repeated, count(progress.repeated)],
    [words.time, words.duration((finishedAt ?? now) - startedAt - pausedMs)]
  ]
}

/** Earlier fetches cannot resume, because cursors are never stored. */
export function pastWords(past: PastFetch): string {
  const { state } = past
  const words = fetchWords.past
  if (state === 'done') return words.done(past)
  if (state === 'failed') return words.failed(past)
  if (state === 'cancelled') return words.cancelled(past)
  // The history has only starts and ends.
  return words.interrupted
}

/** null if the text is no number */
export function numberWords(counts: Reconciliation, typed: string): { equal: boolean; words: string } | null {
  const digits = typed.replace(/[\s,._']/g, '')
  if (!/^\d{1,15}$/.test(digits)) return null
  const by = counts.distinctIds + counts.withoutId - Number(digits)
  const { equal, more, fewer, incomplete } = reconcileWords.total
  const words = by === 0 ? equal : by > 0 ? more(by) : fewer(-by)
  return { equal: by === 0, words: counts.whole ? words : incomplete(words) }
}
