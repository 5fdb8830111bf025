import type { Keepable } from '../kit/window-state.svelte'

/** More than these are no longer recent. */
const most = 5

/** The commands that were run last in the palette, by id, the last one first; kept over restarts. */
export class RecentCommands implements Keepable {
  #ids = $state.raw<readonly string[]>([])

  get kept(): readonly string[] {
    return this.#ids
  }

  restore(kept: unknown): void {
    this.#ids = Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, most) : []
  }

  ran(id: string): void {
    this.#ids = [id, ...this.#ids.filter((one) => one !== id)].slice(0, most)
  }
}
