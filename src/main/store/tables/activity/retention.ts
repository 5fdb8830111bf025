import { keptDays } from '../../../../shared/activity/call'
import type { Statements } from '../../statements'
import { AuditChain } from './audit-chain'
import { WorkspaceNames } from './workspace-names'

export const callRetention = {
  ...{ mutationDays: keptDays.writes, days: keptDays.reads, calls: 200_000 },
  /** Questions of assistants and scripts, apart: a flood of them leaves the operators' own requests. */
  asked: 20_000
} as const

/** Calls dropped at a time: other calls must not wait long. */
const batch = 20_000
const day = 86_400_000

/** Drops expired calls of this desk and of colleagues. @returns true if more may have expired */
export function pruneCalls(
  sql: Statements,
  now: number,
  keep: { mutationDays: number; days: number; calls: number; asked: number } = callRetention
): boolean {
  return sql.transaction(() => {
    const drop = (mutation: number, condition: string, ...values: number[]) => {
      const old = `SELECT id FROM call WHERE mutation = ${mutation} AND ${condition} ORDER BY at LIMIT ${batch}`
      return sql.run(`DELETE FROM call WHERE id IN (${old})`, ...values).changes
    }
    const dropBeyond = (whose: string, most: number) => {
      const newest = `SELECT at, id FROM call WHERE mutation = 0 AND ${whose} ORDER BY at DESC, id DESC LIMIT 1 OFFSET ?`
      const excess = sql.get<{ at: number; id: number }>(newest, most)
      return excess ? drop(0, `${whose} AND (at, id) <= (?, ?)`, excess.at, excess.id) : 0
    }
    const told = (condition: string, ...values: number[]) => {
      const old = `SELECT id FROM team_call WHERE ${condition} LIMIT ${batch}`
      return sql.run(`DELETE FROM team_call WHERE id IN (${old})`, ...values).changes
    }
    const dropped = [
      drop(1, 'at < ?', now - keep.mutationDays * day),
      drop(0, 'at < ?', now - keep.days * day),
      dropBeyond("asker <> 'outside'", keep.calls),
      dropBeyond("asker = 'outside'", keep.asked),
      told('at < ?', now - keep.mutationDays * day),
      // The latest arrival has the lowest id.
      told('id > (SELECT min(id) FROM team_call) + ?', keep.calls - 1)
    ]
    if (dropped[0]) new AuditChain(sql).prune(now - keep.mutationDays * day)
    new WorkspaceNames(sql).prune()
    return dropped.includes(batch)
  })
}
