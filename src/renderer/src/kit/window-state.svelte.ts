import type { Client } from '../client.svelte'

/** State of a view that returns after a crash of the page, a kill and a restart. */
export interface Keepable {
  /** JSON; undefined while it is not loaded. Reactive. */
  readonly kept: unknown
  /** Restores state of this or an earlier version: it drops unknown parts. */
  restore(kept: unknown): void
}

/** Names of views in the state of earlier versions. */
const earlierNames: Readonly<Record<string, string>> = { issues: 'queue' }

/** From a change until it is saved, ms: a kill a second later loses nothing. */
const rest = 300

/** Restores the state of one place (a workspace's region) once at the start. */
export class WindowState {
  #client: Client
  #views: Readonly<Record<string, Keepable>>
  #place = $state<string | null>(null)
  #asked = false
  /** Asked for at once, as the page needs it soon. null also while the app is locked. */
  #early: Promise<string | null>
  /** Changes are saved only after this: they must not overwrite the state before it is restored. */
  #ready = $state(false)

  constructor(client: Client, views: Readonly<Record<string, Keepable>>) {
    this.#client = client
    this.#views = views
    this.#early = this.#read()
  }

  #read(): Promise<string | null> {
    return this.#client.call('app:keptWindow').catch(() => null)
  }

  #text = $derived(JSON.stringify({ place: this.#place, views: this.#kept() }))

  /** Follows the open place. The state of one place is not restored in another. */
  show(place: string | null): void {
    this.#place = place
    if (this.#asked || place === null) return
    this.#asked = true
    void this.#restore()
  }

  async #restore(): Promise<void> {
    const before = this.#kept()
    const text = (await this.#early) ?? (await this.#read())
    try {
      if (text !== null) this.#take(text, before)
    } catch {
      // Drops unreadable state; the next change replaces it.
    }
    this.#ready = true
  }

  #take(text: string, before: Record<string, unknown>): void {
    const { place: of, views } = JSON.parse(text) as { place: string | null; views: Record<string, unknown> }
    // The place may have changed since it was asked for.
    if (of !== this.#place) return
    for (const [name, view] of Object.entries(this.#views)) {
      // An operator who was quicker than the answer is not interrupted.
      if (before[name] !== undefined && JSON.stringify(view.kept) !== JSON.stringify(before[name])) continue
      try {
        view.restore(views[name] ?? views[earlierNames[name] ?? ''] ?? {})
      } catch {
        // State of another version: this view opens as at first, the others as they were.
      }
    }
  }

  #kept(): Record<string, unknown> {
    return Object.fromEntries(Object.entries(this.#views).map(([name, view]) => [name, view.kept]))
  }

  /** @returns a function that stops it */
  start(): () => void {
    let last = ''
    return $effect.root(() => {
      $effect(() => {
        const text = this.#text
        if (!this.#ready || text === last) return
        const timer = setTimeout(() => {
          last = text
          this.#client.call('app:keepWindow', { state: text }).catch(() => undefined)
        }, rest)
        return () => clearTimeout(timer)
      })
    })
  }
}
