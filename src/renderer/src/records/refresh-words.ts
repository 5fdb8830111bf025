import type { LastChanges } from './snapshot-comparison.svelte'
import type { Access } from './app.svelte'
import type { Tally } from './connector-list.svelte'
import type { RefreshRun } from './refresh-run.svelte'
import type { Wait } from '../../../shared/connectors/refresh'
import { duration, secondsLeft, time } from '../kit/format'
import { safeString } from '../kit/safe-text'
import { failedTryWords, quietTitle, quietWords } from '../kit/words/waiting'
import { refreshWords } from './words/refresh'

export interface RefreshWords {
  mark: 'idle' | 'locked' | 'walking' | 'waiting' | 'done' | 'failed' | 'cancelled'
  lead: [before: string, strong: string, after: string]
  facts: string[]
}

const { status, line, head } = refreshWords

/**
 * The desk of the team that refreshed; null for this desk. Anyone who may write to the team's database can write any
 * name.
 */
const deskOf = ({ progress: { team } }: RefreshRun) => (team?.kind === 'taken' ? safeString(team.name, 40) : null)

/**
 * There is no total, so the text never names a share.
 * @param kept rows not read again: they, not the failed refresh, give the age of the list
 */
export function describeRefresh(
  refreshRun: RefreshRun | null,
  access: Access,
  kept: Tally['older'],
  now: number
): RefreshWords {
  if (!refreshRun) {
    if (access === 'ready') return { mark: 'idle', lead: ['', status.notYet, ''], facts: [] }
    if (access === 'no-token') return { mark: 'idle', lead: ['', status.noToken, ''], facts: [status.nothingSent] }
    const what = access === 'keychain-locked' ? status.locked : status.noKeychain
    return { mark: 'locked', lead: ['', what, ''], facts: [status.nothingSent] }
  }
  const { totals, progress } = refreshRun
  const shown = shownWords(kept, totals.items, now)
  const ago = duration(now - (progress.finishedAt ?? now))
  const desk = deskOf(refreshRun)
  switch (refreshRun.state) {
    case 'walking':
      if (refreshRun.failure?.all && !refreshRun.cancelling) return failing(refreshRun, now)
      return refreshRun.wait ? waiting(refreshRun, now) : walking(refreshRun, now)
    case 'done': {
      const facts = [status.pages(totals.pages), status.items(totals.items)]
      return { mark: 'done', lead: [desk === null ? status.done : status.doneBy(desk), ago, status.ago], facts }
    }
    case 'cancelled':
      return { mark: 'cancelled', lead: [status.cancelled, ago, status.ago], facts: shown }
    case 'failed': {
      const failed = progress.categories.filter(({ state }) => state === 'failed').map(({ category }) => category)
      const what = failed.length > 0 && failed.length < 3 ? status.incomplete(failed) : status.failed
      const by = desk === null ? [] : [status.refreshedBy(desk)]
      return { mark: 'failed', lead: ['', what, status.since(ago)], facts: [...by, ...shown] }
    }
  }
}

/** After an incomplete refresh: older rows, or the rows it read. An empty count shows no text. */
function shownWords(kept: Tally['older'], items: number, now: number): string[] {
  if (kept.length > 0) return [status.dataFrom(time(oldest(kept), now))]
  return loaded(items)
}

const oldest = (kept: Tally['older']) => Math.min(...kept.map(({ since }) => since))
const loaded = (items: number) => (items > 0 ? [status.loaded(items)] : [])

function walking(refreshRun: RefreshRun, now: number): RefreshWords {
  const { totals, open, rate, cancelling, quiet, progress } = refreshRun
  const { team } = progress
  if (team?.kind === 'waits' && !cancelling) {
    const lead: RefreshWords['lead'] = ['', status.otherRefreshes(safeString(team.name, 40)), '']
    return { mark: 'waiting', lead, facts: [status.pages(team.pages)] }
  }
  if (quiet && !cancelling) {
    const facts = [status.categoryPage(quiet.category, quiet.page), ...loaded(totals.items)]
    return { mark: 'waiting', lead: ['', quietTitle(quiet, now), ''], facts }
  }
  const names = open.map(({ category }) => category).join(', ')
  const doing = cancelling ? status.cancelling : names ? status.refreshing(names) : status.finishing
  const lead: RefreshWords['lead'] = ['', doing, '']
  const [only] = open
  const held = open.flatMap(({ category, wait, quiet }) => {
    if (wait) return status.categoryWaits(category, secondsLeft(wait.until, now))
    return quiet ? status.categoryQuiet(category, quietWords(quiet, now)) : []
  })
  if (totals.pages === 0 && totals.waits === 0) return { mark: 'walking', lead, facts: [status.firstPages, ...held] }
  return {
    mark: 'walking',
    lead,
    facts: [
      only && open.length === 1 ? status.page(only.pages + 1) : status.pages(totals.pages),
      status.items(totals.items),
      ...(rate === null ? [] : [status.rate(rate)]),
      ...(held.length > 0 || totals.waits === 0 ? held : [status.waits(totals.waits)])
    ]
  }
}

