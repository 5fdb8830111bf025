import { z } from 'zod'

export const auditKind = z.enum(['call', 'ledger', 'found', 'token', 'approval'])
export type AuditKind = z.infer<typeof auditKind>

export const auditFinding = z.object({
  /**
   * `edited`: differs from the record; `removed`: deleted before its time; `added`: never recorded; `broken`: the chain
   * entry itself was changed or removed.
   */
  what: z.enum(['edited', 'removed', 'added', 'broken']),
  kind: auditKind.nullable(),
  /** For `broken` the id of the chain entry. */
  id: z.number(),
  /** ms since 1970; null if unknown. */
  at: z.number().nullable(),
  operator: z.string(),
  workspaceId: z.string()
})
export type AuditFinding = z.infer<typeof auditFinding>

export const auditCheck = z.object({
  /** Entries of the chain, and records they cover. */
  entries: z.number(),
  records: z.number(),
  /** ms since 1970, of the oldest act kept, or null. */
  since: z.number().nullable(),
  operators: z.array(z.string()),
  /** The last link. A copy elsewhere later proves that nothing before it was rewritten. */
  head: z.string(),
  found: z.number(),
  findings: z.array(auditFinding)
})
export type AuditCheck = z.infer<typeof auditCheck>
