import type { PassthroughDraft } from '../../../shared/model/passthrough'
import type { PassthroughResult } from '../../../shared/model/passthrough-result'
import type { Occurrence } from '../../secrets/occurrences'

/** A send as it is kept. No token is in it: the connector is named, its token found again. */
export interface HistoryEntry {
  /** The send's request id. */
  id: string
  draft: PassthroughDraft
  /** What left, as text: variables filled, files by name only. */
  envelope: string
  /** null while it runs: an entry found like this at start was cut off, and a write's outcome is then unknown. */
  result: PassthroughResult | null
  /** The answer as it came; null where none did. */
  body: Buffer | null
}

/** A body as it came, and where secrets are in it. */
export interface Answer {
  body: Buffer
  secrets: readonly Occurrence[]
}

/** What a list shows and what can be searched: nothing of headers, params or bodies. */
export interface HistoryHead {
  id: string
  askedAt: number
  draft: Pick<PassthroughDraft, 'workspaceId' | 'region' | 'connector' | 'method' | 'path'>
  outcome: PassthroughResult['outcome'] | null
  status: number | null
  bytes: number
}

/** Every send, over restarts. Bodies, headers and params are sealed (see seal.ts), or stay in memory without a key. */
export interface PassthroughHistory {
  /** Called before anything leaves, so that a send survives the end of the app. */
  append(entry: HistoryEntry): Promise<void>
  /** @param answer null where none came, or an empty one */
  complete(id: string, result: PassthroughResult, answer: Answer | null): Promise<void>
  /** Newest first. `text` is looked for in method, path, end user, integration, origin id and status. */
  list(query: { workspaceId: string; text?: string; before?: number; limit: number }): Promise<HistoryHead[]>
  get(id: string): Promise<HistoryEntry | null>
  /** Deletes what is older (ms since 1970), then the oldest beyond so many bytes. @returns how many went */
  prune(limits: { olderThan: number; bytes: number }): Promise<number>
  /** Really deletes: rows, files, and the memory of them. */
  forget(workspaceId: string): Promise<void>
}

/** For tests, and until a store is plugged in: nothing is kept. */
export const noHistory: PassthroughHistory = {
  append: async () => undefined,
  complete: async () => undefined,
  list: async () => [],
  get: async () => null,
  prune: async () => 0,
  forget: async () => undefined
}
