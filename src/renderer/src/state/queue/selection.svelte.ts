import { SvelteSet } from 'svelte/reactivity'
import { z } from 'zod'
import type { Keepable } from '../shared/window-state.svelte'
import type { CaseList } from '../shared/case-list.svelte'

const mostKept = 2_000

/** The cases ticked to be worked on together. One that leaves the queue leaves the selection. */
export class Selection implements Keepable {
  #cases: CaseList
  #ticked = new SvelteSet<string>()

  constructor(cases: CaseList) {
    this.#cases = cases
  }

  keys: string[] = $derived.by(() => [...this.#ticked].filter((key) => this.#cases.byKey.has(key)))

  has(key: string): boolean {
    return this.#ticked.has(key)
  }

  toggle(key: string): void {
    if (!this.#ticked.delete(key)) this.#ticked.add(key)
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
    this.#ticked.clear()
  }
}
