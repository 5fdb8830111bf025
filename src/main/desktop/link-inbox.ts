import { linkScheme, readDeskLink, type DeskLink } from '../../shared/desktop/link'
import type { Place } from '../../shared/workspaces/place'

type Waiting = (DeskLink & { place?: Place }) | 'malformed'

/**
 * A later link replaces the waiting one, so that a flood opens one drawer. Links wait here for the window and through a
 * lock. Looks nothing up until the window asks.
 */
export class LinkInbox {
  #waiting: Waiting | null = null
  #held = false
  came: () => void = () => undefined

  /** @param text from the system: anyone may have written it */
  receive(text: string): void {
    this.#put(readDeskLink(text) ?? 'malformed')
  }

  openIssue(place: Place, key: string): void {
    this.#put({ kind: 'issue', id: key.slice(key.indexOf(':') + 1), service: null, place })
  }

  /** The page is about to be replaced, as by a lock: what it takes now would be lost. */
  hold(): void {
    this.#held = true
  }

  release(): void {
    this.#held = false
  }

  take(): Waiting | null {
    if (this.#held) return null
    const waiting = this.#waiting
    this.#waiting = null
    return waiting
  }

  #put(waiting: Waiting): void {
    this.#waiting = waiting
    this.came()
  }
}

/** The last link among the arguments; null without one. */
export function linkAmong(args: readonly string[]): string | null {
  return args.findLast((arg) => arg.toLowerCase().startsWith(`${linkScheme}:`)) ?? null
}
