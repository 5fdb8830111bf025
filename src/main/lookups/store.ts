import type { Place } from '../../shared/workspaces/place'
import type { Remote } from '../base/thread'
import type { Statements } from '../store/statements'
import { LookupTable, type KeptLookups } from '../store/tables/mappings/kept-lookups'
import { StatusPageTable, type KeptStatusPage } from '../store/tables/mappings/status-pages'

/** Gives names before the app has asked the service. */
export interface LookupMethods {
  /** null if never read */
  keptLookups(of: { place: Place }): KeptLookups | null
  keepLookups(of: { place: Place } & KeptLookups): void
  statusPages(of: { workspaceId: string }): KeptStatusPage[]
  putStatusPage(of: { workspaceId: string; page: KeptStatusPage }): void
  /** @returns false if the integration has another address by now */
  keepStatusRead(of: { workspaceId: string; page: Omit<KeptStatusPage, 'agreed'> }): boolean
  removeStatusPage(of: { workspaceId: string; integration: string }): void
}

export type LookupStore = Remote<LookupMethods>

/** @param run works on the current database, and again after another database replaces it */
export const lookupMethods = (run: <T>(work: (sql: Statements) => T) => T): LookupMethods => ({
  keptLookups: ({ place }) => run((sql) => new LookupTable(sql).get(place)),
  keepLookups: ({ place, ...kept }) => run((sql) => new LookupTable(sql).put(place, kept)),
  statusPages: ({ workspaceId }) => run((sql) => new StatusPageTable(sql).list(workspaceId)),
  putStatusPage: ({ workspaceId, page }) => run((sql) => new StatusPageTable(sql).put(workspaceId, page)),
  keepStatusRead: ({ workspaceId, page }) => run((sql) => new StatusPageTable(sql).keepRead(workspaceId, page)),
  removeStatusPage: ({ workspaceId, integration }) =>
    run((sql) => new StatusPageTable(sql).remove(workspaceId, integration))
})

export function removeLookups(sql: Statements, workspaceId: string): void {
  new LookupTable(sql).removeWorkspace(workspaceId)
  new StatusPageTable(sql).removeWorkspace(workspaceId)
}
