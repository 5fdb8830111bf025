import type { Remote } from '../base/thread'
import type { ActivityCall, CallBucket, CallFilters, RecordedWorkspace } from '../../shared/model/call'
import { Calls, type CallRow } from '../store/tables/activity/calls'
import type { Spans } from '../store/tables/activity/buckets'
import { WorkspaceNames } from '../store/tables/activity/workspace-names'
import type { Statements } from '../store/statements'

type Filtered = { workspaceId: string; filters: CallFilters }

/** What the store of calls can do. Calls come masked. */
export interface CallMethods {
  addCalls(of: { calls: CallRow[] }): void
  /** Keeps a call before it leaves. @returns its id */
  beginCall(of: { call: CallRow }): number
  /** Completes it. */
  endCall(of: { id: number; call: CallRow }): void
  /** What earlier runs of the app did not see the end of: each is given once. Asked at the start, before any call. */
  takeCutOffCalls(): ActivityCall[]
  /** Newest first. @param before left out, then the last id of the list before */
  listCalls(of: Filtered & { before: number; limit: number }): ActivityCall[]
  /** How many there are, as far as they are counted. */
  countCalls(of: Filtered): number
  chartCalls(of: Filtered & { spans: Spans }): CallBucket[]
  /** Keeps the name of a workspace that is about to be removed. */
  keepWorkspaceName(of: { workspaceId: string; name: string }): void
  /** All workspaces whose mutations are kept, latest first. */
  recordedWorkspaces(): RecordedWorkspace[]
}

export type CallStore = Remote<CallMethods>

/** @param run works on the current database, and again where another replaces it */
export function callMethods(run: <T>(work: (sql: Statements) => T) => T): CallMethods {
  const calls = <T>(work: (table: Calls) => T) => run((sql) => sql.transaction(() => work(new Calls(sql))))
  return {
    addCalls: (of) => calls((table) => of.calls.forEach((call) => table.add(call))),
    beginCall: ({ call }) => calls((table) => table.add(call)),
    endCall: ({ id, call }) => calls((table) => table.end(id, call)),
    takeCutOffCalls: () => calls((table) => table.takeCutOff()),
    listCalls: ({ workspaceId, filters, before, limit }) =>
      calls((table) => table.list(workspaceId, filters, before, limit)),
    countCalls: ({ workspaceId, filters }) => calls((table) => table.count(workspaceId, filters)),
    chartCalls: ({ workspaceId, filters, spans }) => calls((table) => table.chart(workspaceId, filters, spans)),
    keepWorkspaceName: ({ workspaceId, name }) => run((sql) => new WorkspaceNames(sql).keep(workspaceId, name)),
    recordedWorkspaces: () => run((sql) => new WorkspaceNames(sql).recorded())
  }
}
