import type { LibraryTree, SentHead } from '../../../shared/passthrough/library'
import { writeOperationAt } from '../../../shared/passthrough/unified/operations'
import { searchable } from '../kit/safe-text'
import type { OperationHead } from '../../../shared/passthrough/shelf'
import type { ProviderShelf } from './shelf/shelf.svelte'
import type { Client } from '../client.svelte'

const mostSends = 300
const mostPaths = 12

export interface PathSuggestion {
  path: string
  /** ms since 1970; 0 for the shelf. */
  at: number
  name: string | null
  operation?: OperationHead
}

/** From history, saved requests and the shelf, in this order; reads no bodies. */
export class PathSuggestions {
  #client: Client
  #workspaceId: string
  #saved: () => LibraryTree | null
  #shelf: Pick<ProviderShelf, 'look' | 'of'>
  #sent = $state.raw<readonly SentHead[]>([])
  #slug = ''

  constructor(
    client: Client,
    workspaceId: string,
    saved: () => LibraryTree | null,
    shelf: Pick<ProviderShelf, 'look' | 'of'>
  ) {
    this.#client = client
    this.#workspaceId = workspaceId
    this.#saved = saved
    this.#shelf = shelf
  }

  /** A failure only means fewer suggestions. */
  async look(slug: string): Promise<void> {
    if (slug !== this.#slug) this.#sent = []
    this.#slug = slug
    void this.#shelf.look(slug)
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
    for (const operation of this.#shelf.of(slug)) {
      if (operation.path !== typed && searchable(`${operation.path} ${operation.name}`).includes(word))
        found[operation.path] ??= { path: operation.path, at: 0, name: operation.name, operation }
    }
    return Object.values(found)
      .sort((a, b) => b.at - a.at)
      .slice(0, mostPaths)
  }
}
