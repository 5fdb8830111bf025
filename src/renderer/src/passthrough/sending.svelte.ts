import { toAppError, type AppError } from '../../../shared/errors'
import type { PassthroughDraft, Variable } from '../../../shared/passthrough/passthrough'
import type { PassthroughProgress, PassthroughResult } from '../../../shared/passthrough/result'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'

/** One send, from the press of the button to its end. */
export class Sending {
  readonly job: Job
  /** As it was sent. */
  readonly draft: PassthroughDraft
  /** The earlier send that this one repeats, with its key. */
  readonly #of: string | null
  #client: Client
  #progress = $state.raw<PassthroughProgress | null>(null)
  #result = $state.raw<PassthroughResult | null>(null)
  #failure = $state.raw<AppError | null>(null)
  #cancelling = $state(false)

  constructor(client: Client, draft: PassthroughDraft, of: string | null = null) {
    this.#client = client
    this.job = new Job(client)
    this.#of = of
    this.draft = draft
  }

  running = $derived(this.#result === null && this.#failure === null)

  get progress(): PassthroughProgress | null {
    return this.#progress
  }

  get result(): PassthroughResult | null {
    return this.#result
  }

  /** Why it could not even begin: nothing left. */
  get failure(): AppError | null {
    return this.#failure
  }

  get cancelling(): boolean {
    return this.#cancelling
  }

  /** Ends the pause the service asked for: it is sent at once. */
  tryNow(): void {
    const { workspaceId, region } = this.draft
    this.#client.call('app:liftRateLimits', { workspaceId, region }).catch(() => undefined)
  }

  report(progress: PassthroughProgress): void {
    this.#progress = progress
  }

  /** The operator was asked, and declined. */
  get declined(): boolean {
    return this.#failure?.code === 'cancelled' && this.#progress?.stage === 'confirm'
  }

  async run(variables: readonly Variable[]): Promise<PassthroughResult | null> {
    const { draft, job } = this
    try {
      this.#result = this.#of
        ? await job.ask('passthrough:repeat', { workspaceId: draft.workspaceId, of: this.#of })
        : await job.ask('passthrough:send', { draft, variables: [...variables] })
    } catch (thrown) {
      this.#failure = toAppError(thrown)
    }
    return this.#result
  }

  cancel(): void {
    if (!this.running) return
    this.#cancelling = true
    // A send that ended meanwhile is not a failure; its result shows how.
    this.job.cancel()
  }
}
