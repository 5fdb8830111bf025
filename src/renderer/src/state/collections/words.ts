import { isDeclared } from '../../../../shared/collections/catalogue'
import type { CollectionProgress, CollectionState, PastWalk, Reconciliation } from '../../../../shared/model/collection'
import { regionNames } from '../../../../shared/model/region'
import { bytes, count, counted, duration, secondsLeft } from '../../lib/format'
import { quietTitle } from '../../lib/words/quiet-words'
import { safeString } from '../../lib/words/safe-text'
import { collectionName } from './params'
import type { CollectionPlace } from './place.svelte'

/** "Employees of Umber Textiles" */
export function walkName({ request, connectorName }: Pick<CollectionProgress, 'request' | 'connectorName'>): string {
  const name = collectionName(request.path)
  return connectorName ? `${name} of ${connectorName}` : name
}

/** What goes on in a region that is not in view. */
export function elsewhereWords({ region, running }: Pick<CollectionPlace, 'region' | 'running'>): string {
  if (running === 0) return `A sync is waited for in ${regionNames[region]}`
  return `${counted(running, 'walk runs', 'walks run')} in ${regionNames[region]}`
}

export const stateNames: Record<CollectionState, string> = {
  walking: 'Walking',
  waiting: 'Waiting',
  paused: 'Paused',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  interrupted: 'Interrupted'
}

/** The state of a walk, in one sentence of which the first part is set stronger. */
export function stateWords(progress: CollectionProgress, now: number): { strong: string; rest: string } {
  const { state, pages, wait, quiet, error } = progress
  const rows = counted(progress.items, 'row')
  switch (state) {
    case 'walking':
      if (quiet) return { strong: quietTitle(quiet, now), rest: `page ${count(pages + 1)} was asked for` }
      return { strong: 'Walking', rest: pages === 0 ? 'asking for the first page' : `page ${count(pages + 1)}` }
    case 'waiting':
      return {
        strong: wait ? `Waiting ${secondsLeft(wait.until, now)}` : 'Waiting',
        rest: `${wait?.reason === 'retry' ? 'an answer failed' : 'rate limit'}; then page ${count(pages + 1)} again`
      }
    case 'paused':
      return {
        strong: `Paused after page ${count(pages)}`,
        rest: 'goes on with the same cursor, in this run of the app'
      }
    case 'done':
      return { strong: 'Done', rest: `all of it: ${rows}` }
    case 'failed':
      return {
        strong: `Failed at page ${count(error?.page ?? pages + 1)}`,
        rest: progress.items === 0 ? 'no row came' : `what came is kept: ${rows}`
      }
    case 'cancelled':
      return { strong: `Cancelled after page ${count(pages)}`, rest: `${rows} came; it is not whole` }
    case 'interrupted':
      return { strong: `Interrupted after page ${count(pages)}`, rest: 'walks start from the beginning' }
  }
}

/** What needs a word of explanation, so that no one wonders. */
export function explanations(progress: CollectionProgress): string[] {
  const { shortPages, emptyPages, repeated, withoutId } = progress
  const said: string[] = []
  if (shortPages + emptyPages > 0) {
    const pages = [
      shortPages > 0 ? counted(shortPages, 'short page') : '',
      emptyPages > 0 ? counted(emptyPages, 'empty page') : ''
    ].filter(Boolean)
    said.push(`${pages.join(' and ')}: normal, only a null cursor ends a walk.`)
  }
  if (repeated > 0) said.push(`${counted(repeated, 'id')} came again: data moved during the walk.`)
  if (withoutId > 0) said.push(`${counted(withoutId, 'record')} without an id: they cannot be told apart.`)
  return said
}

/** Why the rows differ from what was asked for: filters that had no effect, or probably had none. */
export function filterWarnings({ request, ignored }: CollectionProgress): string[] {
  const unfiltered = ignored.map(
    ({ name, items }) =>
      `The service ignored this filter: ${safeString(name, 60)}. ${counted(items, 'row')} do not fit it.`
  )
  const undeclared = Object.keys(request.params).filter(
    (name) => !isDeclared(request.path, name) && !ignored.some((one) => one.name === name)
  )
  const probably = undeclared.map((name) => `${safeString(name, 60)} is not in the contract: it was probably ignored.`)
  return [...unfiltered, ...probably]
}

/** The counters, always all of them and in this order, each with its name. There is no total, so nothing is a share of one. */
export function facts(progress: CollectionProgress, rate: number | null, now: number): [name: string, value: string][] {
  const { startedAt, finishedAt, state, pausedMs } = progress
  const took = (finishedAt ?? now) - startedAt - pausedMs
  return [
    ['Pages', count(progress.pages)],
    ['Rows', count(progress.items)],
    ['Rate', state === 'walking' && rate !== null && !progress.quiet ? `${count(rate)}/s` : '–'],
    ['Retries', count(progress.retries)],
    ['Waits', progress.waits === 0 ? '0' : `${count(progress.waits)}, ${duration(progress.waitedMs)}`],
    ['Received', bytes(progress.bytes)],
    ['Largest page', bytes(progress.largestPage)],
    ['Repeated ids', count(progress.repeated)],
    ['Time', duration(took)]
  ]
}

/** The outcome of a walk of an earlier run. Cursors are never stored, so it cannot resume. */
export function pastWords({ state, pages, items }: PastWalk): string {
  const read = `${counted(items, 'row')} in ${counted(pages, 'page')}`
  if (state === 'done') return `Done, ${read}. Its rows are gone with that run of the app.`
  if (state === 'failed') return `Failed after ${read}; walks start from the beginning.`
  if (state === 'cancelled') return `Cancelled after ${read}; walks start from the beginning.`
  // How far it was is not known: a walk is remembered when it begins and when it ends.
  return 'Interrupted when the app ended; walks start from the beginning.'
}

/** The walk's count against one known elsewhere. null while nothing that is a number is typed. */
export function numberWords(counts: Reconciliation, typed: string): { equal: boolean; words: string } | null {
  const digits = typed.replace(/[\s,._']/g, '')
  if (!/^\d{1,15}$/.test(digits)) return null
  const by = counts.distinctIds + counts.withoutId - Number(digits)
  const words = by === 0 ? 'Equal' : by > 0 ? `${count(by)} more here` : `${count(-by)} fewer here`
  return { equal: by === 0, words: counts.whole ? words : `${words}, but the walk is not whole` }
}
