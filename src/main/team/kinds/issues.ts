import { randomUUID } from 'node:crypto'
import type { IssueCause } from '../../../shared/issues/diagnosis'
import { issueLimits } from '../../../shared/issues/issue'
import type { SharedWait } from '../../../shared/team/kinds'
import { tagLimits } from '../../../shared/issues/tag'
import type { Place } from '../../../shared/workspaces/place'
import type { Tables } from '../../store/kept-store'
import type { Statements } from '../../store/statements'
import {
  placesOfTeam,
  type ChangedField,
  type IssueField,
  type OpenEpisode
} from '../../store/tables/connectors/episodes'
import { columnsOf } from '../../store/tables/connectors/page-lines'
import { isMade, type TeamOutbox } from '../../store/tables/team/outbox'
import type { TeamNames } from '../../store/tables/team/team-names'
import type { SignedChange } from '../change'
import type { Feed, SharedKind, TeamIssue } from '../feed'

type IssueChange = SignedChange<'case'>
type Of<F extends IssueChange['field']> = Extract<IssueChange, { field: F }>

/**
 * All desks read the same changes in the same order, and reach the same values: the later of two writes by the
 * server's clock wins.
 */
export const issueKind: SharedKind<'case'> = {
  name: `(SELECT record ->> '$.end_user' FROM episode JOIN connector ON connector.id = connector
    WHERE team_case = subject LIMIT 1)`,

  apply(feed, change) {
    const { tables, owners } = feed
    const { seq, subject, signed, service } = change
    if (change.field === 'owner')
      owners.push({ seq, subject, owner: change.value, by: signed, byMe: feed.isByMe(change) })
    if (change.field === 'opened') return open(feed, change)
    const about = issueOf(feed, change)
    if (!about) return
    if (change.field === 'closed') return close(feed, about, change)
    const next = about.closed ? openIssue(tables, service, about.connector) : null
    if (change.field === 'waits' || change.field === 'woke' || change.field === 'outlived') {
      if (next !== null || !about.closed) snooze(feed, next ?? about.id, change)
      return
    }
    const places = next === null ? about.places : tables.episodes.placesOfTeam(next)
    set(feed, { id: next ?? about.id, places }, change, about.closed && next === null ? writerOf(change) : null)
  },

  /** Shares the open issues of these places. The team's values win; this desk supplies missing ones. */
  takeUp({ tables, names, news, places, writes }) {
    const { sql, episodes } = tables
    for (const { workspaceId, region, service } of places) {
      for (const episode of episodes.unshared({ workspaceId, region })) {
        const there = stillOpen(tables, service, episode.key)
        if (there === null && !writes) continue
        const teamCase = there ?? randomUUID()
        sql.run('UPDATE episode SET team_case = ? WHERE id = ?', teamCase, episode.id)
        if (there !== null) {
          applyFields(tables, names, there, episode)
          news.once('team:issuesChanged', { workspaceId, region })
        }
        if (writes) tell(tables, episode, there)
      }
    }
  },

  leave: ({ sql }) => void sql.run('UPDATE episode SET team_case = NULL WHERE team_case IS NOT NULL')
}

/** Answers of providers are facts of a diagnosis, and the same on each desk that has the connector. */
export const accessKind: SharedKind<'access'> = {
  name: `(value ->> '$.connector')`,

  apply(feed, { isOwn, at, signed, service, subject, value: { connector, ...fact } }) {
    if (isOwn) return
    const { connectors } = feed.tables
    for (const place of feed.placesAt(service)) {
      const found = connectors.find(place, connector)
      if (!found) continue
      // A clock may be ahead.
      const asked = isMade(subject) ? { asked: subject } : {}
      connectors.noteAccess(found.id, { ...fact, ...asked, at: Math.min(fact.at, at), who: signed })
      feed.learned.push({ place, key: connector })
      feed.news.once('issues:diagnosed', place)
    }
  }
}

const writerOf = ({ desk, account }: IssueChange) => `${desk} ${account}`

