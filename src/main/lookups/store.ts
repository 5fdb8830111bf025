import type { Place } from '../../shared/workspaces/place'
import type { Remote } from '../base/thread'
import type { Statements } from '../store/statements'
import { LookupTable, type KeptLookups } from '../store/tables/mappings/kept-lookups'

/** Gives names before the app has asked the service. */
export interface LookupMethods {
  /** null if never read */
  keptLookups(of: { place: Place }): KeptLookups | null
  keepLookups(of: { place: Place } & KeptLookups): void
}

export type LookupStore = Remote<LookupMethods>

/** @param run works on the current database, and again after another database replaces it */
export const lookupMethods = (run: <T>(work: (sql: Statements) => T) => T): LookupMethods => ({
  keptLookups: ({ place }) => run((sql) => new LookupTable(sql).get(place)),
  keepLookups: ({ place, ...kept }) => run((sql) => new LookupTable(sql).put(place, kept))
})

export const removeLookups = (sql: Statements, workspaceId: string): void =>
  new LookupTable(sql).removeWorkspace(workspaceId)
