import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/errors'
import { DigestSet } from './digest-set'

/** Longer than any server's address line, so it cannot be sent back. */
const longestCursor = 8_192

/**
 * The next page of a fetch and all seen cursors, in memory only. A cut-off fetch continues from here with the same
 * parameters.
 */
export class PagePosition {
  /** Groups the pages in the activity, also after a resume. */
  readonly id: string = randomUUID()
  /** null: the end, or a bad cursor. */
  next: { cursor: string | undefined; number: number } | null = { cursor: undefined, number: 1 }
  items = 0
  /** The fault of the last page's cursor. */
  fault: AppError | null = null
  private readonly seen = new DigestSet()
  private offered: { items: number; cursor: string | null } | null = null

  /** A page came but is not kept yet. */
  offer(items: number, cursor: string | null): void {
    this.offered = { items, cursor }
  }

  /** The page after the one that came, before that is kept; null for none. */
  get following(): PagePosition['next'] {
    const cursor = this.offered?.cursor ?? null
    if (cursor === null || !this.next || faultOf(cursor, this.seen)) return null
    return { cursor, number: this.next.number + 1 }
  }

  /** The page is kept: moves to the next. A second call does nothing. */
  taken(): void {
    if (!this.offered || !this.next) return
    const { items, cursor } = this.offered
    const number = this.next.number + 1
    this.offered = null
    this.items += items
    this.fault = cursor === null ? null : faultOf(cursor, this.seen)
    if (cursor !== null) this.seen.add(cursor)
    this.next = cursor === null || this.fault ? null : { cursor, number }
  }
}

function faultOf(cursor: string, seen: Pick<DigestSet, 'has'>): AppError | null {
  if (cursor.length > longestCursor) {
    return new AppError('bad-response', `The cursor is ${cursor.length} characters long and cannot be sent back.`)
  }
  if (/\p{Surrogate}/u.test(cursor)) {
    return new AppError('bad-response', 'The cursor contains half a character and cannot be sent back as it came.')
  }
  return seen.has(cursor) ? new AppError('cursor-loop', 'The API repeated a cursor: this list would never end.') : null
}