function open(feed: Feed, change: Of<'opened'>): void {
  const { tables } = feed
  const { subject: id, service, at } = change
  const { connector, cause } = change.value
  forget(feed, connector)
  const first = openIssue(tables, service, connector)
  const insert = `INSERT INTO team_case (id, service, connector, joined, closed, cause, opened_at)
    VALUES (?, ?, ?, ?, 0, ?, ?) ON CONFLICT DO NOTHING`
  if (tables.sql.run(insert, id, service, connector, first, cause, at).changes === 0) return
  if (first === null) succeed(feed, change)
  else join(feed, id, first)
}

/** The first of two open issues of a connector stays. */
function join(feed: Feed, id: string, first: string): void {
  const { sql, outbox, episodes } = feed.tables
  const joining = episodes.ofTeam(id)
  sql.run('UPDATE episode SET team_case = ? WHERE team_case = ?', first, id)
  outbox.rename(id, first)
  for (const episode of joining) applyFields(feed.tables, feed.names, first, episode)
  touch(feed, joining)
}

/**
 * A new issue follows the closed ones of its connector. A desk that still has one open missed the recovery and the
 * next failure, and moves on. A desk that has not heard of an issue's end may still write to it; such a change goes to
 * the customer's next issue. All desks take this from the feed. Each closed issue is examined once, and again after a
 * later write: a connector that fails daily has many.
 */
function succeed(feed: Feed, { subject: id, service, at, signed, value: { connector } }: Of<'opened'>): void {
  const { tables, names } = feed
  const { sql, episodes } = tables
  const over = 'service = ? AND connector = ? AND joined IS NULL AND closed = 1 AND followed = 0'
  const select = `SELECT id FROM team_case WHERE ${over}`
  for (const { id: earlier } of sql.all<{ id: string }>(select, service, connector)) {
    bringLate(sql, earlier, id)
    for (const episode of episodes.ofTeam(earlier)) if (episode.isOpen) goOver(tables, episode, earlier, id, at, signed)
  }
  sql.run(`UPDATE team_case SET followed = 1 WHERE ${over}`, service, connector)
  const now = episodes.ofTeam(id)
  for (const episode of now) applyFields(tables, names, id, episode)
  touch(feed, now)
}

function bringLate(sql: Statements, earlier: string, id: string): void {
  const copy = `INSERT INTO team_field (team_case, field, value, at, operator, account)
    SELECT ?, field, value, at, operator, account FROM team_field AS late WHERE team_case = ? AND late IS NOT NULL
    ON CONFLICT DO UPDATE SET value = excluded.value, at = excluded.at, operator = excluded.operator,
      account = excluded.account WHERE excluded.at > team_field.at`
  sql.run(copy, id, earlier)
  sql.run('UPDATE team_field SET late = NULL WHERE team_case = ?', earlier)
}

/** With this desk's unsent changes. */
function goOver(
  { episodes, outbox }: Tables,
  episode: OpenEpisode,
  earlier: string,
  id: string,
  at: number,
  signed: string
): void {
  outbox.renameWords(earlier, id)
  const next = episodes.follow(episode, id, at, signed)
  for (const field of ['owner', 'note', 'snoozedUntil'] as const)
    if (outbox.holds(id, field)) episodes.write(next, { field, value: episode[field] }, at)
  if (outbox.holds(id, 'snoozedUntil')) episodes.waitFor(next, episode.wake)
  for (const tag of episode.tags)
    if (outbox.says(id, 'tagged', tag)) episodes.write(next, { field: 'tagged', value: tag }, at)
  const { requestedAt } = episode
  if (requestedAt !== null && outbox.holds(id, 'requested'))
    episodes.write(next, { field: 'requested', value: null }, requestedAt)
}

