import { AppError } from '../../../../shared/errors'
import {
  type IssueChange,
  type IssueEvent,
  type IssueEventKind,
  type IssueRecord,
  type Pause,
  type WakeWhen,
  type WokeWhy,
  asksToRelink,
  issueLimits,
  standingRequests
} from '../../../../shared/issues/issue'
import type { IssueCause } from '../../../../shared/issues/diagnosis'
import { tagLimits } from '../../../../shared/issues/tag'
import type { SharedWait } from '../../../../shared/team/kinds'
import type { RelinkProgress } from '../../../../shared/issues/relink/relink'
import type { Category } from '../../../../shared/connectors/category'
import type { Statements } from '../../statements'
import type { Place } from '../../../../shared/workspaces/place'
import type { TeamOutbox } from '../team/outbox'
import { keyOf } from './page-lines'

/** A JSON list in the order given. */
const tagsOf = (column: string): string[] => (column === '[]' ? [] : (JSON.parse(column) as string[]))

function changedTags(column: string, how: 'tagged' | 'untagged', tag: string): string {
  const others = tagsOf(column).filter((one) => one !== tag)
  return JSON.stringify(how === 'tagged' ? [...others, tag] : others)
}

/** What a snooze waits for, and what was known when it began. Times are ms since 1970; null: none. */
export interface Wake {
  when: WakeWhen
  at: number
  /** Start of the last failed sync. */
  failed: number | null
  /** The last time that credentials were rejected. */
  rejected: number | null
  /** When the customer connected the last time. */
  completed: number | null
  /** The newest issue's number. */
  last: number
}

/** Causes of which `asksToRelink` is true. */
const relinking = "('relink', 'incident')"

/** Failures of a connector, unlike other causes. */
const failing = "('failed', 'relink', 'incident')"

export interface OpenEpisode {
  id: number
  connector: number
  key: string
  cause: IssueCause
  openedAt: number
  owner: string
  note: string
  snoozedUntil: number | null
  wake: Wake | null
  tags: string[]
  requestedAt: number | null
  /** null if not shared */
  teamCase: string | null
}

/** Fields that operators change; `requested`: how the request left; `unrequested`: when the one before it left. */
export type IssueField = Exclude<keyof IssueChange, 'appended' | 'wakes'>
export interface ChangedField {
  field: IssueField
  value: string | number | null
}

interface EpisodeRow {
  id: number
  connector: number
  category: Category
  connector_id: string
  cause: IssueCause
  opened_at: number
  closed_at: number | null
  owner: string
  note: string
  snoozed_until: number | null
  wake: string | null
  tags: string
  requested_at: number | null
  team_case: string | null
}

const select = `SELECT episode.id, connector, category, connector_id, cause, opened_at, closed_at, owner, note,
  snoozed_until, wake, tags, requested_at, team_case FROM episode JOIN connector ON connector.id = connector`
/** The same row as JSON. Begins at the open issues: from the connectors it takes ten times as long. */
const openLine = `SELECT json_object('id', episode.id, 'connector', connector, 'category', category,
  'connector_id', connector_id, 'cause', cause, 'opened_at', opened_at, 'closed_at', closed_at, 'owner', owner, 'note', note,
  'snoozed_until', snoozed_until, 'wake', wake, 'tags', tags, 'requested_at', requested_at, 'team_case', team_case) AS line
  FROM episode INDEXED BY episode_open CROSS JOIN connector ON connector.id = connector`

/** SQL: each connector's newest issue that is this team issue. @param teamCase SQL, too */
export const placesOfTeam = (teamCase: string) =>
  `SELECT json_object('id', max(episode.id), 'workspaceId', workspace, 'region', region) AS line FROM episode
    JOIN connector ON connector.id = connector WHERE team_case = ${teamCase} GROUP BY connector ORDER BY max(episode.id)`

/** Issues: an operator's data about a connector while one cause lasts, with history. */
export class Episodes {
  constructor(
    private readonly sql: Statements,
    private readonly outbox: TeamOutbox
  ) {}

  open({ workspaceId, region }: Place): OpenEpisode[] {
    const rows = this.sql.parsed<EpisodeRow>(
      `${openLine} WHERE workspace = ? AND region = ? AND closed_at IS NULL`,
      workspaceId,
      region
    )
    return rows.map(toOpen)
  }

