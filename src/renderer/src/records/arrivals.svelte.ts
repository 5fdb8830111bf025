import { createContext } from 'svelte'
import type { Arrival } from '../../../shared/desktop/channels'
import type { LinkKind } from '../../../shared/desktop/link'
import type { Place } from '../../../shared/workspaces/place'
import type { Client } from '../client.svelte'
import type { App } from './app.svelte'

/** What a link may do in the window: it opens one drawer, and nothing else. */
export interface Doors {
  app: App
  /** Whether the row is in view by now. Reactive: at a start rows come a moment later. */
  isListed: (key: string) => boolean
  openConnector: (key: string) => void
  openIssue: (key: string) => void
}

/** Links that came from outside of the app. What is not in the open workspace is said, and changes nothing. */
export class Arrivals {
  #client: Client
  #doors: Doors
  #told = $state.raw<Exclude<Arrival, { found: 'here' }> | null>(null)
  /** A connector whose row is on its way. */
  #awaited = $state<string | null>(null)
  /** Whether a link that waits was asked for since there is a state, or since the lock ended. */
  #asked = false

  constructor(client: Client, doors: Doors) {
    this.#client = client
    this.#doors = doors
    client.on('desktop:linkCame', () => void this.#look())
  }

  /** Why the last link opened nothing by itself; null where it did, or where none came. */
  get told(): Exclude<Arrival, { found: 'here' }> | null {
    return this.#told
  }

  /** Follows the app's state: what came before the window, or while it was locked, is asked for once. */
  show(): void {
    const { state } = this.#doors.app
    const open = state !== null && state.lock === null
    if (open && !this.#asked) void this.#look()
    this.#asked = open
  }

  /** Opens a drawer of the open workspace. */
  open(kind: LinkKind, key: string): void {
    this.#told = null
    if (kind === 'case') this.#doors.openIssue(key)
    this.#awaited = kind === 'connector' ? key : null
  }

  /** As the operator chose to: only then another workspace or region is opened. */
  async openIn({ workspaceId, region }: Place, kind: LinkKind, key: string): Promise<void> {
    await this.#doors.app.open(workspaceId, region)
    const { workspace } = this.#doors.app
    if (workspace?.id === workspaceId && workspace.region === region) this.open(kind, key)
  }

  dismiss(): void {
    this.#told = null
  }

  /** @returns a function that stops it */
  start(): () => void {
    return $effect.root(() => {
      $effect(() => {
        const key = this.#awaited
        if (key === null || !this.#doors.isListed(key)) return
        this.#awaited = null
        this.#doors.openConnector(key)
      })
    })
  }

  async #look(): Promise<void> {
    const arrival = await this.#client.call('desktop:link').catch(() => null)
    if (arrival === null) return
    this.#awaited = null
    if (arrival.found === 'here') this.open(arrival.kind, arrival.key)
    else this.#told = arrival
  }
}

export const [useArrivals, provideArrivals] = createContext<Arrivals>()
