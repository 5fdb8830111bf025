import type { Issue } from '../../shared/issues/issue'
import type { Preferences } from '../../shared/settings/preferences'
import type { Place } from '../../shared/workspaces/place'
import type { Area, Room } from '../base/room'
import type { ConnectorStore } from '../connectors/store'
import type { Workspaces } from '../workspaces/workspaces'
import { assignedNotices, type AssignedIssue } from './assigned-notices'
import { issueNotices, type IssueNoticeParts } from './issue-notices'
import type { LinkInbox } from './link-inbox'
import { arrivalOf } from './links'
import { TrayStatus } from './tray-status'

export interface DesktopParts extends Pick<IssueNoticeParts, 'openIssues'> {
  /** Links that the system handed over. */
  inbox: LinkInbox
  workspaces: Pick<Workspaces, 'list' | 'activeId'>
  history: Pick<ConnectorStore, 'placesOf' | 'lastRecord'>
  settings: { get(): { preferences: Preferences } }
  lock: { state: unknown }
  desktopChanged: { call(): void }
  integrationName(place: Place, slug: string): Promise<string>
  showNotification: IssueNoticeParts['show']
}

/** The desktop around the window: links, notifications and the tray. */
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