/** @param late the desk that wrote to a closed issue without a successor */
function set(
  feed: Feed,
  { id: teamCase, places }: Pick<TeamIssue, 'id' | 'places'>,
  change: Exclude<IssueChange, Of<'opened' | 'closed' | 'waits' | 'woke' | 'outlived'>>,
  late: string | null
): void {
  const { sql, episodes, outbox } = feed.tables
  const { at, account, operator, isOwn, signed } = change
  if (change.field === 'unrequested') return takeBack(feed, teamCase, change)
  if (isFull(sql, teamCase, change)) return
  if (change.field === 'requested') {
    const before = 'SELECT team_case, ?, value, at, operator, late, account FROM team_field'
    const columns = 'team_case, field, value, at, operator, late, account'
    const keep = `INSERT OR REPLACE INTO team_field (${columns}) ${before} WHERE team_case = ? AND field = 'requested'`
    sql.run(keep, earlierRequest, teamCase)
  }
  const { name, value } = storedField(change)
  const insert = `INSERT INTO team_field (team_case, field, value, at, operator, account, late) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET value = excluded.value, at = excluded.at, operator = excluded.operator,
      account = excluded.account, late = excluded.late`
  sql.run(insert, teamCase, name, JSON.stringify(value), at, operator, account, late)
  if (late !== null) sql.run('UPDATE team_case SET followed = 0 WHERE id = ?', teamCase)
  const isSnooze = change.field === 'snoozedUntil'
  // What the snooze before waited for.
  if (isSnooze) forgetField(sql, teamCase, 'waits')
  // This desk's snooze comes back after it ended: its end follows.
  const ended = isSnooze && isOwn && (outbox.holds(teamCase, 'woke') || outbox.says(teamCase, 'outlived', change.value))
  const holds = !ended && !(feed.hasSent && isOnItsWay(outbox, teamCase, change))
  for (const { id, workspaceId, region } of places) {
    if (!isOwn) episodes.receive(id, change, at, signed, holds)
    else if (holds) episodes.write(id, change, at)
    if (isSnooze && !isOwn && holds) episodes.waitFor(id, null)
    feed.news.once('team:issuesChanged', { workspaceId, region })
  }
}

const forgetField = (sql: Statements, teamCase: string, field: string) =>
  sql.run('DELETE FROM team_field WHERE team_case = ? AND field = ?', teamCase, field)

function endSnooze(sql: Statements, teamCase: string, at: number): void {
  forgetField(sql, teamCase, 'waits')
  sql.run(`UPDATE team_field SET value = 'null', at = ? WHERE team_case = ? AND field = 'snoozedUntil'`, at, teamCase)
}

function fieldNow(sql: Statements, teamCase: string, field: string): unknown {
  const select = 'SELECT value FROM team_field WHERE team_case = ? AND field = ?'
  const row = sql.get<{ value: string }>(select, teamCase, field)
  return row && JSON.parse(row.value)
}

/** What the team's snooze waits for, and its ends. All name their snooze, as a newer one may stand there. */
function snooze(feed: Feed, teamCase: string, change: Of<'waits' | 'woke' | 'outlived'>): void {
  const { sql, episodes } = feed.tables
  const { at, account, operator, isOwn, signed } = change
  const all = episodes.ofTeam(teamCase)
  if (change.field === 'waits') {
    if (fieldNow(sql, teamCase, 'snoozedUntil') !== change.value.until) return
    const insert =
      'INSERT OR REPLACE INTO team_field (team_case, field, value, at, operator, account) VALUES (?, ?, ?, ?, ?, ?)'
    sql.run(insert, teamCase, 'waits', JSON.stringify(change.value), at, operator, account)
    if (!isOwn) for (const one of all) startWait(feed.tables, teamCase, one, change.value)
  } else if (change.field === 'outlived') {
    if (fieldNow(sql, teamCase, 'snoozedUntil') !== change.value) return
    endSnooze(sql, teamCase, at)
    const asleep = all.filter(({ snoozedUntil }) => snoozedUntil === change.value && !isOwn)
    for (const { id } of asleep) episodes.receive(id, { field: 'snoozedUntil', value: null }, at, signed, true)
  } else {
    const waits = fieldNow(sql, teamCase, 'waits') as SharedWait | undefined
    if (waits?.at !== change.value.at) return
    endSnooze(sql, teamCase, at)
    const asleep = all.filter(({ wake, snoozedUntil }) => wake?.at === waits.at && snoozedUntil === waits.until)
    for (const one of asleep) episodes.wake(one, change.value.why, at, signed)
  }
  touch(feed, all)
}

