import { z } from 'zod'

/** What one entry of the audit record is about: a call that may have changed something, or an entry of the ledger. */
export const auditKind = z.enum(['call', 'ledger'])
export type AuditKind = z.infer<typeof auditKind>

export const auditFinding = z.object({
  /**
   * `edited`: it is not what was written down; `removed`: it is gone before its time; `added`: it was never written
   * down; `broken`: the entry of the chain itself was changed or taken out.
   */
  what: z.enum(['edited', 'removed', 'added', 'broken']),
  kind: auditKind.nullable(),
  /** Of the call or the entry of the ledger; of the entry of the chain where it is broken. */
  id: z.number(),
  /** ms since 1970, of the act; null where it is not known. */
  at: z.number().nullable(),
  operator: z.string(),
  workspaceId: z.string()
})
export type AuditFinding = z.infer<typeof auditFinding>

/** How the audit record was found. */
export const auditCheck = z.object({
  /** Entries of the chain, and what they are about. */
  entries: z.number(),
  records: z.number(),
  /** ms since 1970, of the oldest act that is still kept; null where there is none. */
  since: z.number().nullable(),
  operators: z.array(z.string()),
  /** The last link: noted elsewhere, it proves later that nothing before it was written anew. */
  head: z.string(),
  found: z.number(),
  /** The first of them. */
  findings: z.array(auditFinding)
})
export type AuditCheck = z.infer<typeof auditCheck>
