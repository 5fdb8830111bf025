import { createHash } from 'node:crypto'
import { auditKind, type AuditKind, type AuditFinding, type AuditCheck } from '../../../../shared/activity/audit'
import type { Statements } from '../../statements'

/** `pruned`: records before `at` expired; `dropped`: records went with their workspace. */
export type ChainLinkKind = AuditKind | 'pruned' | 'dropped'

export interface ChainLink {
  seq: number
  kind: ChainLinkKind
  /** 0 for a link about many records. */
  record: number
  workspace: string
  at: number
  operator: string
  /** Of the record at that time. */
  digest: string
  hash: string
}

export const beginning = '0'.repeat(64)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Covers the whole link and the link before it. */
export function hashOf(
  { seq, kind, record, workspace, at, operator, digest }: Omit<ChainLink, 'hash'>,
  before: string
) {
  return sha256(JSON.stringify([before, seq, kind, record, workspace, at, operator, digest]))
}

/** Those that a link to a call of an earlier version covers. */
const earlierColumns = `workspace, region, at, asker, method, path, query, status, error, tries, duration_ms, waited_ms,
  limited, bytes, request_id, mutation, probe, subject, forwarded`

/** A call leaves out columns that only lead to other views. */
const columns: Record<AuditKind, string> = {
  call: `${earlierColumns}, unknown`,
  ledger: 'workspace, region, at, entry',
  found: 'workspace, at, call, outcome, hex(note) AS note, found_at',
  token: 'workspace, region, at, fingerprint, kept',
  approval: 'workspace, at, what, request, act, digest, author, decider, why'
}

export const operatorOf = (kind: AuditKind): string =>
  `coalesce((SELECT operator FROM audit WHERE kind = '${kind}' AND record = ${kind}.id ORDER BY seq LIMIT 1), '')`

type Value = string | number | null

export interface Recorded {
  id: number
  workspace: string
  at: number
  digest: string
  /** As an earlier version made it. A new link has the other, so it holds for none. */
  earlierDigest(): string
}

/** Current records, by id. @param where SQL over the table of this kind */
function recordsOf(sql: Statements, kind: AuditKind, where: string, values: number[] = [], of = columns[kind]) {
  const rows = sql.all<{ id: number; workspace: string; at: number } & Record<string, Value>>(
    `SELECT id, ${of} FROM ${kind} WHERE ${where} ORDER BY id`,
    ...values
  )
  return rows.map(({ id, ...row }): Recorded => {
    const digest = sha256(JSON.stringify(Object.values(row)))
    const { unknown, why, ...earlier } = row
    // A reason that was added to an earlier record is no part of it.
    const isNew = (unknown === undefined && why === undefined) || why
    const earlierDigest = () => (isNew ? digest : sha256(JSON.stringify(Object.values(earlier))))
    return { id, workspace: row.workspace, at: row.at, digest, earlierDigest }
  })
}

const holds = (record: Recorded, digest: string | undefined) =>
  digest === record.digest || digest === record.earlierDigest()

/** The record was not dropped with its workspace. */
const stillHeld = `NOT EXISTS (SELECT 1 FROM audit AS dropped WHERE dropped.kind = 'dropped' AND dropped.digest = audit.kind
  AND dropped.workspace = audit.workspace AND dropped.seq > audit.seq)`

/**
 * A chain over every call that may have changed something, over the change log, replaced bearer tokens and second
 * approvals. Each link holds a record's digest
 * and the hash of the link before it; a completed record adds another link. Only expired links leave the beginning; the
 * anchor says where the chain goes on.
 */
export class AuditChain {
  constructor(private readonly sql: Statements) {}

  /** Call it in the transaction that wrote the record. */
  record(kind: AuditKind, id: number, operator: string): void {
    const [record] = recordsOf(this.sql, kind, 'id = ?', [id])
    if (record) this.add(kind, record, operator)
  }

  /** True if the record still matches its last link. */
  holds(kind: AuditKind, id: number): boolean {
    const [record] = recordsOf(this.sql, kind, 'id = ?', [id])
    const last = 'SELECT digest FROM audit WHERE kind = ? AND record = ? ORDER BY seq DESC LIMIT 1'
    return record !== undefined && holds(record, this.sql.get<{ digest: string }>(last, kind, id)?.digest)
  }

  /** Adds records of versions without a stored operator. */
  takeIn(): void {
    for (const call of recordsOf(this.sql, 'call', 'mutation = 1', [], earlierColumns)) this.add('call', call, '')
    for (const entry of recordsOf(this.sql, 'ledger', '1 = 1')) this.add('ledger', entry, '')
  }

  /** Call before the records of a workspace are deleted. */
  drop(kind: AuditKind, workspace: string): void {
    this.append({ kind: 'dropped', record: 0, workspace, at: 0, operator: '', digest: kind })
  }