/** No category and page: the failure is the service's, not theirs. */
function failing({ failure, totals }: RefreshRun, now: number): RefreshWords {
  if (!failure) throw new Error('nothing failed')
  const next = failure.until === null ? status.tryingAgain : status.retries(secondsLeft(failure.until, now))
  return { mark: 'waiting', lead: ['', failedTryWords(failure).title, ''], facts: [next, ...loaded(totals.items)] }
}

function waiting({ wait, totals }: RefreshRun, now: number): RefreshWords {
  if (!wait) throw new Error('the walk does not wait')
  const left = secondsLeft(wait.until, now)
  return {
    mark: 'waiting',
    lead: ['', ...waitWords(wait.reason, left)],
    facts: [status.categoryPage(wait.category, wait.page), ...loaded(totals.items)]
  }
}

/** "Waiting 12 s" with its reason, or "Retrying in 3 s". */
export const waitWords = (reason: Wait['reason'], left: string): [what: string, why: string] =>
  reason === 'rate-limit' ? [refreshWords.waiting(left), refreshWords.limit] : [refreshWords.retrying(left), '']

/** "312 ATS (09:26)": rows of each category that are not refreshed, and their time. */
const keptWords = (kept: Tally['older'], now: number) =>
  kept.map(({ category, count: rows, since }) => line.kept(category, rows, time(since, now)))

export function statusWords(refreshRun: RefreshRun | null, total: number, kept: Tally['older'], now: number): string[] {
  const old = kept.length > 0 ? [line.notRefreshed(keptWords(kept, now))] : []
  if (!refreshRun) return old
  const { progress, state } = refreshRun
  if (state === 'walking') {
    const done = progress.categories.filter((part) => part.state === 'done').map(({ category }) => category)
    return [...(done.length > 0 ? [line.done(done)] : []), ...old]
  }
  const ago = duration(now - (progress.finishedAt ?? now))
  if (state !== 'done') return [line.ended(state, ago), ...old]
  const desk = deskOf(refreshRun)
  return [desk === null ? line.refreshed(total, ago) : line.refreshedBy(desk, total, ago), ...old]
}

/** "Since 09:12: 3 newly broken, 4 recovered, 1 gone" */
export function changeWords(changes: LastChanges | null, now: number): string {
  if (!changes) return ''
  const { since, counts } = changes
  const said = (['broken', 'recovered', 'new', 'gone'] as const).flatMap((kind) =>
    counts[kind] > 0 ? line.changes[kind](counts[kind]) : []
  )
  return line.since(time(since, now), said.join(', ') || line.unchanged)
}

export function headWords(refreshRun: RefreshRun | null, tally: Tally, now: number): string {
  const { total, older: kept, undiagnosed } = tally
  if (total === 0) return ''
  const relink = undiagnosed > 0 ? [] : [head.relink(tally.facets.get('relink') ?? 0)]
  return [head.total(total), ...relink, ...ageWords(refreshRun, kept, now)].join(', ')
}

function ageWords(refreshRun: RefreshRun | null, kept: Tally['older'], now: number): string[] {
  const old = kept.length > 0 ? [head.updated(time(oldest(kept), now))] : []
  if (!refreshRun) return old
  if (refreshRun.state === 'walking') return [head.refreshing]
  const ago = duration(now - (refreshRun.progress.finishedAt ?? now))
  if (refreshRun.state !== 'done') return [...old, head.ended(refreshRun.state, ago)]
  const desk = deskOf(refreshRun)
  if (old.length > 0) return old
  return [desk === null ? head.justUpdated(ago) : head.updatedBy(desk, ago)]
}
