import { categories } from '../../shared/connectors/category'
import type { Comparison } from '../../shared/connectors/comparison'
import { connectorKey, type ConnectorRecord } from '../../shared/connectors/connector'
import type { ConnectorHealth } from '../../shared/connectors/health'
import type { LastRows, RefreshPart, Snapshot } from '../../shared/connectors/snapshot'
import type { SyncRun } from '../../shared/connectors/sync-run'
import { AppError } from '../../shared/errors'
import { isCertain, type AccessFact } from '../../shared/issues/access'
import type { RowDiagnosis } from '../../shared/issues/diagnosis'
import type { Place } from '../../shared/workspaces/place'
import type { Remote } from '../base/thread'
import { mayDiffer, type Judged } from '../issues/judged'
import { rowDiagnoses, type Triage } from '../issues/triage/triage'
import type { KeptStore, Tables } from '../store/kept-store'
import { lineOf, sentLines, type SeenRow, type SentPage } from '../store/tables/connectors/page-lines'
import { endOf } from '../store/tables/connectors/refreshes'
import { checkpoint } from '../store/tables/connectors/retention'
import { compareSnapshots, pairsOf } from './snapshots/compare'
import { subjectOf, type Subject, asOf, toSubject } from '../issues/triage/subject'
import { runsOf } from './snapshots/runs'
import { timelineOf } from './snapshots/timeline'
import { explain } from '../issues/triage/explain'
import { judge } from '../issues/triage/judge'
import { countFetched, type FetchedCount } from '../issues/triage/remember'
import { readField } from '../issues/triage/readings'

/** Connectors as refreshes saw them, without tokens and handles. */
export interface ConnectorMethods {
  /** @param whole false for a filtered list: the connectors it lacks are not gone @returns the refresh's id */
  beginRefresh(of: { place: Place; startedAt: number; whole: boolean }): number
  /**
   * Adds a page, unless the refresh has ended.
   * @returns indexes of digests that are unknown: send these rows whole
   */
  appendPage(of: SentPage & { refresh: number; at: number }): readonly number[]
  /** A complete refresh marks the connectors it lacks as gone. @returns null if it had ended */
  /** @param of.taken another desk's, which tells once what is gone */
  endRefresh(of: { refresh: number; at: number; parts: RefreshPart[]; taken?: boolean }): Snapshot | null

  /** Newest first. */
  refreshes(of: { place: Place; limit: number }): Snapshot[]
  /** @throws not-found for an unknown refresh */
  compare(of: { place: Place; before: number; after: number; limit: number }): Comparison

  /** In chunks; `next` is null at the end. */
  diagnoses(of: { place: Place; now: number; from: number; count: number }): {
    rows: RowDiagnosis[]
    next: number | null
  }
  /** null for a connector that no refresh has seen */
  connector(of: { place: Place; key: string; now: number }): ConnectorHealth | null

  seeOne(of: { place: Place; row: SeenRow; at: number }): void
  /**
   * What an answer of its provider said of its access. A connector that no refresh has seen is left out.
   * @returns whether its diagnosis may differ now
   */
  noteAccess(of: { place: Place; key: string; fact: AccessFact }): boolean
  /**
   * So many people a fetch of all of them brought, where no refresh brings their number.
   * @returns whether its diagnosis may differ now
   */
  noteCount(of: { place: Place; key: string } & FetchedCount): boolean
  /** After a confirmed deletion. @returns whether it was present */
  markDeleted(of: { place: Place; key: string; at: number }): boolean
  /** @param after 0, then the last chunk's `next` */
  lastRows(of: { place: Place; after: number; limit: number }): LastRows
  /**
   * Customers and origin IDs of all places, also of gone connectors, and earlier ones of renamed customers.
   * @param after 0, then `last` of the answer before: only of connectors that changed since
   */
  names(of: { after: number }): { names: string[]; last: number }
  /** Also for a gone connector; null if no refresh has seen it */
  lastRecord(of: { place: Place; key: string }): ConnectorRecord | null
  /** Replaces the run of its place. */
  keepSyncRun(of: { place: Place; run: SyncRun }): void
  syncRuns(of: object): { place: Place; run: SyncRun }[]
  /** Places where a connector of this id is present, and whether it has an open issue there. */
  placesOf(of: { places: Place[]; id: string }): { place: Place; key: string; hasIssue: boolean }[]
}

export type ConnectorStore = Remote<ConnectorMethods>

const mostLooks = 5_000
const mostSiblings = 100

