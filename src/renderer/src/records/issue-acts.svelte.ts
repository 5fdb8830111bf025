import { type AppError, toAppError } from '../../../shared/errors'
import type { Request } from '../../../shared/ipc'
import type { Client } from '../client.svelte'
import { copy } from '../kit/clipboard'
import type { Place } from '../../../shared/workspaces/place'
import type { KnownIssues } from './known-issues.svelte'
import type { ComparedList } from '../../../shared/connectors/channels'

type Act = 'evidence' | 'export' | 'link'

export type EndedAct =
  | { act: 'evidence'; file: string; masked: number; count: number }
  | { act: 'export'; file: string; count: number }
  | { act: 'link'; text: string; inClipboard: boolean }
  | { act: Act; error: AppError }

/** These connectors, or all of a list. */
type ExportedRows = Request<'connectors:exportRows'>['of']

export class IssueActs {
  #client: Client
  #issues: KnownIssues
  #busy = $state<Act | null>(null)
  #subject = $state<string | null>(null)
  /** The subject of `#busy`. */
  #doneFor = $state<string | null>(null)
  #ended = $state.raw<{ place: Place | null; subject: string | null; outcome: EndedAct } | null>(null)

  constructor(client: Client, issues: KnownIssues) {
    this.#client = client
    this.#issues = issues
  }

  /** The act under way, for any subject. */
  get busy(): Act | null {
    return this.#busy
  }

  /** The act under way for the shown subject. */
  get doing(): Act | null {
    return this.#doneFor === this.#subject ? this.#busy : null
  }

  /** The last act's result, only for the shown subject, workspace and region: elsewhere it would mislead. */
  get outcome(): EndedAct | null {
    const ended = this.#ended
    return ended?.place === this.#issues.place && ended?.subject === this.#subject ? (ended?.outcome ?? null) : null
  }

  /** Sets the shown subject: acts and their results belong to it, however late they end. */
  about(subject: string): void {
    this.#subject = subject
    this.forget()
  }

  forget(): void {
    this.#ended = null
  }

  /** @param link opens the drawer it was copied from */
  copyLink(link: string): Promise<void> {
    return this.#do('link', async () => ({ act: 'link', text: link, inClipboard: await copy(link) }))
  }

  saveEvidence(keys: readonly string[]): Promise<void> {
    return this.#do('evidence', async () => {
      const saved = await this.#client.call('issues:saveEvidence', { ...this.#place, keys: [...keys] })
      return saved && { act: 'evidence', ...saved, count: keys.length }
    })
  }

  /** @param answer request id of a question: the file then has the rows of its answer instead of the refresh's rows */
  exportRows(of: ExportedRows, format: 'csv' | 'json', answer?: string): Promise<void> {
    return this.#do('export', async () => {
      const request = { ...this.#place, of, ...(answer && { answer }), format }
      const saved = await this.#client.call('connectors:exportRows', request)
      return saved && { act: 'export', file: saved.file, count: saved.rows }
    })
  }

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

  /** @param work answers null if the operator chose no place for a file */
  async #do(act: Act, work: () => Promise<EndedAct | null>): Promise<void> {
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
