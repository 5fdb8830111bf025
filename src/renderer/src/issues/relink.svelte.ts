import { createContext } from 'svelte'
import type { Client } from '../client.svelte'
import { IssueActs } from '../records/issue-acts.svelte'
import { IssueEdits, IssueUndo } from './issue-edits.svelte'
import type { IssueFilters } from '../../../shared/connectors/saved-filter'
import type { DueTimes } from '../../../shared/issues/due-times'
import type { Place } from '../../../shared/workspaces/place'
import { RelinkLetters, type LetterDraft } from '../records/relink-letters.svelte'
import type { Issue } from '../../../shared/issues/issue'
import { KnownIssues } from '../records/known-issues.svelte'
import { SavedFilters } from '../records/saved-filters.svelte'
import { ConnectorFile } from '../records/connector-file.svelte'
import type { Connectors } from '../records/connectors.svelte'
import { dueSince, listWords } from './words'
import { IssuesView } from './issues-view.svelte'
import { openedOf } from './issues-tree'
import type { RelinkProgress, RelinkSettings } from '../../../shared/issues/relink/relink'
import { Task } from '../kit/task.svelte'
import { Selection } from './selection.svelte'

/** Most notes to read: comparing more takes too long. */
const mostNotes = 50

/** The single note of an incident's issues. Null if some have their own notes, which nobody may overwrite. */
class SharedNote {
  #client: Client
  #asked = 0
  #place: Place | null = null
  #issues: readonly Issue[] = []
  #note = $state<string | null>(null)

  constructor(client: Client) {
    this.#client = client
  }

  get note(): string | null {
    return this.#note
  }

