import type { Remote } from '../base/thread'
import type { PastWalk } from '../../shared/model/collection'
import { PastWalks } from '../store/tables/collections/past-walks'
import type { Statements } from '../store/statements'
import type { Place } from '../../shared/model/place'

/** What a store of remembered walks can do. */
export interface CollectionMethods {
  rememberCollectionWalk(of: PastWalk): void
  /** Newest first, 50 at most. */
  pastCollectionWalks(of: Place): PastWalk[]
  forgetCollectionWalk(of: { walkId: string }): void
}

export type CollectionStore = Remote<CollectionMethods>

/** @param run works on the current database, and again where another replaces it */
export function collectionMethods(run: <T>(work: (sql: Statements) => T) => T): CollectionMethods {
  const walks = <T>(work: (walks: PastWalks) => T) => run((sql) => sql.transaction(() => work(new PastWalks(sql))))
  walks((table) => table.closeCutOff())
  return {
    rememberCollectionWalk: (walk) => walks((table) => table.put(walk)),
    pastCollectionWalks: (place) => walks((table) => table.list(place)),
    forgetCollectionWalk: ({ walkId }) => walks((table) => table.remove(walkId))
  }
}