  /** By connector key: when open issues waited for the customer, from the first standing request to the last taken back. */
  waits({ workspaceId, region }: Place): Map<string, Pause[]> {
    const rows = this.sql.all<IssueEvent & Pick<EpisodeRow, 'category' | 'connector_id' | 'cause'>>(
      `SELECT category, connector_id, episode.cause, at, kind, detail, operator FROM json_each(?)
        CROSS JOIN episode AS open ON open.connector = value JOIN episode USING (connector)
        JOIN connector ON connector.id = open.connector JOIN episode_event ON episode_event.episode = episode.id
        WHERE workspace = ? AND region = ? AND open.closed_at IS NULL AND open.cause IN ${relinking}
          AND kind IN ('opened', 'requested', 'unrequested')
        ORDER BY episode_event.id`,
      ...[JSON.stringify(this.asked()), workspaceId, region]
    )
    const events = new Map<string, IssueEvent[]>()
    for (const { category, connector_id, cause, ...event } of rows) {
      const key = keyOf(category, connector_id)
      // A new issue, or another cause: the customer has connected since.
      const begins = event.kind === 'opened' && (event.detail === null || !asksToRelink(cause))
      events.set(key, begins ? [] : [...(events.get(key) ?? []), event])
    }
    return new Map([...events].map(([key, of]) => [key, pausesOf(of)]))
  }

  /** Open issues the team lacks. Starts from the issues: connectors are many more. */
  unshared({ workspaceId, region }: Place): OpenEpisode[] {
    const rows = this.sql.all<EpisodeRow>(
      `${select} WHERE closed_at IS NULL AND team_case IS NULL AND +workspace = ? AND +region = ?`,
      workspaceId,
      region
    )
    return rows.map(toOpen)
  }

  openOf(connector: number): OpenEpisode | null {
    const row = this.sql.get<EpisodeRow>(`${select} WHERE connector = ? AND closed_at IS NULL`, connector)
    return row ? toOpen(row) : null
  }

  /** Each connector's newest issue that is this team issue, one per workspace. */
  ofTeam(teamCase: string): (OpenEpisode & { isOpen: boolean })[] {
    const newest = 'episode.id IN (SELECT max(id) FROM episode WHERE team_case = ? GROUP BY connector)'
    const rows = this.sql.all<EpisodeRow>(`${select} WHERE ${newest}`, teamCase)
    return rows.map((row) => ({ ...toOpen(row), isOpen: row.closed_at === null }))
  }

  /** As `ofTeam`, for a change that needs no more: a week has tens of thousands. */
  placesOfTeam(teamCase: string): (Place & { id: number })[] {
    return this.sql.parsed<Place & { id: number }>(placesOfTeam('?'), teamCase)
  }

  /** Newest first, with history. */
  allOf(connector: number): IssueRecord[] {
    return this.sql.all<EpisodeRow>(`${select} WHERE connector = ? ORDER BY episode.id DESC`, connector).map((row) => ({
      id: row.id,
      key: keyOf(row.category, row.connector_id),
      cause: row.cause,
      openedAt: row.opened_at,
      closedAt: row.closed_at,
      owner: row.owner,
      note: row.note,
      snoozedUntil: row.snoozed_until,
      tags: tagsOf(row.tags),
      events: this.sql.all<IssueEvent>(
        'SELECT at, kind, detail, operator FROM episode_event WHERE episode = ? ORDER BY id',
        row.id
      )
    }))
  }

