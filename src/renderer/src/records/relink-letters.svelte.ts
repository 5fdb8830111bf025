import { type AppError, toAppError } from '../../../shared/errors'
import { type Issue, type IssueRecord, standingRequests } from '../../../shared/issues/issue'
import type { Place } from '../../../shared/workspaces/place'
import type { RelinkLetter } from '../../../shared/issues/relink/relink'
import { lettersText } from '../../../shared/issues/relink/letters-text'
import { isAbout, type RunbookHead } from '../../../shared/issues/runbook'
import { fillLinks, hasLinkToFill, linkProblem, type LinkProblem } from '../../../shared/issues/relink/links'
import { mailAddress } from '../../../shared/issues/relink/mail-address'
import type { Client } from '../client.svelte'
import { copy } from '../kit/clipboard'
import { zone } from '../kit/format'
import { integrationName } from './integration-name'
import { relinkWords } from './words/relink'

type Act = 'copy' | 'mail' | 'csv' | 'text' | 'mark'

export type LettersEnd = { words: string; file?: string }

/** Takes back the marks of one act. */
export interface MarksUndo {
  count: number
  run: () => Promise<void>
}

/** From an assistant or a script, with what it calls itself. */
export interface LetterDraft {
  from: string
  text: string
}

/** In the place of a runbook's ID. */
export const ofDraft = 'draft'

/** Relink requests: main writes them, the operator fills in the links. */
export class RelinkLetters {
  readonly issues: readonly Issue[]
  readonly draft: LetterDraft | null
  readonly #client: Client
  readonly #place: Place
  readonly #pageAddress: string
  readonly #copy: typeof copy
  readonly #marked: (undo: MarksUndo | null) => unknown
  #letters = $state.raw<readonly RelinkLetter[] | null>(null)
  #busy = $state<Act | null>(null)
  #error = $state.raw<AppError | null>(null)
  #end = $state.raw<LettersEnd | null>(null)
  /** The dashboard's relink links for one customer, one per connection. */
  readonly links: string[]
  /** Hosts that the operator accepted. */
  #named = $state.raw<readonly string[]>([])
  /** How letters left without their links: the operator marks them after sending. */
  #left = $state<'copied' | 'file' | null>(null)
  #undo = $state.raw<MarksUndo | null>(null)
  #template = $state<string | null>(null)
  /** Asked for although an outage holds them back. */
  despite = $state(false)
  #templates = $state.raw<readonly RunbookHead[]>([])

  /**
   * @param pageAddress of the dashboard, whose links may be sent; empty if unknown
   * @param marked runs when issues were marked as requested, with the way back; null when that was gone
   */
  constructor(
    client: Client,
    of: { place: Place; issues: readonly Issue[]; runbook: string | null; draft: LetterDraft | null },
    pageAddress: string,
    marked: (undo: MarksUndo | null) => unknown,
    toClipboard = copy
  ) {
    this.#pageAddress = pageAddress
    this.#client = client
    const { place, issues, runbook, draft } = of
    this.#place = place
    this.issues = issues
    this.draft = draft
    const links = $state(issues.map(() => ''))
    this.links = links
    this.#copy = toClipboard
    this.#template = draft ? ofDraft : runbook
    this.#marked = marked
    void this.#load()
    void this.#readTemplates()
  }

  /** null until main has written them; they hold the links typed so far. */
  letters: readonly RelinkLetter[] | null = $derived.by(() => {
    if (!this.#letters) return null
    return this.#letters
      .filter(({ held }) => this.despite || !held)
      .map((one) => {
        const sound = this.placesOf(one).map((at) => (this.problems[at] ? '' : (this.links[at] ?? '')))
        const fill = (text: string) => fillLinks(text, sound)
        return { ...one, subject: fill(one.subject), body: fill(one.body) }
      })
  })

  /** Those whose customers were told not to relink. */
  held: readonly RelinkLetter[] = $derived.by(() => this.#letters?.filter(({ held }) => held !== undefined) ?? [])

  one: RelinkLetter | null = $derived(this.letters?.length === 1 ? (this.letters[0] ?? null) : null)

  unfilled: boolean = $derived(this.letters?.some(({ subject, body }) => hasLinkToFill(`${subject} ${body}`)) ?? false)

  /** Whether the one letter is too long for a mail program. */
  tooLong: boolean = $derived(this.one !== null && mailAddress(this.one.subject, this.one.body) === null)

  problems: readonly (LinkProblem | null)[] = $derived.by(() =>
    this.links.map((link) => linkProblem(link, this.#pageAddress, this.#named))
  )

  /** Whether a link must not be sent as it is. */
  misled: boolean = $derived(this.problems.some((problem) => problem !== null))

  markable: boolean = $derived(this.#left !== null)

  /** The way back from the last marks of this dialog; null without. */
  get undo(): MarksUndo | null {
    return this.#undo
  }

  /** Runbooks about these issues that have a letter. */
  get templates(): readonly RunbookHead[] {
    return this.#templates
  }

  /** The runbook whose letter is used; null: the workspace's. */
  get template(): string | null {
    return this.#template
  }

  set template(id: string | null) {
    this.#template = id
    void this.#load()
  }

  /** Where the connections of a letter stand among `issues` and `links`. */
  placesOf({ keys }: Pick<RelinkLetter, 'keys'>): number[] {
    return keys.map((key) => this.issues.findIndex((one) => one.key === key))
  }

  say(words: string): void {
    this.#end = { words }
  }

  /** Letters left, and main has marked their issues. */
  sent(words: string): void {
    this.say(words)
    this.#settle(null)
  }

  /** Accepts links of this host beside the dashboard's. */
  name(host: string): void {
    this.#named = [...this.#named, host]
  }

  get place(): Place {
    return this.#place
  }

  get busy(): boolean {
    return this.#busy !== null
  }

  get error(): AppError | null {
    return this.#error
  }

  get end(): LettersEnd | null {
    return this.#end
  }

  copy(): Promise<void> {
    return this.#do('copy', async (letters) => {
      if (!(await this.#copy(lettersText(letters)))) return { words: relinkWords.end.notCopied }
      // A letter without its link is no request yet: the operator fills it in after pasting.
      if (this.unfilled) {
        this.#left = this.one ? null : 'copied'
        return { words: this.one ? relinkWords.end.copiedUnfilled : relinkWords.end.copiedMany }
      }
      this.#offer(await this.#client.call('issues:change', { ...this.#of(letters), change: { requested: 'copied' } }))
      return { words: relinkWords.end.copied }
    })
  }

  mail(): Promise<void> {
    return this.#do('mail', async (letters) => {
      const [first] = letters
      if (!first) return null
      const { subject, body } = first
      this.#offer(
        await this.#client.call('issues:mailRelinkLetter', {
          ...this.#of(letters),
          subject,
          body,
          despite: this.despite
        })
      )
      return { words: relinkWords.end.mailed }
    })
  }

