import type { DueTimes } from '../../../shared/issues/due-times'
import type { Place } from '../../../shared/workspaces/place'
import type { Tables } from '../../store/kept-store'
import type { WatchedChange } from '../../store/tables/connectors/watched-issues'
import { idOf } from '../../store/tables/team/outbox'
import type { Feed, News, SharedKind } from '../feed'
import { ofDefault } from './items'

// Things that all desks name alike. The later of two writes by the server's clock wins, field by field.

/** Rows written by hand cannot fill the disk. */
const mostValues = 5_000

function note({ sql }: Tables, service: string, subject: string, field: string, value: unknown): void {
  const insert = `INSERT INTO team_value SELECT ?, ?, ?, ? WHERE (SELECT count(*) FROM team_value) < ${mostValues}
    ON CONFLICT DO UPDATE SET value = excluded.value`
  sql.run(insert, service, subject, field, JSON.stringify(value))
}

/** Also refused changes: what the team never got stays on this desk. */
function isOwn({ sql }: Tables, subject: string, field: string): boolean {
  return sql.get('SELECT 1 FROM team_outbox WHERE subject = ? AND field = ?', subject, field) !== undefined
}

const dueId = (service: string) => idOf([service, 'due times'])

export const dueKind: SharedKind<'due'> = {
  name: 'service',

  apply(feed, { service, subject, field, value, desk, at }) {
    if (subject !== dueId(service)) return
    const { tables } = feed
    // A desk that tells its time tells the same again for desks of the version before.
    const isAgain = field === 'times' && known(tables, service, subject, desk) !== null
    if (isAgain) return
    if (field === 'set') note(tables, service, subject, desk, true)
    const set = field === 'set' ? { ...value, at: Math.min(value.at, at) } : { at, times: value }
    if (set.at >= (setAt(known(tables, service, subject, 'set')) ?? 0)) note(tables, service, subject, 'set', set)
    takeTimes(tables, feed.news, service)
  },

  takeUp({ tables, news, places, writes }) {
    for (const { workspaceId, region, service } of places) {
      if (region !== 'default') continue
      const subject = dueId(service)
      if (known(tables, service, subject, 'set') !== null) takeTimes(tables, news, service)
      // When it was chosen is not known: anyone's choice is newer.
      else if (writes && !isOwn(tables, subject, 'set')) tellTimes(tables, workspaceId, 0)
    }
  }
}

/** In all workspaces of the service. */
function takeTimes(tables: Tables, news: News, service: string): void {
  const subject = dueId(service)
  const select = `SELECT value FROM team_outbox WHERE subject = ? AND field = 'set'`
  const own = tables.sql.get<{ value: string }>(select, subject)
  if (own && (setAt(own.value) ?? 0) >= (setAt(known(tables, service, subject, 'set')) ?? 0)) return
  if (own) tables.outbox.forget(subject)
  const take = `INSERT INTO due_times SELECT workspace, value -> '$.times' FROM team_value JOIN team_place USING (service)
    WHERE service = ? AND subject = ? AND field = 'set' AND ${ofDefault}
    ON CONFLICT DO UPDATE SET content = excluded.content WHERE content <> excluded.content`
  if (tables.sql.run(take, service, subject).changes > 0) news.once('team:dueTimesChanged', undefined)
}

/** Does nothing where nothing was ever due, or the workspace is not shared. */
function tellTimes({ sql, outbox }: Tables, workspaceId: string, at: number): void {
  const select = `SELECT service, content FROM due_times JOIN team_place USING (workspace)
    WHERE workspace = ? AND ${ofDefault}`
  const of = sql.get<{ service: string; content: string }>(select, workspaceId)
  if (!of) return
  const times = JSON.parse(of.content) as DueTimes | null
  const about = { service: of.service, kind: 'due', subject: dueId(of.service) }
  outbox.add({ ...about, field: 'set', value: { at, times } })
  outbox.add({ ...about, field: 'times', value: times })
}

/** JSON; null for none */
function known({ sql }: Tables, service: string, subject: string, field: string): string | null {
  const select = 'SELECT value FROM team_value WHERE service = ? AND subject = ? AND field = ?'
  return sql.get<{ value: string }>(select, service, subject, field)?.value ?? null
}

const setAt = (set: string | null) => (set === null ? null : (JSON.parse(set) as { at: number }).at)

/** Keeps what the operator chose, and tells the team. @param dueTimes null for none */
export function setDueTimes(tables: Tables, workspaceId: string, dueTimes: DueTimes | null): void {
  const set = 'INSERT OR REPLACE INTO due_times VALUES (?, ?)'
  tables.sql.run(set, workspaceId, JSON.stringify(dueTimes))
  tellTimes(tables, workspaceId, Date.now())
}

type Of = { id: number; kind: string; key: string; teamId: string | null }

/** Their names are made of service, kind and key: each desk finds such an issue by itself. */
export const watchedKind: SharedKind<'watched'> = {
  name: `(SELECT coalesce(facts ->> '$.name', facts ->> '$.field') FROM webhook_issue WHERE team_id = subject LIMIT 1)`,

  apply(feed, { service, subject, field, value }) {
    const { tables } = feed
    if (field === 'closed') {
      tables.sql.run('DELETE FROM team_value WHERE service = ? AND subject = ?', service, subject)
      return
    }
    note(tables, service, subject, field, value)
    for (const place of feed.placesAt(service))
      for (const { id, teamId } of openAt(tables, place))
        if (teamId === subject) takeValues(feed, place, id, service, subject)
  },

  /** The team's values win; this desk supplies missing ones. */
  takeUp({ tables, news, places, writes }) {
    const { sql, watchedIssues } = tables
    for (const { service, ...place } of places)
      for (const { id, kind, key, teamId } of openAt(tables, place)) {
        if (teamId !== null) continue
        const subject = idOf([service, kind, key])
        if (!writes && !sql.get('SELECT 1 FROM team_value WHERE subject = ?', subject)) continue
        sql.run('UPDATE webhook_issue SET team_id = ? WHERE id = ?', subject, id)
        const known = takeValues({ tables, news }, place, id, service, subject)
        if (writes) watchedIssues.tell(id, known)
      }
  },

  leave: ({ sql }) => void sql.run('UPDATE webhook_issue SET team_id = NULL WHERE team_id IS NOT NULL')
}

const openAt = ({ sql }: Tables, { workspaceId, region }: Place): Of[] =>
  sql.all<Of>(
    `SELECT id, kind, key, team_id AS teamId FROM webhook_issue
      WHERE workspace = ? AND region = ? AND closed_at IS NULL`,
    ...[workspaceId, region]
  )

/** @returns the fields that the team knows */
function takeValues(
  { tables, news }: Pick<Feed, 'tables' | 'news'>,
  place: Place,
  id: number,
  service: string,
  subject: string
): Set<string> {
  const { sql, watchedIssues, issueLists } = tables
  const select = 'SELECT field, value FROM team_value WHERE service = ? AND subject = ?'
  const values = sql.all<{ field: keyof WatchedChange; value: string }>(select, service, subject)
  for (const { field, value } of values)
    if (!isOwn(tables, subject, field)) watchedIssues.write(id, field, JSON.parse(value) as string | number | null)
  if (values.length > 0) {
    issueLists.drop(place)
    news.once('issues:watchedChanged', { workspaceId: place.workspaceId, region: place.region })
  }
  return new Set(values.map(({ field }) => field))
}
