import type { LibraryTree, SentHead } from '../../../shared/passthrough/library'
import { writeOperationAt } from '../../../shared/passthrough/unified/operations'
import { searchable } from '../kit/safe-text'
import type { Client } from '../client.svelte'

const mostSends = 300
const mostPaths = 12

export interface PathSuggestion {
  path: string
  /** ms since 1970 */
  at: number
  name: string | null
}

/** From history and saved requests; reads no bodies. */
export class PathSuggestions {
  #client: Client
  #workspaceId: string
  #saved: () => LibraryTree | null
  #sent = $state.raw<readonly SentHead[]>([])
  #slug = ''

  constructor(client: Client, workspaceId: string, saved: () => LibraryTree | null) {
    this.#client = client
    this.#workspaceId = workspaceId
    this.#saved = saved
  }

  /** A failure only means fewer suggestions. */
  async look(slug: string): Promise<void> {
    if (slug !== this.#slug) this.#sent = []
    this.#slug = slug
    const asked = { workspaceId: this.#workspaceId, text: slug, limit: mostSends }
    const list = await this.#client.call('passthrough:listHistory', asked).catch(() => null)
    if (list && slug === this.#slug) this.#sent = list.entries
  }

  /** Distinct, most recent first. */
  of(slug: string, typed: string): readonly PathSuggestion[] {
    const sent = this.#sent.map((one) => ({ ...one, at: one.askedAt, name: null }))
    const saved = (this.#saved()?.requests ?? []).map((one) => ({ ...one, at: one.savedAt }))
    const word = searchable(typed.trim())
    const found: Record<string, PathSuggestion> = {}
    for (const { connector, path, at, name } of [...sent, ...saved].sort((a, b) => b.at - a.at)) {
      if (connector?.integrationSlug !== slug || path === '' || path === typed || writeOperationAt(path)) continue
      if (!searchable(path).includes(word)) continue
      const known = (found[path] ??= { path, at, name })
      known.name ??= name
    }
    return Object.values(found)
      .sort((a, b) => b.at - a.at)
      .slice(0, mostPaths)
  }
}
