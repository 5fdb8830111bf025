import { createContext } from 'svelte'
import type { Arrival } from '../../../shared/desktop/channels'
import type { LinkKind } from '../../../shared/desktop/link'
import type { Place } from '../../../shared/workspaces/place'
import type { Client } from '../client.svelte'
import type { App } from './app.svelte'

/** The only things a link may do in the window: it opens one drawer, or filters one list. */
export interface Doors {
  app: App
  /** Whether the row is in view. Reactive: after a start, rows come a moment later. */
  isListed: (key: string) => boolean
  openConnector: (key: string) => void
  openIssue: (key: string) => void
  /** @returns false if this version does not know it */
  openFilter: (id: string) => Promise<boolean>
}

/** A link to something outside the open workspace only shows a message. */
export class Arrivals {
  #client: Client
  #doors: Doors
  #told = $state.raw<Exclude<Arrival, { found: 'here' }> | null>(null)
  /** A connector whose row is still to come. */
  #awaited = $state<string | null>(null)
  /** Whether the app has asked for a waiting link since the first state or the last unlock. */
  #asked = false

  constructor(client: Client, doors: Doors) {
    this.#client = client
    this.#doors = doors
    client.on('desktop:linkCame', () => void this.#look())
  }

  get told(): Exclude<Arrival, { found: 'here' }> | null {
    return this.#told
  }

  /** Asks once for a link that came before the window or while the app was locked. */
  show(): void {
    const { state } = this.#doors.app
    const open = state !== null && state.lock === null
    if (open && !this.#asked) void this.#look()
    this.#asked = open
  }

  open(kind: LinkKind, key: string): void {
    this.#told = null
    if (kind === 'case') this.#doors.openIssue(key)
    if (kind === 'filter') void this.#openFilter(key)
    this.#awaited = kind === 'connector' ? key : null
  }

  /** Opens another workspace or region, only after the operator chose to. */
  async openIn({ workspaceId, region }: Place, kind: LinkKind, key: string): Promise<void> {
    await this.#doors.app.open(workspaceId, region)
    const { workspace } = this.#doors.app
    if (workspace?.id === workspaceId && workspace.region === region) this.open(kind, key)
  }

  async #openFilter(id: string): Promise<void> {
    if (!(await this.#doors.openFilter(id))) this.#told = { found: 'unknown', kind: 'filter' }
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
