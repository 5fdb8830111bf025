import { createContext } from 'svelte'
import { presenceTimes, type Looking } from '../../../shared/team/presence'
import type { Place } from '../../../shared/workspaces/place'
import type { Client } from '../client.svelte'

export class Presence {
  #client: Client
  #at: Looking = null
  #names = $state.raw<readonly string[]>([])

  constructor(client: Client) {
    this.#client = client
    client.on('team:lookers', ({ workspaceId, region, key, names }) => {
      const at = this.#at
      if (at?.workspaceId === workspaceId && at.region === region && at.key === key) this.#names = names
    })
  }

  /** One per desk: a name may come twice. */
  get names(): readonly string[] {
    return this.#names
  }

  /** Tells the team that an issue is shown, while the window is visible. @returns a function that ends it */
  look(place: Place, key: string): () => void {
    const at = { workspaceId: place.workspaceId, region: place.region, key }
    const say = () => this.#say(document.visibilityState === 'visible' ? at : null)
    this.#at = at
    this.#names = []
    say()
    const timer = setInterval(say, presenceTimes.again)
    document.addEventListener('visibilitychange', say)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', say)
      if (this.#at !== at) return
      this.#at = null
      this.#names = []
      this.#say(null)
    }
  }

  /** A lost message does no harm: the app sends it again later. */
  #say(at: Looking): void {
    this.#client.call('team:look', at).catch(() => undefined)
  }
}

export const [usePresence, providePresence] = createContext<Presence>()
