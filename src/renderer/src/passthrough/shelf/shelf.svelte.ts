import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import type { PassthroughDraft } from '../../../../shared/passthrough/passthrough'
import {
  draftOfOperation,
  operationAt,
  type ShelfCheck,
  type OperationHead,
  type ShelfChanges,
  type ShelfFile,
  type ShelfOperation
} from '../../../../shared/passthrough/shelf'
import type { Client } from '../../client.svelte'
import { searchable } from '../../kit/safe-text'
import { Task } from '../../kit/task.svelte'
import { emptyDraft } from '../drafts'
import type { ResponseView } from '../response.svelte'
import type { TabList } from '../tab-list.svelte'
import { shelfWords } from '../words/shelf'

export type ShelfRow =
  { tag: string; operations: number; open: boolean } | { operation: OperationHead; changed: boolean }

type Asked = Pick<PassthroughDraft, 'connector' | 'method' | 'path' | 'route'>

/** The operations of each provider's API, from files that the operator imported. */
export class ProviderShelf extends Task {
  #client: Client
  #workspaceId: string
  #asked: () => Asked | null
  #files = $state.raw<readonly ShelfFile[] | null>(null)
  #picked = $state<string | null>(null)
  /** By integration, of the file with this time of import. */
  #operations = new SvelteMap<string, { importedAt: number; marked: number; list: readonly OperationHead[] }>()
  #details = new SvelteMap<string, ShelfOperation>()
  #changes = $state.raw<{ of: string; changes: ShelfChanges } | null>(null)
  #closed = new SvelteSet<string>()
  text = $state('')
  /** The file is in view, in the place of the response. */
  shown = $state(false)

  /** @param asked the draft in view */
  constructor(client: Client, workspaceId: string, asked: () => Asked | null) {
    super()
    this.#client = client
    this.#workspaceId = workspaceId
    this.#asked = asked
  }

  get files(): readonly ShelfFile[] | null {
    return this.#files
  }

