import { createHash } from 'node:crypto'
import type { Position } from './cursor'
import type { Moves } from './moves'
import type { Call } from './router'
import type { Page } from './page-faults'
import type { QueryReader } from './query'
import type { Reply } from './reply'

export interface PageBounds {
  fallback: number
  max: number
}

/** Webhooks and their logs have others. */
export const PAGE_BOUNDS: PageBounds = { fallback: 50, max: 200 }

/** Records are made when a page needs them. */
export interface Listing<T> {
  /** Cursors are bound to it. */
  name: string
  length: number
  /** Without it all records fit, and pages need no scan. */
  keep?: (index: number) => boolean
  item: (index: number) => T
  moves?: Moves
  /** The second of every four pages repeats an earlier record instead of another one. */
  moving?: boolean
}

export function answerPage<T>(
  call: Call,
  reader: QueryReader,
  all: readonly T[],
  keep: (item: T) => boolean,
  bounds: PageBounds = PAGE_BOUNDS,
  shown: (item: T) => unknown = (item) => item
): Reply {
  const at = (index: number) => all[index] as T
  return answerListing(
    call,
    reader,
    {
      name: call.path,
      length: all.length,
      keep: (index) => keep(at(index)),
      item: (index) => shown(at(index)),
      moves: call.world.movesOf(all)
    },
    bounds
  )
}

/**
 * `page_size` counts on the first request, then the cursor keeps it; it is always validated. The second of every four
 * pages is short and the third is empty: neither is an end. A record that comes or goes does
 * not make a fetch skip or repeat another.
 *
 * @throws Problem 422 for a page_size out of bounds or a foreign cursor
 */
export function answerListing<T>(
  call: Call,
  reader: QueryReader,
  listing: Listing<T>,
  bounds: PageBounds = PAGE_BOUNDS
): Reply {
  const asked = reader.int('page_size', { min: 1, max: bounds.max, fallback: bounds.fallback })
  const from = startOf(call, reader, listing.name, asked)
  reader.done()
  const at = from.page % 4
  const room = at === 1 ? Math.ceil(from.pageSize / 3) : at === 2 ? 0 : from.pageSize
  const moved = listing.moving === true && at === 1
  const overlap = Math.min(from.offset, moved ? 1 : call.pageFaults.overlap())
  const filters = fingerprint(call.query)
  const { moves } = listing
  const goesOn = overlap === 0 && filters === from.filters
  const { indexes, resume } = take(listing, {
    index: goesOn ? (moves?.shift(from.resume, from.moves) ?? from.resume) : 0,
    skip: goesOn ? 0 : from.offset - overlap,
    room: overlap + room
  })
  if (moved) indexes.splice(1, 1)
  const next = {
    ...from,
    offset: from.offset + room,
    page: from.page + 1,
    resume: resume ?? 0,
    filters,
    moves: moves?.count ?? 0
  }
  const cursor = resume === null ? null : call.world.cursors.encode(next)
  const page: Page = { cursor, page_size: indexes.length, items: indexes.map(listing.item) }
  return { status: 200, body: call.pageFaults.bend(page, listing.name, from.page) }
}

function startOf(call: Call, reader: QueryReader, path: string, asked: number): Position {
  const start = { path, offset: 0, pageSize: asked, page: 0, resume: 0, filters: '', moves: 0 }
  const cursor = reader.text('cursor')
  if (cursor === undefined) return start
  const position = call.world.cursors.decode(call.pageFaults.unwrap(cursor))
  if (position?.path === path) return position
  reader.refuse('cursor', cursor.slice(0, 200), 'value_error', 'Value error, not a cursor of this collection')
  return start
}

/** Short, because it travels in the cursor. */
function fingerprint(query: URLSearchParams): string {
  const filters = [...query].filter(([name]) => name !== 'cursor' && name !== 'page_size')
  return createHash('sha256').update(JSON.stringify(filters)).digest('base64url').slice(0, 8)
}

/** `resume`: index of the next fitting record; null means no cursor. */
function take({ length, keep }: Listing<unknown>, from: { index: number; skip: number; room: number }) {
  const indexes: number[] = []
  let seen = keep ? 0 : from.skip
  for (let index = from.index + seen; index < length; index++) {
    if (keep && !keep(index)) continue
    if (seen++ < from.skip) continue
    if (indexes.length === from.room) return { indexes, resume: index }
    indexes.push(index)
  }
  return { indexes, resume: null }
}
