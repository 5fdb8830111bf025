import type { ActivityCall, CallBucket, CallFilters, CallGroup, CallMark } from '../../shared/activity/call'
import type { Statements } from '../store/statements'
import { bucketsOf, type Spans } from '../store/tables/activity/buckets'
import { Calls, mostCounted } from '../store/tables/activity/calls'
import { TeamCalls } from '../store/tables/team/team-calls'

export class AllCalls {
  private readonly mine: Calls
  private readonly team: TeamCalls

  constructor(sql: Statements) {
    this.mine = new Calls(sql)
    this.team = new TeamCalls(sql)
  }

  listGrouped(
    workspaceId: string,
    filters: CallFilters,
    before: CallMark | null,
    limit: number
  ): { calls: ActivityCall[]; groups: CallGroup[] } {
    const calls = this.of(filters)
      .flatMap((table) => table.listNewest(workspaceId, filters, before, limit))
      .sort((one, other) => other.at - one.at || other.id - one.id)
      .slice(0, limit)
    const partsOf = calls.map(({ partOf }) => partOf).filter(Boolean)
    return { calls, groups: this.mine.groups(workspaceId, filters, partsOf) }
  }

  /** At most `mostCounted`. */
  count(workspaceId: string, filters: CallFilters): number {
    const all = this.of(filters).reduce((sum, table) => sum + table.count(workspaceId, filters), 0)
    return Math.min(all, mostCounted)
  }

  chart(workspaceId: string, filters: CallFilters, spans: Spans): CallBucket[] {
    return bucketsOf(
      this.of(filters).flatMap((table) => table.charted(workspaceId, filters, spans)),
      spans
    )
  }

  private of({ whose }: CallFilters): (Calls | TeamCalls)[] {
    if (whose) return [whose === 'mine' ? this.mine : this.team]
    return [this.mine, this.team]
  }
}
