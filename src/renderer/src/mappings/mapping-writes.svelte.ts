import type { AppError } from '../../../shared/errors'
import type { ChangeOutcome } from '../../../shared/connectors/channels'
import type { Place } from '../../../shared/workspaces/place'
import type { Client } from '../client.svelte'
import { unlessDeclined } from '../kit/declined'
import { Job } from '../kit/job.svelte'
import { Task } from '../kit/task.svelte'

/** How the last write ended, shown until something is changed. */
export interface WriteResult {
  act: 'create' | 'change' | 'delete' | 'undo'
  change: ChangeOutcome
  /** Of the change log, by which a save is undone; null for what is not undone here. */
  entryId: number | null
}

/** What a write is answered with. */
type Answer = ChangeOutcome & { entryId?: number }

/** The writes of an editor, one at a time: the one under way, how the last one ended, and which control it refused. */
export abstract class MappingWrites {
  #client: Client
  #place: Place
  #busy = $state<WriteResult['act'] | null>(null)
  #writing = new Task()
  #result = $state.raw<WriteResult | null>(null)
  #error = $state.raw<AppError | null>(null)
  #fieldErrors = $state.raw<Readonly<Record<string, string>>>({})
  #refusedBy = $state<'service' | 'this computer'>('service')

  constructor(client: Client, place: Place) {
    this.#client = client
    this.#place = place
  }

  /** Reads again what is saved. */
  abstract read(): Promise<void>

  /** After a write that may have changed something, once it was read again. */
  protected abstract written(): Promise<void>

  get busy(): WriteResult['act'] | null {
    return this.#busy
  }

  /** The write under way, to be stopped, with what it waits for. */
  get job(): Job | null {
    return this.#writing.job
  }

  /** A write has ended, and what is saved by now is not known yet. */
  get isReadingBack(): boolean {
    return this.#busy !== null && this.job === null
  }

  get result(): WriteResult | null {
    return this.#result
  }

  /** Why the last write could not be made, where no control is the cause. */
  get error(): AppError | null {
    return this.#error
  }

  /** What refused the value of `errorOf`: this app before anything left, or the service. */
  get refusedBy(): 'service' | 'this computer' {
    return this.#refusedBy
  }

  /** The error of a control. */
  errorOf(control: 'scope' | 'expression' | 'customFieldId'): string | undefined {
    return this.#fieldErrors[control]
  }

  forgetResult(): void {
    this.#result = null
    this.#error = null
  }

  /** The control holds something else by now. */
  protected clear(control: string): void {
    this.forgetResult()
    this.#fieldErrors = { ...this.#fieldErrors, [control]: '' }
  }

  /** @returns whether it is done */
  protected async write(
    act: WriteResult['act'],
    send: (requestId: string) => Promise<Answer | null>
  ): Promise<boolean> {
    if (this.#busy) return false
    const before = this.#result
    this.forgetResult()
    this.#fieldErrors = {}
    const job = new Job(this.#client, this.#place)
    this.#busy = act
    let change: Answer | null = null
    try {
      change = await this.#writing.act(job, () => send(job.requestId))
      this.#result = change && { act, change, entryId: change.entryId ?? null }
    } catch (thrown) {
      const error = unlessDeclined(thrown)
      this.#fieldErrors = error?.info.fields ?? {}
      this.#refusedBy = error?.code === 'invalid-input' ? 'this computer' : 'service'
      if (!error?.info.fields) this.#error = error
      // Declined: nothing was done, and what was done before can still be undone.
      if (!error) this.#result = before
    }
    // Until the mappings are read again, a second save would create what is there by now instead of changing it.
    if (change && change.outcome !== 'refused') await this.read()
    this.#busy = null
    if (change && change.outcome !== 'refused') await this.written()
    return change?.outcome === 'done'
  }
}
