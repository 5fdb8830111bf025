import type { Remote } from '../base/thread'
import type { Statements } from '../store/statements'
import type { MappingFinding } from '../../shared/mappings/mapping-issue'
import type { Place } from '../../shared/workspaces/place'
import type { KeptStore } from '../store/kept-store'
import { AuditChain } from '../store/tables/activity/audit-chain'
import { SharedGuardTable, TeamGaps, type GuardTold, type SharedGuards } from '../store/tables/mappings/shared-guards'
import {
  ChangeLogTable,
  type ChangeLogRow,
  EncryptedRows,
  type EncryptedKind,
  type EncryptedRow,
  PastedFields,
  type PastedField
} from '../store/tables/mappings/mappings'

/** Pasted fields, drafts, kept samples and the change log. Holds no tokens. */
export interface MappingMethods {
  pastedFields(of: { place: Place }): PastedField[]
  putPastedField(of: { place: Place } & PastedField): void
  removePastedField(of: { place: Place; id: string }): void

  encryptedItems(of: { kind: EncryptedKind; place: Place }): EncryptedRow[]
  encryptedItem(of: { kind: EncryptedKind; place: Place; id: string }): EncryptedRow | null
  putEncryptedItem(of: { kind: EncryptedKind; place: Place } & EncryptedRow): void
  removeEncryptedItem(of: { kind: EncryptedKind; place: Place; id: string }): void
  /** Of all workspaces. */
  removeEncryptedItems(of: { kind: EncryptedKind }): void

  /** What the team keeps of one mapping, or of all; null where the place is not shared. */
  sharedGuards(of: { place: Place; of: { fieldId: string; scope: string } | null }): SharedGuards | null
  tellGuards(of: { place: Place; told: GuardTold[] }): void
  /** Of customers whose kept samples have to go. */
  forgottenConnectors(): ForgottenConnector[]
  removeForgotten(of: { connectors: ForgottenConnector[] }): void

  /** @param entry JSON @returns its id */
  addToChangeLog(of: { place: Place; at: number; entry: string; operator: string }): number
  updateChangeLog(of: { id: number; entry: string; operator: string }): void
  /** Newest first, both regions. @param before an id */
  changeLog(of: { workspaceId: string; before: number; limit: number }): ChangeLogRow[]
}

export interface ForgottenConnector extends Place {
  key: string
}

export interface MappingIssueMethods {
  /** Opens and closes issues of mappings. @returns whether any changed */
  settleMappings(of: { place: Place; findings: MappingFinding[]; at: number }): boolean
}

export type MappingStore = Remote<MappingMethods & MappingIssueMethods>

const asFound = { drifted: 'open', fits: 'fits', saved: 'saved', gone: 'gone' } as const

export function mappingIssueMethods(store: KeptStore): MappingIssueMethods {
  return {
    settleMappings: ({ place, findings, at }) =>
      store.run(({ sql, watchedIssues, issueLists }) =>
        sql.transaction(() => {
          const found = findings.map(({ state, ...one }) => ({ ...one, state: asFound[state] }))
          const changed = watchedIssues.settle(place, 'mapping', { found, whole: false, at })
          if (changed) issueLists.drop(place)
          return changed
        })
      )
  }
}

/** @param run works on the current database, and again after another database replaces it */
export function mappingMethods(run: <T>(work: (sql: Statements) => T) => T): MappingMethods {
  return {
    pastedFields: ({ place }) => run((sql) => new PastedFields(sql).list(place)),
    putPastedField: ({ place, ...field }) => run((sql) => new PastedFields(sql).put(place, field)),
    removePastedField: ({ place, id }) => run((sql) => new PastedFields(sql).remove(place, id)),

    encryptedItems: ({ kind, place }) => run((sql) => new EncryptedRows(sql, kind).list(place)),
    encryptedItem: ({ kind, place, id }) => run((sql) => new EncryptedRows(sql, kind).get(place, id)),
    putEncryptedItem: ({ kind, place, ...row }) =>
      run((sql) => sql.transaction(() => new EncryptedRows(sql, kind).put(place, row))),
    removeEncryptedItem: ({ kind, place, id }) => run((sql) => new EncryptedRows(sql, kind).remove(place, id)),
    removeEncryptedItems: ({ kind }) => run((sql) => new EncryptedRows(sql, kind).removeAll()),

    sharedGuards: ({ place, of }) => run((sql) => new SharedGuardTable(sql).list(place, of)),
    tellGuards: ({ place, told }) => run((sql) => sql.transaction(() => new SharedGuardTable(sql).tell(place, told))),
    forgottenConnectors: () =>
      run((sql) => sql.all<ForgottenConnector>('SELECT workspace AS workspaceId, region, key FROM forgotten')),
    removeForgotten: ({ connectors }) =>
      run((sql) =>
        sql.transaction(() => {
          const remove = 'DELETE FROM forgotten WHERE workspace = ? AND region = ? AND key = ?'
          for (const { workspaceId, region, key } of connectors) sql.run(remove, workspaceId, region, key)
        })
      ),

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
    sql.run('DELETE FROM forgotten WHERE workspace = ?', workspaceId)
    const encrypted = (['draft', 'guard'] as const).map((kind) => new EncryptedRows(sql, kind))
    for (const table of [new PastedFields(sql), ...encrypted, new ChangeLogTable(sql), new TeamGaps(sql)])
      table.removeWorkspace(workspaceId)
  })
}
