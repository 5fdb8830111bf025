import { accessBy, accessWords } from '../../../shared/issues/access'
import { fillWords, diagnosisNames } from '../../../shared/issues/diagnosis'
import type { Due } from '../../../shared/issues/due'
import type { Ticket } from '../../../shared/tickets/ticket'
import type { StatusIncident, StatusPage } from '../../../shared/lookups/status-page'
import type { UnknownChange } from '../../activity/room'
import type { EvidenceIssue, EvidenceContent, RequestMade } from './content'

export interface Table {
  title: string
  head: string[]
  rows: string[][]
}

/** The common content of both readable files. Times are UTC. */
export interface IssueText {
  title: string
  facts: [string, string][]
  words: string
  notes: string[]
  tables: Table[]
}

function ticketWords({ number, url, state, status, at, by }: Ticket): string {
  const words = { leaving: 'being opened', unknown: 'not known whether it was created', refused: 'refused' }
  const name = [number, url].filter(Boolean).join(', ')
  const said = state === 'open' || state === 'closed' ? `${state}${status && ` (${status})`}` : words[state]
  return `${name && `${name}, `}${said}, since ${utc(at)}${by ? ` by ${by}` : ''}`
}

export function utc(ms: number | null): string {
  if (ms === null) return 'not known'
  const time = new Date(ms)
  // A record may hold any number, also one beyond the range of dates.
  return Number.isNaN(time.getTime()) ? 'not known' : `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

export function issueText(one: EvidenceIssue, { workspace }: EvidenceContent): IssueText {
  const { health, record, runbook } = one
  const { diagnosis } = health
  const { lastGoodSync } = diagnosis
  return {
    title: `${show(record['end_user'])}: ${diagnosisNames[diagnosis.kind]}`,
    facts: [
      ['Workspace', `${workspace.name}, region ${workspace.region}`],
      ['Integration', show(record['integration_slug'])],
      ['Category', diagnosis.category],
      ['Connector ID', show(record['id'])],
      ['Origin ID', show(record['origin_id'])],
      ['Since', utc(diagnosis.since)],
      [
        'Last good sync',
        lastGoodSync.kind === 'never' ? `never: ${lastGoodSync.why}` : `${utc(lastGoodSync.time)}: ${lastGoodSync.why}`
      ],
      ...(one.due ? [['Due', dueWords(one.due)] satisfies [string, string]] : []),
      ['Who acts', `${diagnosis.action.who}: ${diagnosis.action.what}`],
      ...(runbook
        ? [['Runbook', `${runbook.title}, changed ${runbook.changedAt} by ${runbook.changedBy}`] as [string, string]]
        : []),
      ...(one.ticket ? [['Ticket', ticketWords(one.ticket)] satisfies [string, string]] : []),
      ['Last refreshed', utc(health.lastSeenAt)],
      ...(one.statusPage ? [statusFact(one.statusPage)] : [])
    ],
    words: fillWords(diagnosis.words, { since: diagnosis.since, good: lastGoodSync.time }, utc),
    notes: diagnosis.notes,
    tables: [
      {
        title: 'Diagnosis: based on',
        head: ['Field', 'Value', 'Meaning'],
        rows: diagnosis.evidence.map(({ field, value, reading }) => [field, show(value), reading])
      },
      {
        title: 'What the customer was told of outages',
        head: ['When', 'Outage of', 'Letter', 'By', 'Outcome'],
        rows: (one.told ?? []).map(({ at, integration, kind, by, state }) => [
          ...[utc(at), integration, kind === 'clear' ? 'all clear' : kind === 'first' ? 'first letter' : kind],
          ...[by ?? 'this desk', state ?? 'not known yet']
        ])
      },
      {
        title: 'Answers of the provider',
        head: ['Time', 'What it said', 'Status', 'Asked by'],
        rows: health.access.map(({ at, said, status, by, who }) => [
          ...[utc(at), `It ${accessWords[said]}`, show(status), [accessBy[by], who].filter(Boolean).join(', ')]
        ])
      },
      {
        title: 'Record',
        head: ['Field', 'Value'],
        rows: Object.entries(record).map(([field, value]) => [field, show(value)])
      },
      {
        title: 'Timeline',
        head: ['When', 'What', 'Source'],
        rows: health.timeline.map(({ at, words, source }) => [utc(at), words, source === 'walk' ? 'refresh' : source])
      },
      {
        title: 'What the provider’s status page says, in its words',
        head: ['Incident', 'Impact', 'State', 'Since', 'Last update', 'Resolved', 'Update'],
        rows: one.statusPage?.read?.incidents.map(incidentRow) ?? []
      },
      {
        title: 'Mapping drift',
        head: ['Field', 'Mapping of', 'Found first', 'Difference', 'Compared'],
        rows: (one.drifts ?? []).map(({ field, of, since, difference, kept, look }) => [
          ...[field, of, utc(since), difference, `${utc(kept.at)} with ${utc(look.at)}`]
        ])
      },
      {
        title: 'Changes without a known outcome',
        head: ['Sent', 'Change', 'Sent by', 'Outcome', 'Recorded', 'Recorded by', 'Note'],
        rows: one.unknownChanges.flatMap(unknownRows)
      },
      requestTable('Requests about this connector', one.requests)
    ].filter(({ rows }) => rows.length > 0)
  }
}

/** Silence is no proof: the page may know later than the connectors, or never. */
function statusFact({ address, read }: StatusPage): [string, string] {
  if (!read) return ['Provider’s status page', `${address}, not read yet`]
  const { incidents, more, problem, readAt } = read
  const failed = problem === null ? '' : `, could not be read at ${utc(read.askedAt)}: ${problem}`
  const seen = incidents.length + more
  const said =
    seen === 0 ? 'shows no incident, which proves nothing' : `shows ${seen} ${seen === 1 ? 'incident' : 'incidents'}`
  return [
    'Provider’s status page',
    `${address} ${readAt === null ? 'was never read' : `${said}; read ${utc(readAt)}`}${failed}`
  ]
}

function incidentRow(one: StatusIncident): string[] {
  const { title, impact, stage, since, updatedAt, resolvedAt, words } = one
  return [title, impact || 'not said', stage || 'not said', utc(since), utc(updatedAt), utc(resolvedAt), words]
}

function dueWords({ at, left, over, target, waitsSince }: Due): string {
  const minutes = Math.floor(Math.abs(left) / 60_000)
  const when = at === null ? `waits for the customer since ${utc(waitsSince)}` : utc(at)
  const much = `${Math.floor(minutes / 60)} h ${minutes % 60} min of working time ${over ? 'over' : 'left'}`
  return `${when}: ${much}, target ${target / 60} h`
}

export function lastTables(content: EvidenceContent): Table[] {
  const requests = requestTable('Requests for the lists of connectors', content.requests)
  return [...(requests.rows.length > 0 ? [requests] : []), maskedTable(content)]
}

function requestTable(title: string, requests: readonly RequestMade[]): Table {
  const head = ['When', 'Request', 'Response', 'Tries', 'Time', 'Headers sent', 'Headers received']
  return { title, head, rows: requests.map(requestRow) }
}

function requestRow(request: RequestMade): string[] {
  const { at, method, path, query, forwarded, status, error, tries, limited, durationMs, waitedMs, headers } = request
  return [
    at,
    `${method} ${path}${query && ` (parameters ${query})`}${forwarded && `, to forward ${forwarded}`}`,
    status === null ? `none: ${error ?? 'not known'}` : String(status),
    `${tries}${limited > 0 ? `, ${limited} rate limited (429)` : ''}`,
    `${durationMs} ms${waitedMs > 0 ? `, ${waitedMs} ms of it waiting` : ''}`,
    headerLines(headers.sent),
    headers.received === null ? 'none' : headerLines(headers.received)
  ]
}

const ends = { done: 'was done', 'not-done': 'was not done', unknown: 'still unknown' }

/** A row for each record of what was found out: a later one corrects the earlier. */
function unknownRows({ at, method, path, forwarded, subject, operator, found }: UnknownChange): string[][] {
  const change = [subject, forwarded || `${method} ${path}`].filter(Boolean).join(': ')
  const sent = [utc(at), change, operator || 'not recorded']
  if (found.length === 0) return [[...sent, 'unknown, not looked up yet', '', '', '']]
  return found.map(({ outcome, foundAt, operator: by, note }) => [
    ...[...sent, ends[outcome], utc(foundAt), by || 'not recorded'],
    note ?? 'cannot be read: its key is locked or lost'
  ])
}

const headerLines = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join(' | ')

function maskedTable({ masked, leftOut }: EvidenceContent): Table {
  const places = new Map<string, { field: string; why: string; count: number }>()
  for (const { path, why } of masked) {
    const field = path.replaceAll(/\[\d+\]/g, '[]')
    const name = `${field} ${why}`
    const place = places.get(name)
    if (place) place.count++
    else places.set(name, { field, why, count: 1 })
  }
  const rows = [...places.values()].map(({ field, why, count }) => [
    field,
    `masked, in ${count === 1 ? '1 place' : `${count} places`}: ${why}`
  ])
  return {
    title: 'Masked or left out',
    head: ['Where', 'Why'],
    rows: [...rows, ...leftOut.map(({ path, why }) => [path, `left out: ${why}`])]
  }
}

function show(value: unknown): string {
  if (value === undefined) return 'absent'
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
