import { collectionAt } from '../../../shared/data/catalogue'
import { titleOf } from '../../../shared/error-words'
import { toAppError } from '../../../shared/errors'
import { readTime } from '../../../shared/connectors/connector'
import type { Place } from '../../../shared/workspaces/place'
import type { RecoveryPart, RecoveryProgress } from '../../../shared/webhooks/recovery'
import { DigestSet } from '../../http/digest-set'
import { writeExact } from '../../../shared/exact-json'
import type { FetchedPage } from '../../http/paginate'
import type { Masker } from '../../secrets/masker'
import type { RowSource } from '../../data/export'
import { Exports } from '../../data/exports'
import { Bell } from '../../data/gate'
import { lineOf } from '../../data/lines'
import type { Spill } from '../../data/spill'
import { Teller } from '../../base/teller'
import { idOf } from '../../data/flatten'
import { queuedPart, fetchMany, type ManyParts } from '../../data/fetch-many'
import { paramsOf, type RecoveryFetch } from './check-window'
import { columns, RowsByPart, type KeptRow } from './recovered-rows'

export interface RecoveryOf {
  recoveryId: string
  place: Place
  from: number
  to: number
  fetches: readonly RecoveryFetch[]
  names: Record<string, string>
}

/** The changes in a window of time; rows are in a file. */
export class Recovery implements RowSource {
  readonly moved = new Bell()
  readonly columns = { names: columns }
  /** The rows themselves say what could not be read. */
  readonly outcome = { error: null, ignored: [] }
  readonly exports = new Exports(this)
  readonly rows: RowsByPart
  private readonly parts: (RecoveryPart & { pageSize: number })[]
  private readonly seen = new Map<number, DigestSet>()
  private readonly changedParts = new Set<RecoveryPart>()
  private readonly teller: Teller
  private readonly controller = new AbortController()
  private readonly startedAt: number
  private finishedAt: number | null = null
  private keeping: Promise<void> = Promise.resolve()
  private running: Promise<void> = Promise.resolve()

  constructor(
    private readonly many: ManyParts,
    readonly spill: Spill,
    private readonly masker: Masker,
    private readonly of: RecoveryOf,
    tell: (progress: RecoveryProgress) => void
  ) {
    this.rows = new RowsByPart(spill)
    this.startedAt = many.clock.now()
    this.parts = of.fetches.map(({ key, path, narrowed, pageSize }, at) => ({
      ...queuedPart(key),
      ...{ at, path, narrowed, pageSize, rows: 0, changed: 0, later: 0, undated: 0, older: 0, newest: null }
    }))
    this.teller = new Teller(() => {
      const parts = [...this.changedParts]
      this.changedParts.clear()
      tell({ ...this.head, parts })
    })
  }

  get end(): 'done' | 'cancelled' | null {
    if (this.finishedAt === null) return null
    return this.controller.signal.aborted ? 'cancelled' : 'done'
  }

  get progress(): RecoveryProgress {
    return { ...this.head, parts: this.parts.map((part) => ({ ...part })) }
  }

  run(): Promise<void> {
    return (this.running = this.fetch())
  }

  cancel(): void {
    this.controller.abort()
  }

  changed(): void {
    this.teller.soon()
  }

  async close(): Promise<void> {
    this.cancel()
    await Promise.all([this.running, this.exports.close()])
    await this.spill.remove()
  }

  private get head(): Omit<RecoveryProgress, 'parts'> {
    const { recoveryId, place, from, to, names } = this.of
    return {
      ...{ recoveryId, ...place, from, to, names, startedAt: this.startedAt, finishedAt: this.finishedAt },
      state: this.end ?? 'walking',
      exports: this.exports.states
    }
  }

  private async fetch(): Promise<void> {
    const { place, from } = this.of
    const { signal } = this.controller
    const fetches = this.parts.map((part) => ({
      part,
      request: { path: part.path, params: paramsOf(part, from), pageSize: part.pageSize }
    }))
    await fetchMany(this.many, {
      ...{ place, fetches, signal },
      take: (part, page) => this.take(part, page),
      changed: (part, ended) => {
        this.changedParts.add(part)
        if (ended) this.seen.delete(part.at)
        if (ended && part.error) void this.keep(part, [this.problemOf(part)]).catch(() => undefined)
        this.teller.soon()
      }
    }).catch((thrown: unknown) => this.failAll(thrown))
    await this.keeping
    this.finishedAt = this.many.clock.now()
    this.moved.ring()
    this.teller.now()
  }

  /** Without repetitions and earlier records. */
  private async take(part: RecoveryPart, { items }: FetchedPage): Promise<void> {
    const seen = this.seen.get(part.at) ?? new DigestSet()
    this.seen.set(part.at, seen)
    const rows: KeptRow[] = []
    for (const item of items) {
      const id = idOf(item, 'id')
      if (id !== null && !seen.add(id)) {
        part.repeated++
        continue
      }
      const { shown } = lineOf(item, { masker: this.masker, addresses: false })
      const modified = modifiedAt(shown)
      const at = readTime(modified) ?? null
      if (at !== null && at < this.of.from) {
        part.older++
        continue
      }
      const later = at !== null && at > this.of.to
      part.changed++
      if (later) part.later++
      if (at === null) part.undated++
      else part.newest = Math.max(part.newest ?? 0, at)
      rows.push({
        ...this.whose(part),
        ...{ id: idOf(shown, 'id'), modified_at: modified, after_window: later, problem: null, record: shown }
      })
    }
    await this.keep(part, rows)
  }

  /** One page at a time: they share a file. */
  private keep(part: RecoveryPart, rows: readonly KeptRow[]): Promise<void> {
    const kept = this.keeping.then(async () => {
      await this.spill.append(part.pages, Buffer.from(rows.map(writeExact).join('\n')), rows.length)
      this.rows.kept(part.at, rows.length)
      part.rows += rows.length
      // A problem's row comes after its part's end was reported.
      this.changedParts.add(part)
      this.changed()
      this.moved.ring()
    })
    this.keeping = kept.catch(() => undefined)
    return kept
  }

  /** A model that could not be read gets a row, so that the file does not look complete. */
  private problemOf(part: RecoveryPart): KeptRow {
    const why = part.error ? `${titleOf(part.error.code)}. ${part.error.message}` : ''
    const problem = `${part.changed > 0 ? 'Not read to the end' : 'Not read'}: ${why}`
    return { ...this.whose(part), id: null, modified_at: null, after_window: null, problem }
  }

  private whose({ key, path }: RecoveryPart) {
    const [category = ''] = key.split(':', 1)
    return {
      connector_id: key.slice(category.length + 1),
      end_user: this.of.names[key] ?? '',
      category,
      model: collectionAt(path)?.id.split('/')[1] ?? path
    }
  }

  private failAll(thrown: unknown): void {
    const error = toAppError(thrown).toShape()
    for (const part of this.parts) {
      Object.assign(part, { state: 'failed', error })
      this.changedParts.add(part)
    }
  }
}

function modifiedAt(record: unknown): unknown {
  if (typeof record !== 'object' || record === null || !Object.hasOwn(record, 'modified_at')) return null
  return (record as Record<string, unknown>)['modified_at']
}
