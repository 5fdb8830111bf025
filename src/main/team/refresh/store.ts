import type { Category } from '../../../shared/connectors/category'
import type { Place } from '../../../shared/workspaces/place'
import type { Remote } from '../../base/thread'
import type { KeptStore, Tables } from '../../store/kept-store'
import type { PageLine } from '../../store/tables/connectors/page-lines'
import type { Source } from './lease'

/** More connectors than this are not asked for one by one: all are read again. */
const mostOwn = 2_000

/** A connector, with its id as `idText` writes it. */
export type LineName = Pick<PageLine, 'category' | 'id'>

/** How far this desk has taken over the walks of a source. */
export interface ReadSoFar {
  /** Of the last walk that was taken over, or was written by this desk; 0 for none. */
  number: number
  /** Records up to this one are as they are kept here, but for `own`; 0: all are to be read. */
  readTo: number
  /** What this desk saw by itself since, of which the team may know something else. */
  own: LineName[]
  /** When the last walk ended that shows all there is, ms since 1970 by main's clock; null where none did. */
  wholeAt: number | null
}

/** What is kept of walks that a team shares. */
export type SharedRefreshMethods = ReturnType<typeof sharedRefreshMethods>
export type SharedRefreshStore = Remote<SharedRefreshMethods>

export function sharedRefreshMethods(store: KeptStore) {
  return {
    readSoFar: ({ place, service, scope }: { place: Place } & Source): ReadSoFar =>
      store.run((tables) => {
        const kept = keptRead(tables, place, { service, scope })
        const own = kept && kept.readTo > 0 ? ownSince(tables, place, kept.refresh) : null
        const readTo = own === null ? 0 : (kept?.readTo ?? 0)
        return { number: kept?.number ?? 0, readTo, own: own ?? [], wholeAt: wholeAt(tables, place) }
      }),

    /**
     * A walk of the team is kept here.
     * @param whole null for one that does not show all: its records are read again with the next
     */
    keepRead: ({ place, service, scope, number, whole }: KeptRead) =>
      store.run((tables) => {
        const before = keptRead(tables, place, { service, scope })
        const { readTo, refresh } = whole ?? before ?? { readTo: 0, refresh: 0 }
        const { workspaceId, region } = place
        const replace = 'INSERT OR REPLACE INTO team_read VALUES (?, ?, ?, ?, ?, ?, ?)'
        tables.sql.run(replace, workspaceId, region, service, scope, number, readTo, refresh)
      })
  }
}

type KeptRead = { place: Place; number: number; whole: { readTo: number; refresh: number } | null } & Source

function keptRead({ sql }: Tables, { workspaceId, region }: Place, { service, scope }: Source) {
  const select = `SELECT number, read_to AS readTo, walk AS refresh FROM team_read
    WHERE workspace = ? AND region = ? AND service = ? AND scope = ?`
  return sql.get<{ number: number; readTo: number; refresh: number }>(select, workspaceId, region, service, scope)
}

/** null where there are too many, or where changes since then are no longer kept. */
function ownSince({ sql, refreshes }: Tables, place: Place, refresh: number): LineName[] | null {
  if (!refreshes.get(place, refresh)) return null
  const select = `SELECT DISTINCT category, connector_id AS id FROM change JOIN connector ON connector.id = connector
    WHERE workspace = ? AND region = ? AND change.walk > ? LIMIT ?`
  const own = sql.all<{ category: Category; id: string }>(select, place.workspaceId, place.region, refresh, mostOwn + 1)
  return own.length > mostOwn ? null : own
}

/** Also what was seen since the last whole walk, as of one connector by itself: an older list must not take it back. */
function wholeAt({ sql }: Tables, { workspaceId, region }: Place): number | null {
  const whole = `SELECT max(id) AS id, max(ended_at) AS at FROM walk
    WHERE workspace = ? AND region = ? AND verdict IN ('complete', 'inconsistent')`
  const refresh = sql.get<{ id: number | null; at: number | null }>(whole, workspaceId, region)
  if (!refresh?.id) return null
  const since = `SELECT max(change.at) AS at FROM change JOIN connector ON connector.id = connector
    WHERE workspace = ? AND region = ? AND change.walk > ?`
  const later = sql.get<{ at: number | null }>(since, workspaceId, region, refresh.id)?.at ?? 0
  return Math.max(refresh.at ?? 0, later)
}
