import { AppError, toAppError } from '../../shared/errors'
import type { FetchExport, FetchProgress, CollectionRequest } from '../../shared/data/collection'
import type { Quiet } from '../../shared/connectors/refresh'
import { elapsed, type Clock } from '../base/clock'
import type { Target } from '../http/call'
import type { Client } from '../http/client'
import { DigestSet } from '../http/digest-set'
import { paginate, type FetchedPage } from '../http/paginate'
import { PagePosition } from '../http/page-position'
import { Marks } from './numbers'
import type { Spill } from './spill'
import type { HeldToken } from '../secrets/connector-tokens'
import type { Masker } from '../secrets/masker'
import { pageRequest, askerOf, fetchOf } from './page-request'
import { idFieldOf } from './check-request'
import { explain } from './explain'
import { filterChecks, type FilterCheck } from './filter-effect'
import { Columns, idOf } from './flatten'
import { Bell, Gate } from './gate'
import { linesOf } from './lines'
import { PageScanner, ScannedPage } from './scanned-page'
import { Teller } from '../base/teller'

export interface FetchParts {
  client: Client
  clock: Clock
  spill: Spill
  target: Target
  held: HeldToken | null
  masker: Masker
  tell: (progress: FetchProgress) => void
  /** Does not throw. */
  remember: (fetch: FetchProgress) => Promise<void>
}

export interface FetchOf {
  fetchId: string
  /** Frozen: every page needs the same parameters. */
  request: CollectionRequest
  connectorName: string
}

type Counts = Omit<
  FetchProgress,
  'state' | 'ignored' | 'resumable' | 'pausedMs' | 'columns' | 'moreColumns' | 'exports'
>

/** Its rows are in a file until it is closed; its cursor is only in memory. */
export class DataFetch {
  /** Fires with every page and at the end. */
  readonly moved = new Bell()
  readonly columns = new Columns()
  readonly ids = new DigestSet()
  readonly idField: string
  exports: () => FetchExport[] = () => []
  private readonly scanner: PageScanner
  private readonly repeats = new Marks()
  private readonly filters: (FilterCheck & { items: number })[]
  private readonly gate: Gate
  private readonly position = new PagePosition()
  private controller = new AbortController()
  private readonly teller: Teller
  private readonly counts: Counts
  private ended: 'done' | 'failed' | 'cancelled' | null = null
  private waitBegan: number | null = null

  constructor(
    private readonly parts: FetchParts,
    { fetchId, request, connectorName }: FetchOf
  ) {
    const { workspaceId, region } = parts.target
    this.idField = idFieldOf(request.path)
    this.scanner = new PageScanner(this.columns, this.idField)
    this.filters = filterChecks(request.path, request.params).map((check) => ({ ...check, items: 0 }))
    this.gate = new Gate(parts.clock)
    this.teller = new Teller(() => parts.tell(this.progress))
    this.counts = {
      fetchId,
      workspaceId,
      region,
      request,
      connectorName,
      startedAt: parts.clock.now(),
      finishedAt: null,
      pages: 0,
      items: 0,
      repeated: 0,
      withoutId: 0,
      shortPages: 0,
      emptyPages: 0,
      bytes: 0,
      largestPage: 0,
      retries: 0,
      waits: 0,
      waitedMs: 0,
      error: null
    }
  }

  get spill(): Spill {
    return this.parts.spill
  }

  /** null while it runs */
  get end(): 'done' | 'failed' | 'cancelled' | null {
    return this.ended
  }

  get isResumable(): boolean {
    return this.ended !== null && this.ended !== 'done' && (this.position.next?.number ?? 1) > 1
  }

  get progress(): FetchProgress {
    const { names, more } = this.columns
    const running = this.waitBegan === null ? 0 : elapsed(this.waitBegan, this.parts.clock)
    const going = this.gate.paused ? 'paused' : this.counts.wait ? 'waiting' : 'walking'
    return {
      ...this.counts,
      state: this.ended ?? going,
      resumable: this.isResumable,
      waitedMs: this.counts.waitedMs + running,
      ignored: this.outcome.ignored,
      pausedMs: this.gate.pausedMs,
      columns: [...names],
      moreColumns: more,
      exports: this.exports()
    }
  }

  get outcome(): Pick<FetchProgress, 'error' | 'ignored'> {
    const ignored = this.filters.flatMap(({ name, items }) => (items > 0 ? [{ name, items }] : []))
    return { error: this.counts.error, ignored }
  }

