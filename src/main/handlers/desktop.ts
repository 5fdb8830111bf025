import type { ConnectorStore } from '../connectors/store'
import { arrivalOf, type LinkInbox } from '../desktop/links'
import type { Workspaces } from '../workspaces/workspaces'
import type { Area } from './handlers'

export interface DesktopHandlerParts {
  inbox: LinkInbox
  workspaces: Pick<Workspaces, 'list' | 'activeId'>
  history: Pick<ConnectorStore, 'placesOf'>
}

export function desktopHandlers({ inbox, workspaces, history }: DesktopHandlerParts): Area<'desktop'> {
  return { 'desktop:link': () => arrivalOf(inbox, { workspaces, history }) }
}