  /** Marks calls before that time as gone and removes expired links from the beginning. */
  prune(before: number): void {
    this.append({ kind: 'pruned', record: 0, workspace: '', at: before, operator: '', digest: '' })
    const kept = this.sql.get<{ seq: number | null }>(
      `SELECT min(seq) AS seq FROM audit WHERE seq = (SELECT max(seq) FROM audit WHERE kind = 'pruned')
        OR (${stillHeld} AND (kind IN ('ledger', 'token', 'approval') OR (kind IN ('call', 'found') AND at >= ?)
          OR (kind = 'call' AND record IN (SELECT id FROM call)) OR (kind = 'found' AND record IN (SELECT id FROM found))))`,
      before
    )
    const last = this.sql.get<{ seq: number; hash: string }>(
      'SELECT seq, hash FROM audit WHERE seq < ? ORDER BY seq DESC LIMIT 1',
      kept?.seq ?? 0
    )
    if (!last) return
    this.sql.run('DELETE FROM audit WHERE seq <= ?', last.seq)
    this.sql.run('INSERT OR REPLACE INTO audit_anchor (id, seq, hash) VALUES (1, ?, ?)', last.seq, last.hash)
  }

  anchor(): { seq: number; hash: string } {
    return this.sql.get('SELECT seq, hash FROM audit_anchor') ?? { seq: 0, hash: beginning }
  }

  private add(kind: AuditKind, { id, workspace, at, digest }: Recorded, operator: string): void {
    this.append({ kind, record: id, workspace, at, operator, digest })
  }

  private append(link: Omit<ChainLink, 'seq' | 'hash'>): void {
    const last = this.sql.get<{ seq: number; hash: string }>('SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1')
    const before = last ?? this.anchor()
    const seq = before.seq + 1
    const { kind, record, workspace, at, operator, digest } = link
    this.sql.run(
      'INSERT INTO audit (seq, kind, record, workspace, at, operator, digest, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      ...[seq, kind, record, workspace, at, operator, digest, hashOf({ seq, ...link }, before.hash)]
    )
  }
}

/** Checks every link, and each record against its last link. */
export function verifyAudit(sql: Statements): AuditCheck {
  const links = sql.all<ChainLink>('SELECT * FROM audit ORDER BY seq')
  const findings: AuditFinding[] = [...brokenLinks(sql, links)]
  const acts = links.filter((link): link is ChainLink & { kind: AuditKind } => isAct(link.kind))
  const mayBeGone = goneByRight(links)
  let since: number | null = null
  let records = 0
  for (const kind of auditKind.options) {
    const there = new Map(recordsOf(sql, kind, counted[kind]).map((one) => [one.id, one]))
    const known = new Map(acts.filter((link) => link.kind === kind).map((link) => [link.record, link]))
    for (const [id, link] of known) {
      const record = there.get(id)
      const what = !record ? (mayBeGone(link) ? null : 'removed') : holds(record, link.digest) ? null : 'edited'
      if (what) findings.push({ what, kind, id, at: link.at, operator: link.operator, workspaceId: link.workspace })
    }
    for (const record of there.values()) if (!known.has(record.id)) findings.push(added(kind, record))
    for (const { at } of there.values()) since = Math.min(since ?? at, at)
    records += there.size
  }
  return {
    entries: links.length,
    records,
    since,
    operators: [...new Set(acts.map(({ operator }) => operator))].filter(Boolean).sort(),
    head: links.at(-1)?.hash ?? new AuditChain(sql).anchor().hash,
    found: findings.length,
    findings
  }
}

const counted: Record<AuditKind, string> = {
  // Includes calls that only the chain knows as changes: someone may have removed the mark.
  call: `mutation = 1 OR id IN (SELECT record FROM audit WHERE kind = 'call')`,
  // Other desks have chains of their own.
  ledger: 'operator IS NULL',
  found: '1 = 1',
  token: '1 = 1',
  approval: '1 = 1'
}

const isAct = (kind: ChainLink['kind']) => kind !== 'pruned' && kind !== 'dropped'

const added = (kind: AuditKind, { id, at, workspace }: Recorded): AuditFinding => ({
  ...{ what: 'added', kind, id, at },
  ...{ operator: '', workspaceId: workspace }
})

/** Also finds missing links at the end. */
function* brokenLinks(sql: Statements, links: readonly ChainLink[]): Generator<AuditFinding> {
  let before = new AuditChain(sql).anchor()
  for (const link of links) {
    const follows = link.seq === before.seq + 1 && link.hash === hashOf(link, before.hash)
    const { seq, at, operator, kind, workspace: workspaceId } = link
    if (!follows) yield { what: 'broken', kind: null, id: seq, at: isAct(kind) ? at : null, operator, workspaceId }
    before = link
  }
  // SQLite remembers the last number it gave.
  const made = sql.get<{ seq: number }>(`SELECT seq FROM sqlite_sequence WHERE name = 'audit'`)?.seq ?? 0
  if (made > before.seq)
    yield { what: 'broken', kind: null, id: before.seq + 1, at: null, operator: '', workspaceId: '' }
}

/** True if the record expired or went with its workspace, by the chain and not by the table. */
function goneByRight(links: readonly ChainLink[]): (link: ChainLink) => boolean {
  const pruned = Math.max(-Infinity, ...links.filter(({ kind }) => kind === 'pruned').map(({ at }) => at))
  const dropped = new Map(
    links.filter(({ kind }) => kind === 'dropped').map(({ workspace, digest, seq }) => [`${digest} ${workspace}`, seq])
  )
  return ({ kind, workspace, at, seq }) =>
    ((kind === 'call' || kind === 'found') && at < pruned) || seq < (dropped.get(`${kind} ${workspace}`) ?? 0)
}
