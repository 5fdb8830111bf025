import type { Region } from '../../../shared/workspaces/region'
import type { Client } from '../client.svelte'
import { Task } from '../kit/task.svelte'
import { emptyDraft } from './drafts'
import { RequestTab, type TabAround, type TabStart } from './request-tab.svelte'

/** ms; the most that a crash can lose */
const keepAfter = 400

/** At least one tab; tabs outlive the app. */
export class TabList extends Task {
  readonly workspaceId: string
  region = $state<Region>('default')
  #client: Client
  #around: TabAround
  #tabs = $state.raw<readonly RequestTab[]>([])
  #activeId = $state<string | null>(null)
  #closed = $state.raw<readonly { tab: RequestTab; at: number }[]>([])
  #unreadable = $state(0)
  /** What main has of each tab, by its id. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #kept = new Map<string, string>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(client: Client, workspaceId: string, region: Region, around: TabAround) {
    super()
    this.#client = client
    this.#around = around
    this.workspaceId = workspaceId
    this.region = region
  }

  active = $derived(this.#tabs.find(({ id }) => id === this.#activeId) ?? null)

  get all(): readonly RequestTab[] {
    return this.#tabs
  }

  /** Tabs that cannot be read now, for example with a locked keychain. */
  get unreadable(): number {
    return this.#unreadable
  }

  get canReopen(): boolean {
    return this.#closed.length > 0
  }

  /** @param saved returns a saved request's draft, to find changes */
  async load(saved: (id: string) => Promise<TabStart['draft'] | null>): Promise<void> {
    await this.attempt(async () => {
      const { workspaceId } = this
      const { tabs, activeId, unreadable } = await this.#client.call('passthrough:loadTabs', { workspaceId })
      this.#unreadable = unreadable
      const loaded = tabs
        .filter(({ id }) => !this.#tabs.some((one) => one.id === id))
        .map(({ id, draft, requestId }) => this.#make({ id, draft, savedId: requestId, unsaved: true }))
      for (const tab of loaded) this.#kept.set(tab.id, keptForm(tab))
      const untouched = loaded.length > 0 && this.#tabs.length === 1 && this.#tabs.every(isBlank)
      this.#tabs = untouched ? loaded : [...loaded, ...this.#tabs]
      if (!this.active) this.#activeId = this.#tabs.some(({ id }) => id === activeId) ? activeId : null
      for (const tab of loaded) {
        const { workspaceId, region } = tab.draft
        const as = tab.savedId ? await saved(tab.savedId).catch(() => null) : emptyDraft(workspaceId, region)
        // Closing these loses nothing.
        if (JSON.stringify(as) === tab.text) tab.keep()
      }
    })
    if (this.#tabs.length === 0) this.open()
    this.#activeId ??= this.#tabs[0]?.id ?? null
  }

  /** Beside the current tab, or in an empty one. */
  open(start?: TabStart): RequestTab {
    const tab = this.#make(start ?? { draft: emptyDraft(this.workspaceId, this.region) })
    const at = this.#tabs.findIndex(({ id }) => id === this.#activeId)
    const blank = start !== undefined && this.active !== null && isBlank(this.active)
    const tabs = [...this.#tabs]
    const [replaced] = tabs.splice(at + (blank ? 0 : 1), blank ? 1 : 0, tab)
    this.#tabs = tabs
    this.#activeId = tab.id
    if (replaced) this.#forget(replaced)
    this.keepSoon()
    return tab
  }

  select(id: string): void {
    this.#activeId = id
    this.keepSoon()
  }

  /** Wraps around. */
  step(by: 1 | -1): void {
    const at = this.#tabs.findIndex(({ id }) => id === this.#activeId)
    const next = this.#tabs[(at + by + this.#tabs.length) % this.#tabs.length]
    if (next) this.select(next.id)
  }

  duplicate(tab: RequestTab): void {
    this.open({ draft: $state.snapshot(tab.draft), unsaved: true })
  }

  /** Cancels a running send; the tab can be reopened. */
  close(tab: RequestTab): void {
    tab.sending?.cancel()
    const at = this.#tabs.indexOf(tab)
    if (!isBlank(tab)) this.#closed = [...this.#closed.slice(-19), { tab, at }]
    this.#tabs = this.#tabs.toSpliced(at, 1)
    this.#forget(tab)
    if (this.#tabs.length === 0) this.open()
    else if (!this.active) this.#activeId = (this.#tabs[at] ?? this.#tabs.at(-1))?.id ?? null
    this.keepSoon()
  }

  closeOthers(tab: RequestTab): void {
    for (const other of this.#tabs) if (other !== tab) this.close(other)
    this.select(tab.id)
  }

  reopen(): void {
    const last = this.#closed.at(-1)
    if (!last) return
    this.#closed = this.#closed.slice(0, -1)
    this.#tabs = this.#tabs.toSpliced(last.at, 0, last.tab)
    this.select(last.tab.id)
  }

  keepSoon(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.keepNow(), keepAfter)
  }

  async keepNow(): Promise<void> {
    clearTimeout(this.#timer)
    const [tabs, activeId, workspaceId] = [this.#tabs, this.#activeId, this.workspaceId]
    await this.attempt(async () => {
      for (const tab of tabs) {
        const form = keptForm(tab)
        if (this.#kept.get(tab.id) === form) continue
        const { id, draft, savedId: requestId } = tab
        await this.#client.call('passthrough:saveTab', { workspaceId, tab: { id, draft, requestId } })
        this.#kept.set(id, form)
      }
      await this.#client.call('passthrough:arrangeTabs', { workspaceId, order: tabs.map(({ id }) => id), activeId })
    })
  }

  #forget({ id }: RequestTab): void {
    this.#kept.delete(id)
    void this.attempt(() => this.#client.call('passthrough:closeTab', { workspaceId: this.workspaceId, id }))
  }

  #make(start: TabStart): RequestTab {
    return new RequestTab(start, this.#around)
  }
}

const keptForm = ({ savedId, text }: RequestTab) => `${savedId ?? ''} ${text}`

const isBlank = ({ draft, savedId, response, unsaved }: RequestTab) =>
  !unsaved && draft.path === '' && savedId === null && response === null
