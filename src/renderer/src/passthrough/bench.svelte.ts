import type { AppError } from '../../../shared/errors'
import type { LibraryKeeping, SavedHead, SavedRequest, SentEntry, SentHead } from '../../../shared/passthrough/library'
import { type ExportAs, exportDraft, exportHar } from '../../../shared/passthrough/curl/export'
import { builtIns, variablesOf, type Variables } from '../../../shared/passthrough/variables'
import type { PassthroughDraft, Variable } from '../../../shared/passthrough/passthrough'
import type { Region } from '../../../shared/workspaces/region'
import type { Workspace } from '../../../shared/workspaces/workspace'
import type { Client } from '../client.svelte'
import { copy } from '../kit/clipboard'
import { Task } from '../kit/task.svelte'
import { ConnectorValues } from './connector-values.svelte'
import { RequestHistory } from './history.svelte'
import { PathSuggestions } from './path-suggestions.svelte'
import type { RequestTab, TabNotice } from './request-tab.svelte'
import { ResponseView } from './response.svelte'
import { leftOut, SavedTree } from './saved.svelte'
import { Sending } from './sending.svelte'
import { ProviderShelf } from './shelf/shelf.svelte'
import { TabList } from './tab-list.svelte'
import { AskMany } from './many/many.svelte'
import type { ManyAround } from './many/setup.svelte'
import { WriteForms } from './write-form/write-forms.svelte'
import { libraryWords } from './words/library'
import { requestWords } from './words/request'

/** Open requests, history, saved requests and variables of a workspace. */
export class Bench extends Task {
  readonly workspaceId: string
  readonly tabs: TabList
  readonly forms: WriteForms
  readonly history: RequestHistory
  /** For a comparison: the search of `history` hides none of them. */
  readonly answers: RequestHistory
  readonly saved: SavedTree
  readonly paths: PathSuggestions
  readonly shelf: ProviderShelf
  readonly values: ConnectorValues
  readonly many: AskMany
  #client: Client
  #variables = $state.raw<readonly Variable[]>([])
  #begun = false
  #looked = $state.raw<SavedRequest | null>(null)

