import { createContext } from 'svelte'
import type { ContextEntry } from './context-menu.svelte'

/** What can be done with one thing that is open. */
export interface Offered {
  /** Its name, under which the palette lists the entries. */
  about: string
  entries: readonly ContextEntry[]
}

/**
 * What views offer the palette: the entries of what is open in them, those of its drawer or menu. A component offers
 * them while it is shown, in an effect: `$effect(() => offers.add({ about, entries }))`.
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

  /** As it is now, what was opened last first. Not reactive: the palette is closed before anything else changes. */
  all(): Offered[] {
    return this.#offered.toReversed()
  }
}

export const [useOffers, provideOffers] = createContext<Offers>()
