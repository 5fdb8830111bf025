import { type AppError, toAppError } from '../../../shared/errors'
import type { Client } from '../client.svelte'
import { copy } from '../kit/clipboard'
import type { Place } from '../../../shared/workspaces/place'
import type { KnownIssues } from './known-issues.svelte'
import type { ComparedList } from './snapshot-comparison.svelte'

export type Act = 'evidence' | 'export' | 'link'

/** How the last act ended, in full: not a message that vanishes by itself. */
export type Outcome =
  | { act: 'evidence'; file: string; masked: number; count: number }
  | { act: 'export'; file: string; count: number }
  | { act: 'link'; text: string; inClipboard: boolean }
  | { act: Act; error: AppError }

/** Exports of cases: the evidence, the rows. */
export class IssueActs {
  #client: Client
  #issues: KnownIssues
  #busy = $state<Act | null>(null)
  #subject = $state<string | null>(null)
  /** What `#busy` is done for. */
  #doneFor = $state<string | null>(null)
  #ended = $state.raw<{ place: Place | null; subject: string | null; outcome: Outcome } | null>(null)

  constructor(client: Client, issues: KnownIssues) {
    this.#client = client
    this.#issues = issues
  }

  /** What is being done now, for whatever it is. */
  get busy(): Act | null {
    return this.#busy
  }

  /** What is being done now for what is shown. */
  get doing(): Act | null {
    return this.#doneFor === this.#subject ? this.#busy : null
  }

  /** Of the last act for what is shown, in the workspace and region in view: elsewhere it would seem to belong there. */
  get outcome(): Outcome | null {
    const ended = this.#ended
    return ended?.place === this.#issues.place && ended?.subject === this.#subject ? (ended?.outcome ?? null) : null
  }

  /** What the drawer shows now: acts belong to that, and so does how they end, however late. */
  about(subject: string): void {
    this.#subject = subject
    this.forget()
  }

  forget(): void {
    this.#ended = null
  }

  /** @param link one that opens the drawer it was copied from */
  copyLink(link: string): Promise<void> {
    return this.#do('link', async () => ({ act: 'link', text: link, inClipboard: await copy(link) }))
  }

  saveEvidence(keys: readonly string[]): Promise<void> {
    return this.#do('evidence', async () => {
      const saved = await this.#client.call('issues:saveEvidence', { ...this.#place, keys: [...keys] })
      return saved && { act: 'evidence', ...saved, count: keys.length }
    })
  }

  /** @param answer request id of a question: then rows of what the service answered are saved, not of the walks */
  exportRows(keys: readonly string[], format: 'csv' | 'json', answer?: string): Promise<void> {
    return this.#do('export', async () => {
      const request = { ...this.#place, keys: [...keys], ...(answer && { answer }), format }
      const saved = await this.#client.call('connectors:exportRows', request)
      return saved && { act: 'export', file: saved.file, count: saved.rows }
    })
  }

  /** @param list one of the lists of a comparison, or all of them */
  exportComparison(of: { before: number; after: number }, list: ComparedList | 'all', format: 'csv' | 'json') {
    return this.#do('export', async () => {
      const saved = await this.#client.call('connectors:exportComparison', { ...this.#place, ...of, list, format })
      return saved && { act: 'export', file: saved.file, count: saved.rows }
    })
  }

  get #place() {
    const { place } = this.#issues
    if (!place) throw new Error('There is no place in view.')
    return place
  }

  /** @param work answers null where the operator chose no place for a file */
  async #do(act: Act, work: () => Promise<Outcome | null>): Promise<void> {
    if (this.#busy) return
    const { place } = this.#issues
    const subject = this.#subject
    this.#busy = act
    this.#doneFor = subject
    this.forget()
    try {
      const outcome = await work()
      this.#ended = outcome && { place, subject, outcome }
    } catch (thrown) {
      this.#ended = { place, subject, outcome: { act, error: toAppError(thrown) } }
    }
    this.#busy = null
  }
}
