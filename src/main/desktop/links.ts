import type { Arrival } from '../../shared/desktop/channels'
import { regions } from '../../shared/workspaces/region'
import type { Place } from '../../shared/workspaces/place'
import type { ConnectorStore } from '../connectors/store'
import type { Workspaces } from '../workspaces/workspaces'
import type { LinkInbox } from './link-inbox'

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
  if (here && kind === 'case' && !here.hasIssue) return { found: 'no-case', key: here.key }
  if (here) return { found: 'here', kind, key: here.key }
  if (found.length === 0) return { found: 'unknown', kind }
  const nameOf = (id: string) => all.find((workspace) => workspace.id === id)?.name ?? ''
  return {
    found: 'elsewhere',
    kind,
    places: found.map(({ place, key }) => ({ ...place, name: nameOf(place.workspaceId), key }))
  }
}
