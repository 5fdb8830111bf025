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
  const start = Math.max(0, from.offset - call.pageFaults.overlap())
  const { items, more } = take(all, keep, start, from.offset - start + room)
  const next = { ...from, offset: from.offset + room, page: from.page + 1 }
  const page: Page = { cursor: more ? call.world.cursors.encode(next) : null, page_size: items.length, items }
  return { status: 200, body: call.pageFaults.bend(page, call.path, from.page) }
}

function startOf(call: Call, reader: QueryReader, asked: number) {
  const start = { path: call.path, offset: 0, pageSize: asked, page: 0 }
  const cursor = reader.text('cursor')
  if (cursor === undefined) return start
  const position = call.world.cursors.decode(call.pageFaults.unwrap(cursor))
  if (position?.path === call.path) return position
  reader.refuse('cursor', cursor.slice(0, 200), 'value_error', 'Value error, not a cursor of this collection')
  return start
}

/** Stops at the first record beyond the page: whether there is one decides about the cursor. */
function take<T>(all: readonly T[], keep: (item: T) => boolean, start: number, room: number) {
  const items: T[] = []
  let seen = 0
  for (const item of all) {
    if (!keep(item)) continue
    if (seen++ < start) continue
    if (items.length === room) return { items, more: true }
    items.push(item)
  }
  return { items, more: false }
}
