import type { Client } from '../client.svelte'
import type { RequestTab } from './request-tab.svelte'

/** ms; the most that a crash can lose */
const keepAfter = 400

export class DraftKeeper {
  #client: Client
  #workspaceId: string
  /** By tab id. */
  #kept = new Map<string, string>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(client: Client, workspaceId: string) {
    this.#client = client
    this.#workspaceId = workspaceId
  }

  /** Main has this version. */
  has(tab: RequestTab): void {
    this.#kept.set(tab.id, `${tab.savedId ?? ''} ${tab.text}`)
  }

  soon(act: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(act, keepAfter)
  }

  async now(tabs: readonly RequestTab[], activeId: string | null): Promise<void> {
    clearTimeout(this.#timer)
    const workspaceId = this.#workspaceId
    for (const tab of tabs) {
      const { id, text, savedId } = tab
      const known = `${savedId ?? ''} ${text}`
      if (this.#kept.get(id) === known) continue
      await this.#client.call('passthrough:saveTab', { workspaceId, tab: { id, draft: tab.draft, requestId: savedId } })
      this.#kept.set(id, known)
    }
    await this.#client.call('passthrough:arrangeTabs', { workspaceId, order: tabs.map(({ id }) => id), activeId })
  }

  async forget({ id }: RequestTab): Promise<void> {
    this.#kept.delete(id)
    await this.#client.call('passthrough:closeTab', { workspaceId: this.#workspaceId, id })
  }
}
