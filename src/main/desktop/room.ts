import type { Issue } from '../../shared/issues/issue'
import type { Preferences } from '../../shared/settings/preferences'
import type { Place } from '../../shared/workspaces/place'
import type { Area, Room } from '../base/room'
import type { SavedFilterStore } from '../connectors/saved-filters'
import type { ConnectorStore } from '../connectors/store'
import type { Workspaces } from '../workspaces/workspaces'
import type { Workspace } from '../../shared/workspaces/workspace'
import { issueNotices, type IssueNoticeParts } from './issue-notices'
import type { LinkInbox } from './link-inbox'
import { TrayStatus } from './tray-status'
import type { Arrival } from '../../shared/desktop/channels'
import { regions } from '../../shared/workspaces/region'
import { cleanText, shorten } from '../base/plain-text'

interface Known {
  workspaces: Pick<Workspaces, 'list' | 'activeId'>
  history: Pick<ConnectorStore, 'placesOf'> & Pick<SavedFilterStore, 'savedFilters'>
}

/** Takes the waiting link and looks it up in the open workspace, then in the others. Reads only. */
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
  const found = kind === 'filter' ? await placesOfFilter(all, history, id) : await history.placesOf({ places, id })
  const here = found.find(({ place }) => isOpen(place))
  if (here && kind === 'case' && 'hasIssue' in here && !here.hasIssue) return { found: 'no-case', key: here.key }
  if (here) return { found: 'here', kind, key: here.key }
  if (found.length === 0) return { found: 'unknown', kind }
  const nameOf = (id: string) => all.find((workspace) => workspace.id === id)?.name ?? ''
  return {
    found: 'elsewhere',
    kind,
    places: found.map(({ place, key }) => ({ ...place, name: nameOf(place.workspaceId), key }))
  }
}

/** A filter is of a whole workspace: it opens in the region that is shown there. */
async function placesOfFilter(all: readonly Workspace[], history: Known['history'], id: string) {
  const found: { place: Place; key: string }[] = []
  for (const { id: workspaceId, region } of all) {
    const filters = await history.savedFilters({ workspaceId })
    if (filters.some((one) => one.id === id)) found.push({ place: { workspaceId, region }, key: id })
  }
  return found
}

export interface DesktopParts extends Pick<IssueNoticeParts, 'openIssues'> {
  inbox: LinkInbox
  workspaces: Pick<Workspaces, 'list' | 'activeId'>
  history: Known['history'] & Pick<ConnectorStore, 'lastRecord'>
  settings: { get(): { preferences: Preferences } }
  lock: { state: unknown }
  desktopChanged: { call(): void }
  integrationName(place: Place, slug: string): Promise<string>
  showNotification: IssueNoticeParts['show']
}

/** An issue that a colleague gave to this operator. */
export interface AssignedIssue {
  place: Place
  key: string
  by: string
}

interface AssignedNoticeParts extends IssueNoticeParts {
  /** Empty texts for unknown names. */
  about: (of: AssignedIssue) => Promise<{ customer: string; integration: string }>
}

const longestName = 60
const named = (text: string) => shorten(cleanText(text), longestName)

/**
 * One notification for all assigned issues: a click opens the issue, or Issues for several.
 * @returns a function; `away`: assigned while this desk had no connection
 */
export function assignedNotices({ show, wanted, inbox, openIssues, about }: AssignedNoticeParts) {
  return async (issues: readonly AssignedIssue[], away: boolean): Promise<void> => {
    const [first, second] = issues
    if (!first || !wanted()) return
    if (second) return show(several(issues, away), openIssues)
    const { customer, integration } = await about(first)
    const what = `${named(customer) || 'a connector'}${integration ? ` (${named(integration)})` : ''}`
    show({ title: `${named(first.by) || 'A colleague'} assigned ${what} to you`, body: '' }, () =>
      inbox.openIssue(first.place, first.key)
    )
  }
}

function several(issues: readonly AssignedIssue[], away: boolean): { title: string; body: string } {
  const by = [...new Set(issues.map((one) => named(one.by)))].filter(Boolean)
  const more = by.length > 3 ? ` and ${by.length - 3} more` : ''
  return {
    title: `${issues.length} issues were assigned to you${away ? ' while you were away' : ''}`,
    body: by.length > 0 ? `By ${by.slice(0, 3).join(', ')}${more}` : ''
  }
}

export function openDesktop(parts: DesktopParts): Room<Area<'desktop'>> & {
  tray: TrayStatus
  tellIssues(place: Place, issues: readonly Issue[]): void
  tellAssigned(issues: readonly AssignedIssue[], away: boolean): Promise<void>
} {
  const { inbox, history, integrationName } = parts
  const preferences = () => parts.settings.get().preferences
  const locked = () => parts.lock.state !== null
  const notices: IssueNoticeParts = {
    ...parts,
    show: parts.showNotification,
    wanted: () => !locked() && preferences().notifyCases
  }
  const tray = new TrayStatus({ preferences, locked, changed: parts.desktopChanged.call })
  return {
    tray,
    tellIssues: issueNotices(notices),
    tellAssigned: assignedNotices({
      ...notices,
      async about({ place, key }) {
        const record = await history.lastRecord({ place, key })
        const text = (name: string) => String(record?.[name] ?? '')
        const slug = text('integration_slug')
        return { customer: text('end_user'), integration: slug && (await integrationName(place, slug)) }
      }
    }),
    handlers: {
      'desktop:link': () => arrivalOf(inbox, parts),
      'desktop:count': async ({ count }) => tray.give(count)
    }
  }
}