/** Issues that begin from now on count for it here: their numbers are this desk's. */
function startWait(
  { episodes, outbox }: Tables,
  teamCase: string,
  { id, snoozedUntil }: OpenEpisode,
  { until, ...wait }: SharedWait
): void {
  if (snoozedUntil === until && !outbox.holds(teamCase, 'snoozedUntil'))
    episodes.waitFor(id, { ...wait, last: episodes.last })
}

/** A desk that opens the issue later needs the request before the latest, too. */
const earlierRequest = 'requested before'

/** The writer's latest request; one that somebody else made since stays. */
function takeBack(feed: Feed, teamCase: string, change: Of<'unrequested'>): void {
  const { sql, episodes, outbox } = feed.tables
  const { at, account, operator, isOwn, signed } = change
  const remove = 'DELETE FROM team_field WHERE team_case = ? AND field = ? AND account IS ? AND operator = ?'
  const isLatest = sql.run(remove, teamCase, 'requested', account, operator).changes > 0
  if (isLatest) {
    const back = `UPDATE team_field SET field = 'requested' WHERE team_case = ? AND field = ?`
    sql.run(back, teamCase, earlierRequest)
  } else sql.run(remove, teamCase, earlierRequest, account, operator)
  const now = sql.get<{ at: number }>(`SELECT at FROM team_field WHERE team_case = ? AND field = 'requested'`, teamCase)
  const holds = !isOnItsWay(outbox, teamCase, { field: 'unrequested', value: null })
  const all = episodes.ofTeam(teamCase)
  for (const one of all) {
    if (!isOwn) episodes.receive(one.id, { field: 'unrequested', value: null }, at, signed, false)
    if (holds) episodes.write(one.id, { field: 'unrequested', value: now?.at ?? episodes.requestedAt(one) }, at)
  }
  touch(feed, all)
}

function close(feed: Feed, { id: teamCase, connector }: TeamIssue, change: Of<'closed'>): void {
  forget(feed, connector)
  const { sql, episodes } = feed.tables
  const { at, isOwn, signed, value: how } = change
  // The first desk to see the end sets its time.
  const over = 'UPDATE team_case SET closed = 1, closed_at = ?, ended = ? WHERE id = ? AND closed = 0'
  sql.run(over, at, how, teamCase)
  sql.run('UPDATE team_field SET late = NULL WHERE team_case = ? AND late = ?', teamCase, writerOf(change))
  if (isOwn) return
  const open = episodes.ofTeam(teamCase).filter(({ isOpen }) => isOpen)
  for (const { id } of open) episodes.seenElsewhere(id, how, at, signed)
  touch(feed, open)
}

function touch({ tables, news }: Feed, episodes: readonly OpenEpisode[]): void {
  for (const { connector } of episodes) {
    const select = 'SELECT workspace AS workspaceId, region FROM connector WHERE id = ?'
    const place = tables.sql.get<Place>(select, connector)
    if (place) news.once('team:issuesChanged', { workspaceId: place.workspaceId, region: place.region })
  }
}

/**
 * null if never opened, or of another service. All that a page names are read at once: a question for each change takes a
 * tenth of a long catch-up.
 */
function issueOf({ tables, issues, unreadIssues }: Feed, { subject, service }: IssueChange): TeamIssue | null {
  if (!issues.has(subject)) {
    const asked = [...unreadIssues.add(subject)]
    for (const one of asked) issues.set(one, null)
    for (const { named, ...issue } of tables.sql.parsed<TeamIssueRow>(teamIssues, JSON.stringify(asked)))
      issues.set(named, { ...issue, closed: issue.closed === 1 })
    unreadIssues.clear()
  }
  const issue = issues.get(subject)
  return issue?.service === service ? issue : null
}

