import type { LinkKind } from '../../../../shared/desktop/link'

const nothingChanged = 'Nothing was changed.'

const notLoaded =
  'It is gone, or this computer has not loaded it yet. Refresh the workspace that it belongs to, then open the link again.'
const notKept = 'It was deleted, or it is not on this computer: the team may not share it, or it has not come yet.'

/** Why a thing that a link names cannot be found. */
const unknownWhy: Record<LinkKind, string> = {
  issue: notLoaded,
  connector: notLoaded,
  customer: notLoaded,
  request: notKept,
  run: 'It was deleted, or another computer asked it: a run stays where it was asked.',
  mapping: 'Its custom field was deleted, or the API does not list it.',
  delivery:
    'It is not among the loaded deliveries. Load more in Webhooks, then open the link again: the newest come first.',
  filter: notKept,
  runbook: notKept
}

export const linkWords = {
  kinds: {
    issue: 'an issue',
    connector: 'a connector',
    customer: 'a customer',
    request: 'a saved request',
    run: 'a run of Ask many',
    mapping: 'a mapping',
    delivery: 'a webhook delivery',
    filter: 'a saved filter',
    runbook: 'a runbook'
  } satisfies Record<LinkKind, string>,
  malformed: 'This link cannot be opened',
  malformedWhy: `A link to Connector Desk names one thing by its ID, and nothing else. ${nothingChanged}`,
  /** @param workspace null where it can be of several */
  unknown: (what: string, workspace: string | null) =>
    `This link names ${what} that ${workspace ?? 'this workspace'} does not know`,
  unknownWhy: (kind: LinkKind) => `${unknownWhy[kind]} ${nothingChanged}`,
  noWorkspace: (what: string) => `This link names ${what} of a workspace that is not on this computer`,
  noWorkspaceWhy: `No workspace here has the address that it belongs to. Ask whoever sent it, or connect that workspace in Settings. ${nothingChanged}`,
  notOpen: 'This link names an issue that is not open',
  notOpenWhy: `The connector has no open issue now: it may have recovered. ${nothingChanged}`,
  openConnector: 'Open connector',
  elsewhere: (what: string) => `This link names ${what} of another workspace or region`,
  elsewhereWhy: `To open it, the app switches to that workspace. ${nothingChanged}`,
  openIn: (workspace: string, region: string) => `Open in ${workspace}, ${region}`
}