  save(format: 'csv' | 'text'): Promise<void> {
    return this.#do(format, async () => {
      const saved = await this.#client.call('issues:saveRelinkLetters', {
        ...this.#asked(),
        format,
        despite: this.despite
      })
      if (saved) this.#left = 'file'
      return saved && { words: relinkWords.end.saved(saved.file), file: saved.file }
    })
  }

  /** The operator has completed and sent them. */
  mark(): Promise<void> {
    return this.#do('mark', async (letters) => {
      const left = this.#left
      if (left === null) return null
      const change = { requested: left }
      this.#offer(await this.#client.call('issues:change', { ...this.#of(letters), change }), left)
      this.#left = null
      return { words: relinkWords.end.marked }
    })
  }

  /**
   * Offers the way back. A request that a colleague, or this desk, made since stays.
   * @param left how the letters left, where the operator marked them: they can be marked again
   */
  #offer(records: readonly IssueRecord[], left: 'copied' | 'file' | null = null): void {
    const marks = records.flatMap(({ key, events }) => {
      const own = standingRequests(events).findLast(({ operator }) => operator === null)
      return own ? [{ key, at: own.at }] : []
    })
    const [first] = marks
    if (!first) return this.#settle(null)
    // One act has one time.
    const keys = marks.filter(({ at }) => at === first.at).map(({ key }) => key)
    const undo = (): Promise<void> =>
      this.#do('mark', async () => {
        if (this.#undo?.run !== undo) return null
        const change = { unrequested: first.at }
        const changed = await this.#client.call('issues:change', { ...this.#place, keys, change })
        // Main leaves one that recovered, or was requested again since.
        const back = changed.filter(({ events }) =>
          events.some(
            ({ kind, detail, operator }) => kind === 'unrequested' && operator === null && detail === String(first.at)
          )
        ).length
        this.#settle(null)
        if (back > 0) this.#left = left
        return { words: relinkWords.end.unmarked(back, keys.length) }
      })
    this.#settle({ count: keys.length, run: undo })
  }

  #settle(undo: MarksUndo | null): void {
    this.#undo = undo
    void this.#marked(undo)
  }

  async openPage(key: string): Promise<void> {
    try {
      await this.#client.call('connectors:openPage', { ...this.#place, key })
    } catch (thrown) {
      this.#error = toAppError(thrown)
    }
  }

  /** Without an answer the workspace's template is used. */
  async #readTemplates(): Promise<void> {
    const { workspaceId } = this.#place
    const answer = await this.#client.call('issues:runbooks', { workspaceId }).catch(() => null)
    const fits = (one: RunbookHead) =>
      one.hasLetter && this.issues.some(({ integrationSlug, cause }) => isAbout(one, integrationSlug, cause))
    this.#templates = answer?.runbooks.filter(fits) ?? []
  }

  async #load(): Promise<void> {
    const template = this.#template
    try {
      const letters = await this.#client.call('issues:relinkLetters', this.#asked())
      // Another template may have been chosen since.
      if (template === this.#template) this.#letters = letters
    } catch (thrown) {
      this.#error = toAppError(thrown)
    }
  }

  #asked() {
    const integrations = Object.fromEntries(
      this.issues.map(({ integrationSlug: slug }) => [slug, integrationName(slug)])
    )
    const asked = { ...this.#place, keys: this.issues.map(({ key }) => key), integrations, zone }
    return this.#template === ofDraft
      ? { ...asked, text: this.draft?.text ?? null }
      : { ...asked, runbook: this.#template }
  }

  #of(letters: readonly RelinkLetter[]) {
    return { ...this.#place, keys: letters.flatMap(({ keys }) => keys) }
  }

  /** @param work answers null if the operator chose no place for a file */
  async #do(act: Act, work: (letters: readonly RelinkLetter[]) => Promise<LettersEnd | null>): Promise<void> {
    const { letters } = this
    if (this.#busy || !letters) return
    this.#busy = act
    this.#error = null
    this.#end = null
    try {
      this.#end = await work(letters)
    } catch (thrown) {
      this.#error = toAppError(thrown)
    }
    this.#busy = null
  }
}