/** The changes after this one find another issue, or none. */
function forget({ issues }: Feed, connector: string): void {
  for (const [subject, issue] of issues) if (issue === null || issue.connector === connector) issues.delete(subject)
}

type TeamIssueRow = Omit<TeamIssue, 'closed'> & { named: string; closed: 0 | 1 }
const teamIssues = `SELECT json_object('named', named.id, 'service', named.service, 'id', one.id, 'connector', one.connector,
    'closed', one.closed, 'places', json((SELECT json_group_array(json(line)) FROM (${placesOfTeam('one.id')})))) AS line
  FROM json_each(?) CROSS JOIN team_case AS named ON named.id = value
    JOIN team_case AS one ON one.id = coalesce(named.joined, named.id)`

function openIssue({ sql }: Tables, service: string, connector: string): string | null {
  const where = 'service = ? AND connector = ? AND joined IS NULL AND closed = 0'
  return sql.get<{ id: string }>(`SELECT id FROM team_case WHERE ${where} LIMIT 1`, service, connector)?.id ?? null
}

/** An issue closed here counts as closed before the feed reports it. */
function stillOpen(tables: Tables, service: string, connector: string): string | null {
  const there = openIssue(tables, service, connector)
  return there !== null && tables.outbox.holds(there, 'closed') ? null : there
}

const unknownBefore: ReadonlySet<IssueCause> = new Set(['drop', 'frozen', 'unreadable'])

/** @param there the team's issue; null if the team has none */
function tell({ sql, outbox, episodes }: Tables, episode: OpenEpisode, there: string | null): void {
  // The version before knows no other word for it, and would not read the issue.
  const cause = unknownBefore.has(episode.cause) ? 'contradictory' : episode.cause
  if (there === null) outbox.put(episode.id, 'opened', { connector: episode.key, cause })
  const said = (field: string) =>
    there !== null && sql.get('SELECT 1 FROM team_field WHERE team_case = ? AND field = ?', there, field) !== undefined
  for (const field of ['owner', 'note', 'snoozedUntil'] as const)
    if (episode[field] && !said(field)) {
      outbox.put(episode.id, field, episode[field])
      if (field === 'snoozedUntil') episodes.tellWait(episode)
    }
  for (const tag of episode.tags) if (!said(nameOfTag(tag))) outbox.put(episode.id, 'tagged', tag)
}

/** Copies the feed's values, except fields with an unsent change. */
function applyFields(tables: Tables, names: TeamNames, teamCase: string, episode: OpenEpisode): void {
  const rows = tables.sql.all<{ field: string; value: string; at: number; operator: string; account: string | null }>(
    'SELECT field, value, at, operator, account FROM team_field WHERE team_case = ? ORDER BY at, field',
    teamCase
  )
  for (const { field, value, at, operator, account } of rows) {
    if (field === earlierRequest) continue
    if (field === 'waits') {
      const [now] = tables.episodes.ofTeam(teamCase).filter(({ id }) => id === episode.id)
      if (now) startWait(tables, teamCase, now, JSON.parse(value) as SharedWait)
      continue
    }
    const change = fieldOf(field, JSON.parse(value) as ChangedField['value'])
    if (isSame(episode, change, at) || isOnItsWay(tables.outbox, teamCase, change)) continue
    const signed = account === null ? operator : names.shown(account, operator)
    tables.episodes.receive(episode.id, change, at, signed, true)
  }
}

function isSame(episode: OpenEpisode, { field, value }: ChangedField, at: number): boolean {
  if (field === 'requested') return (episode.requestedAt ?? 0) >= at
  if (field === 'unrequested') return false
  if (field === 'tagged' || field === 'untagged') return episode.tags.includes(String(value)) === (field === 'tagged')
  return episode[field] === value
}

