import type { AppError } from '../../../../shared/errors'
import type { RecoveredRow, RecoveryPart, RecoveryProgress } from '../../../../shared/webhooks/recovery'
import type { Client } from '../../client.svelte'
import { Job } from '../../kit/job.svelte'
import { Task } from '../../kit/task.svelte'
import { Windows } from '../../records/viewer/windows.svelte'

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

  showExport(exportId: string): void {
    void this.#acts.attempt(() => this.#client.call('webhooks:showExport', { recoveryId: this.id, exportId }))
  }

  #rowsOf(part: number | null): number {
    const { parts } = this.#progress
    return part === null ? parts.reduce((sum, one) => sum + one.rows, 0) : (parts[part]?.rows ?? 0)
  }
}

const isNews = ({ state, rows }: RecoveryPart) => rows > 0 || state === 'walking' || state === 'failed'
