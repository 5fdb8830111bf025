import { SvelteMap } from 'svelte/reactivity'
import { type AppError, toAppError } from '../../../shared/errors'
import type { Issue, IssueChange, WakeWhen } from '../../../shared/issues/issue'
import type { Client } from '../client.svelte'
import type { Place } from '../../../shared/workspaces/place'
import { longTime } from '../kit/format'
import type { KnownIssues } from '../records/known-issues.svelte'
import { listWords, wakeWords } from './words'

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

  /**
   * @param until ms since 1970; null ends the snooze
   * @param wakes what it waits for until then
   */
  snooze(place: Place, keys: readonly string[], until: number | null, wakes?: WakeWhen): Promise<boolean> {
    return this.#change(place, keys, { snoozedUntil: until, ...(wakes && { wakes }) })
  }

  tag(place: Place, keys: readonly string[], how: 'tagged' | 'untagged', tag: string): Promise<boolean> {
    return this.#change(place, keys, { [how]: tag })
  }

  /** Adds a line to each note, to all or to none. A note that is being typed is saved before. */
  async append(place: Place, keys: readonly string[], line: string): Promise<boolean> {
    await this.flush()
    return this.#change(place, keys, { appended: line })
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

interface Done {
  place: Place
  words: string
  undo: () => Promise<unknown>
}

/** The undo of the last change: of an owner or snooze, where each issue gets its old value, or of relink requests. */
export class IssueUndo {
  #issues: KnownIssues
  #edits: IssueEdits
  #done = $state.raw<Done | null>(null)

  constructor(issues: KnownIssues, edits: IssueEdits) {
    this.#issues = issues
    this.#edits = edits
  }

  /** Words for the last change in the workspace and region in view; null if there is nothing to undo. */
  get words(): string | null {
    return this.#done?.place === this.#issues.place ? (this.#done?.words ?? null) : null
  }

  async setOwner(place: Place, keys: readonly string[], owner: string): Promise<boolean> {
    const before = this.#before(keys, (one) => one.owner)
    if (!(await this.#edits.setOwner(place, keys, owner))) return false
    const words = owner.trim()
      ? listWords.undo.assigned(keys.length, owner.trim())
      : listWords.undo.unassigned(keys.length)
    const undo = () => Promise.all([...before].map(([name, own]) => this.#edits.setOwner(place, own, name)))
    this.offer(place, words, undo)
    return true
  }

  /** As `IssueEdits.snooze`. */
  async snooze(place: Place, keys: readonly string[], until: number | null, wakes?: WakeWhen): Promise<boolean> {
    const ends = this.#before(keys, (one) => one.snoozedUntil)
    const before = [...ends].flatMap(([end, own]) =>
      [...this.#before(own, (one) => one.wakes)].map(([waits, these]) => ({ end, waits, these }))
    )
    if (!(await this.#edits.snooze(place, keys, until, wakes))) return false
    const words =
      until === null
        ? listWords.undo.unsnoozed(keys.length)
        : listWords.undo.snoozed(keys.length, wakes ? wakeWords[wakes] : longTime(until, Date.now()))
    const undo = () => Promise.all(before.map(({ end, waits, these }) => this.#edits.snooze(place, these, end, waits)))
    this.offer(place, words, undo)
    return true
  }

  offer(place: Place, words: string, undo: () => Promise<unknown>): void {
    this.#done = { place, words, undo }
  }

  async undo(): Promise<void> {
    const done = this.#done
    this.#done = null
    await done?.undo()
  }

  forget(): void {
    this.#done = null
  }

  #before<T>(keys: readonly string[], valueOf: (one: Issue) => T): Map<T, string[]> {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
    const groups = new Map<T, string[]>()
    for (const key of keys) {
      const one = this.#issues.byKey.get(key)
      if (!one) continue
      const value = valueOf(one)
      groups.set(value, [...(groups.get(value) ?? []), key])
    }
    return groups
  }
}
