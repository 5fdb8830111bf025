import type { Client } from '../client.svelte'
import type { RequestTab } from './request-tab.svelte'

/** How long after the last change a draft is kept, in ms: a crash loses no more than that. */
const keepAfter = 400

/** Keeps open tabs in main: what changed, a moment after it changed. */
export class DraftKeeper {
  #client: Client
  #workspaceId: string
  /** As main has them, by id. */
  #kept = new Map<string, string>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(client: Client, workspaceId: string) {
    this.#client = client
    this.#workspaceId = workspaceId
  }

  /** Records that main has this tab as it is. */
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
