import { SvelteSet } from 'svelte/reactivity'
import { z } from 'zod'
import type { Keepable } from '../kit/window-state.svelte'
import type { KnownIssues } from '../records/known-issues.svelte'

const mostKept = 2_000

/** The cases ticked to be worked on together. One that leaves the queue leaves the selection. */
export class Selection implements Keepable {
  #issues: KnownIssues
  #ticked = new SvelteSet<string>()
  /** Where a range begins: the case that was ticked or unticked last. */
  #anchor: string | null = null

  constructor(issues: KnownIssues) {
    this.#issues = issues
  }

  keys: string[] = $derived.by(() => [...this.#ticked].filter((key) => this.#issues.byKey.has(key)))

  has(key: string): boolean {
    return this.#ticked.has(key)
  }

  toggle(key: string): void {
    if (!this.#ticked.delete(key)) this.#ticked.add(key)
    this.#anchor = key
  }

  /**
   * Ticks all from where the range begins to this one.
   * @param listed all cases in the order they are listed
   * @param current where a range begins while nothing was ticked
   */
  extendTo(key: string, listed: readonly string[], current: string): void {
    const from = listed.indexOf(this.#anchor ?? current)
    const to = listed.indexOf(key)
    if (from === -1) return this.toggle(key)
    this.#anchor ??= current
    for (const one of listed.slice(Math.min(from, to), Math.max(from, to) + 1)) this.#ticked.add(one)
  }

  /** Ticks all of them; unticks them where all are ticked already. */
  toggleAll(keys: readonly string[]): void {
    const all = keys.every((key) => this.#ticked.has(key))
    for (const key of keys) {
      if (all) this.#ticked.delete(key)
      else this.#ticked.add(key)
    }
  }

  get kept(): string[] {
    return [...this.#ticked].slice(0, mostKept)
  }

  restore(from: unknown): void {
    for (const key of z.array(z.string()).catch([]).parse(from)) this.#ticked.add(key)
  }

  clear(): void {
    this.#anchor = null
    this.#ticked.clear()
  }
}