  constructor(client: Client, workspaceId: string, region: Region, around: ManyAround) {
    super()
    this.#client = client
    this.workspaceId = workspaceId
    this.values = new ConnectorValues(client, workspaceId)
    this.forms = new WriteForms(client)
    this.tabs = new TabList(client, workspaceId, region, {
      variables: (draft) => this.variablesFor(draft),
      form: (draft) => this.forms.of(draft)
    })
    this.history = new RequestHistory(client, workspaceId)
    this.answers = new RequestHistory(client, workspaceId)
    this.saved = new SavedTree(client, workspaceId)
    this.shelf = new ProviderShelf(client, workspaceId, () => this.tabs.active?.draft ?? null)
    this.paths = new PathSuggestions(client, workspaceId, () => this.saved.tree, this.shelf)
    this.many = new AskMany(client, workspaceId, region, around, () => this.#variables)
  }

  get variables(): readonly Variable[] {
    return this.#variables
  }

  /** As main fills them in. */
  variablesFor({ region, connector }: Pick<PassthroughDraft, 'region' | 'connector'>): Variables {
    if (!connector) return variablesOf(this.#variables)
    return variablesOf(this.#variables, this.values.of(region, connector.key), builtIns(connector))
  }

  override get failure(): AppError | null {
    return super.failure ?? this.tabs.failure
  }

  begin(): void {
    if (this.#begun) return
    this.#begun = true
    void this.load()
  }

  async load(): Promise<void> {
    const { workspaceId } = this
    await Promise.all([
      this.attempt(async () => {
        this.#variables = await this.#client.call('passthrough:variables', { workspaceId })
      }),
      this.tabs.load(async (id) => (await this.saved.open(id)).draft),
      this.history.load(),
      this.saved.load(),
      this.shelf.load(),
      this.many.load()
    ])
  }

  keepingChanged(keeping: LibraryKeeping): void {
    this.history.keeping = keeping
    if (this.#begun && keeping.keeping === 'sealed') void this.load()
  }

  /** @returns false if a problem stops it, shown at its field */
  send(tab: RequestTab): boolean {
    if (tab.running) return false
    // Ctrl+Enter does not blur the box with a new query.
    tab.takeQuery()
    if (tab.checkRefusals()) return false
    void this.#run(tab, new Sending(this.#client, $state.snapshot(tab.draft)))
    return true
  }

  /** Sends the same bytes with the same key again. Main asks first. */
  repeat(tab: RequestTab, of: string): void {
    if (!tab.running) void this.#run(tab, new Sending(this.#client, $state.snapshot(tab.asSent), of))
  }

  sendingOf(requestId: string): Sending | null {
    return this.tabs.all.find(({ sending }) => sending?.job.requestId === requestId)?.sending ?? null
  }

  /** Another page, before a crash, may have started this send. */
  async sentEnded(id: string): Promise<void> {
    const shown = this.history.entries?.find((one) => one.id === id)
    if (this.sendingOf(id) || shown?.outcome !== null) return
    await this.history.load()
    const tab = this.tabs.all.find(({ opened }) => opened?.id === id)
    if (tab) await this.attempt(async () => this.#showSent(tab, await this.history.open(id)))
  }

  async openSent({ id }: Pick<SentHead, 'id'>): Promise<void> {
    const open = this.tabs.all.find((tab) => tab.response?.result.requestId === id)
    if (open) return this.tabs.select(open.id)
    await this.attempt(async () => {
      const entry = await this.history.open(id)
      await this.#showSent(this.tabs.open({ draft: entry.draft }), entry)
    })
  }

  /** Says so in the tab, with the placeholders of secrets. */
  async copyAs(form: ExportAs, tab: RequestTab, workspace: Workspace | null): Promise<void> {
    tab.notice = await this.#copied(form, tab.draft, workspace)
  }

  async #copied(form: ExportAs, draft: PassthroughDraft, workspace: Workspace | null): Promise<TabNotice> {
    const base = (draft.region === 'eu' ? workspace?.euBaseUrl : workspace?.baseUrl) ?? ''
    const words = requestWords.copyAs
    return (await copy(exportDraft(draft, variablesOf(this.#variables), base, form)))
      ? { title: words.done(words.what[form]), lines: [words.tokens] }
      : { title: words.failed, lines: [] }
  }

  /** The visible tab names what replaces the secrets. */
  async copySent({ id }: SentHead, workspace: Workspace | null): Promise<void> {
    await this.attempt(async () => {
      const { draft } = await this.history.open(id)
      const notice = await this.#copied('curl', draft, workspace)
      if (this.tabs.active) this.tabs.active.notice = notice
    })
  }

  /** With the response, if it is JSON of a size to copy. */
  async copySentAsHar(id: string, workspace: Workspace | null): Promise<void> {
    await this.attempt(async () => {
      const entry = await this.history.open(id)
      const base = (entry.region === 'eu' ? workspace?.euBaseUrl : workspace?.baseUrl) ?? ''
      const body = entry.hasBody ? await this.#bodyOf(id).catch(() => null) : null
      const words = requestWords.copyAs
      const isCopied = await copy(exportHar(entry, base, body))
      const notice = isCopied ? { title: words.doneHar, lines: [words.tokensHar] } : { title: words.failed, lines: [] }
      if (this.tabs.active) this.tabs.active.notice = notice
    })
  }

  async #bodyOf(sentId: string): Promise<string> {
    const id = await this.history.openBody(sentId)
    return this.#client.call('passthrough:copyNode', { id, node: 0, what: 'value' })
  }

  async showLast(tab: RequestTab): Promise<void> {
    const [last] = this.history.earlier(tab.draft)
    if (last) await this.attempt(async () => this.#showSent(tab, await this.history.open(last.id)))
  }

  /** A saved request that is only shown, as a link does; null for none. */
  get looked(): SavedRequest | null {
    return this.#looked
  }

  async look(id: string): Promise<void> {
    this.many.shown = false
    await this.attempt(async () => void (this.#looked = await this.saved.open(id)))
  }

  /** @param open in a tab, where it can be sent */
  endLook(open: boolean): void {
    const looked = this.#looked
    this.#looked = null
    if (open && looked) void this.openSaved(looked.id)
  }

  async openSaved(id: string): Promise<void> {
    const open = this.tabs.all.find(({ savedId }) => savedId === id)
    if (open) return this.tabs.select(open.id)
    await this.attempt(async () => {
      const { draft } = await this.saved.open(id)
      this.tabs.open({ draft, savedId: id })
    })
  }

  /** Fills the form of Ask many; who is asked stays. @param shelf of which integration, where it is no saved request */
  async askMany({ id, name }: Pick<SavedHead, 'id' | 'name'>, shelf?: string): Promise<void> {
    await this.attempt(async () => {
      const { region } = this.tabs
      const saved = shelf === undefined && (await this.saved.open(id)).draft
      this.many.begin({ draft: saved || (await this.shelf.draftOf(shelf ?? '', id, { region })), name })
    })
  }

  /** Throws errors for the dialog. */
  async save(tab: RequestTab, name: string, folderId: string | null): Promise<void> {
    const id = tab.savedId ?? crypto.randomUUID()
    const dropped = await this.saved.save(id, folderId, name, tab.draft)
    tab.savedId = id
    tab.keep()
    if (dropped.length > 0) tab.notice = { title: libraryWords.save.done(name), lines: leftOut(dropped) }
    this.tabs.keepSoon()
  }

  /** Throws errors for the dialog. */
  async setVariables(variables: readonly Variable[]): Promise<void> {
    const { workspaceId } = this
    this.#variables = await this.#client.call('passthrough:setVariables', { workspaceId, variables: [...variables] })
  }

  async #run(tab: RequestTab, sending: Sending): Promise<void> {
    const { sending: before, response, notice, opened } = tab
    tab.sending = sending
    tab.response = tab.notice = tab.opened = null
    const result = await sending.run()
    // Nothing was sent.
    if (sending.declined && tab.sending === sending) Object.assign(tab, { sending: before, response, notice, opened })
    if (result && tab.sending === sending) {
      // The history keeps what was sent.
      if (!tab.savedId && JSON.stringify(sending.draft) === tab.text) tab.keep()
      tab.response = new ResponseView(this.#client, result)
      await tab.response.open()
    }
    await this.history.load()
  }

  async #showSent(tab: RequestTab, entry: SentEntry): Promise<void> {
    tab.opened = entry
    if (!entry.result) {
      tab.notice = tab.cutOff ? cutOff : stillRuns
      return
    }
    tab.notice = null
    const responseId = entry.hasBody ? await this.history.openBody(entry.id) : null
    // Sent again meanwhile: this one is no longer asked for.
    if (tab.opened !== entry) return
    tab.response = new ResponseView(this.#client, entry.result, { responseId, bodyDropped: entry.bodyDropped })
    await tab.response.open()
  }
}

const cutOff = { title: libraryWords.cutOff.title, lines: [libraryWords.cutOff.line] }
const stillRuns = { title: libraryWords.stillRuns.title, lines: [libraryWords.stillRuns.line] }
