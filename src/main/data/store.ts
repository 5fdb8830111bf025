import type { Remote } from '../base/thread'
import type { PastFetch } from '../../shared/data/collection'
import { PastFetches } from '../store/tables/data/past-fetches'
import type { Statements } from '../store/statements'
import type { Place } from '../../shared/workspaces/place'

export interface DataMethods {
  rememberFetch(of: PastFetch): void
  /** Newest first, 50 at most. */
  pastFetches(of: Place): PastFetch[]
  forgetFetch(of: { fetchId: string }): void
}

export type DataStore = Remote<DataMethods>

/** @param run works on the current database, and again after another database replaces it */
export function dataMethods(run: <T>(work: (sql: Statements) => T) => T): DataMethods {
  const fetches = <T>(work: (fetches: PastFetches) => T) =>
    run((sql) => sql.transaction(() => work(new PastFetches(sql))))
  fetches((table) => table.closeCutOff())
  return {
    rememberFetch: (fetch) => fetches((table) => table.put(fetch)),
    pastFetches: (place) => fetches((table) => table.list(place)),
    forgetFetch: ({ fetchId }) => fetches((table) => table.remove(fetchId))
  }
}
