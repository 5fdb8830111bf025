import { isDeclared } from '../../../shared/data/catalogue'
import type { FetchProgress, PastFetch, Reconciliation } from '../../../shared/data/collection'
import { regionNames } from '../../../shared/workspaces/region'
import { count } from '../kit/format'
import { quietTitle } from '../kit/quiet-words'
import { safeString } from '../kit/safe-text'
import { fetchWords } from './words/fetch'
import { reconcileWords } from './words/reconcile'
import { collectionName } from './params'
import type { DataPlace } from './place.svelte'

/** "Employees of Umber Textiles" */
export function fetchName({ request, connectorName }: Pick<FetchProgress, 'request' | 'connectorName'>): string {
  return fetchWords.name(collectionName(request.path), connectorName)
}

/** What goes on in a region that is not in view. */
export function elsewhereWords({ region, running }: Pick<DataPlace, 'region' | 'running'>): string {
  const name = regionNames[region]
  return running === 0 ? fetchWords.elsewhere.waiting(name) : fetchWords.elsewhere.running(running, name)
}

/**
 * The state of a fetch, in one sentence of which the first part is set stronger.
 * @param total of records, as the connector reports it; null where it reports none
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
        rest: wait?.reason === 'retry' ? words.failedAnswer(next) : words.rateLimit(next)
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

/** Records that came, each once. */
const distinct = ({ items, repeated }: FetchProgress) => items - repeated

/** The rows of a whole fetch beside the total that the connector reports; null where they agree or one is unknown. */
export function mismatchWords(progress: FetchProgress, total: number | null): string | null {
  if (progress.state !== 'done' || total === null || distinct(progress) === total) return null
  return fetchWords.state.reports(progress.items, total)
}

/** What needs a word of explanation, so that no one wonders. */
export function explanations(progress: FetchProgress): string[] {
  const { shortPages, emptyPages, repeated, withoutId } = progress
  const { notes } = fetchWords
  return [
    shortPages + emptyPages > 0 ? notes.pages(shortPages, emptyPages) : '',
    repeated > 0 ? notes.repeated(repeated) : '',
    withoutId > 0 ? notes.withoutId(withoutId) : ''
  ].filter(Boolean)
}

/** Why the rows differ from what was asked for: filters that had no effect, or probably had none. */
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
 * The counters, always all of them and in this order, each with its name.
 * @param rate rows per second; null while it is not known
 * @param total as of `stateWords`: without it no time left is known
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

/** The outcome of a fetch of an earlier run. Cursors are never stored, so it cannot resume. */
export function pastWords(past: PastFetch): string {
  const { state } = past
  const words = fetchWords.past
  if (state === 'done') return words.done(past)
  if (state === 'failed') return words.failed(past)
  if (state === 'cancelled') return words.cancelled(past)
  // How far it was is not known: a fetch is remembered when it begins and when it ends.
  return words.interrupted
}

/** The fetch's count against one known elsewhere. null while nothing that is a number is typed. */
export function numberWords(counts: Reconciliation, typed: string): { equal: boolean; words: string } | null {
  const digits = typed.replace(/[\s,._']/g, '')
  if (!/^\d{1,15}$/.test(digits)) return null
  const by = counts.distinctIds + counts.withoutId - Number(digits)
  const { equal, more, fewer, incomplete } = reconcileWords.total
  const words = by === 0 ? equal : by > 0 ? more(by) : fewer(-by)
  return { equal: by === 0, words: counts.whole ? words : incomplete(words) }
}
