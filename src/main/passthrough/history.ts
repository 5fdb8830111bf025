import type { Idempotency } from '../../shared/passthrough/idempotency'
import type { PassthroughDraft } from '../../shared/passthrough/passthrough'
import type { PassthroughResult, ProviderError } from '../../shared/passthrough/result'

/** A send as it is kept. No token is in it: the connector is named, its token found again. */
export interface HistoryEntry {
  /** The send's request id. */
  id: string
  draft: PassthroughDraft
  /** What left, as text: variables filled, files by name only. */
  envelope: string
  /** Of a unified write that has a key. */
  idempotency?: Idempotency
  /** null while it runs: an entry found like this at start was cut off, and a write's outcome is then unknown. */
  result: PassthroughResult | null
  /** The answer as it came; null where none did. */
  body: Buffer | null
}

/** What a list shows and what can be searched: nothing of headers, params or bodies. */
export interface HistoryHead {
  id: string
  askedAt: number
  draft: Pick<PassthroughDraft, 'workspaceId' | 'region' | 'connector' | 'method' | 'path'>
  /** Of the failure a provider reported, what is no text for people: see `shownError`. */
  providerError?: Pick<ProviderError, 'status' | 'code'>
  outcome: PassthroughResult['outcome'] | null
  status: number | null
  bytes: number
  /** Where the body was dropped to make room: the room there was, bytes. */
  bodyDropped: number | null
}

/** All that is kept of a send but its body. */
export interface FoundSend extends Pick<HistoryEntry, 'draft' | 'envelope' | 'idempotency' | 'result'> {
  workspaceId: string
  head: HistoryHead
  hasBody: boolean
  /** Whether `envelope` is byte for byte what left: a token in it is not kept. */
  isExact: boolean
}

/** Takes every send. Bodies, headers and params are sealed (see seal.ts), or stay in memory without a key. */
export interface PassthroughHistory {
  /** Called before anything leaves, so that a send survives the end of the app. */
  append(entry: HistoryEntry): Promise<void>
  /** @throws AppError of a key that is not there */
  find(id: string): Promise<FoundSend | null>
  /**
   * @param body as it came; null where none did, or an empty one
   * @returns false where nothing was kept: the send was forgotten meanwhile
   */
  complete(id: string, result: PassthroughResult, body: Buffer | null): Promise<boolean>
  /** The answer as it came; null where none did, or it is no longer kept. */
  body(id: string): Promise<Buffer | null>
}
