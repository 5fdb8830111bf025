import type { Arrival } from '../../shared/desktop/channels'
import { linkScheme, readDeskLink, type DeskLink } from '../../shared/desktop/link'
import { regions } from '../../shared/model/region'
import type { Place } from '../../shared/model/place'
import type { ConnectorStore } from '../connectors/store'
import type { Workspaces } from '../workspaces/workspaces'

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
  openCase(place: Place, key: string): void {
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

interface Known {
  workspaces: Pick<Workspaces, 'list' | 'activeId'>
  history: Pick<ConnectorStore, 'placesOf'>
}

/** Takes the link that waits, and looks up what it names: in the open workspace first, then in the others. Reads only. */
export async function arrivalOf(inbox: LinkInbox, { workspaces, history }: Known): Promise<Arrival | null> {
  const waiting = inbox.take()
  if (waiting === null) return null
  if (waiting === 'malformed') return { found: 'malformed' }
  const { kind, id, place: only } = waiting
  const all = workspaces.list()
  const open = all.find((workspace) => workspace.id === workspaces.activeId)
  const isOpen = (place: Place) => place.workspaceId === open?.id && place.region === open.region
  const places = all
    .flatMap(({ id: workspaceId, euBaseUrl }) =>
      regions.flatMap((region) => (region === 'eu' && euBaseUrl === null ? [] : [{ workspaceId, region }]))
    )
    .filter((place) => !only || (place.workspaceId === only.workspaceId && place.region === only.region))
  const found = await history.placesOf({ places, id })
  const here = found.find(({ place }) => isOpen(place))
  if (here && kind === 'case' && !here.hasCase) return { found: 'no-case', key: here.key }
  if (here) return { found: 'here', kind, key: here.key }
  if (found.length === 0) return { found: 'unknown', kind }
  const nameOf = (id: string) => all.find((workspace) => workspace.id === id)?.name ?? ''
  return {
    found: 'elsewhere',
    kind,
    places: found.map(({ place, key }) => ({ ...place, name: nameOf(place.workspaceId), key }))
  }
}
