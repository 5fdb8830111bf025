import type { Category } from '../../../shared/connectors/category'
import type { Place } from '../../../shared/workspaces/place'
import type { Remote } from '../../base/thread'
import type { KeptStore, Tables } from '../../store/kept-store'
import type { PageLine } from '../../store/tables/connectors/page-lines'
import { whole } from '../../store/tables/connectors/refreshes'
import type { Source } from './lease'

/** Beyond this, all connectors are read. */
const mostOwn = 2_000

/** `id` as `idText` writes it. */
export type LineName = Pick<PageLine, 'category' | 'id'>

export interface ReadSoFar {
  /** Last refresh read or written; 0 for none. */
  number: number
  /** Stored records are current up to this number, except `own`; 0: read all. */
  readTo: number
  /** Connectors that this desk has seen by itself since. */
  own: LineName[]
  /** ms since 1970: when this desk last read by itself what refresh `number` does not hold; null: never. */
  ownAt: number | null
}

export type SharedRefreshMethods = ReturnType<typeof sharedRefreshMethods>
export type SharedRefreshStore = Remote<SharedRefreshMethods>

export function sharedRefreshMethods(store: KeptStore) {
  return {
    readSoFar: ({ place, service, scope }: { place: Place } & Source): ReadSoFar =>
      store.run((tables) => {
        const kept = keptRead(tables, place, { service, scope })
        const own = kept && kept.readTo > 0 ? ownSince(tables, place, kept.refresh) : null
        const readTo = own === null ? 0 : (kept?.readTo ?? 0)
        return { number: kept?.number ?? 0, readTo, own: own ?? [], ownAt: ownAt(tables, place, kept?.refresh ?? 0) }
      }),

    /** @param whole null for an incomplete refresh: the next read brings its records again */
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

/** null if too many, or if old changes are no longer stored */
function ownSince({ sql, refreshes }: Tables, place: Place, refresh: number): LineName[] | null {
  if (!refreshes.get(place, refresh)) return null
  const select = `SELECT DISTINCT category, connector_id AS id FROM change JOIN connector ON connector.id = connector
    WHERE workspace = ? AND region = ? AND change.walk > ? LIMIT ?`
  const own = sql.all<{ category: Category; id: string }>(select, place.workspaceId, place.region, refresh, mostOwn + 1)
  return own.length > mostOwn ? null : own
}

/**
 * Includes looks at single connectors: an older list must not undo them.
 *
 * @param read the last whole refresh that is of the team
 */
function ownAt({ sql }: Tables, { workspaceId, region }: Place, read: number): number | null {
  const last = `SELECT max(id) AS id, max(ended_at) AS at FROM walk
    WHERE workspace = ? AND region = ? AND ${whole}`
  const refresh = sql.get<{ id: number | null; at: number | null }>(last, workspaceId, region)
  if (!refresh?.id) return null
  const since = `SELECT max(change.at) AS at FROM change JOIN connector ON connector.id = connector
    WHERE workspace = ? AND region = ? AND change.walk > ?`
  const later = sql.get<{ at: number | null }>(since, workspaceId, region, refresh.id)?.at ?? null
  return later === null && refresh.id === read ? null : Math.max(refresh.at ?? 0, later ?? 0)
}
