import { referencesIn } from '../../../shared/data/references'
import { AppError } from '../../../shared/errors'
import type { FetchProgress, ExportFormat } from '../../../shared/data/collection'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import { Rate } from './rate.svelte'
import { Reconcile } from './reconcile.svelte'
import { RecordView } from './record-view.svelte'
import { RequestForm } from './request-form.svelte'
import type { RowColumns } from './row-columns.svelte'
import { Task } from '../kit/task.svelte'
import { FetchRows } from './fetch-rows.svelte'

/** Ids and names identify a record. */
const order: readonly RegExp[] = [
  /^id$/,
  /^(\w*name|end_user)$/i,
  /^\w*(title|subject|label)$/i,
  /^\w*e?mail$/i,
  /^(\w*(status|state|stage)|is_active)$/i
]
/** Other keys and timestamps say little, and raw data repeats everything. */
const last: readonly RegExp[] = [
  /(^|[._])ids?$/i,
  /^(remote_)?id$/i,
  /^(\w*_)?(created|modified|updated)_at$/i,
  /^raw/i
]

/** Equal ranks keep their order. */
export function inOrder(names: readonly string[]): readonly string[] {
  return names
    .map((name) => ({ name, rank: rankOf(name) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ name }) => name)
}

function rankOf(name: string): number {
  const late = name === 'id' ? -1 : last.findLastIndex((pattern) => pattern.test(name))
  if (late >= 0) return order.length + 1 + late
  const early = order.findIndex((pattern) => pattern.test(name))
  return early >= 0 ? early : order.length
}

/** Its request never changes, and main holds its rows. */
export class DataFetch {
  readonly id: string
  readonly form: RequestForm
  readonly rows: FetchRows
  readonly record: RecordView
  readonly reconcile: Reconcile
  readonly columns: RowColumns
  readonly rate = new Rate()
  pane = $state<'rows' | 'reconcile'>('rows')
  cursor = $state(0)
  #client: Client
  #acts = new Task()
  #progress = $state.raw() as FetchProgress
  #cancelling = $state(false)
  #shown: readonly string[] = []
  #read: readonly string[] = []

  constructor(client: Client, progress: FetchProgress, columns: RowColumns) {
    this.#client = client
    this.id = progress.fetchId
    this.columns = columns
    this.form = new RequestForm(progress.request, progress.connectorName)
    this.rows = new FetchRows(client, this.id)
    this.record = new RecordView(client, this.id)
    this.reconcile = new Reconcile(client, this.id)
    this.#take(progress)
  }

  get failure(): AppError | null {
    return this.#acts.failure
  }

  running = $derived.by(() => this.#progress.finishedAt === null)
  changed = $derived.by(() => this.form.differsFrom(this.#progress.request))
  names: readonly string[] = $derived.by(() => inOrder(this.#progress.columns))
  /** Identical while unchanged, so that rows reload only for new columns. */
  shown: readonly string[] = $derived.by(() => {
    const shown = this.columns.shown(this.names)
    return sameList(shown, this.#shown) ? this.#shown : (this.#shown = shown)
  })

  /** Visible columns, and references for the row's menu. */
  read: readonly string[] = $derived.by(() => {
    const { path } = this.#progress.request
    const refers = (name: string) => referencesIn(path, name, 'an id').length > 0
    const read = [...this.shown, ...this.names.filter((name) => !this.shown.includes(name) && refers(name))]
    return sameList(read, this.#read) ? this.#read : (this.#read = read)
  })

  get progress(): FetchProgress {
    return this.#progress
  }

  tryNow(): void {
    const { workspaceId, region } = this.#progress
    this.#client.call('app:liftRateLimits', { workspaceId, region }).catch(() => undefined)
  }

  get error(): AppError | null {
    const { error } = this.#progress
    return error && AppError.from(error)
  }

  get cancelling(): boolean {
    return this.#cancelling && this.running
  }

  report(progress: FetchProgress, now: number): void {
    this.#take(progress)
    this.rate.sample(progress.items, now)
  }

  async pause(paused: boolean): Promise<void> {
    const progress = await this.#acts.attempt(() => this.#client.call('data:pause', { fetchId: this.id, paused }))
    if (progress && this.running) this.#take(progress)
  }

  async resume(): Promise<void> {
    this.#cancelling = false
    const progress = await this.#acts.attempt(() => this.#client.call('data:resume', { fetchId: this.id }))
    if (progress && !this.running) this.#take(progress)
  }

  cancel(): void {
    this.#cancelling = true
    // The last event brings the outcome.
    new Job(this.#client, null, this.id).cancel()
  }

  /** A row or one column's value; null if unreadable or absent. */
  async textOf(index: number, column: string | null): Promise<string | null> {
    const answer = await this.#acts.attempt(() =>
      this.#client.call('data:rowText', { fetchId: this.id, index, column })
    )
    return answer?.text ?? null
  }

  /** @param columns for CSV */
  async save(format: ExportFormat, columns: readonly string[] = []): Promise<void> {
    const file = await this.#acts.attempt(() =>
      this.#client.call('data:export', { fetchId: this.id, format, columns: [...columns] })
    )
    if (file && !this.#progress.exports.some(({ id }) => id === file.id)) {
      this.#progress = { ...this.#progress, exports: [...this.#progress.exports, file] }
    }
  }

  cancelExport(exportId: string): void {
    void this.#acts.attempt(() => this.#client.call('data:cancelExport', { fetchId: this.id, exportId }))
  }

  showExport(exportId: string): void {
    void this.#acts.attempt(() => this.#client.call('data:showExport', { fetchId: this.id, exportId }))
  }

  #take(progress: FetchProgress): void {
    const failed = progress.error !== null && !this.#progress?.error
    this.#progress = progress
    if (failed && !this.form.differsFrom(progress.request)) this.form.refused = { ...progress.error?.fields }
  }
}

const sameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((name, at) => name === other[at])
