import { linkScheme, readDeskLink, type DeskLink } from '../../shared/desktop/link'
import type { Place } from '../../shared/workspaces/place'

/** What a link or a notification asks for; a place where it is known already. */
type Waiting = (DeskLink & { place?: Place }) | 'malformed'

/**
 * The link that came last and was not shown yet. A later one replaces it, so that a flood of links opens one drawer; what
 * comes before there is a window, or while it is locked, waits here. Nothing is looked up until the window asks.
 */
export class LinkInbox {
  #waiting: Waiting | null = null
  #held = false
  /** Called when a link came. */
  came: () => void = () => undefined

  /** @param text as the system handed it over: anyone may have written it */
  receive(text: string): void {
    this.#put(readDeskLink(text) ?? 'malformed')
  }

  /** A case that a notification named. */
  openIssue(place: Place, key: string): void {
    this.#put({ kind: 'case', id: key.slice(key.indexOf(':') + 1), place })
  }

  /** The page is about to be replaced, as by a lock and its end: what it took now would be lost with it. */
  hold(): void {
    this.#held = true
  }

  /** The new page is there. */
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

/** The link among the arguments of a start, the last of several; null without one. Other arguments are left alone. */
export function linkAmong(args: readonly string[]): string | null {
  return args.findLast((arg) => arg.toLowerCase().startsWith(`${linkScheme}:`)) ?? null
}