  /** What the operator chose; else that of the connector in view. */
  file: ShelfFile | null = $derived.by(() => {
    const of = (slug: string | null | undefined) => this.#files?.find(({ integration }) => integration === slug)
    return of(this.#picked) ?? of(this.#asked()?.connector?.integrationSlug) ?? this.#files?.[0] ?? null
  })

  operations: readonly OperationHead[] | null = $derived(
    this.file ? (this.#operations.get(this.file.integration)?.list ?? null) : null
  )

  /** Of the file in view; null while they are read, or without a newer or earlier file. */
  changes: ShelfChanges | null = $derived(
    this.file && this.#changes?.of === keyOf(this.file) ? this.#changes.changes : null
  )

  rows: readonly ShelfRow[] = $derived.by(() => {
    const words = searchable(this.text).split(/\s+/).filter(Boolean)
    const fits = ({ name, method, path, tag }: OperationHead) => {
      const said = searchable(`${name} ${method} ${path} ${tag}`)
      return words.every((word) => said.includes(word))
    }
    const changed: ReadonlySet<string> = new SvelteSet(this.changes?.changed.map(({ id }) => id))
    const found = (this.operations ?? []).filter((one) => words.length === 0 || fits(one))
    return [...Map.groupBy(found, ({ tag }) => tag)].flatMap(([tag, operations]) => {
      const open = words.length > 0 || !this.#closed.has(tag)
      const group = { tag, operations: operations.length, open }
      return open
        ? [group, ...operations.map((operation) => ({ operation, changed: changed.has(operation.id) }))]
        : [group]
    })
  })

  pick(integration: string): void {
    this.#picked = integration
  }

  toggle(tag: string): void {
    if (!this.#closed.delete(tag)) this.#closed.add(tag)
  }

  load = async (): Promise<void> => {
    await this.alsoRead(async () => {
      this.#files = await this.#client.call('passthrough:shelfFiles', { workspaceId: this.#workspaceId })
    })
    if (!this.#files?.some(({ integration }) => integration === this.#picked)) this.#picked = null
  }

  /** The operations of an integration, as far as they were read. */
  of(integration: string): readonly OperationHead[] {
    return this.#operations.get(integration)?.list ?? []
  }

  /** Reads the operations of an integration, if it has a file. */
  async look(integration: string | undefined): Promise<void> {
    const file = this.#files?.find((one) => one.integration === integration)
    if (!file) return
    const { marked, current } = file
    const known = this.#operations.get(file.integration)
    if (known?.importedAt === current.importedAt && known.marked === marked) return
    await this.alsoRead(async () => {
      const list = await this.#client.call('passthrough:shelfOperations', this.#of(file.integration))
      this.#operations.set(file.integration, { importedAt: current.importedAt, marked, list })
    })
  }

  async lookForChanges(): Promise<void> {
    const { file } = this
    if (!(file?.newer ?? file?.earlier) || this.changes) return
    await this.alsoRead(async () => {
      const changes = await this.#client.call('passthrough:shelfChanges', this.#of(file.integration))
      this.#changes = { of: keyOf(file), changes }
    })
  }

  /** The file that tells of a request: without a connector, the one in view. */
  fileOf({ connector }: Pick<Asked, 'connector'>): ShelfFile | null {
    if (!connector) return this.file
    return this.#files?.find(({ integration }) => integration === connector.integrationSlug) ?? null
  }

  /** What a request asks; null if no file says. */
  operationOf(asked: Asked): OperationHead | null {
    const { method, path, route } = asked
    const file = this.fileOf(asked)
    if (!file || route || path === '') return null
    return operationAt(this.#operations.get(file.integration)?.list ?? [], file.current.base, method, path)
  }

  detailOf(asked: Asked): ShelfOperation | null {
    const operation = this.operationOf(asked)
    const integration = this.fileOf(asked)?.integration ?? ''
    return (operation && this.#details.get(this.#detailKey(integration, operation.id))) ?? null
  }

  /** Reads what `operationOf` and `detailOf` give. */
  async learn(asked: Asked): Promise<void> {
    const integration = this.fileOf(asked)?.integration
    await this.look(integration)
    const operation = this.operationOf(asked)
    if (operation && integration !== undefined) await this.alsoRead(() => this.#detail(integration, operation.id))
  }

  /** Whether an answer is as the file says; null if the file says nothing of it. */
  async checked(
    { workspaceId, connector, method, path, route }: PassthroughDraft,
    { result, responseId }: ResponseView
  ): Promise<ShelfCheck> {
    const file = this.#files?.find(({ integration }) => integration === connector?.integrationSlug)
    const { status, complete, providerError } = result
    if (!file || route || responseId === null || status === null || !complete) return null
    const of = { method, path, status: providerError?.status ?? status, responseId }
    return this.#client
      .call('passthrough:shelfCheck', { workspaceId, integration: file.integration, ...of })
      .catch(() => null)
  }

  /** @param text null: the operator chooses a file. Throws errors for the dialog. */
  async import(integration: string, text: string | null): Promise<ShelfFile | null> {
    const file = await this.#client.call('passthrough:shelfImport', { ...this.#of(integration), text })
    if (!file) return null
    await this.load()
    this.#picked = integration
    return file
  }

  decide = (use: boolean): Promise<unknown> =>
    this.run(async () => {
      if (!this.file) return
      await this.#client.call('passthrough:shelfDecide', { ...this.#of(this.file.integration), use })
      this.shown = false
      await this.load()
    })

  /** Throws errors for the dialog. */
  async remove(integration: string): Promise<void> {
    await this.#client.call('passthrough:shelfRemove', this.#of(integration))
    this.#operations.delete(integration)
    this.shown = false
    await this.load()
  }

  async mark(integration: string, id: string, writes: boolean): Promise<void> {
    await this.run(async () => {
      await this.#client.call('passthrough:shelfMark', { ...this.#of(integration), id, writes })
      const known = this.#operations.get(integration)
      if (!known) return
      const list = known.list.map((one) => (one.id === id ? { ...one, writes } : one))
      this.#operations.set(integration, { ...known, list })
    })
  }

  /**
   * Fills the tab in view, with an undo where it held another request; a new tab where it belongs to another
   * integration, so that nothing goes to the wrong customer.
   */
  async choose(tabs: TabList, integration: string, { id }: OperationHead): Promise<void> {
    const operation = await this.attempt(() => this.#detail(integration, id))
    const tab = tabs.active
    if (!operation || !tab) return
    const filled = draftOfOperation(operation)
    const { connector } = tab.draft
    if (tab.running || (connector && connector.integrationSlug !== integration)) {
      const draft = { ...emptyDraft(tab.draft.workspaceId, tabs.region), ...filled }
      tabs.open({ draft, unsaved: true })
      return
    }
    const before = { draft: $state.snapshot(tab.draft), savedId: tab.savedId, section: tab.section }
    const isOwn = before.draft.path === '' || this.#filled === tab.text
    if (!isOwn) tab.savedId = null
    tab.fill(filled)
    tab.section = operation.fields.length > 0 ? 'path' : operation.body ? 'body' : 'path'
    this.#filled = tab.text
    const undo = () => void Object.assign(tab, before, { notice: null })
    const words = shelfWords.pane
    tab.notice = isOwn
      ? null
      : { title: words.filled(operation.name), lines: [words.filledLine], actions: [{ label: words.undo, run: undo }] }
  }

  /** For no customer yet. @throws AppError not-found where the file has it no more */
  async draftOf(integration: string, id: string, of: Pick<PassthroughDraft, 'region'>): Promise<PassthroughDraft> {
    const filled = draftOfOperation(await this.#detail(integration, id))
    return { ...emptyDraft(this.#workspaceId, of.region), ...filled }
  }

  /** The draft that it filled last, as a text: replacing it loses nothing. */
  #filled = ''

  async #detail(integration: string, id: string): Promise<ShelfOperation> {
    const key = this.#detailKey(integration, id)
    const known = this.#details.get(key)
    if (known) return known
    const detail = await this.#client.call('passthrough:shelfOperation', { ...this.#of(integration), id })
    this.#details.set(key, detail)
    return detail
  }

  #detailKey(integration: string, id: string): string {
    return `${integration} ${this.#operations.get(integration)?.importedAt ?? 0} ${id}`
  }

  #of(integration: string) {
    return { workspaceId: this.#workspaceId, integration }
  }
}

const keyOf = ({ integration, current, newer, earlier }: ShelfFile) =>
  `${integration} ${current.importedAt} ${newer?.importedAt ?? 0} ${earlier?.importedAt ?? 0}`
