import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/errors'
import { DigestSet } from './digest-set'

/** Longer than any address line a server takes; a cursor like that cannot be sent back. */
const longestCursor = 8_192

/**
 * Where a walk is: the page it asks for next, and every cursor it has seen (spec: Pagination rule 4: a cursor is not
 * stored, so it stays in memory). A walk that was cut off goes on from it with the same parameters.
 */
export class PagePosition {
  /** What its pages are part of, for the activity: the same when it goes on. */
  readonly id: string = randomUUID()
  /** null: there is nothing to resume; it came to its end, or to a bad cursor. */
  next: { cursor: string | undefined; number: number } | null = { cursor: undefined, number: 1 }
  /** Of the pages taken. */
  items = 0
  /** What is wrong with the cursor of the last page. */
  fault: AppError | null = null
  private readonly seen = new DigestSet()
  private offered: { items: number; cursor: string | null } | null = null

  /** A page came, which may yet fail to be kept. */
  offer(items: number, cursor: string | null): void {
    this.offered = { items, cursor }
  }

  /** The page after the one that came, for whoever asks for it before that is kept; null where none may be asked for. */
  get following(): PagePosition['next'] {
    const cursor = this.offered?.cursor ?? null
    if (cursor === null || !this.next || faultOf(cursor, this.seen)) return null
    return { cursor, number: this.next.number + 1 }
  }

  /** The page that came is kept: from here on the next one is asked for. Does nothing the second time. */
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
