import type { Client } from '../client.svelte'

/** What of a view comes back after a crash of the page, a kill and a restart. */
export interface Keepable {
  /** As JSON can say it. Reactive. */
  readonly kept: unknown
  /** Takes back what was kept, of this or an earlier version: what does not fit is left out. */
  restore(kept: unknown): void
}

/** What earlier versions called the state of a view. */
const earlierNames: Readonly<Record<string, string>> = { issues: 'queue' }

/** From the last change until it is kept, ms: a kill a second later loses nothing. */
const rest = 300

/** Keeps in main what the window shows of one place (a workspace's region), and brings it back once when it opens. */
export class WindowState {
  #client: Client
  #views: Readonly<Record<string, Keepable>>
  #place = $state<string | null>(null)
  #asked = false
  /** Asked for at once, as the page waits for its state meanwhile. null also while the app is locked. */
  #early: Promise<string | null>
  /** From then on changes are kept: what is to be restored must not be overwritten. */
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

  /** Follows the open place. What was kept is of one place: in another it is not restored. */
  show(place: string | null): void {
    this.#place = place
    if (this.#asked || place === null) return
    this.#asked = true
    void this.#restore(place)
  }

  async #restore(place: string): Promise<void> {
    const before = this.#kept()
    const text = (await this.#early) ?? (await this.#read())
    try {
      if (text !== null) this.#take(text, place, before)
    } catch {
      // What cannot be read is left out, and replaced by the next change.
    }
    this.#ready = true
  }

  #take(text: string, place: string, before: Record<string, unknown>): void {
    const { place: of, views } = JSON.parse(text) as { place: string | null; views: Record<string, unknown> }
    if (of !== place) return
    for (const [name, view] of Object.entries(this.#views)) {
      // An operator who was quicker than the answer is not interrupted.
      if (JSON.stringify(view.kept) !== JSON.stringify(before[name])) continue
      try {
        view.restore(views[name] ?? views[earlierNames[name] ?? ''] ?? {})
      } catch {
        // Of another version: this view opens as it does at first, the others as they were.
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
