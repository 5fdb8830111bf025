import type { ConnectorStore } from '../connectors/store'
import type { LinkInbox } from '../desktop/link-inbox'
import { arrivalOf } from '../desktop/links'
import type { TrayStatus } from '../desktop/tray-status'
import type { Workspaces } from '../workspaces/workspaces'
import type { Area } from './handlers'

export interface DesktopHandlerParts {
  inbox: LinkInbox
  workspaces: Pick<Workspaces, 'list' | 'activeId'>
  history: Pick<ConnectorStore, 'placesOf'>
  tray: TrayStatus
}

export function desktopHandlers({ inbox, workspaces, history, tray }: DesktopHandlerParts): Area<'desktop'> {
  return {
    'desktop:link': () => arrivalOf(inbox, { workspaces, history }),
    'desktop:count': async ({ count }) => tray.give(count)
  }
}