  open(place: Place | null, issues: readonly Issue[]): Promise<void> {
    if (issues[0]?.key !== this.#issues[0]?.key || issues.length !== this.#issues.length) this.#note = null
    this.#place = place
    this.#issues = issues
    return this.load()
  }

  async load(): Promise<void> {
    const place = this.#place
    const noted = this.#issues.filter(({ hasNote }) => hasNote)
    const asked = ++this.#asked
    if (!place || this.#issues.length === 0) return
    if (noted.length === 0 || noted.length < this.#issues.length || noted.length > mostNotes) {
      this.#note = noted.length === 0 ? '' : null
      return
    }
    const found = await Promise.all(
      noted.map(({ key }) => this.#client.call('connectors:health', { ...place, key }).catch(() => null))
    )
    if (asked !== this.#asked) return
    const notes = found.map((health) => health?.issues.find(({ closedAt }) => closedAt === null)?.note ?? null)
    this.#note = notes.every((note) => note === notes[0]) ? (notes[0] ?? null) : null
  }
}

export class RelinkState {
  readonly issues: KnownIssues
  readonly view: IssuesView
  readonly selection: Selection
  readonly saved: SavedFilters<IssueFilters>
  readonly edits: IssueEdits
  readonly undo: IssueUndo
  readonly file: ConnectorFile
  readonly incidentNote: SharedNote
  /** Of the relink board. */
  readonly board = new Task()
  boardShown = $state(false)
  /** Of the campaign that is shown in the place of the list. */
  campaign = $state<string | null>(null)
  /** The integration whose customers are being told of its outage. */
  outage = $state<string | null>(null)
  #relinks = $state.raw<readonly RelinkProgress[]>([])
  /** For the list and for the drawer: each shows its own outcome. */
  readonly listActs: IssueActs
  readonly drawerActs: IssueActs
  #settings: () => RelinkSettings
  #readOnly: () => boolean
  #connectors: Connectors
  #client: Client
  #request = $state.raw<RelinkLetters | null>(null)
  #confirmed = $state(0)
  #confirming = 0

  /**
   * @param settings gives the open workspace's settings for relink requests
   * @param readOnly whether this desk may only read in its team: it then asks nobody, whichever way it is told to
   */
  constructor(
    client: Client,
    connectors: Connectors,
    settings: () => RelinkSettings,
    readOnly: () => boolean,
    dueTimes: () => DueTimes | null,
    hasTickets: () => boolean
  ) {
    this.#settings = settings
    this.#readOnly = readOnly
    this.#connectors = connectors
    this.#client = client
    this.issues = new KnownIssues(client)
    this.view = new IssuesView(this.issues, dueTimes, hasTickets)
    this.selection = new Selection(this.issues)
    this.saved = new SavedFilters(client, (sent) => ('place' in sent ? sent : null))
    this.file = new ConnectorFile(client)
    this.incidentNote = new SharedNote(client)
    this.edits = new IssueEdits(client, () => this.#changed())
    this.undo = new IssueUndo(this.issues, this.edits)
    this.listActs = new IssueActs(client, this.issues)
    this.drawerActs = new IssueActs(client, this.issues)
  }

  /** Issues that the running refresh has seen again. */
  get confirmed(): number {
    return this.#confirmed
  }

  /** An effect calls it. */
  async confirm(): Promise<void> {
    const list = this.#connectors.active
    const asked = ++this.#confirming
    const { version } = this.issues
    const none = this.view.open.length === 0 || version === null
    if (!list?.refreshRun?.running || list.size === 0 || none) return void (this.#confirmed = 0)
    void list.version
    const still = await list.confirmed(version).catch(() => 0)
    if (asked === this.#confirming) this.#confirmed = still
  }

  get request(): RelinkLetters | null {
    return this.#request
  }

  get relinks(): readonly RelinkProgress[] {
    return this.#relinks
  }

  async readBoard(): Promise<void> {
    const { place } = this.issues
    if (!place) return
    await this.board.latest(
      () => this.#client.call('issues:relinks', place),
      (relinks) => (this.#relinks = relinks)
    )
  }

  /** Shows the list as a saved filter narrows it now. */
  openFilter(filters: IssueFilters): void {
    const now = Date.now()
    this.boardShown = false
    this.view.filter = openedOf(filters, now, dueSince(now, this.#settings().remindAfterDays))
  }

  /** Never asked, or due for a reminder. @param now ms since 1970 */
  toAsk(issues: readonly Issue[], now: number): Issue[] {
    const due = dueSince(now, this.#settings().remindAfterDays)
    return issues.filter(({ requestedAt }) => requestedAt === null || requestedAt <= due)
  }

  /**
   * @param runbook whose letter is used at first
   * @param draft a letter from outside, used at first
   * @returns false where this desk may only read
   */
  ask(issues: readonly Issue[], runbook: string | null = null, draft: LetterDraft | null = null): boolean {
    const { place } = this.issues
    const { pageAddress } = this.#settings()
    if (!place || this.#readOnly()) return false
    this.#request = new RelinkLetters(this.#client, { place, issues, runbook, draft }, pageAddress, (undo) => {
      if (undo) this.undo.offer(place, listWords.undo.requested(undo.count), undo.run)
      else this.undo.forget()
      return this.#changed()
    })
    return true
  }

  openCampaign(id: string): void {
    this.closeRequest()
    this.campaign = id
  }

  closeRequest(): void {
    this.#request = null
  }

  async #changed(): Promise<void> {
    await this.issues.load()
    await Promise.all([this.file.load(), this.incidentNote.load()])
  }

  show(place: Place | null): void {
    const before = this.issues.place
    this.issues.show(place)
    if (this.issues.place === before) return
    void this.edits.flush()
    this.view.reset()
    this.selection.clear()
    this.listActs.forget()
    this.drawerActs.forget()
    this.file.open(null, null)
    this.undo.forget()
    this.board.cancel()
    this.#relinks = []
    this.campaign = null
    this.outage = null
    this.closeRequest()
  }

  /** Saves the last typed notes before the window closes. @returns a function that stops it */
  start(): () => void {
    const flush = () => void this.edits.flush()
    const hidden = () => document.hidden && flush()
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', hidden)
    }
  }
}

export const [useRelink, provideRelink] = createContext<RelinkState>()
