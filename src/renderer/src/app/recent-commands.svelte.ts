import type { Keepable } from '../kit/window-state.svelte'

const most = 5

/** Ids in the state of earlier versions. */
const earlierIds: Readonly<Record<string, string>> = { 'view queue': 'view issues', 'view collections': 'view data' }

/** Ids of the latest commands of the palette, newest first; kept over restarts. */
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
