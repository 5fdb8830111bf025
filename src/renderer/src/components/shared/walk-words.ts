import type { Access } from '../../state/shared/app.svelte'
import type { Kept, Tally } from '../../state/shared/tally'
import type { Walk } from '../../state/shared/walk.svelte'
import { count, counted, duration, listed, secondsLeft, time } from '../../lib/format'
import { quietTitle, quietWords } from '../../lib/words/quiet-words'

export interface WalkWords {
  mark: 'idle' | 'locked' | 'walking' | 'waiting' | 'done' | 'failed' | 'cancelled'
  /** The sentence in three parts; the middle one is set stronger. */
  lead: [before: string, strong: string, after: string]
  facts: string[]
}

const reasons = { 'rate-limit': 'rate limit', retry: 'retry' } as const

/**
 * What the top bar says about the walk. There is no total, so nothing here is a share of one.
 * @param kept the rows it has not read again: the age of what is shown is theirs, not that of a walk that failed
 */
export function walkWords(walk: Walk | null, access: Access, kept: readonly Kept[], now: number): WalkWords {
  if (!walk) {
    if (access === 'ready') return { mark: 'idle', lead: ['', 'Not walked yet', ''], facts: [] }
    if (access === 'no-token') return { mark: 'idle', lead: ['', 'No token', ''], facts: ['no calls are sent'] }
    const what = access === 'keychain-locked' ? 'Keychain locked' : 'No keychain'
    return { mark: 'locked', lead: ['', what, ''], facts: ['no calls are sent'] }
  }
  const { totals, progress } = walk
  const items = counted(totals.items, 'item')
  const shown = shownWords(kept, totals.items, now)
  const ago = duration(now - (progress.finishedAt ?? now))
  switch (walk.state) {
    case 'walking':
      return walk.wait ? waiting(walk, now) : walking(walk, now)
    case 'done':
      return { mark: 'done', lead: ['Walk done', ago, 'ago'], facts: [counted(totals.pages, 'page'), items] }
    case 'cancelled':
      return { mark: 'cancelled', lead: ['Walk cancelled', ago, 'ago'], facts: shown }
    case 'failed': {
      const failed = progress.categories.filter(({ state }) => state === 'failed').map(({ category }) => category)
      const what = failed.length > 0 && failed.length < 3 ? `${listed(failed)} incomplete` : 'Refresh failed'
      return { mark: 'failed', lead: ['', what, `${ago} ago`], facts: shown }
    }
  }
}

/** What is shown after a walk that did not reach its end: rows from before, or what it read. Nothing is said of nothing. */
function shownWords(kept: readonly Kept[], items: number, now: number): string[] {
  if (kept.length > 0) return [`showing data from ${time(oldest(kept), now)}`]
  return items > 0 ? [`${counted(items, 'item')} kept`] : []
}

const oldest = (kept: readonly Kept[]) => Math.min(...kept.map(({ since }) => since))

function walking(walk: Walk, now: number): WalkWords {
  const { totals, open, rate, cancelling, quiet } = walk
  if (quiet && !cancelling) {
    const kept = totals.items > 0 ? [`${counted(totals.items, 'item')} kept`] : []
    return {
      mark: 'waiting',
      lead: ['', quietTitle(quiet, now), ''],
      facts: [`${quiet.category} page ${count(quiet.page)}`, ...kept]
    }
  }
  const names = open.map(({ category }) => category).join(', ')
  const doing = cancelling ? 'Cancelling the walk' : names ? `Walking ${names}` : 'Ending the walk'
  const lead: WalkWords['lead'] = ['', doing, '']
  if (totals.pages === 0 && totals.waits === 0) return { mark: 'walking', lead, facts: ['asking for the first pages'] }
  const [only] = open
  const held = open.flatMap(({ category, wait, quiet }) => {
    if (wait) return `${category} waits ${secondsLeft(wait.until, now)}`
    return quiet ? `${category}: ${quietWords(quiet, now)}` : []
  })
  return {
    mark: 'walking',
    lead,
    facts: [
      only && open.length === 1 ? `page ${count(only.pages + 1)}` : counted(totals.pages, 'page'),
      counted(totals.items, 'item'),
      ...(rate === null ? [] : [`${count(rate)}/s`]),
      ...(held.length > 0 ? held : [totals.waits === 0 ? 'no waits' : counted(totals.waits, 'wait')])
    ]
  }
}

function waiting({ wait, totals }: Walk, now: number): WalkWords {
  if (!wait) throw new Error('the walk does not wait')
  return {
    mark: 'waiting',
    lead: ['', `Waiting ${secondsLeft(wait.until, now)}`, `, ${reasons[wait.reason]}`],
    facts: [`${wait.category} page ${count(wait.page)}`, `${counted(totals.items, 'item')} kept`]
  }
}

/** "the 312 ATS rows are still from 09:26" */
export function keptWords(kept: readonly Kept[], now: number): string {
  return listed(
    kept.map(({ category, count: rows, since }) => `${counted(rows, `${category} row`)} from ${time(since, now)}`)
  )
}

/** What the status line says: the same, for an operator who comes back to the screen. */
export function statusWords(walk: Walk | null, total: number, kept: readonly Kept[], now: number): string[] {
  if (!walk) return kept.length > 0 ? [`Kept from before, not read again yet: ${keptWords(kept, now)}`] : []
  const { progress, state } = walk
  const old = kept.length > 0 ? keptWords(kept, now) : ''
  if (state === 'walking') {
    const done = progress.categories.filter((part) => part.state === 'done').map(({ category }) => category)
    const said = done.length > 0 ? `${listed(done)} ${done.length === 1 ? 'is' : 'are'} done` : ''
    const still = old ? `not read again yet: ${old}` : ''
    return [[said, still].filter(Boolean).join(', ')].filter(Boolean)
  }
  const read = progress.categories.filter((part) => part.state === 'done').length
  const ago = `${duration(now - (progress.finishedAt ?? now))} ago`
  const ended =
    state === 'done'
      ? `Last walk: ${counted(read, 'category', 'categories')}, ${counted(total, 'connector')}, ${ago}`
      : `Last refresh ${state} ${ago}`
  return old ? [ended, `Not refreshed: ${old}`] : [ended]
}

/** What the head of the list says: how many, how many need a person, how old what is shown is. */
export function headWords(walk: Walk | null, tally: Tally, now: number): string {
  const { total, kept } = tally
  if (total === 0) return ''
  const relink = tally.facets.get('relink') ?? 0
  const need = `${count(relink)} ${relink === 1 ? 'needs' : 'need'} a relink`
  return [counted(total, 'connector'), need, ...ageWords(walk, kept, now)].join(', ')
}

function ageWords(walk: Walk | null, kept: readonly Kept[], now: number): string[] {
  const old = kept.length > 0 ? [`last updated ${time(oldest(kept), now)}`] : []
  if (!walk) return old
  if (walk.state === 'walking') return ['being read now']
  const ago = duration(now - (walk.progress.finishedAt ?? now))
  if (walk.state !== 'done') return [...old, `refresh ${walk.state} ${ago} ago`]
  return old.length > 0 ? old : [`${ago} old`]
}