/** null for a connector that no refresh has seen */
function connectorHealthOf(tables: Tables, place: Place, key: string, triage: Triage): ConnectorHealth | null {
  const { connectors, states, refreshes, episodes } = tables
  const row = connectors.find(place, key)
  if (!row) return null
  const subject = toSubject(row)
  const { around } = triage
  const diagnosis = explain(subject, row.gone_at === null ? triage.judgmentOf(key) : judge(subject, around), around)
  const seen = states.of(row)
  const looks = refreshes.looks(place, subject.category, mostLooks).filter((look) => look >= row.first_seen_at)
  const issues = episodes.allOf(row.id)
  const { totalEmployees, activeEmployees } = subject.connector
  const { others, troubled } = triage.customers.countOthers(subject)
  return {
    key,
    diagnosis,
    fields: Object.keys(subject.record).map((field) => readField(subject, field, asOf(subject, around.now))),
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.seen_at,
    goneAt: row.gone_at,
    touches: {
      employees: totalEmployees,
      activeEmployees,
      others,
      othersTroubled: troubled,
      ...integrationShare(triage, subject.connector.integrationSlug)
    },
    siblings: siblingsOf(triage, subject),
    timeline: timelineOf(seen, issues, row.gone_at === null ? row.seen_at : null, diagnosis.lastGoodSync.time),
    refreshes: looks.length,
    runs: runsOf(
      seen,
      [...looks, ...seen.map(({ at }) => at), row.seen_at].sort((a, b) => a - b)
    ),
    access: [...connectors.accessFacts(row.id)],
    headcounts: connectors.stretches(row.id).map(({ fell: _, ...one }) => one),
    issues
  }
}

function integrationShare(triage: Triage, slug: string) {
  const { total = 0, troubled = 0 } = triage.integrations.get(slug) ?? {}
  return { integrationTotal: total, integrationTroubled: troubled }
}

function siblingsOf(triage: Triage, subject: Subject): ConnectorHealth['siblings'] {
  return triage.customers
    .othersOf(subject)
    .slice(0, mostSiblings)
    .map(({ key, category, connector }) => {
      const { kind, since } = triage.judgmentOf(key)
      return { key, category, integrationSlug: connector.integrationSlug, kind, since }
    })
}

/**
 * @param judged conclusions from the records; outdated when these change
 * @param settledAt the diagnoses of a moment, after issues opened and closed by them
 */
