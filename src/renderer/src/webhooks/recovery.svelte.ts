import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import { catalogue, type Collection } from '../../../shared/data/catalogue'
import type { AppError } from '../../../shared/errors'
import type { Place } from '../../../shared/workspaces/place'
import type { RecoveredRow, RecoveryPart, RecoveryProgress, RecoveryWindow } from '../../../shared/webhooks/recovery'
import type { Client } from '../client.svelte'
import { isoTime } from '../kit/format'
import { Job } from '../kit/job.svelte'
import { Task } from '../kit/task.svelte'
import { Windows } from '../records/viewer/windows.svelte'
import { recoveryWords } from './words'

/** The contract's limit. */
export const mostToRecover = 100
const mostDeliveries = 5_000
const dayMs = 86_400_000

const isNarrowed = ({ params }: Collection) => params.some(({ name }) => name === 'modified_after')

interface FailedOnes {
  connectors: number
  /** Connectors beyond the limit. */
  over: number
  /** No refresh has seen them, so their tokens are unknown. */
  unknown: number
  more: boolean
}

export class RecoveryForm {
  readonly asking = new Task()
  /** ISO 8601, UTC; undefined if empty or not a time */
  from = $state<string | undefined>()
  to = $state<string | undefined>()
  /** Names by key. */
  readonly chosen = new SvelteMap<string, string>()
  readonly left = new SvelteSet<string>()
  /** Models without a filter for changes, fetched whole. */
  whole = $state(false)
  /** Errors show after submission. */
  asked = $state(false)
  #client: Client
  #place: Place
  #found = $state.raw<FailedOnes | null>(null)

  constructor(client: Client, place: Place, now = Date.now()) {
    this.#client = client
    this.#place = place
    this.from = isoTime(now - dayMs)
    this.to = isoTime(now)
  }

  /** With and without a filter for changes. */
  models: { narrowed: readonly Collection[]; whole: readonly Collection[] } = $derived.by(() => {
    const categories = [...this.chosen.keys()].map((key) => key.slice(0, key.indexOf(':')))
    const its = catalogue.filter((one) => one.needsConnector && categories.includes(one.category ?? ''))
    return { narrowed: its.filter(isNarrowed), whole: its.filter((one) => !isNarrowed(one)) }
  })

  paths: readonly string[] = $derived.by(() => {
    const { narrowed, whole } = this.models
    const all = this.whole ? [...narrowed, ...whole] : narrowed
    return all.map(({ path }) => path).filter((path) => !this.left.has(path))
  })

  /** null before the search */
  get found(): FailedOnes | null {
    return this.#found
  }

  problems: { to?: string; keys?: string; paths?: string } = $derived.by(() => {
    const { from, to, chosen, paths } = this
    const words = recoveryWords.dialog.problems
    return {
      ...((!from || !to || from >= to) && { to: words.times }),
      ...(chosen.size === 0 && { keys: words.connectors }),
      ...(chosen.size > 0 && paths.length === 0 && { paths: words.models })
    }
  })

  /** null while incomplete */
  get window(): RecoveryWindow | null {
    const { from, to, chosen, paths, problems } = this
    if (!from || !to || Object.keys(problems).length > 0) return null
    return { from: Date.parse(from), to: Date.parse(to), keys: [...chosen.keys()], paths: [...paths] }
  }

