import { toAppError, type AppError } from '../../../shared/errors'
import { linkDraft, type LinkDraft, type LinkedAlready } from '../../../shared/connectors/link'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job'
import type { Place } from '../../../shared/workspaces/place'

const blank: LinkDraft = { endUser: '', originId: '', email: '', category: 'HRIS', integration: '' }

/** A link for a new connector, from the form to the token, which is kept only while its dialog is open. */
export class NewLink {
  draft: LinkDraft = $state({ ...blank })
  #client: Client
  #job = $state.raw<Job | null>(null)
  #already = $state.raw<readonly LinkedAlready[] | null>(null)
  #token = $state.raw<string | null>(null)
  #error = $state.raw<AppError | null>(null)
  /** The looked-up customer: another origin id needs another lookup. */
  #asked = $state.raw('')

  constructor(client: Client, draft: LinkDraft = blank) {
    this.#client = client
    this.draft = { ...draft }
  }

  complete = $derived(linkDraft.safeParse($state.snapshot(this.draft)).success)

  get busy(): boolean {
    return this.#job !== null
  }

  /** Connectors that this customer has; null while they are unknown. */
  get already(): readonly LinkedAlready[] | null {
    return this.draft.originId.trim() === this.#asked ? this.#already : null
  }

  get token(): string | null {
    return this.#token
  }

  get error(): AppError | null {
    return this.#error
  }

  /** Makes the token, or says which connectors there are; the second time it makes the token anyway. */
  async make(place: Place): Promise<void> {
    if (this.#job || !this.complete) return
    const job = new Job(this.#client)
    const beside = this.already !== null
    const link = linkDraft.parse($state.snapshot(this.draft))
    this.#job = job
    this.#error = null
    try {
      const answer = await job.ask('connectors:newLink', { ...place, link, beside })
      if ('linkToken' in answer) this.#token = answer.linkToken
      else this.#already = answer.already
      this.#asked = link.originId
    } catch (thrown) {
      const error = toAppError(thrown)
      this.#error = error.code === 'cancelled' ? null : error
    }
    this.#job = null
  }

  cancel(): void {
    this.#job?.cancel()
  }
}
