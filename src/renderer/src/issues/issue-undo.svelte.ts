import type { Issue } from '../../../shared/issues/issue'
import type { Place } from '../../../shared/workspaces/place'
import { longTime } from '../kit/format'
import { listWords } from './words/list'
import type { KnownIssues } from '../records/known-issues.svelte'
import type { IssueEdits } from './issue-edits.svelte'

interface Done {
  place: Place
  words: string
  undo: () => Promise<unknown>
}

/** Changes of owner and snooze with an undo of the last: each issue gets its old value. */
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
    this.#done = { place, words, undo }
    return true
  }

  /** @param until ms since 1970; null ends the snooze */
  async snooze(place: Place, keys: readonly string[], until: number | null): Promise<boolean> {
    const before = this.#before(keys, (one) => one.snoozedUntil)
    if (!(await this.#edits.snooze(place, keys, until))) return false
    const words =
      until === null
        ? listWords.undo.unsnoozed(keys.length)
        : listWords.undo.snoozed(keys.length, longTime(until, Date.now()))
    const undo = () => Promise.all([...before].map(([time, own]) => this.#edits.snooze(place, own, time)))
    this.#done = { place, words, undo }
    return true
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
