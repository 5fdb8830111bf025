import { createContext } from 'svelte'
import type { ContextEntry } from './context-menu.svelte'

export interface Offered {
  /** Its name, which heads the entries in the palette. */
  about: string
  entries: readonly ContextEntry[]
}

/**
 * Entries for the palette from open drawers and menus. A component offers them in an effect:
 * `$effect(() => offers.add({ about, entries }))`.
 */
export class Offers {
  #offered: Offered[] = []

  /** @returns a function that ends it */
  add(offered: Offered): () => void {
    this.#offered.push(offered)
    return () => {
      this.#offered = this.#offered.filter((one) => one !== offered)
    }
  }

  /** The latest first. Not reactive: the palette closes before anything else changes. */
  all(): Offered[] {
    return this.#offered.toReversed()
  }
}

export const [useOffers, provideOffers] = createContext<Offers>()