  /** @param from the replaced issue: owner, note, tags and team issue stay, and the request time unless the customer connected */
  begin(connector: number, cause: IssueCause, at: number, from?: OpenEpisode): void {
    const insert = `INSERT INTO episode (connector, cause, opened_at, owner, note, tags, requested_at, team_case)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
    const tags = JSON.stringify(from?.tags ?? [])
    const connected = from && asksToRelink(from.cause) && !asksToRelink(cause)
    const requestedAt = connected ? null : (from?.requestedAt ?? null)
    const kept = [from?.owner ?? '', from?.note ?? '', tags, requestedAt, from?.teamCase ?? null]
    const { lastInsertRowid } = this.sql.run(insert, connector, cause, at, ...kept)
    this.tell(lastInsertRowid, at, 'opened', from?.cause ?? null)
    if (from?.teamCase && from.snoozedUntil) this.outbox.put(lastInsertRowid, 'outlived', from.snoozedUntil)
  }

  /** The newest issue's number; 0 without any. */
  get last(): number {
    return this.sql.get<{ last: number | null }>('SELECT max(id) AS last FROM episode')?.last ?? 0
  }

  /** Connectors of an integration that began to fail after the issue of this number. */
  countFailing({ workspaceId, region }: Place, integrationSlug: string, after: number): number {
    const row = this.sql.get<{ count: number }>(
      `SELECT count(*) AS count FROM episode JOIN connector ON connector.id = connector
        WHERE episode.id > ? AND closed_at IS NULL AND workspace = ? AND region = ? AND cause IN ${failing}
          AND record ->> '$.integration_slug' = ? AND NOT EXISTS (SELECT 1 FROM episode_event
            WHERE episode = episode.id AND kind = 'opened' AND detail IN ${failing})`,
      ...[after, workspaceId, region, integrationSlug]
    )
    return row?.count ?? 0
  }

  /** Ends a snooze that waits. @param operator of the desk that saw it; null on this desk, which tells the team */
  wake({ id, teamCase, wake }: OpenEpisode, why: WokeWhy, at: number, operator: string | null = null): void {
    this.write(id, { field: 'snoozedUntil', value: null }, at)
    this.tell(id, at, 'woke', why, operator)
    if (teamCase !== null && wake && operator === null) this.outbox.put(id, 'woke', { at: wake.at, why })
  }

  /** Tells the team what an issue's snooze waits for, after its end. */
  tellWait({ id, snoozedUntil, wake }: Pick<OpenEpisode, 'id' | 'snoozedUntil' | 'wake'>): void {
    if (!wake || snoozedUntil === null) return
    const { last: _, ...known } = wake
    this.outbox.put(id, 'waits', { ...known, until: snoozedUntil } satisfies SharedWait)
  }

  /** What a snooze waits for that was written before. */
  waitFor(episode: number, wake: Wake | null): void {
    this.sql.run('UPDATE episode SET wake = ? WHERE id = ?', wake && JSON.stringify(wake), episode)
  }

  /** The same issue under a finer word, without history. */
  refine(episode: number, cause: IssueCause): void {
    this.sql.run('UPDATE episode SET cause = ? WHERE id = ?', cause, episode)
  }

  close(episode: number, at: number, kind: 'recovered' | 'became' | 'gone', detail: string | null = null): void {
    this.sql.run('UPDATE episode SET closed_at = ? WHERE id = ?', at, episode)
    this.tell(episode, at, kind, detail)
    if (kind !== 'became') this.outbox.put(episode, 'closed', kind)
  }

  /**
   * Unchanged fields add no history.
   * @param wake what a new snooze waits for
   * @throws AppError invalid-input if a line has no room in the note
   */
  change(before: OpenEpisode, change: IssueChange, at: number, wake: Wake | null = null): void {
    const { owner, note, appended, snoozedUntil, tagged, untagged, requested, unrequested } = change
    if (owner !== undefined && owner !== before.owner) this.set(before, { field: 'owner', value: owner }, at)
    if (note !== undefined && note !== before.note) this.set(before, { field: 'note', value: note }, at)
    if (appended !== undefined) {
      const value = before.note === '' ? appended : `${before.note}\n${appended}`
      if (value.length > issueLimits.note)
        throw new AppError(
          'invalid-input',
          `The note of ${before.key} is too long for another line. No note was changed.`
        )
      this.set(before, { field: 'note', value }, at)
    }
    if (snoozedUntil !== undefined && (snoozedUntil !== before.snoozedUntil || wake?.when !== before.wake?.when)) {
      const value = snoozedUntil === null ? null : Math.round(snoozedUntil)
      this.set(before, { field: 'snoozedUntil', value }, at, wake?.when)
      this.waitFor(before.id, wake)
      if (before.teamCase !== null) this.tellWait({ id: before.id, snoozedUntil: value, wake })
    }
    if (tagged !== undefined && !before.tags.includes(tagged) && before.tags.length < tagLimits.ofIssue)
      this.set(before, { field: 'tagged', value: tagged }, at)
    if (untagged !== undefined && before.tags.includes(untagged))
      this.set(before, { field: 'untagged', value: untagged }, at)
    if (requested) this.set(before, { field: 'requested', value: requested }, at)
    if (unrequested !== undefined) this.takeBack(before, unrequested, at)
  }

  /**
   * Issues whose customers must connect again, or did so after they were asked, without test connectors. In a possible
   * outage only where somebody was asked. Who connected again may have another issue now.
   * @param since ms since 1970: recovered since then
   */
  relinks({ workspaceId, region }: Place, since: number): RelinkProgress[] {
    const rows = this.sql.all<EpisodeRow & { slug: string | null; end_user: string | null }>(
      `SELECT episode.id, connector, category, connector_id, cause, opened_at, closed_at, record ->> '$.end_user' AS end_user,
          record ->> '$.integration_slug' AS slug FROM episode CROSS JOIN connector ON connector.id = connector
        WHERE workspace = ? AND region = ? AND cause IN ${relinking}
          AND json_type(record, '$.is_test_connector') IS NOT 'true' AND (closed_at IS NULL OR closed_at >= ?
          AND EXISTS (SELECT 1 FROM episode_event WHERE episode = episode.id AND operator IS NULL AND (kind = 'recovered'
            OR kind = 'became' AND cause = 'relink' AND detail <> 'incident')))`,
      ...[workspaceId, region, since]
    )
    const asked = new Set(this.asked())
    return rows.flatMap((row) => {
      const standing = asked.has(row.connector) ? this.requests(row.id, row.connector) : []
      const requests = standing.map(({ at, operator }) => ({ at, operator }))
      if (requests.length === 0 && (row.closed_at !== null || row.cause === 'incident')) return []
      return {
        ...{ key: keyOf(row.category, row.connector_id), endUser: row.end_user ?? '', integrationSlug: row.slug ?? '' },
        ...{ openedAt: row.opened_at, requests, recoveredAt: row.closed_at }
      }
    })
  }

  /** When the latest request of an issue left that was not taken back, ms since 1970; also from before its cause changed. */
  requestedAt({ id, connector }: OpenEpisode): number | null {
    return this.requests(id, connector).reduce<number | null>((latest, { at }) => Math.max(latest ?? at, at), null)
  }

  /** Adds another desk's change. @param holds false adds history only: this desk's later change waits */
  receive(episode: number, change: ChangedField, at: number, operator: string, holds: boolean): void {
    if (holds) this.write(episode, change, at)
    this.tell(episode, at, ...eventOf(change, true), operator)
  }

  /** Another desk's finding. The issue closes here once this desk's refresh finds the same. */
  seenElsewhere(episode: number, kind: 'recovered' | 'gone', at: number, operator: string): void {
    this.tell(episode, at, kind, null, operator)
  }

  /** Closes an issue that ended elsewhere. @returns the successor's id; it takes over only the cause */
  follow({ id, connector, cause, openedAt }: OpenEpisode, teamCase: string, at: number, operator: string): number {
    const when = Math.max(at, openedAt)
    this.sql.run('UPDATE episode SET closed_at = ? WHERE id = ?', when, id)
    const insert = `INSERT INTO episode (connector, cause, opened_at, owner, note, team_case) VALUES (?, ?, ?, '', '', ?)`
    const { lastInsertRowid } = this.sql.run(insert, connector, cause, when, teamCase)
    this.tell(lastInsertRowid, when, 'opened', null, operator)
    return lastInsertRowid
  }

  /** Adds no history. */
  write(episode: number, change: ChangedField, at: number): void {
    const { field, value } = change
    const update = (column: string, now: string | number | null) =>
      this.sql.run(`UPDATE episode SET ${column} = ? WHERE id = ?`, now, episode)
    if (field === 'tagged' || field === 'untagged') {
      const tags = this.sql.get<{ tags: string }>('SELECT tags FROM episode WHERE id = ?', episode)?.tags ?? '[]'
      update('tags', changedTags(tags, field, String(value)))
    } else if (field === 'unrequested') update('requested_at', value)
    else if (field === 'snoozedUntil') {
      // Another's snooze waits for nothing here; one that comes back from the team still does.
      const set = 'snoozed_until = ?1, wake = CASE WHEN snoozed_until IS ?1 THEN wake END'
      this.sql.run(`UPDATE episode SET ${set} WHERE id = ?2`, value, episode)
    } else update(columns[field], field === 'requested' ? at : typeof value === 'string' ? plain(value) : value)
  }

  /** @param wakes what a snooze waits for: the history says so instead of its time */
  private set({ id, teamCase }: OpenEpisode, change: ChangedField, at: number, wakes?: WakeWhen): void {
    this.write(id, change, at)
    const [kind, detail] = eventOf(change, teamCase !== null)
    this.tell(id, at, kind, wakes ?? detail)
    if (teamCase !== null) this.outbox.put(id, change.field, change.value)
  }

  private takeBack(episode: OpenEpisode, request: number, at: number): void {
    const { id, connector, teamCase } = episode
    if (this.requests(id, connector).findLast(({ operator }) => operator === null)?.at !== request) return
    this.tell(id, at, 'unrequested', String(request))
    this.write(id, { field: 'unrequested', value: this.requestedAt(episode) }, at)
    if (teamCase !== null) this.outbox.put(id, 'unrequested', true)
  }

  /** Connectors whose customer was ever asked. Most never were: a question for each takes longer than all else. */
  private asked(): number[] {
    return this.sql.parsed<number>(
      `SELECT DISTINCT connector AS line FROM episode_event JOIN episode ON episode.id = episode WHERE kind = 'requested'`
    )
  }

  private requests(episode: number, connector: number): IssueEvent[] {
    const events = `SELECT episode_event.id, at, kind, detail, operator, episode, cause FROM episode_event
      JOIN episode ON episode.id = episode WHERE connector = ? AND episode <= ?`
    // As in `waits`: a request of before the customer connected says nothing.
    const first = `SELECT max(episode) FROM (${events}) WHERE kind = 'opened' AND (detail IS NULL OR cause NOT IN ${relinking})`
    return standingRequests(
      this.sql.all<IssueEvent>(
        `SELECT at, kind, detail, operator FROM (${events}) WHERE episode >= (${first}) ORDER BY id`,
        ...[connector, episode, connector, episode]
      )
    )
  }

  private tell(
    episode: number,
    at: number,
    kind: IssueEventKind,
    detail: string | null,
    operator: string | null = null
  ): void {
    const insert = 'INSERT INTO episode_event (episode, at, kind, detail, operator) VALUES (?, ?, ?, ?, ?)'
    this.sql.run(insert, episode, at, kind, detail && plain(detail), operator)
  }
}

/** @param events of one issue, in their order */
export function pausesOf(events: readonly IssueEvent[]): Pause[] {
  const pauses: Pause[] = []
  events.forEach(({ at }, index) => {
    const stands = standingRequests(events.slice(0, index + 1)).length > 0
    const last = pauses.at(-1)
    if (stands && last?.to !== null) pauses.push({ from: at, to: null })
    if (!stands && last?.to === null) last.to = at
  })
  return pauses
}

const columns = { owner: 'owner', note: 'note', requested: 'requested_at' } as const

/** @param withNote true keeps the note's text: others may overwrite the note */
function eventOf({ field, value }: ChangedField, withNote: boolean): [IssueEventKind, string | null] {
  const detail = value === null ? null : String(value)
  if (field === 'owner') return ['owner-changed', detail]
  if (field === 'note') return ['noted', withNote ? detail : null]
  if (field === 'unrequested') return ['unrequested', null]
  if (field === 'requested' || field === 'tagged' || field === 'untagged') return [field, detail]
  return value === null ? ['unsnoozed', null] : ['snoozed', detail]
}

/** SQLite cuts a text at a NUL. */
function plain(text: string): string {
  return text.replaceAll('\0', '')
}

function toOpen(row: EpisodeRow): OpenEpisode {
  const { id, connector, cause, owner, note } = row
  const key = keyOf(row.category, row.connector_id)
  const tags = tagsOf(row.tags)
  const wake = row.wake === null ? null : (JSON.parse(row.wake) as Wake)
  const { opened_at: openedAt, snoozed_until: snoozedUntil, requested_at: requestedAt, team_case: teamCase } = row
  return { id, connector, key, cause, owner, note, openedAt, snoozedUntil, wake, tags, requestedAt, teamCase }
}
