import type { Remote } from '../../base/thread'
import type { KeptStore } from '../../store/kept-store'
import { AuditChain } from '../../store/tables/activity/audit-chain'

/** What happened to a request for approval, as this desk saw it. */
export interface ApprovalRecord {
  /** Empty if this desk has no workspace of that service. */
  workspace: string
  /** ms since 1970, by this computer. */
  at: number
  what: 'asked' | 'agreed' | 'declined' | 'expired' | 'withdrawn' | 'used'
  /** Its id in the team's database. */
  request: string
  act: string
  /** SHA-256 in hex, of what has to leave. */
  digest: string
  /** Accounts of the team's database; the decider's is empty while nobody decided. */
  author: string
  decider: string
  /** The author's reason, where this desk learned it: as the one who asks or decides. Else empty. */
  why: string
}

export interface ApprovalMethods {
  addApproval(of: { record: ApprovalRecord; operator: string }): void
  approvalReasons(): Pick<ApprovalRecord, 'request' | 'why'>[]
}

/** @param store works on the current database, and again after another database replaces it */
export function approvalMethods(store: KeptStore): ApprovalMethods {
  return {
    addApproval: ({ record, operator }) =>
      store.run(({ sql }) =>
        sql.transaction(() => {
          const { workspace, at, what, request, act, digest, author, decider, why } = record
          const insert = `INSERT INTO approval (workspace, at, what, request, act, digest, author, decider, why)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
          const added = sql.run(insert, workspace, at, what, request, act, digest, author, decider, why)
          new AuditChain(sql).record('approval', Number(added.lastInsertRowid), operator)
        })
      ),
    approvalReasons: () => store.run(({ sql }) => sql.all(`SELECT request, why FROM approval WHERE why <> ''`))
  }
}

export type ApprovalStore = Remote<ApprovalMethods>
