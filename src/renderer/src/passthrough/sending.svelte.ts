import { toAppError, type AppError } from '../../../shared/errors'
import type { PassthroughDraft } from '../../../shared/passthrough/passthrough'
import { readTimeout } from '../../../shared/passthrough/preview'
import type { PassthroughProgress, PassthroughResult } from '../../../shared/passthrough/result'
import type { Client } from '../client.svelte'
import { secondsLeft } from '../kit/format'
import { Job } from '../kit/job.svelte'
import { failedTryWords, quietTitle } from '../kit/words/waiting'
import { requestWords } from './words/request'

export class Sending {
  readonly job: Job
  /** From the start of the send. */
  readonly draft: PassthroughDraft
  /** The earlier send that this one repeats with its key. */
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

  /** Why the send could not begin: nothing left the app. */
  get failure(): AppError | null {
    return this.#failure
  }

  get cancelling(): boolean {
    return this.#cancelling
  }

  tryNow(): void {
    const { workspaceId, region } = this.draft
    this.#client.call('app:liftRateLimits', { workspaceId, region }).catch(() => undefined)
  }

  report(progress: PassthroughProgress): void {
    this.#progress = progress
  }

  get declined(): boolean {
    return this.#failure?.code === 'cancelled' && this.#progress?.stage === 'confirm'
  }

  /** Main knows the variables. */
  async run(): Promise<PassthroughResult | null> {
    const { draft, job } = this
    try {
      this.#result = this.#of
        ? await job.ask('passthrough:repeat', { workspaceId: draft.workspaceId, of: this.#of })
        : await job.ask('passthrough:send', { draft, variables: [] })
    } catch (thrown) {
      this.#failure = toAppError(thrown)
    }
    return this.#result
  }

  cancel(): void {
    if (!this.running) return
    this.#cancelling = true
    // A send may end before the cancel.
    this.job.cancel()
  }
}

const words = requestWords.progress

export function progressWords(
  progress: PassthroughProgress | null,
  draft: PassthroughDraft,
  now: number
): { title: string; detail: string } {
  const timeout = readTimeout(draft.timeout)
  const patience = 'seconds' in timeout ? words.patience(timeout.seconds) : ''
  const quiet = progress?.quiet ? quietTitle(progress.quiet, now) : null
  switch (progress?.stage) {
    case 'token':
    case undefined:
      return { title: words.token, detail: words.notSent }
    case 'confirm':
      return { title: words.confirm, detail: words.confirmHint }
    case 'queued':
      return { title: words.queued, detail: words.queuedHint(progress.ahead ?? 0) }
    case 'connecting':
      return { title: quiet ?? words.connecting(progress.tries), detail: words.notSent }
    case 'sending':
      return { title: quiet ?? words.sent(progress.tries), detail: words.waiting(patience) }
    case 'waiting': {
      const left = progress.wait ? secondsLeft(progress.wait.until, now) : ''
      const failed = progress.wait?.failure && failedTryWords(progress.wait.failure)
      if (progress.wait?.reason === 'rate-limit') return { title: words.limited(left), detail: words.limitedHint }
      if (failed) return { title: failed.title, detail: words.failedTry(failed.why, left) }
      return { title: words.retrying(left), detail: words.notSent }
    }
    case 'reading':
      return { title: quiet ?? words.receiving, detail: words.receivingHint }
  }
}
