import type { CallEnd } from '../../shared/activity/call'
import type { SharedCall } from '../../shared/team/call-change'
import { oneLine } from '../base/plain-text'
import { changedTexts } from '../base/texts'
import type { Tables } from '../store/kept-store'
import { TeamCalls } from '../store/tables/team/team-calls'
import type { SignedChange } from './change'

/** What a piece of the feed brought of colleagues' changes. */
export interface ReceivedCalls {
  /** How many are new, by workspace. */
  added: { workspaceId: string; calls: number }[]
  /** Of those that were here, the outcomes. */
  ended: CallEnd[]
}

/** What colleagues changed goes into a table of its own: they vouch for it, and not the record of this desk. */
export class CallFeed {
  private readonly added = new Map<string, number>()
  private readonly ended = new Map<number, CallEnd>()
  private readonly table: TeamCalls

  constructor(private readonly tables: Tables) {
    this.table = new TeamCalls(tables.sql)
  }

  take({ isOwn, account, signed, service, subject, at, value }: SignedChange<'call'>): void {
    if (isOwn) return
    // A clock that is ahead would put it into the future. Its texts are copied and searched as those of this desk are.
    const call = { ...(changedTexts(value, oneLine) as SharedCall), at: Math.min(value.at, at) }
    const kept = this.table.receive({ team: subject, service, account, operator: signed }, call)
    if (kept?.isNew) {
      const select = 'SELECT DISTINCT workspace FROM team_place WHERE service = ?'
      for (const { workspace } of this.tables.sql.all<{ workspace: string }>(select, service))
        this.added.set(workspace, (this.added.get(workspace) ?? 0) + 1)
    } else if (kept) this.ended.set(kept.id, { id: kept.id, status: call.status, error: call.error })
  }

  received(): ReceivedCalls {
    const added = [...this.added].map(([workspaceId, calls]) => ({ workspaceId, calls }))
    return { added, ended: [...this.ended.values()] }
  }
}
