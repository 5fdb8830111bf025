import { createHash } from 'node:crypto'
import type { Position } from './cursor'
import type { Call } from './router'
import type { QueryReader } from './query'
import type { Reply } from './reply'

/** What a collection endpoint answers (spec: Paginated response envelope). Faults may bend it, hence no item type. */
export interface Page {
  cursor: unknown
  page_size: number
  items: unknown
}

export interface PageBounds {
  fallback: number
  max: number
}

/** Spec: Limits; webhooks and their logs have others. */
export const PAGE_BOUNDS: PageBounds = { fallback: 50, max: 200 }

/**
 * Answers one page of `all`, filtered (spec: Pagination rules).
 *
 * `page_size` counts on the first request and then travels in the cursor; it is validated whenever it is sent. The second
 * of every four pages is short and the third is empty, unless the records end before: neither is an end (rule 3).
 * A record that comes or goes in the middle of a walk makes the walk neither skip nor repeat another one.
 *
 * @throws Problem 422 for a page_size out of bounds and for a cursor that is not one of this collection.
 */
export function answerPage<T>(
  call: Call,
  reader: QueryReader,
  all: readonly T[],
  keep: (item: T) => boolean,
  bounds: PageBounds = PAGE_BOUNDS
): Reply {
  const asked = reader.int('page_size', { min: 1, max: bounds.max, fallback: bounds.fallback })
  const from = startOf(call, reader, asked)
  reader.done()
  const at = from.page % 4
  const room = at === 1 ? Math.ceil(from.pageSize / 3) : at === 2 ? 0 : from.pageSize
  const overlap = Math.min(from.offset, call.pageFaults.overlap())
  const filters = fingerprint(call.query)
  const moves = call.world.movesOf(all)
  const goesOn = overlap === 0 && filters === from.filters
  const { items, resume } = take(all, keep, {
    index: goesOn ? moves.shift(from.resume, from.moves) : 0,
    skip: goesOn ? 0 : from.offset - overlap,
    room: overlap + room
  })
  const next = {
    ...from,
    offset: from.offset + room,
    page: from.page + 1,
    resume: resume ?? 0,
    filters,
    moves: moves.count
  }
  const cursor = resume === null ? null : call.world.cursors.encode(next)
  const page: Page = { cursor, page_size: items.length, items }
  return { status: 200, body: call.pageFaults.bend(page, call.path, from.page) }
}

function startOf(call: Call, reader: QueryReader, asked: number): Position {
  const start = { path: call.path, offset: 0, pageSize: asked, page: 0, resume: 0, filters: '', moves: 0 }
  const cursor = reader.text('cursor')
  if (cursor === undefined) return start
  const position = call.world.cursors.decode(call.pageFaults.unwrap(cursor))
  if (position?.path === call.path) return position
  reader.refuse('cursor', cursor.slice(0, 200), 'value_error', 'Value error, not a cursor of this collection')
  return start
}

/** Everything that selects records; short, because it travels in the cursor. */
function fingerprint(query: URLSearchParams): string {
  const filters = [...query].filter(([name]) => name !== 'cursor' && name !== 'page_size')
  return createHash('sha256').update(JSON.stringify(filters)).digest('base64url').slice(0, 8)
}

/**
 * From `index` on leaves out `skip` fitting records and takes up to `room`. `resume` is the index of the first that fits
 * beyond those, null when there is none: that decides whether there is a cursor.
 */
function take<T>(all: readonly T[], keep: (item: T) => boolean, from: { index: number; skip: number; room: number }) {
  const items: T[] = []
  let seen = 0
  for (let index = from.index; index < all.length; index++) {
    const item = all[index] as T
    if (!keep(item)) continue
    if (seen++ < from.skip) continue
    if (items.length === from.room) return { items, resume: index }
    items.push(item)
  }
  return { items, resume: null }
}
