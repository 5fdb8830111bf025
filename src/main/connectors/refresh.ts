import { randomUUID } from 'node:crypto'
import { AppError, toAppError } from '../../shared/errors'
import { categories, categorySegment } from '../../shared/connectors/category'
import { pageSize } from '../../shared/http/page'
import type { CategoryRefresh, RefreshProgress } from '../../shared/connectors/refresh'
import type { Clock } from '../base/clock'
import { eitherOf } from '../base/jobs'
import type { PageItem } from '../base/page-item'
import type { Target } from '../http/call'
import type { Client } from '../http/client'
import { paginate, type FetchedPage } from '../http/paginate'
import type { ConnectorTokens, ListedRow } from '../secrets/connector-tokens'

export interface ConnectorRefresh {
  target: Target
  signal: AbortSignal
  onRows: (rows: ListedRow[]) => void
  onProgress: (progress: RefreshProgress) => void
  /** An ID came again: data moved, or two records share it. */
  onTwice?: (key: string) => void
  /** While the window draws the first rows: the pages after the first are fetched, and wait until it ends. */
  drawing?: () => Promise<unknown>
}

/** Pages that may wait while the window draws. */
const mostWaiting = 8

/**
 * A failing category does not stop the others: the result has each outcome, and the caller keeps the part that arrived.
 * An item without an id fails its category only at the end, so it hides no other.
 */
export async function refreshConnectors(
  parts: { client: Client; clock: Clock; tokens: ConnectorTokens },
  refresh: ConnectorRefresh
): Promise<RefreshProgress> {
  const { client, clock, tokens } = parts
  const partOf = randomUUID()
  const progress = untouched(clock.now())
  const tell = () => {
    if (!refresh.signal.aborted) refresh.onProgress(structuredClone(progress))
  }
  tell()
  await Promise.all(progress.categories.map(refreshCategory))
  progress.finishedAt = clock.now()
  return progress

  async function refreshCategory(part: CategoryRefresh): Promise<void> {
    const { target, signal } = refresh
    const of = { workspaceId: target.workspaceId, region: target.region, category: part.category }
    const path = `/api/${categorySegment(part.category)}/v1/connectors`
    const listed = ({ items, number }: FetchedPage) => {
      try {
        // `json: 'items'` gives this type.
        return tokens.toListed(of, items as PageItem[])
      } catch (thrown) {
        throw toAppError(thrown).at({ endpoint: `GET ${path}`, page: number })
      }
    }
    const seen = new Set<string>()
    let unread = 0
    let firstUnread = 0
    /** Ends what is still fetched where nobody takes it. */
    const over = new AbortController()
    const pages = paginate(client, target, {
      asker: 'connectors',
      subject: `Refresh connectors (${part.category})`,
      partOf,
      path,
      pageSize: pageSize.max,
      json: 'items',
      signal: eitherOf(signal, over.signal),
      patient: true,
      onWait(wait) {
        if (wait) {
          Object.assign(part, { state: 'waiting', wait, waits: part.waits + 1 })
          // The reason stays while the next try runs. A rate limit proves that the service answers.
          if (wait.failure) part.failure = wait.failure
          else delete part.failure
        } else {
          part.state = 'walking'
          delete part.wait
        }
        tell()
      },
      quiet(quiet) {
        if (quiet) part.quiet = quiet
        else delete part.quiet
        tell()
      }
    })
    try {
      for await (const page of refresh.drawing ? afterDrawing(pages, refresh.drawing, over) : pages) {
        // After a switch of the region: ignores later pages, tokens included.
        if (signal.aborted) break
        const rows = listed(page)
        if (unread === 0) firstUnread = page.number
        unread += page.items.length - rows.length
        delete part.failure
        part.pages = page.number
        part.items += rows.length
        part.bytes += page.bytes
        if (page.items.length === 0) part.emptyPages++
        for (const { key } of rows) {
          if (seen.has(key)) {
            part.repeated++
            refresh.onTwice?.(key)
          }
          seen.add(key)
        }
        refresh.onRows(rows)
        tell()
      }
      if (unread > 0 && !signal.aborted) throw unreadable(unread).at({ endpoint: `GET ${path}`, page: firstUnread })
      part.state = signal.aborted ? 'cancelled' : 'done'
    } catch (thrown) {
      delete part.failure
      const error = toAppError(thrown)
      part.state = error.code === 'cancelled' ? 'cancelled' : 'failed'
      if (part.state === 'failed') part.error = error.toShape()
    }
    tell()
  }
}

/** The first with items at once, those after it once the drawing has ended; they are fetched meanwhile. */
async function* afterDrawing(
  pages: AsyncGenerator<FetchedPage, void, void>,
  drawing: () => Promise<unknown>,
  over: AbortController
): AsyncGenerator<FetchedPage, void, void> {
  try {
    let items = 0
    while (items === 0) {
      const { done, value } = await pages.next()
      if (done) return
      items = value.items.length
      yield value
    }
    const ended = drawing().then(() => null)
    const came: FetchedPage[] = []
    const asked = () => {
      const page = pages.next()
      // Of a refresh that is cancelled nobody waits for it.
      page.catch(() => undefined)
      return page
    }
    let next = asked()
    while (came.length < mostWaiting) {
      // What fails ends the wait, and is thrown after the pages before it.
      const got = await Promise.race([next, ended]).catch(() => null)
      if (!got || got.done) break
      came.push(got.value)
      next = asked()
    }
    if (came.length === mostWaiting) await ended.catch(() => null)
    yield* came
    const { done, value } = await next
    if (done) return
    yield value
    yield* pages
  } finally {
    // A return alone waits for the page that is asked for.
    over.abort()
    await pages.return()
  }
}

function unreadable(count: number): AppError {
  const what =
    count === 1
      ? '1 item of the list is not a connector record: it has'
      : `${count.toLocaleString('en')} items of the list are not connector records: they have`
  return new AppError('bad-response', `${what} no id. The others are shown.`)
}

export const untouched = (startedAt: number): RefreshProgress => ({
  ...{ startedAt, finishedAt: null },
  categories: categories.map((category) => ({
    category,
    state: 'walking',
    pages: 0,
    items: 0,
    emptyPages: 0,
    repeated: 0,
    waits: 0,
    bytes: 0
  }))
})
