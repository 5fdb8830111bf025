import type { AppError } from '../../../shared/errors'
import type { ChangeOutcome } from '../../../shared/connectors/channels'
import type { Place } from '../../../shared/workspaces/place'
import type { Client } from '../client.svelte'
import { unlessDeclined } from '../kit/declined'
import { Job } from '../kit/job.svelte'
import { Task } from '../kit/task.svelte'

/** Visible until the next change. */
export interface WriteResult {
  act: 'create' | 'change' | 'delete' | 'undo'
  change: ChangeOutcome
  /** For undo; null if impossible here. */
  entryId: number | null
}

type Answer = ChangeOutcome & { entryId?: number }

/** One write at a time. */
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

  abstract read(): Promise<void>

  /** Called after a write that may have changed something, once it is read back. */
  protected abstract written(): Promise<void>

  get busy(): WriteResult['act'] | null {
    return this.#busy
  }

  get job(): Job | null {
    return this.#writing.job
  }

  /** The write ended, but the saved state is not read yet. */
  get isReadingBack(): boolean {
    return this.#busy !== null && this.job === null
  }

  get result(): WriteResult | null {
    return this.#result
  }

  /** Why the last write failed, if no control is the cause. */
  get error(): AppError | null {
    return this.#error
  }

  /** `this computer`: before sending. */
  get refusedBy(): 'service' | 'this computer' {
    return this.#refusedBy
  }

  errorOf(control: 'scope' | 'expression' | 'customFieldId'): string | undefined {
    return this.#fieldErrors[control]
  }

  forgetResult(): void {
    this.#result = null
    this.#error = null
  }

  protected clear(control: string): void {
    this.forgetResult()
    this.#fieldErrors = { ...this.#fieldErrors, [control]: '' }
  }

  /** @returns true if done */
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
      // Declined: the earlier change can still be undone.
      if (!error) this.#result = before
    }
    // Before this read, a second save would create again.
    if (change && change.outcome !== 'refused') await this.read()
    this.#busy = null
    if (change && change.outcome !== 'refused') await this.written()
    return change?.outcome === 'done'
  }
}
