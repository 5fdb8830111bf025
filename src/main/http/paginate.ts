import { AppError, toAppError } from '../../shared/errors'
import { page as pageSchema, pageSize as bounds } from '../../shared/http/page'
import type { Asker } from '../../shared/activity/call'
import { cancelled } from '../base/clock'
import { eitherOf } from '../base/jobs'
import type { Answer, Call, Target } from './call'
import type { Client } from './client'
import type { Query } from './url'
import { PagePosition } from './page-position'

export interface Paging extends Pick<
  Call,
  'subject' | 'headers' | 'scope' | 'connectorKey' | 'partOf' | 'onTry' | 'onWait' | 'patient' | 'quiet' | 'json'
> {
  asker: Asker
  path: string
  /** The same for the whole fetch. */
  filters?: Query
  /** 1..200; some collections allow less. */
  pageSize: number
  signal: AbortSignal
  /** While true, no page is requested ahead: the fetch may pause or stop. */
  holds?: () => boolean
  /** Exceeding a limit throws: a partial result must not look whole. */
  maxPages?: number
  maxItems?: number
}

export interface FetchedPage {
  number: number
  items: readonly unknown[]
  /** The page as it was read, which may have more than items. */
  json: unknown
  /** Decoded. */
  body: Buffer
  bytes: number
  /** 1 if the first try succeeded. */
  tries: number
  last: boolean
}

/**
 * Reads a collection page by page. Copies the cursor verbatim; only null ends the fetch, not a short or empty page. A
 * 429 repeats the same cursor (`client.send`). A seen cursor means a loop of any length. Requests one page ahead, so
 * that network and caller work in parallel; never further, and each page once.
 * @param position of a fetch that may continue later
 * @throws AppError naming endpoint and page; yielded items stay valid but are not the whole
 */
export async function* paginate(
  client: Client,
  target: Target,
  paging: Paging,
  position = new PagePosition()
): AsyncGenerator<FetchedPage, void, void> {
  const { pageSize } = paging
  if (!Number.isInteger(pageSize) || pageSize < bounds.min || pageSize > bounds.max) {
    throw new AppError('invalid-input', `page_size must be ${bounds.min} to ${bounds.max}.`)
  }
  const asking = new Asking(client, target, paging, paging.partOf ?? position.id)
  const maxItems = paging.maxItems ?? 10_000_000
  try {
    while (position.next) {
      const { number } = position.next
      try {
        if (paging.signal.aborted) throw cancelled()
        const { read, answer, tries } = await asking.page(position.next)
        if (position.items + read.items.length > maxItems)
          throw new AppError('too-large', `The list has more than ${maxItems} records.`)
        // The page is good even if its cursor is not.
        position.offer(read.items.length, read.cursor)
        if (position.following) await asking.ahead(position.following)
        const { json, body, bytes } = answer
        yield { number, items: read.items, json, body, bytes, tries, last: read.cursor === null }
        position.taken()
        if (position.fault) throw position.fault
      } catch (thrown) {
        throw toAppError(thrown).at({ endpoint: `GET ${paging.path}`, page: number })
      }
    }
  } finally {
    asking.stop()
  }
}

/** For fetches that mostly end with the first page: requests nothing ahead. */
export const pageByPage = { holds: () => true } as const

type Next = NonNullable<PagePosition['next']>

interface Asked {
  number: number
  page: Promise<{ read: ReturnType<typeof readPage>; answer: Answer; tries: number }>
}

class Asking {
  /** Requested ahead. */
  private next: Asked | null = null
  private readonly stopped = new AbortController()
  private readonly signal: AbortSignal
  private readonly frozen: Query

  constructor(
    private readonly client: Client,
    private readonly target: Target,
    private readonly paging: Paging,
    private readonly partOf: string
  ) {
    this.signal = eitherOf(paging.signal, this.stopped.signal)
    this.frozen = Object.freeze({ ...paging.filters, page_size: paging.pageSize })
  }

  /** @throws AppError */
  page(next: Next): Asked['page'] {
    const asked = this.next?.number === next.number ? this.next : this.ask(next, () => undefined)
    this.next = null
    return asked.page
  }

  /** Requests a page ahead. Resolves when the request has left, waits, or failed; never rejects. */
  async ahead(next: Next): Promise<void> {
    if (this.paging.holds?.()) return
    await new Promise<void>((left) => {
      this.next = this.ask(next, left)
      this.next.page.catch(() => undefined).finally(left)
    })
  }

  /** Drops the unused request silently. */
  stop(): void {
    this.stopped.abort()
  }

  private ask({ cursor, number }: Next, left: () => void): Asked {
    return { number, page: this.send(cursor, number, left) }
  }

  private async send(cursor: string | undefined, number: number, left: () => void) {
    const { asker, path, json, onTry, onWait, patient, quiet, headers, scope } = this.paging
    const { subject, connectorKey } = this.paging
    const { signal } = this
    const maxPages = this.paging.maxPages ?? 1_000_000
    if (number > maxPages) throw new AppError('too-large', `The list did not end within ${maxPages} pages.`)
    let tries = 0
    const answer = await this.client.send(this.target, {
      asker,
      partOf: this.partOf,
      method: 'GET',
      path,
      query: { ...this.frozen, cursor },
      paged: true,
      signal,
      mark: left,
      onTry(count) {
        tries = count
        onTry?.(count)
      },
      onWait: (wait) => {
        left()
        if (!this.stopped.signal.aborted) onWait?.(wait)
      },
      quiet: (silence) => {
        left()
        if (!this.stopped.signal.aborted) quiet?.(silence)
      },
      ...(json && { json }),
      ...(patient && { patient }),
      ...(headers && { headers }),
      ...(scope !== undefined && { scope }),
      ...(subject !== undefined && { subject }),
      ...(connectorKey !== undefined && { connectorKey })
    })
    return { read: readPage(answer.json), answer, tries }
  }
}

function readPage(json: unknown): { cursor: string | null; items: unknown[] } {
  const parsed = pageSchema.safeParse(json)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.join('.') || 'the page itself'
  const why = field === 'cursor' ? `${field} is ${kindOf(json)}` : `${field} is not as promised`
  throw new AppError('bad-response', `The response is not a page of a list: ${why}.`)
}

function kindOf(json: unknown): string {
  const { cursor } = json as { cursor?: unknown }
  if (cursor === undefined) return 'missing, and only null ends a list'
  if (cursor === '') return 'empty, and only null ends a list'
  if (Array.isArray(cursor)) return 'an array, not a text'
  return `${typeof cursor === 'object' ? 'an' : 'a'} ${typeof cursor}, not a text`
}
