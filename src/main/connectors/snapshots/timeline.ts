import type { IssueEventKind, IssueRecord, WakeWhen } from '../../../shared/issues/issue'
import { readConnector, type Connector } from '../../../shared/connectors/connector'
import type { TimelineEvent } from '../../../shared/connectors/timeline'
import { diagnosisNames } from '../../../shared/issues/diagnosis'
import { shorten } from '../../base/plain-text'
import { seenRuns, type SeenState } from './runs'

const mostEvents = 500

/**
 * Newest first. Pure.
 * @param states oldest first
 * @param lastLook its last refresh, ms since 1970
 * @param good the start of the last good sync
 */
export function timelineOf(
  states: readonly SeenState[],
  issues: readonly IssueRecord[],
  lastLook: number | null,
  good: number | null
): TimelineEvent[] {
  const events = [...fieldEvents(states), ...runEvents(states, good), ...refreshEvents(states), ...issueEvents(issues)]
  const newest = states.at(-1)?.record
  if (lastLook !== null && newest) {
    const { status, syncStatus } = readConnector(newest)
    const words =
      status === 'COMPLETE' ? `Last sync: ${syncStatus ?? 'none yet'}` : `Still ${status ?? 'without a status'}`
    events.push(event(lastLook, 'walk', words, 'walk'))
  }
  // At one moment, findings come before their refresh.
  return events.sort((a, b) => b.at - a.at || order(a) - order(b)).slice(0, mostEvents)
}

function event(
  at: number,
  kind: TimelineEvent['kind'],
  words: string,
  source: TimelineEvent['source'],
  good = false
): TimelineEvent {
  return { at, kind, words, source, good }
}

const order = ({ source }: TimelineEvent) => ['operator', 'walk', 'field'].indexOf(source)

/** A relink renews `completed_at`; the record keeps when its credentials stopped working before. */
function fieldEvents(states: readonly SeenState[]): TimelineEvent[] {
  const found = new Map<string, TimelineEvent>()
  let linkedAt: number | null = null
  const put = (at: number | null, kind: TimelineEvent['kind'], words: string) => {
    if (at !== null) found.set(`${kind} ${at}`, event(at, kind, words, 'field'))
  }
  for (const { record } of states) {
    if (!record) continue
    const connector = readConnector(record)
    put(connector.createdAt, 'created', 'Created: the customer started to link')
    const { completedAt, relinkNeededAt } = connector
    if (completedAt !== null && completedAt !== linkedAt) {
      const again = linkedAt !== null || (relinkNeededAt !== null && relinkNeededAt < completedAt)
      if (again) put(completedAt, 'relinked', 'Relinked')
      else put(completedAt, 'linked', 'Linked')
      linkedAt = completedAt
    }
    put(relinkNeededAt, 'credentials-bad', 'Relink needed')
  }
  return [...found.values()]
}

const runWords = {
  done: ['run-done', 'Sync Done'],
  failed: ['run-failed', 'Sync started, ended Failed'],
  running: ['run-began', 'Sync started, still running when seen'],
  unknown: ['run-began', 'Sync started, its end was not seen']
} as const

function runEvents(states: readonly SeenState[], good: number | null): TimelineEvent[] {
  return seenRuns(states).flatMap(({ at, outcome }) => {
    if (outcome === 'missing' || outcome === 'unseen') return []
    const [kind, words] = runWords[outcome]
    const rests = outcome === 'done' && at === good
    return [event(at, kind, rests ? `${words}: last good sync` : words, 'field', rests)]
  })
}

/** A change at the time of the refresh, if no field has a better time. */
function refreshEvents(states: readonly SeenState[]): TimelineEvent[] {
  const events: TimelineEvent[] = []
  for (const [index, { at, record }] of states.entries()) {
    const before = states[index - 1]
    if (!record) events.push(event(at, 'gone', 'Not listed any more', 'walk'))
    else if (!before) events.push(event(at, 'first-seen', 'First seen', 'walk'))
    else if (!before.record) events.push(event(at, 'back', 'Listed again', 'walk'))
    else events.push(...differences(readConnector(before.record), readConnector(record), at))
  }
  return events
}

