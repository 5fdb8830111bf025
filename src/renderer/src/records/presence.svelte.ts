import { createContext } from 'svelte'
import { presenceTimes, type Looking } from '../../../shared/team/presence'
import type { Place } from '../../../shared/workspaces/place'
import type { Client } from '../client.svelte'

/** Who else of the team looks at the issue in the drawer. */
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

  /** One for each desk: the same name may come twice. */
  get names(): readonly string[] {
    return this.#names
  }

  /** Says that an issue is shown, for as long as the window can be seen. @returns a function that ends it */
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

  /** Nothing waits for it, and what was not heard is said again. */
  #say(at: Looking): void {
    this.#client.call('team:look', at).catch(() => undefined)
  }
}

export const [usePresence, providePresence] = createContext<Presence>()
