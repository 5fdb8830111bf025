import { randomUUID } from 'node:crypto'
import type { RefusedWhy } from '../../shared/passthrough/library'
import type { DueTimes } from '../../shared/issues/due-times'
import { waitingLimits, type TeamPending, type TeamWaiting } from '../../shared/team/waiting'
import type { Place } from '../../shared/workspaces/place'
import type { Remote } from '../base/thread'
import type { KeptStore, Tables } from '../store/kept-store'
import { SharedGuardTable, TeamGaps } from '../store/tables/mappings/shared-guards'
import { TeamNames } from '../store/tables/team/team-names'
import { teamKinds } from '../../shared/team/kinds'
import type { TeamChange } from './change'
import { Feed, News, type FeedReader } from './feed'
import { allKinds, kindOf, kinds } from './kinds'
import { operatorsOf, ownedIssues, sharedIssue } from './kinds/issues'
import { setDueTimes } from './kinds/values'
import { staleItems, type ContentKind } from './kinds/library'
import type { SharedPlace } from './places'

export interface TeamLink {
  /** The database's id: another database at this address is another team. */
  team: string
  desk: string
  /** Number in the feed. */
  readTo: number
  /** Number in the feed when this desk joined: later changes are news. */
  newsAfter: number
  /** At the last connection; null if unknown. */
  writes: boolean | null
}

export type TeamMethods = ReturnType<typeof teamMethods>
export type TeamStore = Remote<TeamMethods>

/** @param learned after an answer of a connector's provider came from the team */
export function teamMethods(store: KeptStore, learned: (place: Place, key: string) => void) {
  const atOnce = <T>(work: (tables: Tables) => T): T =>
    store.run((tables) => tables.sql.transaction(() => work(tables)))
  return {
    /** null without a team */
    teamLink: (): TeamLink | null => store.run(linkOf),

    /** Also leaves any previous team. */
    joinTeam: ({ team, writes, newsAfter }: { team: string; writes: boolean; newsAfter: number }): TeamLink =>
      atOnce((tables) => {
        leave(tables)
        const insert =
          'INSERT INTO team (id, team, desk, read_to, writes, news_after, known) VALUES (1, ?, ?, 0, ?, ?, ?)'
        tables.sql.run(insert, team, randomUUID(), Number(writes), newsAfter, JSON.stringify(allFields))
        return linkOf(tables) as TeamLink
      }),

    keepRight: ({ writes }: { writes: boolean }) =>
      store.run(({ sql }) => void sql.run('UPDATE team SET writes = ?', Number(writes))),

    leaveTeam: () => atOnce(leave),

    /**
     * Reconciles every kind's data of these places with the team's.
     *
     * @returns events for the window
     */
    takeUpIssues: (of: { places: SharedPlace[]; writes: boolean }) =>
      atOnce((tables) => {
        const { sql } = tables
        const before = sql.all<{ service: string }>('SELECT DISTINCT service FROM team_place')
        const now = new Set(of.places.map(({ service }) => service))
        new TeamGaps(sql).remove(before.flatMap(({ service }) => (now.has(service) ? [] : service)))
        sql.run('DELETE FROM team_place')
        for (const { workspaceId, region, service } of of.places)
          sql.run('INSERT INTO team_place VALUES (?, ?, ?)', workspaceId, region, service)
        const desk = { ...of, tables, news: new News(), names: new TeamNames(sql) }
        for (const kind of allKinds) kind.takeUp?.(desk)
        return desk.news.told
      }),

    /**
     * Applies a page of the feed and records the read position, both or neither.
     *
     * @param readTo null for changes that are read once more
     * @param unread ids of unfit rows: no desk can read them, so they leave the outbox
     * @returns events for the window, and assignments of issues
     */
    receiveChanges: ({
      changes,
      unread,
      readTo,
      reader
    }: {
      changes: TeamChange[]
      unread: string[]
      readTo: number | null
      reader: Omit<FeedReader, 'desk'>
    }) => {
      const { of, ...received } = atOnce((tables) => {
        const link = linkOf(tables)
        if (!link || (readTo !== null && readTo <= link.readTo)) return { told: [], owners: [], of: [] }
        const feed = new Feed(tables, { ...reader, desk: link.desk }, changes)
        for (const id of unread) tables.outbox.seen(id)
        const gaps = readTo === null ? [] : new TeamGaps(tables.sql).services
        for (const change of changes) {
          if (readTo !== null && change.seq <= link.readTo) continue
          if (gaps.includes(change.service) && goneWith.includes(change.kind)) continue
          kindOf(change.kind)?.apply(feed, feed.signed(change))
        }
        if (readTo !== null) tables.sql.run('UPDATE team SET read_to = ?', readTo)
        return { told: feed.news.told, owners: feed.owners, of: feed.learned }
      })
      for (const { place, key } of of) learned(place, key)
      return received
    },

    /** What this desk has read past, and needs now: by fields, as `guard.looked`. */
    missed: () =>
      store.run((tables): Missed[] => {
        const known = tables.sql.get<{ known: string | null }>('SELECT known FROM team')?.known
        const had = known ? (JSON.parse(known) as string[]) : beforeNoted
        const fields = allFields.filter((field) => !had.includes(field))
        const gone = allFields.filter((field) => goneWith.some((kind) => field.startsWith(`${kind}.`)))
        return [
          ...(fields.length > 0 || !known ? [{ fields, service: null }] : []),
          ...new TeamGaps(tables.sql).services.map((service) => ({ fields: gone, service }))
        ]
      }),
    /** It was read again. */
    filled: ({ service }: { service: string | null }) =>
      atOnce((tables) => {
        if (service === null) tables.sql.run('UPDATE team SET known = ?', JSON.stringify(allFields))
        else new TeamGaps(tables.sql).fill(service)
      }),

    /** @returns the first unsent changes, their number, and the number of refused ones */
    waitingChanges: ({ limit }: { limit: number }) =>
      store.run(({ outbox }) => {
        const { waiting, refused } = outbox.counts()
        return { changes: outbox.waiting(limit), count: waiting, refused }
      }),

    /** Lists the changes as refused; the desk does not retry. */
    refuseChanges: ({ ids, why }: { ids: string[]; why: RefusedWhy }) =>
      atOnce((tables) => {
        for (const change of ids.flatMap((id) => tables.outbox.find(id) ?? []))
          tables.outbox.refuse(change.id, kindOf(change.kind)?.refused?.(tables, change, why) ?? why)
      }),

    dropWaiting: ({ ids }: { ids: string[] }) => atOnce(({ outbox }) => ids.forEach((id) => outbox.seen(id))),

    pendingChanges: () => store.run(pendingOf),

    /**
     * Forgets changes that waited for 30 days.
     *
     * @param now ms since 1970
     * @returns how many since the operator last read of it (`toldExpired`)
     */
    expireWaiting: ({ now }: { now: number }) =>
      atOnce((tables) => {
        const { sql, outbox } = tables
        const link = linkOf(tables)
        if (!link) return 0
        const expired = outbox.expire(now - waitingLimits.kept, link.writes === false)
        if (expired > 0) sql.run('UPDATE team SET expired = expired + ?', expired)
        return sql.get<{ expired: number }>('SELECT expired FROM team')?.expired ?? 0
      }),

    toldExpired: () => store.run(({ sql }) => void sql.run('UPDATE team SET expired = 0')),

    setDueTimes: ({ workspaceId, dueTimes }: { workspaceId: string; dueTimes: DueTimes | null }) =>
      atOnce((tables) => setDueTimes(tables, workspaceId, dueTimes)),

    /** @param known of before the history kept them @returns what the operator chose last, or the team */
    dueTimes: ({ known }: { known: { workspaceId: string; dueTimes: DueTimes }[] }) =>
      atOnce(({ sql }) => {
        for (const { workspaceId, dueTimes } of known)
          sql.run('INSERT OR IGNORE INTO due_times VALUES (?, ?)', workspaceId, JSON.stringify(dueTimes))
        const rows = sql.all<{ workspaceId: string; content: string }>(
          'SELECT workspace AS workspaceId, content FROM due_times'
        )
        return rows.map(({ workspaceId, content }) => ({
          workspaceId,
          dueTimes: JSON.parse(content) as DueTimes | null
        }))
      }),

    staleItems: ({ kind, limit }: { kind: ContentKind; limit: number }) =>
      store.run((tables) => staleItems(tables, kind, limit)),
    /** Content that no desk can read is not asked for again. */
    dropContent: ({ change }: { change: string }) =>
      store.run(({ sql }) => void sql.run('UPDATE team_item SET content = NULL WHERE content = ?', change)),
    /** Whether the team allows kept samples; null without a team. */
    samplesAllowed: () => store.run(({ sql }) => new SharedGuardTable(sql).leave()),
    allowSamples: ({ allowed }: { allowed: boolean }) => atOnce(({ sql }) => new SharedGuardTable(sql).allow(allowed)),
    sharedIssue: (of: Place & { key: string }) => store.run((tables) => sharedIssue(tables, of)),
    ownedIssues: ({ subjects }: { subjects: string[] }) => store.run((tables) => ownedIssues(tables, subjects)),
    teamOperators: () => store.run(operatorsOf)
  }
}

