import type { AppError } from '../../../shared/errors'
import type { PassthroughResult } from '../../../shared/passthrough/result'
import type { Comparison } from '../../../shared/viewer/windows'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import { Task } from '../kit/task.svelte'
import { BodyView } from '../records/viewer/body-view.svelte'

export class ResponseView extends Task {
  readonly result: PassthroughResult
  /** Bytes of storage, if the body was dropped to make room. */
  readonly bodyDropped: number | null
  filtering = $state(false)
  finding = $state(false)
  headersShown = $state(false)
  #client: Client
  #whole = $state.raw<BodyView | null>(null)
  #filtered = $state.raw<BodyView | null>(null)
  #expression = $state('')
  #filter = new Task()
  #comparison = $state.raw<{ with: string; differences: Comparison } | null>(null)
  #responseId: string | null

  /** @param kept for a response of the history, whose body gets a new id */
  constructor(
    client: Client,
    result: PassthroughResult,
    kept: { responseId: string | null; bodyDropped: number | null } = { ...result, bodyDropped: null }
  ) {
    super()
    this.#client = client
    this.result = result
    this.#responseId = kept.responseId
    this.bodyDropped = kept.bodyDropped
  }

  get responseId(): string | null {
    return this.#responseId
  }

  get whole(): BodyView | null {
    return this.#whole
  }

  get body(): BodyView | null {
    return this.#filtered ?? this.#whole
  }

  get filtered(): boolean {
    return this.#filtered !== null
  }

  get expression(): string {
    return this.#expression
  }

  get filterError(): AppError | null {
    return this.#filter.failure
  }

  get comparison(): { with: string; differences: Comparison } | null {
    return this.#comparison
  }

  async open(): Promise<void> {
    const id = this.#responseId
    if (id === null || this.#whole) return
    const summary = await this.attempt(() => this.#client.call('passthrough:openResponse', { id }))
    if (!summary) return
    this.#whole = new BodyView(this.#client, id, summary)
  }

  /** Cancels the previous filter; an invalid expression changes nothing. */
  async filter(expression: string): Promise<void> {
    this.#expression = expression
    this.#filter.cancel()
    const whole = this.#whole
    if (!whole) return
    if (expression.trim() === '') {
      this.#filtered = null
      return
    }
    const job = new Job(this.#client)
    await this.#filter.ask(
      job,
      () => job.ask('passthrough:filterResponse', { id: whole.id, expression }),
      ({ id, summary }) => {
        const form = this.body?.form
        this.#filtered = new BodyView(this.#client, id, summary)
        if (form) this.#filtered.show(form)
      }
    )
  }

  endFilter(): void {
    this.filtering = false
    void this.filter('')
  }

  /** @param open returns the id of the other response */
  async compareWith(open: () => Promise<string>, named: string): Promise<void> {
    const after = this.#responseId
    if (after === null) return
    const differences = await this.attempt(async () =>
      this.#client.call('passthrough:compareResponses', { before: await open(), after })
    )
    if (differences) this.#comparison = { with: named, differences }
  }

  /** Equal responses leave the body in view. */
  get differs(): boolean {
    return (this.#comparison?.differences.differences.length ?? 0) > 0
  }

  endComparison(): void {
    this.#comparison = null
  }

  /** @returns the path; null if not saved */
  async save(): Promise<string | null> {
    const id = this.#responseId
    return id === null ? null : this.attempt(() => this.#client.call('passthrough:saveResponse', { id }))
  }
}
