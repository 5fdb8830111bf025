import type { Keepable } from '../kit/window-state.svelte'

/** More than these are no longer recent. */
const most = 5

/** What earlier versions called some of them, in what they kept. */
const earlierIds: Readonly<Record<string, string>> = { 'view queue': 'view issues', 'view collections': 'view data' }

/** The commands that were run last in the palette, by id, the last one first; kept over restarts. */
export class RecentCommands implements Keepable {
  #ids = $state.raw<readonly string[]>([])

  get kept(): readonly string[] {
    return this.#ids
  }

  restore(kept: unknown): void {
    const ids = Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, most) : []
    this.#ids = ids.map((id) => earlierIds[id] ?? id)
  }

  ran(id: string): void {
    this.#ids = [id, ...this.#ids.filter((one) => one !== id)].slice(0, most)
  }
}
