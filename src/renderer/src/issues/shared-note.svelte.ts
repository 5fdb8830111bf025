import type { Client } from '../client.svelte'
import type { Issue } from '../../../shared/issues/issue'
import type { Place } from '../../../shared/workspaces/place'

/** Most notes to read: comparing more takes too long. */
const mostNotes = 50

/** The single note of an incident's issues. Null if some have their own notes, which nobody may overwrite. */
export class SharedNote {
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
