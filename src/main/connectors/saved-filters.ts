import type { SavedFilter } from '../../shared/connectors/saved-filter'
import type { Remote } from '../base/thread'
import type { Statements } from '../store/statements'
import { SavedFilterTable } from '../store/tables/connectors/saved-filters'

export interface SavedFilterMethods {
  savedFilters(of: { workspaceId: string }): SavedFilter[]
  /** Inserts or replaces. @returns false at this desk's limit: nothing was saved */
  saveFilter(of: { workspaceId: string } & Pick<SavedFilter, 'id' | 'name' | 'filters'>): boolean
  removeFilter(of: { workspaceId: string; id: string }): void
}

export type SavedFilterStore = Remote<SavedFilterMethods>

/** @param run works on the current database, and again after another database replaces it */
export function savedFilterMethods(run: <T>(work: (sql: Statements) => T) => T): SavedFilterMethods {
  const table = <T>(work: (table: SavedFilterTable) => T) =>
    run((sql) => sql.transaction(() => work(new SavedFilterTable(sql))))
  return {
    savedFilters: ({ workspaceId }) => table((filters) => filters.list(workspaceId)),
    saveFilter: ({ workspaceId, ...one }) => table((filters) => filters.save(workspaceId, one)),
    removeFilter: ({ workspaceId, id }) => table((filters) => filters.remove(workspaceId, id))
  }
}