  async chooseFailed(): Promise<void> {
    const { from, to } = this
    if (!from || !to) return
    this.#found = null
    // `errorsOnly` would omit deliveries without any response.
    const filters = { from, to }
    const job = new Job(this.#client)
    await this.asking.ask(
      job,
      () => job.ask('webhooks:deliveries', { ...this.#place, filters, most: mostDeliveries }),
      ({ deliveries, more }) => {
        const failed = deliveries.filter((one) => one.failed)
        // eslint-disable-next-line svelte/prefer-svelte-reactivity -- counted, not drawn
        const unknown = new Set(failed.filter((one) => one.connectorKey === null).map((one) => one.connectorId))
        // eslint-disable-next-line svelte/prefer-svelte-reactivity -- read once
        const known = new Map(
          failed.map(({ connectorKey, endUser }) => [connectorKey, endUser?.trim() || recoveryWords.dialog.noName])
        )
        known.delete(null)
        this.chosen.clear()
        for (const [key, name] of [...known].slice(0, mostToRecover)) if (key !== null) this.chosen.set(key, name)
        const over = Math.max(0, known.size - mostToRecover)
        this.#found = { connectors: this.chosen.size, over, unknown: unknown.size, more }
      }
    )
  }
}

const isNews = ({ state, rows }: RecoveryPart) => rows > 0 || state === 'walking' || state === 'failed'

/** Failed parts come first. */
const inTable = (one: RecoveryPart, other: RecoveryPart, names: Record<string, string>) =>
  Number(other.state === 'failed') - Number(one.state === 'failed') ||
  (names[one.key] ?? '').localeCompare(names[other.key] ?? '') ||
  one.key.localeCompare(other.key) ||
  one.path.localeCompare(other.path)

export class RecoveryRun {
  readonly id: string
  cursor = $state(0)
  /** Shows parts without changes too. */
  quiet = $state(false)
  #client: Client
  #acts = new Task()
  #progress = $state.raw<RecoveryProgress>() as RecoveryProgress
  #part = $state<number | null>(null)
  #rows = $state.raw<Windows<RecoveredRow>>() as Windows<RecoveredRow>
  #cancelling = $state(false)

  constructor(client: Client, progress: RecoveryProgress) {
    this.#client = client
    this.id = progress.recoveryId
    this.#progress = progress
    this.choose(null)
  }

  get failure(): AppError | null {
    return this.#acts.failure
  }

  get progress(): RecoveryProgress {
    return this.#progress
  }

  get running(): boolean {
    return this.#progress.finishedAt === null
  }

  get cancelling(): boolean {
    return this.#cancelling && this.running
  }

  /** Its `at`; null for all. */
  get part(): number | null {
    return this.#part
  }

  get rows(): Windows<RecoveredRow> {
    return this.#rows
  }

  total: number = $derived.by(() => this.#rowsOf(this.#part))

  shown: readonly RecoveryPart[] = $derived.by(() => {
    const { parts, names } = this.#progress
    const drawn = this.quiet ? parts : parts.filter(isNews)
    return drawn.toSorted((one, other) => inTable(one, other, names))
  })

  sum = $derived.by(() => {
    const sum = { read: 0, changed: 0, ended: 0, failed: 0, quiet: 0, later: 0, undated: 0 }
    for (const part of this.#progress.parts) {
      sum.read += part.items
      sum.changed += part.changed
      sum.later += part.later
      sum.undated += part.undated
      if (part.state === 'done') sum.ended++
      if (part.state === 'failed') sum.failed++
      if (!isNews(part)) sum.quiet++
    }
    return sum
  })

  report(progress: RecoveryProgress): void {
    const parts = [...this.#progress.parts]
    for (const part of progress.parts) parts[part.at] = part
    this.#progress = { ...progress, parts }
    this.#rows.grew(this.#rowsOf(this.#part))
  }

  choose(part: number | null): void {
    const recoveryId = this.id
    this.#part = part
    this.cursor = 0
    this.#rows = new Windows<RecoveredRow>(async (from, count) => {
      const { total, rows } = await this.#client.call('webhooks:recoveredRows', { recoveryId, part, from, count })
      return { total, items: rows }
    }, this.#rowsOf(part))
  }

  cancel(): void {
    this.#cancelling = true
    // The last event brings the outcome.
    new Job(this.#client, null, this.id).cancel()
  }

  async save(format: 'csv' | 'ndjson'): Promise<void> {
    const file = await this.#acts.attempt(() =>
      this.#client.call('webhooks:exportRecovery', { recoveryId: this.id, format })
    )
    if (file && !this.#progress.exports.some(({ id }) => id === file.id))
      this.#progress = { ...this.#progress, exports: [...this.#progress.exports, file] }
  }

  cancelExport(exportId: string): void {
    void this.#acts.attempt(() => this.#client.call('webhooks:cancelExport', { recoveryId: this.id, exportId }))
  }

  #rowsOf(part: number | null): number {
    const { parts } = this.#progress
    return part === null ? parts.reduce((sum, one) => sum + one.rows, 0) : (parts[part]?.rows ?? 0)
  }
}

export class RecoveryDesk {
  shown = $state(false)
  #client: Client
  #acts = new Task()
  #place: Place | null = null
  #form = $state.raw<RecoveryForm | null>(null)
  #run = $state.raw<RecoveryRun | null>(null)
  #starting = $state(false)

  constructor(client: Client) {
    this.#client = client
    // A recovery continues behind another view.
    client.on('webhooks:recoveryProgress', (progress) => {
      if (this.#run?.id === progress.recoveryId) this.#run.report(progress)
    })
  }

  get failure(): AppError | null {
    return this.#acts.failure
  }

  get form(): RecoveryForm | null {
    return this.#form
  }

  get run(): RecoveryRun | null {
    return this.#run
  }

  get starting(): boolean {
    return this.#starting
  }

  show(place: Place | null): void {
    this.#place = place
    this.#form?.asking.cancel()
    this.#form = null
    this.#run = null
    this.shown = false
    this.#acts.forgetFailure()
  }

  /** Shows the last findings, or else the form. */
  async look(): Promise<void> {
    const place = this.#place
    if (!place) return
    if (!this.#run) {
      const progress = await this.#acts.attempt(() => this.#client.call('webhooks:currentRecovery', place))
      if (this.#place !== place) return
      if (progress) this.#run = new RecoveryRun(this.#client, progress)
    }
    if (this.#run) this.shown = true
    else this.enter()
  }

  /** @param begun initial times, ISO 8601 in UTC, and the connector of an issue */
  enter(
    begun: { from?: string | undefined; to?: string | undefined; connector?: { key: string; name: string } } = {}
  ): void {
    if (!this.#place) return
    const form = new RecoveryForm(this.#client, this.#place)
    if (begun.from) form.from = begun.from
    if (begun.to) form.to = begun.to
    if (begun.connector) form.chosen.set(begun.connector.key, begun.connector.name)
    this.#form = form
    this.#acts.forgetFailure()
  }

  leaveForm(): void {
    this.#form?.asking.cancel()
    this.#form = null
  }

  async start(): Promise<void> {
    const [form, place] = [this.#form, this.#place]
    if (!form || !place || this.#starting) return
    form.asked = true
    const { window } = form
    if (!window) return
    this.#starting = true
    const progress = await this.#acts.attempt(() =>
      new Job(this.#client).ask('webhooks:startRecovery', { ...place, ...window })
    )
    this.#starting = false
    if (!progress || this.#place !== place) return
    this.leaveForm()
    this.#run = new RecoveryRun(this.#client, progress)
    this.shown = true
  }
}
