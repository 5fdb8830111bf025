import { isAtWork, type SyncRun, type SyncState } from '../../../shared/connectors/sync-run'
import type { Place } from '../../../shared/workspaces/place'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import { Task } from '../kit/task.svelte'
import { syncRunWords } from './words/sync-run'

/** States that need a person first. */
const order: readonly SyncState[] = ['failed', 'unknown', 'late', 'left', 'running', 'leaving', 'waiting', 'good']

/** Groups of connectors that are synced and watched by main; the window only shows the last one of its place. */
export class SyncRuns extends Task {
  #client: Client
  #place: Place | null = null
  #run = $state.raw<SyncRun | null>(null)
  #shown = $state(false)
  #file = $state.raw<string | null>(null)

  constructor(client: Client) {
    super()
    this.#client = client
    client.on('connectors:syncRunChanged', ({ run, workspaceId, region }) => {
      if (this.#place?.workspaceId === workspaceId && this.#place.region === region) this.#run = run
    })
  }

  /** The last one of the place. */
  get group(): SyncRun | null {
    return this.#run
  }

  get shown(): boolean {
    return this.#shown
  }

  /** The saved list. */
  get file(): string | null {
    return this.#file
  }

  /** How many are in each state, those that need a person first. */
  get tally(): [state: SyncState, syncs: number][] {
    const syncs = this.#run?.syncs ?? []
    return order
      .map((state): [SyncState, number] => [state, syncs.filter((one) => one.state === state).length])
      .filter(([, number]) => number > 0)
  }

  /** For the status bar; null while none is at work. @param now ms since 1970 */
  said(now: number): string | null {
    const run = this.#run
    if (!run || !isAtWork(run, now)) return null
    const started = run.syncs.filter(({ state }) => state !== 'left')
    const ended = started.filter(({ state }) => state === 'good' || state === 'failed' || state === 'late')
    return syncRunWords.line(ended.length, started.length)
  }

  show(place: Place | null): void {
    const same = place?.workspaceId === this.#place?.workspaceId && place?.region === this.#place?.region
    if (same) return
    this.#place = place && { workspaceId: place.workspaceId, region: place.region }
    this.#run = null
    this.close()
    const asked = this.#place
    if (!asked) return
    this.#client
      .call('connectors:syncRun', asked)
      .then((run) => {
        if (this.#place === asked) this.#run ??= run
      })
      .catch(() => undefined)
  }

  open(): void {
    this.#file = null
    this.#shown = true
  }

  close(): void {
    this.#shown = false
    this.forgetFailure()
  }

  async start(keys: readonly string[]): Promise<void> {
    const place = this.#place
    if (!place || this.running) return
    this.open()
    const job = new Job(this.#client, place)
    let began = false
    await this.ask(
      job,
      () => job.ask('connectors:startSyncs', { ...place, keys: [...keys] }),
      () => (began = true)
    )
    // Declined: nothing to show.
    if (!began && !this.failure) this.close()
  }

  async stop(what: 'starting' | 'watching'): Promise<void> {
    const place = this.#place
    if (place) await this.attempt(() => this.#client.call('connectors:stopSyncs', { ...place, what }))
  }

  async save(): Promise<void> {
    const place = this.#place
    if (!place) return
    const saved = await this.attempt(() => this.#client.call('connectors:exportSyncs', place))
    if (saved) this.#file = saved.file
  }
}
