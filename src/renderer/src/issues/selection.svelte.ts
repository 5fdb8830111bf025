import { SvelteSet } from 'svelte/reactivity'
import { z } from 'zod'
import type { Keepable } from '../kit/window-state.svelte'
import type { KnownIssues } from '../records/known-issues.svelte'

const mostKept = 2_000

/** The issues ticked to be worked on together. A closed issue leaves the selection. */
export class Selection implements Keepable {
  #issues: KnownIssues
  #ticked = new SvelteSet<string>()
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
   * Ticks the range up to this issue.
   * @param listed all issues in their listed order
   * @param current the start of the range while nothing was ticked
   */
  extendTo(key: string, listed: readonly string[], current: string): void {
    const from = listed.indexOf(this.#anchor ?? current)
    const to = listed.indexOf(key)
    if (from === -1) return this.toggle(key)
    this.#anchor ??= current
    this.add(listed.slice(Math.min(from, to), Math.max(from, to) + 1))
  }

  add(keys: readonly string[]): void {
    for (const key of keys) this.#ticked.add(key)
  }

  /** Ticks all; unticks them if all are ticked. */
  toggleAll(keys: readonly string[]): void {
    if (!keys.every((key) => this.#ticked.has(key))) return this.add(keys)
    for (const key of keys) this.#ticked.delete(key)
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