  /** `run` resumes it. @throws AppError outdated if it was not interrupted */
  reopen(): void {
    if (!this.isResumable)
      throw new AppError('outdated', 'This fetch was not interrupted, or there is no page to continue with.')
    this.controller = new AbortController()
    this.ended = null
    Object.assign(this.counts, { finishedAt: null, error: null })
  }

  /** Never throws. */
  async run(): Promise<void> {
    const { client, target } = this.parts
    const { signal } = this.controller
    await this.parts.remember(this.progress)
    try {
      for await (const page of paginate(client, target, this.asked(signal), this.position)) {
        await this.take(page)
        if (!page.last) await this.gate.pass(signal)
      }
      this.ended = 'done'
    } catch (thrown) {
      const error = explain(toAppError(thrown), this.counts.request)
      this.ended = signal.aborted ? 'cancelled' : 'failed'
      if (!signal.aborted) this.counts.error = error.toShape()
    }
    // The abandoned page reports nothing more.
    this.endWait()
    delete this.counts.quiet
    this.counts.finishedAt = this.parts.clock.now()
    this.gate.set(false)
    this.moved.ring()
    this.teller.now()
    await this.parts.remember(this.progress)
  }

  /** Pauses after the present page, or continues with the same cursor. */
  pause(paused: boolean): void {
    if (this.ended) return
    this.gate.set(paused)
    this.teller.now()
  }

  cancel(): void {
    this.controller.abort()
  }

  /** For another change, such as an export. */
  changed(): void {
    this.teller.soon()
  }

  isRepeated(row: number): boolean {
    return this.repeats.has(row)
  }

  private asked(signal: AbortSignal) {
    const { request, fetchId, connectorName } = this.counts
    return {
      partOf: fetchId,
      subject: fetchOf(request.path, connectorName),
      ...pageRequest(request, { held: this.parts.held, connectorKey: request.connectorKey }, signal),
      // A filter and a webhook's address are looked for in values.
      ...(this.filters.length === 0 && !this.hasAddresses && { json: this.scanner.read }),
      holds: () => this.gate.paused,
      onTry: (number: number) => {
        if (number > 1) this.counts.retries++
      },
      onWait: (wait: FetchProgress['wait'] | null) => {
        if (wait) {
          Object.assign(this.counts, { wait, waits: this.counts.waits + 1 })
          this.waitBegan = this.parts.clock.now()
        } else {
          this.endWait()
        }
        this.teller.now()
      },
      quiet: (quiet: Quiet | null) => {
        if (quiet) this.counts.quiet = quiet
        else delete this.counts.quiet
        this.teller.now()
      }
    }
  }

  private endWait(): void {
    if (this.waitBegan !== null) this.counts.waitedMs += elapsed(this.waitBegan, this.parts.clock)
    this.waitBegan = null
    delete this.counts.wait
  }

  private get hasAddresses(): boolean {
    return askerOf(this.counts.request.path) === 'webhooks'
  }

  private async take({ number, items, json, bytes, last }: FetchedPage): Promise<void> {
    const { counts } = this
    const scanned = json instanceof ScannedPage ? json : null
    const { lines, ids, shown } = this.kept(scanned, items)
    // The write comes first, so that rows never pile up in memory.
    await this.parts.spill.append(number, lines, items.length)
    for (const id of ids) {
      const row = counts.items++
      if (id === null) counts.withoutId++
      else if (!this.ids.add(id)) {
        counts.repeated++
        this.repeats.add(row)
      }
    }
    for (const check of this.filters) check.items += items.filter((item) => check.contradicts(item)).length
    for (const item of shown) this.columns.note(item)
    this.position.taken()
    counts.pages = number
    counts.bytes += bytes
    counts.largestPage = Math.max(counts.largestPage, bytes)
    if (!last && items.length === 0) counts.emptyPages++
    else if (!last && items.length < counts.request.pageSize) counts.shortPages++
    this.moved.ring()
    this.teller.soon()
  }

  /** @returns the lines to keep, each item's id, and what may have new columns */
  private kept(scanned: ScannedPage | null, given: readonly unknown[]) {
    const { masker } = this.parts
    const own = scanned?.lines(masker)
    if (scanned && own) return { lines: own, ids: scanned.items.map(({ id }) => id), shown: scanned.parsed }
    const items = scanned?.values ?? given
    const lines = linesOf(items, { masker, addresses: this.hasAddresses })
    return {
      lines: Buffer.from(lines.map(({ line }) => line).join('\n')),
      ids: items.map((item) => idOf(item, this.idField)),
      shown: lines.map(({ shown }) => shown)
    }
  }
}
