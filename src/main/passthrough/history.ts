import type { Idempotency } from '../../shared/passthrough/idempotency'
import type { ManyAnswer, ManyShape } from '../../shared/passthrough/many'
import type { PassthroughDraft } from '../../shared/passthrough/passthrough'
import type { PassthroughResult, ProviderError } from '../../shared/passthrough/result'

/** Holds no token: it names the connector, and the app finds the token again. */
export interface HistoryEntry {
  id: string
  draft: PassthroughDraft
  /** The method by what it does: a GET may override its own. */
  countsAs: string
  /** Variables filled, files by name only. */
  envelope: string
  idempotency?: Idempotency
  /** null while it runs. A null at start means a crash: a write's outcome is then unknown. */
  result: PassthroughResult | null
  /** The unchanged answer; null for none. */
  body: Buffer | null
  /** The run of Ask many that it is part of. */
  run?: string | undefined
}

/** What a run keeps of an answer, beside the answer itself. */
export interface ManyAnswerKept {
  run: string
  answer: ManyAnswer
  /** null: it has none. Absent: the answer came, and is not read yet. */
  shape?: ManyShape | null | undefined
}

/** No headers, params or bodies. */
export interface HistoryHead {
  id: string
  askedAt: number
  draft: Pick<PassthroughDraft, 'workspaceId' | 'region' | 'connector' | 'method' | 'path'>
  /** Without texts about people: see `shownError`. */
  providerError?: Pick<ProviderError, 'status' | 'code'>
  outcome: PassthroughResult['outcome'] | null
  status: number | null
  bytes: number
  /** The limit at that time, bytes. */
  bodyDropped: number | null
}

export interface FoundSend extends Pick<HistoryEntry, 'draft' | 'envelope' | 'idempotency' | 'result'> {
  workspaceId: string
  head: HistoryHead
  hasBody: boolean
  /** Whether `envelope` is byte for byte what left: the history keeps no token. */
  isExact: boolean
}

/** Encrypts bodies, headers and params, or keeps them in memory without a key. */
export interface PassthroughHistory {
  /** Before anything leaves, so that the send survives the end of the app. */
  append(entry: HistoryEntry): Promise<void>
  find(id: string): Promise<FoundSend | null>
  /**
   * @param body unchanged; null for none or an empty one
   * @param answer kept with it for its run
   * @param more its checks are judged yet: it is completed again with them, without the body
   * @returns false if the send was deleted meanwhile
   */
  complete(
    id: string,
    result: PassthroughResult,
    body: Buffer | null,
    answer?: ManyAnswerKept,
    more?: boolean
  ): Promise<boolean>
  body(id: string): Promise<Buffer | null>
}
