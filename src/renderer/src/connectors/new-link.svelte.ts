import { linkDraft, type LinkDraft, type LinkedAlready } from '../../../shared/connectors/link'
import type { Client } from '../client.svelte'
import { Task } from '../kit/task.svelte'
import { Job } from '../kit/job.svelte'
import type { Place } from '../../../shared/workspaces/place'

const blank: LinkDraft = { endUser: '', originId: '', email: '', category: 'HRIS', integration: '' }

/** A link for a new connector, from the form to the token, which is kept only while its dialog is open. */
export class NewLink extends Task {
  draft: LinkDraft = $state({ ...blank })
  #client: Client
  #already = $state.raw<readonly LinkedAlready[] | null>(null)
  #token = $state.raw<string | null>(null)
  /** The looked-up customer: another Origin ID needs another lookup. */
  #asked = $state.raw('')

  constructor(client: Client, draft: LinkDraft = blank) {
    super()
    this.#client = client
    this.draft = { ...draft }
  }

  complete = $derived(linkDraft.safeParse($state.snapshot(this.draft)).success)

  /** The customer's present connectors; null while unknown. */
  get already(): readonly LinkedAlready[] | null {
    return this.draft.originId.trim() === this.#asked ? this.#already : null
  }

  get token(): string | null {
    return this.#token
  }

  /** Makes the token, or reports existing connectors; the second time it makes the token anyway. */
  async make(place: Place): Promise<void> {
    if (this.running || !this.complete) return
    const job = new Job(this.#client)
    const beside = this.already !== null
    const link = linkDraft.parse($state.snapshot(this.draft))
    const answer = await this.run(() => this.act(job, () => job.ask('connectors:newLink', { ...place, link, beside })))
    if (!answer) return
    if ('linkToken' in answer) this.#token = answer.linkToken
    else this.#already = answer.already
    this.#asked = link.originId
  }

  /** Waits for the end: the token may exist. */
  override cancel(): void {
    this.job?.cancel()
  }
}
