import type { Remote } from '../base/thread'
import type {
  ActivityCall,
  CallBucket,
  CallFilters,
  CallGroup,
  CallMark,
  CallSum,
  RecordedWorkspace
} from '../../shared/activity/call'
import type { Place } from '../../shared/workspaces/place'
import type { AuditCheck } from '../../shared/activity/audit'
import { AuditChain, verifyAudit } from '../store/tables/activity/audit-chain'
import { Calls, type CallRow, type FoundRow, mostCounted } from '../store/tables/activity/calls'
import { type Spans, bucketsOf } from '../store/tables/activity/buckets'
import { WorkspaceNames } from '../store/tables/activity/workspace-names'
import { ToldCalls, TeamCalls } from '../store/tables/team/team-calls'
import type { Statements } from '../store/statements'

type Filtered = { workspaceId: string; filters: CallFilters }

/** Calls arrive masked. */
export interface CallMethods {
  addCalls(of: { calls: CallRow[]; operator: string }): void
  /** Records a call before it leaves. @returns its id */
  beginCall(of: { call: CallRow; operator: string }): number
  endCall(of: { id: number; call: CallRow; operator: string }): void
  /** Calls whose end earlier runs did not see, each once. Runs at the start, before any call. */
  takeCutOffCalls(of: { operator: string }): ActivityCall[]
  /** Checks the audit record. */
  verifyAudit(): AuditCheck
  /** This computer's calls, in order of recording. @param before default none, then the last list's last id */
  listCalls(of: Filtered & { before: number; limit: number }): ActivityCall[]
  /**
   * Newest first, with colleagues' changes; a fetch, refresh or send is its newest call with totals.
   * @param before null, then the mark of the last list's last call
   */
  listGrouped(of: Filtered & { before: CallMark | null; limit: number }): {
    calls: ActivityCall[]
    groups: CallGroup[]
  }
  /** The calls of one fetch, refresh or send, newest first. */
  listPart(of: Filtered & { partOf: string }): ActivityCall[]
  /** With colleagues' calls, up to a limit. */
  countCalls(of: Filtered): number
  chartCalls(of: Filtered & { spans: Spans }): CallBucket[]
  /** All workspaces since a time (ms since 1970), by day, asker and outcome. */
  sumCalls(of: { since: number }): CallSum[]
  unknownSends(of: { workspaceId: string; sends: readonly string[] }): ActivityCall[]
  /** Oldest first. */
  unknownAbout(of: { place: Place; keys: readonly string[] }): ActivityCall[]
  /** @returns false if the call's outcome is not unknown */
  addFound(
    of: { workspaceId: string; call: number; operator: string } & Pick<FoundRow, 'outcome' | 'note' | 'foundAt'>
  ): boolean
  /** Newest first. */
  foundOf(of: { workspaceId: string; calls: readonly number[] }): FoundRow[]
  keepWorkspaceName(of: { workspaceId: string; name: string }): void
  /** With recorded mutations, latest first. */
  recordedWorkspaces(): RecordedWorkspace[]
}

export type CallStore = Remote<CallMethods>

class AllCalls {
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

/** @param run works on the current database, and again after another database replaces it */
export function callMethods(run: <T>(work: (sql: Statements) => T) => T): CallMethods {
  const calls = <T>(work: (table: Calls) => T) => run((sql) => sql.transaction(() => work(new Calls(sql))))
  type Record = (id: number, call: CallRow, operator: string) => number
  /** Writes a mutation's row, audit record and message to the team together. */
  const written = <T>(work: (table: Calls, record: Record) => T) =>
    run((sql) =>
      sql.transaction(() =>
        work(new Calls(sql), (id, { mutation }, operator) => {
          if (mutation) {
            new AuditChain(sql).record('call', id, operator)
            new ToldCalls(sql).tell(id)
          }
          return id
        })
      )
    )
  return {
    addCalls: ({ calls, operator }) =>
      written((table, record) => calls.forEach((call) => record(table.add(call), call, operator))),
    beginCall: ({ call, operator }) => written((table, record) => record(table.add(call), call, operator)),
    endCall: ({ id, call, operator }) => void written((table, record) => record(table.end(id, call), call, operator)),
    takeCutOffCalls: ({ operator }) =>
      run((sql) =>
        sql.transaction(() => {
          const [table, chain, told] = [new Calls(sql), new AuditChain(sql), new ToldCalls(sql)]
          const found = table.withoutEnd()
          // Does not record edited or forged calls, so that Verify finds them.
          const known = found.filter(({ id }) => chain.holds('call', id))
          table.cutOff()
          for (const { id } of known) {
            chain.record('call', id, operator)
            told.tell(id)
          }
          return found
        })
      ),
    verifyAudit: () => run((sql) => sql.transaction(() => verifyAudit(sql))),
    listCalls: ({ workspaceId, filters, before, limit }) =>
      calls((table) => table.list(workspaceId, filters, before, limit)),
    listGrouped: ({ workspaceId, filters, before, limit }) =>
      run((sql) => sql.transaction(() => new AllCalls(sql).listGrouped(workspaceId, filters, before, limit))),
    listPart: ({ workspaceId, filters, partOf }) => calls((table) => table.listPart(workspaceId, filters, partOf)),
    countCalls: ({ workspaceId, filters }) =>
      run((sql) => sql.transaction(() => new AllCalls(sql).count(workspaceId, filters))),
    chartCalls: ({ workspaceId, filters, spans }) =>
      run((sql) => sql.transaction(() => new AllCalls(sql).chart(workspaceId, filters, spans))),
    sumCalls: ({ since }) => calls((table) => table.sums(since)),
    unknownSends: ({ workspaceId, sends }) => calls((table) => table.unknownOf(workspaceId, sends)),
    unknownAbout: ({ place, keys }) => calls((table) => table.unknownAbout(place, keys)),
    addFound: ({ operator, ...found }) =>
      run((sql) =>
        sql.transaction(() => {
          const id = new Calls(sql).addFound(found)
          if (id !== null) new AuditChain(sql).record('found', id, operator)
          return id !== null
        })
      ),
    foundOf: ({ workspaceId, calls: of }) => calls((table) => table.foundOf(workspaceId, of)),
    keepWorkspaceName: ({ workspaceId, name }) => run((sql) => new WorkspaceNames(sql).keep(workspaceId, name)),
    recordedWorkspaces: () => run((sql) => new WorkspaceNames(sql).recorded())
  }
}