function differences(before: Connector, after: Connector, at: number): TimelineEvent[] {
  const events: TimelineEvent[] = []
  if (before.status !== after.status) {
    const relinked = before.status === 'RELINK_NEEDED' && after.status === 'COMPLETE'
    const words = `Status changed from ${before.status ?? 'null'} to ${after.status ?? 'null'}`
    if (!relinked) events.push(event(at, 'changed', words, 'walk'))
    else if (before.completedAt === after.completedAt) events.push(event(at, 'relinked', 'Relinked', 'walk'))
  }
  if (before.isActive !== after.isActive && after.isActive !== null) {
    const [kind, words] = after.isActive ? (['switched-on', 'on'] as const) : (['switched-off', 'off'] as const)
    events.push(event(at, kind, `Switched ${words}`, 'walk'))
  }
  for (const [name, field] of identity) {
    if (before[name] === after[name]) continue
    events.push(event(at, 'changed', `${field} changed, it was ${quoted(before[name])}`, 'walk'))
  }
  return events
}

/** The fields that identify a connector: a search by an earlier name must find it. */
const identity = [
  ['endUser', 'end_user'],
  ['originId', 'origin_id'],
  ['integrationSlug', 'integration_slug']
] as const

const quoted = (value: string | null) => (value ? `“${shorten(value, 60)}”` : 'empty')

const ways: Record<string, string> = { copied: 'copied', email: 'by email', file: 'saved to a file' }

/** After "Snoozed". A time is not among them. */
const waits: Record<WakeWhen, string> = {
  fails: 'it fails again',
  'ten-more': 'ten more connectors of the integration fail',
  provider: 'the provider’s incident is resolved',
  connects: 'the customer connects'
}

const wakings: Record<WakeWhen | 'longest', string> = {
  fails: 'failed again',
  'ten-more': 'ten more connectors of the integration failed',
  provider: 'the provider’s page shows no open incident any more',
  connects: 'the customer connected',
  longest: 'what it waited for did not come within 30 days'
}

const said = <W extends string>(words: Record<W, string>, detail: string | null, before: string): string =>
  detail !== null && Object.hasOwn(words, detail) ? before + words[detail as W] : ''

const issueWords = {
  opened: 'Issue opened',
  'owner-changed': 'Owner',
  noted: 'Note changed',
  snoozed: 'Snoozed',
  unsnoozed: 'Snooze ended',
  woke: 'Woke',
  tagged: 'Tag added',
  untagged: 'Tag removed',
  requested: 'Relink requested',
  unrequested: 'Relink request taken back',
  recovered: 'Issue closed: recovered',
  became: 'Issue closed: became another issue',
  gone: 'Issue closed: the connector is gone'
}

/** The issue is still open on this desk. */
const seenElsewhere: Partial<Record<IssueEventKind, string>> = {
  recovered: 'Seen as recovered by another desk',
  gone: 'Seen as gone by another desk'
}

/** These follow from a refresh, so they have no operator. */
const byItself: ReadonlySet<IssueEventKind> = new Set(['opened', 'woke', 'recovered', 'became', 'gone'])

function issueEvents(issues: readonly IssueRecord[]): TimelineEvent[] {
  return issues.flatMap(({ cause, events }) =>
    // Team events may share a millisecond: the last comes first there, too.
    events.toReversed().map(({ at, kind, detail, operator }) => {
      const opened = kind === 'opened' ? `: ${diagnosisNames[cause]}` : ''
      const owner = kind === 'owner-changed' ? `: ${detail || 'unassigned'}` : ''
      const tag = (kind === 'tagged' || kind === 'untagged') && detail ? `: ${quoted(detail)}` : ''
      const note = kind === 'noted' && detail ? `: ${quoted(detail)}` : ''
      const until = kind === 'snoozed' ? said(waits, detail, ' until ') : ''
      const why = kind === 'woke' ? said(wakings, detail, ': ') : ''
      const way = kind === 'requested' && detail && Object.hasOwn(ways, detail) ? `: ${ways[detail]}` : ''
      const what = operator === null ? issueWords[kind] : (seenElsewhere[kind] ?? issueWords[kind])
      const by = operator === null ? '' : ` (${shorten(operator, 60)})`
      const source = byItself.has(kind) ? 'walk' : 'operator'
      return event(at, 'case', `${what}${opened}${owner}${tag}${note}${until}${why}${way}${by}`, source)
    })
  )
}
