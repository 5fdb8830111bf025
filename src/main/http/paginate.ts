import { AppError, toAppError } from '../../shared/errors'
import { page as pageSchema, pageSize as bounds } from '../../shared/model/page'
import type { Asker } from '../../shared/model/call'
import { cancelled } from '../base/clock'
import type { Call, Target } from './call'
import type { Client } from './client'
import type { Query } from './url'
import { WalkPosition } from './walk-position'

export interface Walk extends Pick<
  Call,
  'headers' | 'scope' | 'connectorKey' | 'partOf' | 'onTry' | 'onWait' | 'patienceMs' | 'quiet' | 'exact'
> {
  asker: Asker
  path: string
  /** Filters: the same for the whole walk (rule 2). */
  filters?: Query
  /** 1..200, some collections less (spec: Limits). */
  pageSize: number
  signal: AbortSignal
  /** A walk that exceeds these throws: there is no partial result that looks whole. */
  maxPages?: number
  maxItems?: number
}

export interface WalkedPage {
  /** From 1. */
  number: number
  items: readonly unknown[]
  /** Decoded, as it came. */
  body: Buffer
  /** Its size. */
  bytes: number
  /** Tries it took, 1 where nothing went wrong. */
  tries: number
  /** No page follows. */
  last: boolean
}

/** How long a walk that goes on by itself sits out an outage, ms: a restart of the service, a change of network. */
export const walkPatienceMs = 120_000

/**
 * Walks a collection page by page (spec: Pagination rules 1–8). The cursor is copied verbatim and never read; only
 * null ends the walk, short and empty pages do not; a 429 asks for the same cursor again (in `client.send`).
 * A cursor seen before is a loop, whatever its period.
 *
 * @param position of a walk that may go on later
 * @throws AppError naming endpoint and page; what was yielded before stays valid but is not the whole
 */
export async function* paginate(
  client: Client,
  target: Target,
  walk: Walk,
  position = new WalkPosition()
): AsyncGenerator<WalkedPage, void, void> {
  const { asker, path, pageSize, signal, exact, onTry, onWait, patienceMs, quiet, headers, scope, connectorKey } = walk
  const partOf = walk.partOf ?? position.id
  if (!Number.isInteger(pageSize) || pageSize < bounds.min || pageSize > bounds.max) {
    throw new AppError('invalid-input', `page_size must be ${bounds.min} to ${bounds.max}.`)
  }
  const frozen: Query = Object.freeze({ ...walk.filters, page_size: pageSize })
  const maxPages = walk.maxPages ?? 1_000_000
  const maxItems = walk.maxItems ?? 10_000_000
  while (position.next) {
    const { cursor, number } = position.next
    if (signal.aborted) throw cancelled()
    const at = { endpoint: `GET ${path}`, page: number }
    if (number > maxPages) throw new AppError('too-large', `The list did not end within ${maxPages} pages.`, at)
    let tries = 0
    try {
      const answer = await client.send(target, {
        asker,
        partOf,
        method: 'GET',
        path,
        query: { ...frozen, cursor },
        paged: true,
        signal,
        onTry(count) {
          tries = count
          onTry?.(count)
        },
        ...(exact && { exact }),
        ...(onWait && { onWait }),
        ...(quiet && { quiet }),
        ...(patienceMs !== undefined && { patienceMs }),
        ...(headers && { headers }),
        ...(scope !== undefined && { scope }),
        ...(connectorKey !== undefined && { connectorKey })
      })
      const read = readPage(answer.json)
      if (position.items + read.items.length > maxItems)
        throw new AppError('too-large', `The list has more than ${maxItems} records.`)
      // The page itself is good even when what it points to is not.
      position.offer(read.items.length, read.cursor)
      const { body, bytes } = answer
      yield { number, items: read.items, body, bytes, tries, last: read.cursor === null }
      position.taken()
      if (position.fault) throw position.fault
    } catch (thrown) {
      throw toAppError(thrown).at(at)
    }
  }
}

function readPage(json: unknown): { cursor: string | null; items: unknown[] } {
  const parsed = pageSchema.safeParse(json)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.join('.') || 'the page itself'
  const why = field === 'cursor' ? `${field} is ${kindOf(json)}` : `${field} is not as promised`
  throw new AppError('bad-response', `The response is not a page of a list: ${why}.`)
}

/** The value in the cursor's place. */
function kindOf(json: unknown): string {
  const { cursor } = json as { cursor?: unknown }
  if (cursor === undefined) return 'missing, and only null ends a list'
  if (cursor === '') return 'empty, and only null ends a list'
  if (Array.isArray(cursor)) return 'an array, not a text'
  return `${typeof cursor === 'object' ? 'an' : 'a'} ${typeof cursor}, not a text`
}
