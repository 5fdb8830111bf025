import type { Remote } from '../base/thread'
import type { Statements } from '../store/statements'
import type { Place } from '../../shared/workspaces/place'
import { AuditChain } from '../store/tables/activity/audit-chain'
import {
  ChangeLogTable,
  type ChangeLogRow,
  DraftTable,
  type DraftRow,
  PastedFields,
  type PastedField
} from '../store/tables/mappings/mappings'

/** Pasted fields, drafts and the change log. Holds no tokens. */
export interface MappingMethods {
  pastedFields(of: { place: Place }): PastedField[]
  putPastedField(of: { place: Place } & PastedField): void
  removePastedField(of: { place: Place; id: string }): void

  drafts(of: { place: Place }): DraftRow[]
  putDraft(of: { place: Place } & DraftRow): void
  removeDraft(of: { place: Place; id: string }): void
  removeDrafts(): void

  /** @param entry JSON @returns its id */
  addToChangeLog(of: { place: Place; at: number; entry: string; operator: string }): number
  updateChangeLog(of: { id: number; entry: string; operator: string }): void
  /** Newest first, both regions. @param before an id */
  changeLog(of: { workspaceId: string; before: number; limit: number }): ChangeLogRow[]
}

export type MappingStore = Remote<MappingMethods>

/** @param run works on the current database, and again after another database replaces it */
export function mappingMethods(run: <T>(work: (sql: Statements) => T) => T): MappingMethods {
  return {
    pastedFields: ({ place }) => run((sql) => new PastedFields(sql).list(place)),
    putPastedField: ({ place, ...field }) => run((sql) => new PastedFields(sql).put(place, field)),
    removePastedField: ({ place, id }) => run((sql) => new PastedFields(sql).remove(place, id)),

    drafts: ({ place }) => run((sql) => new DraftTable(sql).list(place)),
    putDraft: ({ place, ...draft }) => run((sql) => sql.transaction(() => new DraftTable(sql).put(place, draft))),
    removeDraft: ({ place, id }) => run((sql) => new DraftTable(sql).remove(place, id)),
    removeDrafts: () => run((sql) => new DraftTable(sql).removeAll()),

    addToChangeLog: ({ place, at, entry, operator }) =>
      run((sql) =>
        sql.transaction(() => {
          const id = new ChangeLogTable(sql).add(place, at, entry)
          new AuditChain(sql).record('ledger', id, operator)
          return id
        })
      ),
    updateChangeLog: ({ id, entry, operator }) =>
      run((sql) =>
        sql.transaction(() => {
          new ChangeLogTable(sql).change(id, entry)
          new AuditChain(sql).record('ledger', id, operator)
        })
      ),
    changeLog: ({ workspaceId, before, limit }) =>
      run((sql) => new ChangeLogTable(sql).list(workspaceId, before, limit))
  }
}

export function removeMappings(sql: Statements, workspaceId: string): void {
  sql.transaction(() => {
    for (const table of [new PastedFields(sql), new DraftTable(sql), new ChangeLogTable(sql)])
      table.removeWorkspace(workspaceId)
  })
}
