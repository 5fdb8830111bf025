import { createContext, untrack } from 'svelte'
import type { Arrival } from '../../../shared/desktop/channels'
import type { LinkKind } from '../../../shared/desktop/link'
import type { Place } from '../../../shared/workspaces/place'
import type { Client } from '../client.svelte'
import { copy } from '../kit/clipboard'
import { sharedWords } from '../kit/words/shared'
import type { App } from './app.svelte'

/** What a link may do in the window: it shows one thing that is there. */
export interface Doors {
  app: App
  /** Whether the row is in view. Reactive: after a start, rows come a moment later. */
  isListed: (key: string) => boolean
  /** Shows it: nothing is sent, changed, or filled in. `missing` is called where it is not there, now or later. */
  show: (kind: LinkKind, key: string, missing: () => void) => void
}

/** Shown for a moment, in ms. */
const briefly = 10_000

/** Links that come, and links that are copied. One to something outside the open workspace only shows a message. */
export class Arrivals {
  #client: Client
  #doors: Doors
  #told = $state.raw<Exclude<Arrival, { found: 'here' }> | null>(null)
  /** Of a connector whose row is still to come. */
  #awaited = $state.raw<{ kind: LinkKind; key: string } | null>(null)
  #copied = $state.raw<{ said: string; at: number } | null>(null)
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
    this.#awaited = null
    if (kind === 'connector' || kind === 'customer') this.#awaited = { kind, key }
    else this.#show(kind, key)
  }

  async copy(link: string): Promise<void> {
    const [done] = sharedWords.outcome[(await copy(link)) ? 'linkCopied' : 'linkNotCopied']
    this.#copied = { said: done, at: Date.now() }
  }

  /** Empty but for a moment after a copy. @param now ms since 1970 */
  said(now: number): string {
    const copied = this.#copied
    return copied && now < copied.at + briefly ? copied.said : ''
  }

  /** Opens another workspace or region, only after the operator chose to. */
  async openIn({ workspaceId, region }: Place, kind: LinkKind, key: string): Promise<void> {
    await this.#doors.app.open(workspaceId, region)
    const { workspace } = this.#doors.app
    if (workspace?.id === workspaceId && workspace.region === region) this.open(kind, key)
  }

  #show(kind: LinkKind, key: string): void {
    const { app } = this.#doors
    const place = app.workspace
    this.#doors.show(kind, key, () => {
      const now = app.workspace
      if (place && now?.id === place.id && now.region === place.region)
        this.#told = { found: 'unknown', kind, name: null }
    })
  }

  dismiss(): void {
    this.#told = null
  }

  /** @returns a function that stops it */
  start(): () => void {
    return $effect.root(() => {
      $effect(() => {
        const awaited = this.#awaited
        if (awaited === null || !this.#doors.isListed(awaited.key)) return
        this.#awaited = null
        untrack(() => this.#show(awaited.kind, awaited.key))
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