function linkOf({ sql }: Tables): TeamLink | null {
  const select = 'SELECT team, desk, read_to AS readTo, news_after AS newsAfter, writes FROM team'
  const [link] = sql.all<Omit<TeamLink, 'writes'> & { writes: number | null }>(select)
  return link ? { ...link, writes: link.writes === null ? null : link.writes === 1 } : null
}

const allFields = Object.entries(teamKinds).flatMap(([kind, of]) => Object.keys(of).map((field) => `${kind}.${field}`))
/** Of the versions that did not note which they knew. */
const beforeNoted = allFields.filter((field) => !['guard.looked', 'due.set'].includes(field))

export interface Missed {
  fields: string[]
  /** null: all */
  service: string | null
}

/** Kinds whose rows go with the last workspace of their service: `TeamGaps.removeWorkspace`. */
const goneWith: readonly string[] = ['guard', 'due', 'watched']

const teamTables = [
  'team',
  'team_place',
  'team_outbox',
  'team_field',
  'team_case',
  'team_item',
  'team_read',
  'team_call',
  'team_name',
  'team_token',
  'shared_guard',
  'team_value'
]

function leave(tables: Tables): void {
  for (const table of teamTables) tables.sql.run(`DELETE FROM ${table}`)
  for (const kind of allKinds) kind.leave?.(tables)
}

function pendingOf({ sql, outbox }: Tables): TeamPending {
  const name = Object.entries(kinds).map(([kind, of]) => `WHEN '${kind}' THEN ${of.name}`)
  const rows = sql.all<Omit<TeamWaiting, 'name'> & { name: string | null }>(
    `SELECT kind, field, CASE kind ${name.join(' ')} END AS name, at AS since, refused FROM team_outbox AS one
      ORDER BY seq DESC LIMIT ?`,
    waitingLimits.listed
  )
  const changes = rows.map((row) => ({ ...row, name: row.name ?? '' }))
  const { waiting, refused } = outbox.counts()
  const over = 'SELECT count(*) AS n FROM team_item WHERE over = 1 AND removed = 0'
  const leftOut = sql.get<{ n: number }>(over)?.n ?? 0
  return { changes, more: waiting + refused - changes.length, leftOut }
}
