import { type AppError, toAppError } from '../../../shared/errors'
import type { Issue } from '../../../shared/issues/issue'
import type { Place } from '../../../shared/workspaces/place'
import type { RelinkLetter } from '../../../shared/issues/relink/relink'
import { lettersText } from '../../../shared/issues/relink/letters-text'
import { fillLinks, hasLinkToFill, linkProblem, type LinkProblem } from '../../../shared/issues/relink/links'
import { mailAddress } from '../../../shared/issues/relink/mail-address'
import type { Client } from '../client.svelte'
import { copy } from '../kit/clipboard'
import { zone } from '../kit/format'
import { integrationName } from './integration-name'
import { relinkWords } from './words/relink'

type Act = 'copy' | 'mail' | 'csv' | 'text' | 'mark'

/** How the last act ended, in the operator's words. */
export type LettersEnd = { words: string; done: boolean }

/** Relink requests to the customers of some cases: as main writes them, and as the operator fills in their links. */
export class RelinkLetters {
  readonly issues: readonly Issue[]
  readonly #client: Client
  readonly #place: Place
  readonly #pageAddress: string
  readonly #copy: typeof copy
  readonly #noted: () => unknown
  #letters = $state.raw<readonly RelinkLetter[] | null>(null)
  #busy = $state<Act | null>(null)
  #error = $state.raw<AppError | null>(null)
  #end = $state.raw<LettersEnd | null>(null)
  /** The relink links of the dashboard, for a request to one customer: one for each of its connections. */
  readonly links: string[]
  /** Hosts of links that the operator said to be right. */
  #named = $state.raw<readonly string[]>([])
  /** How letters left whose links are still to be filled in: they are marked once the operator has sent them. */
  #left = $state<'copied' | 'file' | null>(null)

  /**
   * @param pageAddress of the dashboard, whose links may be sent; empty where it is not known
   * @param noted called when a request left: the issue says so now
   */
  constructor(
    client: Client,
    place: Place,
    issues: readonly Issue[],
    pageAddress: string,
    noted: () => unknown,
    toClipboard = copy
  ) {
    this.#pageAddress = pageAddress
    this.#client = client
    this.#place = place
    this.issues = issues
    const links = $state(issues.map(() => ''))
    this.links = links
    this.#copy = toClipboard
    this.#noted = noted
    void this.#load()
  }

  /** null until main has written them; those to one customer hold the links as far as they are typed. */
  letters: readonly RelinkLetter[] | null = $derived.by(() => {
    if (this.#letters?.length !== 1) return this.#letters
    const sound = this.links.map((link, at) => (this.problems[at] ? '' : link))
    const fill = (text: string) => fillLinks(text, sound)
    return this.#letters.map((one) => ({ ...one, subject: fill(one.subject), body: fill(one.body) }))
  })

  /** The letter, where it is one customer. */
  one: RelinkLetter | null = $derived(this.letters?.length === 1 ? (this.letters[0] ?? null) : null)

  /** Whether a letter still has a place for a link. */
  unfilled: boolean = $derived(this.letters?.some(({ subject, body }) => hasLinkToFill(`${subject} ${body}`)) ?? false)

  /** Whether no mail program would get all of the one letter. */
  tooLong: boolean = $derived(this.one !== null && mailAddress(this.one.subject, this.one.body) === null)

  /** What is wrong with each link, in their order. */
  problems: readonly (LinkProblem | null)[] = $derived.by(() =>
    this.links.map((link) => linkProblem(link, this.#pageAddress, this.#named))
  )

  /** Whether a link must not be sent as it is. */
  misled: boolean = $derived(this.one !== null && this.problems.some((problem) => problem !== null))

  /** Whether letters left that are still to be marked as requested. */
  markable: boolean = $derived(this.#left !== null)

  /** Takes links of this host, whatever the dashboard's is. */
  name(host: string): void {
    this.#named = [...this.#named, host]
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
      if (!(await this.#copy(lettersText(letters)))) return { words: relinkWords.end.notCopied, done: false }
      // One without its link is no request yet: it is filled in where the letter is pasted.
      if (this.unfilled) {
        this.#left = this.one ? null : 'copied'
        return { words: this.one ? relinkWords.end.copiedUnfilled : relinkWords.end.copiedMany, done: false }
      }
      await this.#client.call('issues:change', { ...this.#of(letters), change: { requested: 'copied' } })
      return { words: relinkWords.end.copied, done: true }
    })
  }

  mail(): Promise<void> {
    return this.#do('mail', async (letters) => {
      const [first] = letters
      if (!first) return null
      const { subject, body } = first
      await this.#client.call('issues:mailRelinkLetter', { ...this.#of(letters), subject, body })
      return { words: relinkWords.end.mailed, done: true }
    })
  }

  save(format: 'csv' | 'text'): Promise<void> {
    return this.#do(format, async () => {
      const saved = await this.#client.call('issues:saveRelinkLetters', { ...this.#asked(), format })
      if (saved) this.#left = 'file'
      return saved && { words: relinkWords.end.saved(saved.file), done: false }
    })
  }

  /** Marks letters that left without their links as requested: the operator has filled these in, and sent them. */
  mark(): Promise<void> {
    return this.#do('mark', async (letters) => {
      if (this.#left === null) return null
      await this.#client.call('issues:change', { ...this.#of(letters), change: { requested: this.#left } })
      this.#left = null
      return { words: relinkWords.end.marked, done: true }
    })
  }

  /** Opens the page of the connector at the dashboard, where its relink link is made. */
  async openPage(key: string): Promise<void> {
    try {
      await this.#client.call('connectors:openPage', { ...this.#place, key })
    } catch (thrown) {
      this.#error = toAppError(thrown)
    }
  }

  async #load(): Promise<void> {
    try {
      this.#letters = await this.#client.call('issues:relinkLetters', this.#asked())
    } catch (thrown) {
      this.#error = toAppError(thrown)
    }
  }

  #asked() {
    const integrations = Object.fromEntries(
      this.issues.map(({ integrationSlug: slug }) => [slug, integrationName(slug)])
    )
    return { ...this.#place, keys: this.issues.map(({ key }) => key), integrations, zone }
  }

  #of(letters: readonly RelinkLetter[]) {
    return { ...this.#place, keys: letters.flatMap(({ keys }) => keys) }
  }

  /** @param work answers null where the operator chose no place for a file */
  async #do(act: Act, work: (letters: readonly RelinkLetter[]) => Promise<LettersEnd | null>): Promise<void> {
    const { letters } = this
    if (this.#busy || !letters) return
    this.#busy = act
    this.#error = null
    this.#end = null
    try {
      this.#end = await work(letters)
      if (this.#end?.done) void this.#noted()
    } catch (thrown) {
      this.#error = toAppError(thrown)
    }
    this.#busy = null
  }
}
