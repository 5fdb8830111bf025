import type { AuditFinding, AuditKind, AuditCheck } from '../../../../shared/activity/audit'
import type { Statements } from '../../statements'
import { AuditChain, hashOf, recordsOf, type Link, type Recorded } from './audit-chain'

/** Checks every link, and each record against its last link. */
export function verifyAudit(sql: Statements): AuditCheck {
  const links = sql.all<Link>('SELECT * FROM audit ORDER BY seq')
  const findings: AuditFinding[] = [...brokenLinks(sql, links)]
  const acts = links.filter((link): link is Link & { kind: AuditKind } => isAct(link.kind))
  const mayBeGone = goneByRight(links)
  let since: number | null = null
  let records = 0
  for (const kind of ['call', 'ledger'] as const) {
    const there = new Map(recordsOf(sql, kind, kind === 'call' ? ofChanges : ofThisDesk).map((one) => [one.id, one]))
    const known = new Map(acts.filter((link) => link.kind === kind).map((link) => [link.record, link]))
    for (const [id, link] of known) {
      const record = there.get(id)
      const what = !record ? (mayBeGone(link) ? null : 'removed') : record.digest === link.digest ? null : 'edited'
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

/** Includes calls that only the chain knows as changes: someone may have removed the mark. */
const ofChanges = `mutation = 1 OR id IN (SELECT record FROM audit WHERE kind = 'call')`

/** Other desks have chains of their own. */
const ofThisDesk = 'operator IS NULL'

const isAct = (kind: Link['kind']) => kind === 'call' || kind === 'ledger'

const added = (kind: AuditKind, { id, at, workspace }: Recorded): AuditFinding => ({
  ...{ what: 'added', kind, id, at },
  ...{ operator: '', workspaceId: workspace }
})

/** Also finds missing links at the end. */
function* brokenLinks(sql: Statements, links: readonly Link[]): Generator<AuditFinding> {
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
function goneByRight(links: readonly Link[]): (link: Link) => boolean {
  const pruned = Math.max(-Infinity, ...links.filter(({ kind }) => kind === 'pruned').map(({ at }) => at))
  const dropped = new Map(
    links.filter(({ kind }) => kind === 'dropped').map(({ workspace, digest, seq }) => [`${digest} ${workspace}`, seq])
  )
  return ({ kind, workspace, at, seq }) =>
    (kind === 'call' && at < pruned) || seq < (dropped.get(`${kind} ${workspace}`) ?? 0)
}
