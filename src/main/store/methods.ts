import type { CaseChange, CaseRecord, Queue, QueueCase } from '../../shared/model/case'
import type { Comparison } from '../../shared/model/comparison'
import type { ConnectorHealth } from '../../shared/model/health'
import type { Keeping, LastRows, Snapshot, WalkPart } from '../../shared/model/snapshot'
import type { RowVerdict } from '../../shared/model/verdict'
import type { SeenRow } from './tables/connectors/connectors'
import type { Place } from '../base/place'
import type { CollectionMethods } from '../collections/store'
import type { CallMethods } from '../activity/store'
import type { LibraryMethods } from '../passthrough/library/store'
import type { MappingMethods } from '../mappings/store'
import type { ConnectorKeyMethods } from '../webhooks/store'

/**
 * What the history can do, in the words of the product: the same in its thread and, as promises, in main. Each method
 * takes one plain object. `now` and `at` are ms since 1970 by main's clock.
 */
export interface HistoryMethods
  extends LibraryMethods, CollectionMethods, MappingMethods, CallMethods, ConnectorKeyMethods {
  keeping(): Keeping

  /** @param whole false for a list that was filtered: what it lacks is not gone @returns the id of the walk */
  beginWalk(of: { place: Place; startedAt: number; whole: boolean }): number
  /** Keeps a page. Rows of a walk that has ended are left out. */
  appendRows(of: { walk: number; rows: SeenRow[]; at: number }): void
  /** Ends a walk, and marks what a complete one did not bring as gone. @returns null for one that had ended */
  endWalk(of: { walk: number; at: number; parts: WalkPart[] }): Snapshot | null
  /** Keeps what was read of one connector between walks. */
  seeOne(of: { place: Place; row: SeenRow; at: number }): void
  /** After the service confirmed a deletion. @returns whether it was known and not gone */
  markDeleted(of: { place: Place; key: string; at: number }): boolean

  /** Newest first. */
  walks(of: { place: Place; limit: number }): Snapshot[]
  /** @param after 0, then the `next` of the chunk before */
  lastRows(of: { place: Place; after: number; limit: number }): LastRows
  /** @throws not-found for a walk that is not kept (any more) */
  compare(of: { place: Place; before: number; after: number; limit: number }): Comparison

  queue(of: { place: Place; now: number }): Queue
  /** The verdict of every connector, in chunks; `next` is null at the end. */
  verdicts(of: { place: Place; now: number; from: number; count: number }): { rows: RowVerdict[]; next: number | null }
  /** null for a connector no walk has seen. */
  connector(of: { place: Place; key: string; now: number }): ConnectorHealth | null
  /** Open cases that began since: what a notification tells. */
  newCases(of: { place: Place; since: Since; now: number }): NewCases
  /** Changes the open cases of connectors; a connector without one, as a test connector may be, gets one. */
  changeCases(of: { place: Place; keys: string[]; change: CaseChange; now: number }): CaseRecord[]

  /**
   * Removes what is kept of a workspace. Its mutations stay, as the record of what was done, until they are too old.
   * @param mutations whether they go, too: those of a practice service are worth nothing
   */
  removeWorkspace(of: { workspaceId: string; mutations?: boolean }): void
  /** Drops what is past its time. @returns whether there may be more of it */
  prune(of: { now: number }): boolean
  /** Ends the history: nothing is to be asked of it after this. */
  close(): void
}

/** A time in ms since 1970, or the number of a case: those are counted on whatever becomes of the clock. */
export type Since = { time: number } | { case: number }

export interface NewCases {
  cases: QueueCase[]
  /** Number of the newest open case there is, among these or not; 0 where none was ever open. */
  last: number
}

export type MethodName = keyof HistoryMethods
type Argument<M extends MethodName> = Parameters<HistoryMethods[M]>[0]

/** The history as main sees it: the same methods, answered later. */
export type History = {
  [M in MethodName]: (argument: Argument<M>) => Promise<ReturnType<HistoryMethods[M]>>
}

/** Across the thread border. */
export interface Ask {
  id: number
  method: MethodName
  argument: unknown
}
export type Told =
  | { id: number; ok: true; value: unknown }
  | { id: number; ok: false; code: 'not-found' | 'internal'; message: string }
  | { keeping: Keeping }
