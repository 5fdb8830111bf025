import type { FoundOutcome } from '../../../shared/activity/call'
import type { LibraryKeeping, SentEntry, SentHead } from '../../../shared/passthrough/library'
import type { Client } from '../client.svelte'
import { Task } from '../kit/task.svelte'
import { foundWords } from '../records/words/found'
import { libraryWords } from './words/library'
import { responseWords } from './words/response'

const page = 100

/** The word of how a send ended: a provider's own state before that of the API. */
export function endedOf(
  { outcome, status, providerError }: SentHead,
  found: FoundOutcome | null = null
): { word: string; tone: string } {
  const words = libraryWords.row
  const bad = 'text-failed weight-600'
  if (outcome === null) return { word: words.running, tone: 'text-2' }
  if (outcome === 'unknown') {
    const word = found === null ? words.unknown : foundWords.outcomes[found]
    return { word, tone: found === null || found === 'unknown' ? 'text-relink weight-600' : 'text-2' }
  }
  if (status === null) return { word: words.outcome[outcome], tone: outcome === 'failed' ? bad : 'text-2' }
  if (providerError) return { word: responseWords.outcome.providerStatus(providerError), tone: bad }
  return { word: String(status), tone: outcome === 'answered' || status === 429 ? 'text-2' : bad }
}

/** Newest first. */
export class RequestHistory extends Task {
  #client: Client
  #workspaceId: string
  #entries = $state.raw<readonly SentHead[] | null>(null)
  #next = $state<number | null>(null)
  #text = $state('')
  #keeping = $state.raw<LibraryKeeping | null>(null)

  constructor(client: Client, workspaceId: string) {
    super()
    this.#client = client
    this.#workspaceId = workspaceId
  }

  /** null before the first load */
  get entries(): readonly SentHead[] | null {
    return this.#entries
  }

  get hasMore(): boolean {
    return this.#next !== null
  }

  get text(): string {
    return this.#text
  }

  /** null before the first load */
  get keeping(): LibraryKeeping | null {
    return this.#keeping
  }

  set keeping(keeping: LibraryKeeping | null) {
    this.#keeping = keeping
  }

  search(text: string): void {
    this.#text = text
    void this.load()
  }

  async load(): Promise<void> {
    const text = this.#text
    await this.attempt(async () => {
      const [list, keeping] = await Promise.all([this.#list(text), this.#client.call('passthrough:keeping')])
      this.#keeping = keeping
      if (text !== this.#text) return
      this.#entries = list.entries
      this.#next = list.next
    })
  }

  async more(): Promise<void> {
    const [text, before] = [this.#text, this.#next]
    if (before === null) return
    await this.attempt(async () => {
      const list = await this.#list(text, before)
      if (text !== this.#text) return
      this.#entries = [...(this.#entries ?? []), ...list.entries]
      this.#next = list.next
    })
  }

  /** Earlier sends of the same request whose answers have a body. */
  earlier({ connector, method, path }: { connector: { key: string } | null; method: string; path: string }) {
    return (this.#entries ?? []).filter(
      (one) => one.connector?.key === connector?.key && one.method === method && one.path === path && one.bytes > 0
    )
  }

  open(id: string): Promise<SentEntry> {
    return this.#client.call('passthrough:openEntry', { workspaceId: this.#workspaceId, id })
  }

  async openBody(id: string): Promise<string> {
    return (await this.#client.call('passthrough:openBody', { workspaceId: this.#workspaceId, id })).responseId
  }

  async forget(id: string): Promise<void> {
    await this.attempt(async () => {
      await this.#client.call('passthrough:forgetEntry', { workspaceId: this.#workspaceId, id })
      this.#entries = (this.#entries ?? []).filter((one) => one.id !== id)
    })
  }

  async forgetAll(): Promise<void> {
    await this.#client.call('passthrough:forgetHistory', { workspaceId: this.#workspaceId })
    await this.load()
  }

  async startOver(): Promise<void> {
    await this.attempt(async () => {
      this.#keeping = await this.#client.call('passthrough:startOver')
    })
    await this.load()
  }

  #list(text: string, before?: number) {
    return this.#client.call('passthrough:listHistory', {
      workspaceId: this.#workspaceId,
      limit: page,
      ...(text.trim() && { text }),
      ...(before !== undefined && { before })
    })
  }
}
