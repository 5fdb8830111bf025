import type { HistoryMethods } from '../store/methods'
import type { CallStore } from './store'

/** The calls of a history as promises, as its thread gives them. @param history the one of now */
export function promisedCalls(history: () => HistoryMethods): CallStore {
  return {
    addCalls: async (of) => history().addCalls(of),
    beginCall: async (of) => history().beginCall(of),
    endCall: async (of) => history().endCall(of),
    listCalls: async (of) => history().listCalls(of),
    countCalls: async (of) => history().countCalls(of),
    chartCalls: async (of) => history().chartCalls(of),
    keepWorkspaceName: async (of) => history().keepWorkspaceName(of),
    recordedWorkspaces: async () => history().recordedWorkspaces()
  }
}