const ofTag = 'tag '
const nameOfTag = (tag: string): string => `${ofTag}${tag}`

/** Each tag is a field by itself: added or removed. */
const storedField = ({ field, value }: ChangedField): { name: string; value: ChangedField['value'] } =>
  field === 'tagged' || field === 'untagged' ? { name: nameOfTag(String(value)), value: field } : { name: field, value }

const fieldOf = (name: string, value: ChangedField['value']): ChangedField =>
  name.startsWith(ofTag)
    ? { field: value === 'tagged' ? 'tagged' : 'untagged', value: name.slice(ofTag.length) }
    : { field: name as IssueField, value }

/** True if an unsent change to this field follows in the feed. */
function isOnItsWay(outbox: TeamOutbox, teamCase: string, { field, value }: ChangedField): boolean {
  if (field === 'tagged' || field === 'untagged')
    return outbox.says(teamCase, 'tagged', value) || outbox.says(teamCase, 'untagged', value)
  if (field === 'requested' || field === 'unrequested')
    return outbox.holds(teamCase, 'requested') || outbox.holds(teamCase, 'unrequested')
  return outbox.holds(teamCase, field)
}

/**
 * Rows written by hand cannot fill an issue with tags. Tags from separate desks all stay, up to `given`; `known`
 * includes removed tags.
 */
const mostTags = { given: 3 * tagLimits.ofIssue, known: 20 * tagLimits.ofIssue } as const

function isFull(sql: Statements, teamCase: string, { field, value }: ChangedField): boolean {
  if (field !== 'tagged' && field !== 'untagged') return false
  const select = `SELECT count(*) AS known, count(*) FILTER (WHERE value = '"tagged"') AS given
    FROM team_field WHERE team_case = ? AND field LIKE '${ofTag}%' AND field <> ?`
  const others = sql.get<{ known: number; given: number }>(select, teamCase, nameOfTag(String(value)))
  if (!others) return false
  return others.known >= mostTags.known || (field === 'tagged' && others.given >= mostTags.given)
}

/** null if not shared */
export function sharedIssue({ sql }: Tables, { workspaceId, region, key }: Place & { key: string }) {
  const { category, id } = columnsOf(key)
  const select = `SELECT service, team_case AS subject, desk FROM team, episode JOIN connector ON connector.id = connector
    JOIN team_place USING (workspace, region) WHERE workspace = ? AND region = ? AND category = ? AND connector_id = ?
    AND closed_at IS NULL AND team_case IS NOT NULL`
  const found = sql.get<{ service: string; subject: string; desk: string }>(select, workspaceId, region, category, id)
  return found ?? null
}

export interface OwnedIssue {
  subject: string
  owner: string
  place: Place
  key: string
}

/** Omits closed issues and services without a workspace here. */
export function ownedIssues({ sql }: Tables, subjects: readonly string[]): OwnedIssue[] {
  const select = `SELECT named.id AS subject, one.connector AS key, value, workspace AS workspaceId, region
    FROM team_case AS named JOIN team_case AS one ON one.id = coalesce(named.joined, named.id)
      JOIN team_field ON team_case = one.id AND field = 'owner' JOIN team_place ON team_place.service = one.service
    WHERE named.id = ? AND one.closed = 0 LIMIT 1`
  return subjects.flatMap((subject) => {
    const row = sql.get<Place & { subject: string; key: string; value: string }>(select, subject)
    if (!row) return []
    const { key, value, workspaceId, region } = row
    return { subject, key, owner: JSON.parse(value) as string, place: { workspaceId, region } }
  })
}

const mostNames = 50

/** Latest first. */
export function operatorsOf({ sql }: Tables): string[] {
  const select = `SELECT operator FROM team_field WHERE trim(operator) <> '' AND length(operator) <= ?
    GROUP BY operator ORDER BY max(at) DESC LIMIT ?`
  return sql.all<{ operator: string }>(select, issueLimits.owner, mostNames).map(({ operator }) => operator)
}
