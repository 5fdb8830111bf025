import { createHash } from 'node:crypto'
import { deskLink, type LinkKind } from '../../shared/desktop/link'
import { AppError } from '../../shared/errors'
import type { Request } from '../../shared/ipc'
import type { Issue } from '../../shared/issues/issue'
import type { Preferences } from '../../shared/settings/preferences'
import type { Place } from '../../shared/workspaces/place'
import type { Area, Context, Handlers, Room } from '../base/room'
import type { SavedFilterStore } from '../connectors/saved-filters'
import type { ConnectorStore } from '../connectors/store'
import type { Workspaces } from '../workspaces/workspaces'
import type { Workspace } from '../../shared/workspaces/workspace'
import { issueNotices, type IssueNoticeParts } from './issue-notices'
import type { LinkInbox } from './link-inbox'
import { TrayStatus } from './tray-status'
import type { Arrival } from '../../shared/desktop/channels'
import { regions, type Region } from '../../shared/workspaces/region'
import { cleanText, shorten } from '../base/plain-text'

interface Known {
  workspaces: Pick<Workspaces, 'list' | 'activeId'>
  history: Pick<ConnectorStore, 'placesOf'> & Pick<SavedFilterStore, 'savedFilters'>
  /** The window's answers, once all rooms are open. */
  answers(): Pick<Handlers, 'issues:runbook' | 'passthrough:listSaved' | 'passthrough:listMany'>
}

interface Found {
  place: Place
  key: string
  hasIssue?: boolean
}

/** Links of a practice workspace open on each computer: its address changes with each start. */
const addressOf = ({ kind, baseUrl, euBaseUrl }: Workspace, region: Region) =>
  kind === 'practice' ? `practice ${region}` : region === 'eu' ? euBaseUrl : baseUrl

/** What a link calls the service of a workspace: a colleague's workspace of that address has the same. */
const digestOf = (address: string) => createHash('sha256').update(address).digest('hex').slice(0, 16)

/** @throws AppError not-found, invalid-input */
export function writtenLink(
  { workspaces }: Pick<Known, 'workspaces'>,
  { workspaceId, region, kind, key }: Request<'desktop:writeLink'>
): string {
  const workspace = workspaces.list().find(({ id }) => id === workspaceId)
  const address = workspace && addressOf(workspace, region)
  if (!address) throw new AppError('not-found', 'This workspace is gone.')
  const link = deskLink(kind, digestOf(address), key)
  if (link === null) throw new AppError('invalid-input', 'A link cannot name this.')
  return link
}

/** Takes the waiting link and looks it up in the workspaces that it can mean. Reads only, on this computer. */
export async function arrivalOf(inbox: LinkInbox, known: Known): Promise<Arrival | null> {
  const waiting = inbox.take()
  if (waiting === null) return null
  if (waiting === 'malformed') return { found: 'malformed' }
  const { kind, id, service, place: only } = waiting
  const all = known.workspaces.list()
  const open = all.find((workspace) => workspace.id === known.workspaces.activeId)
  const isOpen = (place: Place) => place.workspaceId === open?.id && place.region === open.region
  const meant = all.flatMap((workspace) =>
    regions
      .filter((region) => addressOf(workspace, region) !== null)
      .map((region) => ({ workspace, place: { workspaceId: workspace.id, region } }))
      .filter(({ place: { workspaceId, region } }) =>
        only
          ? workspaceId === only.workspaceId && region === only.region
          : service === null || digestOf(addressOf(workspace, region) ?? '') === service
      )
  )
  if (service !== null && meant.length === 0) return { found: 'no-workspace', kind }
  const found = await foundAmong(meant, kind, id, known)
  const here = found.find(({ place }) => isOpen(place))
  if (here && kind === 'issue' && !here.hasIssue) return { found: 'no-issue', key: here.key }
  if (here) return { found: 'here', kind, key: here.key }
  if (found.length > 0) {
    const nameOf = (of: Place) => all.find(({ id }) => id === of.workspaceId)?.name ?? ''
    return { found: 'elsewhere', kind, places: found.map(({ place, key }) => ({ ...place, name: nameOf(place), key })) }
  }
  const [name, another] = new Set(service === null ? [] : meant.map(({ workspace }) => workspace.name))
  return { found: 'unknown', kind, name: another === undefined ? (name ?? null) : null }
}

async function foundAmong(
  meant: readonly { workspace: Workspace; place: Place }[],
  kind: LinkKind,
  id: string,
  { history, answers }: Known
): Promise<Found[]> {
  const context: Context = { owner: -1, emit: () => undefined }
  const places = meant.map(({ place }) => place)
  const inWorkspace = {
    filter: async (of: { workspaceId: string }) => (await history.savedFilters(of)).some((one) => one.id === id),
    request: async (of: { workspaceId: string }) =>
      (await answers()['passthrough:listSaved'](of, context)).requests.some((one) => one.id === id),
    run: async (of: { workspaceId: string }) =>
      (await answers()['passthrough:listMany'](of, context)).some((one) => one.id === id),
    runbook: async (of: { workspaceId: string }) => (await answers()['issues:runbook']({ ...of, id }, context)) !== null
  }
  // Only the service knows: the window looks.
  if (kind === 'mapping' || kind === 'delivery') return places.map((place) => ({ place, key: id }))
  if (kind === 'issue' || kind === 'connector' || kind === 'customer') return history.placesOf({ places, id })
  const found: Found[] = []
  // Of a whole workspace: it opens in the region that is shown there.
  for (const { id: workspaceId, region } of new Set(meant.map(({ workspace }) => workspace))) {
    // What cannot be read now, as while the keychain is locked, may be there: the window says why it cannot be shown.
    if (await inWorkspace[kind]({ workspaceId }).catch(() => true))
      found.push({ place: { workspaceId, region }, key: id })
  }
  return found
}

export interface DesktopParts extends Pick<IssueNoticeParts, 'openIssues'> {
  inbox: LinkInbox
  workspaces: Pick<Workspaces, 'list' | 'activeId'>
  history: Known['history'] & Pick<ConnectorStore, 'lastRecord'>
  answers: Known['answers']
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
      'desktop:writeLink': async (of) => writtenLink(parts, of),
      'desktop:count': async ({ count }) => tray.give(count)
    }
  }
}
