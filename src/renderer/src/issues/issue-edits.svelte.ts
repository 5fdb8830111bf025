import { SvelteMap } from 'svelte/reactivity'
import { type AppError, toAppError } from '../../../shared/errors'
import type { IssueChange } from '../../../shared/issues/issue'
import type { Client } from '../client.svelte'
import type { Place } from '../../../shared/workspaces/place'

interface Draft {
  place: Place
  keys: readonly string[]
  text: string
}

type Later = (act: () => void, ms: number) => () => void

const later: Later = (act, ms) => {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}

/** Pause in typing before a save, ms: a crash loses no more than that. */
const rest = 400

/** Typing saves a note; until main has it, the draft stays here, whatever the drawer shows. */
export class IssueEdits {
  #client: Client
  #changed: () => Promise<unknown>
  #later: Later
  #drafts = new SvelteMap<string, Draft>()
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #timers = new Map<string, () => void>()
  #error = $state.raw<AppError | null>(null)

  constructor(client: Client, changed: () => Promise<unknown>, wait: Later = later) {
    this.#client = client
    this.#changed = changed
    this.#later = wait
  }

  /** Why the last save failed; the draft of a note stays. */
  get error(): AppError | null {
    return this.#error
  }

  /** The typed note; null if no note waits. */
  draftOf(place: Place, keys: readonly string[]): string | null {
    return this.#drafts.get(idOf(place, keys))?.text ?? null
  }

  typeNote(place: Place, keys: readonly string[], text: string): void {
    const id = idOf(place, keys)
    this.#drafts.set(id, { place, keys, text })
    this.#timers.get(id)?.()
    this.#timers.set(
      id,
      this.#later(() => void this.#keep(id), rest)
    )
  }

  /** Saves every waiting note now: the field was left, the window is hidden or about to close. */
  async flush(): Promise<void> {
    await Promise.all([...this.#drafts.keys()].map((id) => this.#keep(id)))
  }

  setOwner(place: Place, keys: readonly string[], owner: string): Promise<boolean> {
    return this.#change(place, keys, { owner: owner.trim() })
  }

  /** @param until ms since 1970; null ends the snooze */
  snooze(place: Place, keys: readonly string[], until: number | null): Promise<boolean> {
    return this.#change(place, keys, { snoozedUntil: until })
  }

  tag(place: Place, keys: readonly string[], how: 'tagged' | 'untagged', tag: string): Promise<boolean> {
    return this.#change(place, keys, { [how]: tag })
  }

  async #keep(id: string): Promise<void> {
    this.#timers.get(id)?.()
    this.#timers.delete(id)
    const draft = this.#drafts.get(id)
    if (!draft) return
    const kept = await this.#change(draft.place, draft.keys, { note: draft.text })
    // From here main's note shows. A newer draft has its own turn.
    if (kept && this.#drafts.get(id) === draft) this.#drafts.delete(id)
  }

  async #change(place: Place, keys: readonly string[], change: IssueChange): Promise<boolean> {
    try {
      await this.#client.call('issues:change', { ...place, keys: [...keys], change })
      this.#error = null
      await this.#changed()
      return true
    } catch (thrown) {
      this.#error = toAppError(thrown)
      return false
    }
  }
}

function idOf({ workspaceId, region }: Place, keys: readonly string[]): string {
  return JSON.stringify([workspaceId, region, keys])
}