export function connectorMethods(
  store: KeptStore,
  judged: Judged,
  settledAt: (place: Place, now: number) => Triage
): ConnectorMethods {
  const partial = new Set<number>()
  return {
    beginRefresh({ place, startedAt, whole }) {
      const refresh = store.run(({ refreshes }) => refreshes.begin(place, startedAt))
      if (!whole) partial.add(refresh)
      judged.begin(place)
      return refresh
    },

    appendPage({ refresh, at, ...page }) {
      const rows = sentLines(page)
      const kept = store.run(({ sql, refreshes, connectors }) =>
        sql.transaction(() => {
          const place = refreshes.running(refresh)
          return place && { place, seen: connectors.see(place, refresh, rows, at) }
        })
      )
      if (!kept) return []
      kept.seen.note()
      judged.saw(kept.place, kept.seen, at)
      return kept.seen.missing
    },

    endRefresh({ refresh, at, parts, taken }) {
      const diagnosis = partial.delete(refresh) ? 'incomplete' : endOf(parts)
      const ended = store.run(({ sql, refreshes, connectors }) =>
        sql.transaction(() => {
          const place = refreshes.running(refresh)
          if (!place) return null
          refreshes.end(refresh, at, diagnosis, parts)
          const whole = diagnosis === 'complete' ? parts.filter(({ state }) => state === 'done') : []
          const gone = whole.flatMap(({ category }) => connectors.markMissing(place, category, refresh, at, taken))
          return { place, gone, snapshot: refreshes.get(place, refresh) }
        })
      )
      if (!ended) return null
      store.run(({ sql }) => checkpoint(sql))
      judged.ended(ended.place, ended.gone)
      return ended.snapshot
    },

    refreshes: ({ place, limit }) => store.run(({ refreshes }) => refreshes.list(place, limit)),

    compare({ place, before, after, limit }) {
      return store.run(({ refreshes, states, connectors }) => {
        const [earlier, later] = [before, after].sort((a, b) => a - b).map((refresh) => refreshes.get(place, refresh))
        if (!earlier || !later) throw new AppError('not-found', 'This snapshot is no longer kept.')
        const between = { before: earlier.id, after: later.id }
        const pairs = pairsOf(
          judged.subjects(place),
          { changes: states.since(place, earlier.id), after: later.id },
          (ids) => connectors.known(ids).map((one) => ({ ...subjectOf(one), id: one.id })),
          (id) => states.fieldsBetween(id, between)
        )
        return compareSnapshots({ before: earlier, after: later }, pairs, limit)
      })
    },

    diagnoses({ place, now, from, count }) {
      const triage = from === 0 ? judged.at(place, now) : judged.still(place, now)
      if (from === 0) judged.showAll(place)
      const next = from + count < triage.subjects.length ? from + count : null
      return { rows: rowDiagnoses(triage, from, count), next }
    },

    connector({ place, key, now }) {
      const triage = settledAt(place, now)
      return store.run((tables) => connectorHealthOf(tables, place, key, triage))
    },

    seeOne({ place, row, at }) {
      const seen = store.run(({ sql, refreshes, connectors }) =>
        sql.transaction(() => connectors.seeOne(place, refreshes.nextId(), lineOf(row), at))
      )
      judged.sawOne(place, seen, at)
    },

    noteAccess({ place, key, fact }) {
      return store.run(({ sql, connectors, outbox }) => {
        const found = connectors.find(place, key)
        if (!found) return false
        const before = toSubject(found)
        const isNews = fact.by === 'check' || before.memory.access?.said !== fact.said
        const access = sql.transaction(() => {
          if (isCertain(fact) && isNews) outbox.putAccess(place, key, fact)
          return connectors.noteAccess(found.id, fact)
        })
        const now = { ...before, memory: { ...before.memory, access } }
        judged.learned(place, found.id, now)
        return mayDiffer(before, now)
      })
    },

    noteCount({ place, key, ...fetched }) {
      return store.run(({ sql, connectors, states }) => {
        const found = connectors.find(place, key)
        if (!found || found.gone_at !== null) return false
        // A refresh saw it change since the fetch began, which may have read the sync before, too.
        if (states.of(found).some(({ at }) => at > fetched.startedAt)) return false
        const before = toSubject(found)
        const counted = countFetched(before, connectors.stretches(found.id), fetched)
        if (!counted) return false
        sql.transaction(() => connectors.keepCounted(found.id, counted))
        const now = { ...before, memory: { ...before.memory, headcount: counted.headcount } }
        judged.learned(place, found.id, now)
        return mayDiffer(before, now)
      })
    },

    markDeleted({ place, key, at }) {
      const gone = store.run(({ sql, refreshes, connectors }) =>
        sql.transaction(() => {
          const found = connectors.find(place, key)
          if (!found || found.gone_at !== null) return []
          connectors.markGone(found.id, refreshes.nextId(), at)
          return [found.id]
        })
      )
      judged.deleted(place, gone)
      return gone.length > 0
    },

    lastRows({ place, after, limit }) {
      return store.run(({ refreshes, connectors }) => {
        const found = [...connectors.present(place, after, limit)]
        const rows = found.map(({ key, category, record, seenAt }) => ({
          key,
          category,
          tokenRef: null,
          record,
          seenAt
        }))
        const next = found.length === limit ? (found.at(-1)?.id ?? null) : null
        return { refresh: refreshes.last(place), rows, next }
      })
    },

    names: ({ after }) => store.run(({ connectors }) => connectors.names(after)),

    lastRecord: ({ place, key }) =>
      store.run(({ connectors }) => {
        const found = connectors.find(place, key)
        return found ? (JSON.parse(found.record) as ConnectorRecord) : null
      }),

    keepSyncRun: ({ place: { workspaceId, region }, run }) =>
      store.run(({ sql }) => {
        sql.run('INSERT OR REPLACE INTO sync_run VALUES (?, ?, ?)', workspaceId, region, JSON.stringify(run))
      }),

    syncRuns: () =>
      store.run(({ sql }) =>
        sql
          .all<Place & { content: string }>('SELECT workspace AS workspaceId, region, content FROM sync_run')
          .map(({ content, ...place }) => ({ place, run: JSON.parse(content) as SyncRun }))
      ),

    placesOf: ({ places, id }) =>
      store.run(({ connectors, episodes }) =>
        places.flatMap((place) =>
          categories.flatMap((category) => {
            const key = connectorKey(category, id)
            const found = connectors.find(place, key)
            if (!found || found.gone_at !== null) return []
            return { place, key, hasIssue: episodes.openOf(found.id) !== null }
          })
        )
      )
  }
}
