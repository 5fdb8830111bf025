import { SvelteMap } from 'svelte/reactivity'
import type {
  CollectionRow,
  ExportFormat,
  FetchProgress,
  IdComparison,
  Reconciliation
} from '../../../shared/data/collection'
import { referencesIn } from '../../../shared/data/references'
import { AppError, toAppError } from '../../../shared/errors'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import { Task } from '../kit/task.svelte'
import { BodyView, type BodyForm } from '../records/viewer/body-view.svelte'
import { RequestForm } from './request-form.svelte'
import { inOrder, type RowColumns } from './row-columns.svelte'

/** Keeps about 2,000 of a million rows. */
const windowSize = 100
const mostWindows = 20

interface RowsWindow {
  columns: readonly string[]
  at: ReadonlyMap<string, number>
  rows: readonly CollectionRow[]
  /** The fetch may bring more. */
  expected: number
}

interface Look {
  from: number
  to: number
  total: number
  columns: readonly string[]
}

/** Main holds all rows. */
class FetchRows {
  #client: Client
  #fetchId: string
  #windows = new SvelteMap<number, RowsWindow>()
  #look: Look = { from: 0, to: 0, total: 0, columns: [] }
  #reading = false
  #failure = $state.raw<AppError | null>(null)

  constructor(client: Client, fetchId: string) {
    this.#client = client
    this.#fetchId = fetchId
  }

  get failure(): AppError | null {
    return this.#failure
  }

  /** undefined until loaded; see `want`. */
  at(index: number): CollectionRow | undefined {
    return this.#windows.get(Math.floor(index / windowSize))?.rows[index % windowSize]
  }

  /** undefined until loaded, null without a value */
  cell(index: number, column: string): string | null | undefined {
    const window = this.#windows.get(Math.floor(index / windowSize))
    const at = window?.at.get(column)
    return at === undefined ? undefined : window?.rows[index % windowSize]?.cells[at]
  }

  /** One request at a time, so that a drag reads only where it stops. */
  want(look: Look): void {
    this.#look = look
    if (!this.#reading) void this.#follow()
  }

  async #follow(): Promise<void> {
    this.#reading = true
    for (let window = this.#missing(); window !== undefined; window = this.#missing()) {
      const { columns, total } = this.#look
      const from = window * windowSize
      try {
        const { rows } = await this.#client.call('data:rows', {
          fetchId: this.#fetchId,
          from,
          count: windowSize,
          columns: [...columns]
        })

        const at = new Map(columns.map((name, index) => [name, index]))
        this.#windows.set(window, { columns, at, rows, expected: Math.min(windowSize, total - from) })
        this.#forget()
        this.#failure = null
      } catch (thrown) {
        this.#failure = toAppError(thrown)
        break
      }
    }
    this.#reading = false
  }

  #missing(): number | undefined {
    const { from, to, total, columns } = this.#look
    for (let window = Math.floor(from / windowSize); window * windowSize < Math.min(to, total); window++) {
      const here = this.#windows.get(window)
      const expected = Math.min(windowSize, total - window * windowSize)
      if (!here || here.columns !== columns || here.expected < expected) return window
    }
    return undefined
  }

  #forget(): void {
    const { from, to } = this.#look
    for (const window of this.#windows.keys()) {
      if (this.#windows.size <= mostWindows) return
      const seen = window >= Math.floor(from / windowSize) && window * windowSize < to
      if (!seen) this.#windows.delete(window)
    }
  }
}

/** The opened row. */
class RecordView extends Task {
  #client: Client
  #fetchId: string
  #index = $state<number | null>(null)
  #body = $state.raw<BodyView | null>(null)
  #form: BodyForm = 'tree'

  constructor(client: Client, fetchId: string) {
    super()
    this.#client = client
    this.#fetchId = fetchId
  }

  /** From 0; null while closed. */
  get index(): number | null {
    return this.#index
  }

  /** null while loading */
  get body(): BodyView | null {
    return this.#body
  }

  async open(index: number): Promise<void> {
    if (this.#index === index) return
    this.#index = index
    this.#body = null
    const answer = await this.attempt(() => this.#client.call('data:openRecord', { fetchId: this.#fetchId, index }))
    // A later open makes this one obsolete.
    if (!answer || this.#index !== index) return
    const body = new BodyView(this.#client, answer.responseId, answer.summary)
    body.show(this.#form)
    this.#body = body
  }

  show(form: BodyForm): void {
    this.#form = form
    this.#body?.show(form)
  }

  close(): void {
    this.#index = null
    this.#body = null
  }
}

class Reconcile extends Task {
  /** As typed. */
  expected = $state('')
  pasted = $state('')
  pasting = $state(false)
  #client: Client
  #fetchId: string
  #by = $state<string | null>(null)
  #counts = $state.raw<Reconciliation | null>(null)
  #ids = $state.raw<IdComparison | null>(null)
  #busy = $state<'count' | 'ids' | null>(null)
  #saved = $state('')

  constructor(client: Client, fetchId: string) {
    super()
    this.#client = client
    this.#fetchId = fetchId
  }

  get by(): string | null {
    return this.#by
  }

  get counts(): Reconciliation | null {
    return this.#counts
  }

  get ids(): IdComparison | null {
    return this.#ids
  }

  get busy(): 'count' | 'ids' | null {
    return this.#busy
  }

  get saved(): string {
    return this.#saved
  }

  async count(by = this.#by): Promise<void> {
    this.#by = by
    this.#busy = 'count'
    const counts = await this.attempt(() => this.#client.call('data:reconcile', { fetchId: this.#fetchId, by }))
    if (this.#by !== by) return
    this.#busy = null
    if (counts) this.#counts = counts
  }

  /** @param pasted null: main asks for a file */
  async compare(pasted: string | null): Promise<void> {
    this.#busy = 'ids'
    this.#saved = ''
    const ids = await this.attempt(() => this.#client.call('data:compareIds', { fetchId: this.#fetchId, pasted }))
    this.#busy = null
    if (!ids) return
    this.#ids = ids
    this.pasting = false
  }

  async save(): Promise<void> {
    const answer = await this.attempt(() => this.#client.call('data:exportIds', { fetchId: this.#fetchId }))
    if (answer) this.#saved = answer.file
  }
} /** ms: steady, yet shows a wait */
const span = 5000

class Rate {
  #samples: { at: number; items: number }[] = []
  #value = $state<number | null>(null)

  /** null while unknown */
  get value(): number | null {
    return this.#value
  }

  sample(items: number, at: number): void {
    const samples = this.#samples
    samples.push({ at, items })
    while (samples.length > 2 && at - (samples[1]?.at ?? at) >= span) samples.shift()
    const [first, last] = [samples[0], samples.at(-1)]
    if (first && last && last.at - first.at >= 1000) {
      this.#value = Math.round(((last.items - first.items) * 1000) / (last.at - first.at))
    }
  }
}

/** Its request never changes, and main holds its rows. */
export class FetchTab {
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

  #take(progress: FetchProgress): void {
    const failed = progress.error !== null && !this.#progress?.error
    this.#progress = progress
    if (failed && !this.form.differsFrom(progress.request)) this.form.refused = { ...progress.error?.fields }
  }
}

const sameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((name, at) => name === other[at])
