import type { DraftTab, OpenTabs } from '../../../shared/passthrough/library'
import { passthroughDraft } from '../../../shared/passthrough/passthrough'
import type { Masker } from '../../secrets/masker'
import { withoutHandle } from './sent-head'
import type { Shelves } from './shelves'

type KeptTab = Omit<DraftTab, 'id'>

/** The tabs as typed, without known tokens, saved with every change. */
export class OpenTabStore {
  constructor(
    private readonly shelves: Shelves,
    private readonly masker: Pick<Masker, 'clean'>
  ) {}

  async load(workspaceId: string): Promise<OpenTabs> {
    const answers = await this.shelves.ask(({ store }) => store.tabs({ workspaceId }))
    const found = answers.flatMap(({ shelf, value }) => value.tabs.map((row) => ({ shelf, ...row })))
    const tabs: DraftTab[] = []
    for (const { shelf, id, encrypted } of found.sort((a, b) => a.place - b.place)) {
      try {
        tabs.push({ id, ...(shelf.open(boundTo(workspaceId, id), encrypted) as KeptTab) })
      } catch {
        // Its key is missing: counts the tab and leaves it on disk.
      }
    }
    const front = answers.find(({ value }) => value.activeId !== null)
    return { tabs, activeId: front?.value.activeId ?? null, unreadable: found.length - tabs.length }
  }

  async save(workspaceId: string, { id, ...tab }: DraftTab): Promise<void> {
    const shelf = await this.shelves.forEncrypted()
    let place: number | null = null
    // A tab is on one shelf only: the other may hold it from before the keychain was unlocked.
    for (const other of this.shelves.all()) {
      if (other !== shelf) place ??= await other.store.removeTab({ workspaceId, id })
    }
    const kept: KeptTab = { ...tab, draft: this.masker.clean(passthroughDraft, withoutHandle(tab.draft)) }
    const encrypted = shelf.encrypt(boundTo(workspaceId, id), kept)
    await shelf.store.putTab({ workspaceId, id, encrypted, ...(place !== null && { place }) })
  }

  async encryptFromMemory(): Promise<void> {
    const from = this.shelves.onlyInMemory()
    if (!from) return
    for (const workspaceId of await from.store.workspaces()) {
      for (const { id, encrypted } of (await from.store.tabs({ workspaceId })).tabs) {
        await this.save(workspaceId, { id, ...(from.open(boundTo(workspaceId, id), encrypted) as KeptTab) })
      }
    }
  }

  async close(workspaceId: string, id: string): Promise<void> {
    await this.shelves.ask(({ store }) => store.removeTab({ workspaceId, id }))
  }

  async arrange(workspaceId: string, order: string[], activeId: string | null): Promise<void> {
    await this.shelves.ask(({ store }) => store.arrangeTabs({ workspaceId, order, activeId }))
  }
}

const boundTo = (workspaceId: string, id: string) => `tab ${workspaceId} ${id}`
