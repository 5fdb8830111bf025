import type { Ticket } from '../../../../shared/tickets/ticket'
import { counted } from '../../kit/format'

export const ticketWords = {
  name: 'Ticket',
  none: 'No tracker is set for this workspace.',
  set: 'Set a tracker in Settings',
  about: (host: string) => `${host} is asked for tickets of this connector first.`,
  open: 'Open a ticket…',
  looking: 'Looking for tickets of this connector…',
  found: (tickets: number) => `${counted(tickets, 'open ticket')} of this connector:`,
  closedBefore: (tickets: number) =>
    `${counted(tickets, 'earlier ticket')} of this connector ${tickets === 1 ? 'is' : 'are'} closed.`,
  notFound: 'No open ticket of this connector was found.',
  more: 'The tracker lists more than can be read. Link the ticket by hand.',
  title: 'Title',
  evidence: 'The evidence goes with it, with known tokens masked. The next window shows all that leaves.',
  send: 'Open ticket…',
  cancel: 'Cancel',
  link: 'Link by hand…',
  linkOf: (number: string) => `Link ${number}`,
  browse: 'Open in browser',
  look: 'Look again',
  close: 'Close the ticket…',
  another: 'Open another ticket…',
  unlink: 'Unlink',
  giveUp: 'It was not created',
  states: {
    leaving: ({ by }: Ticket) => `${by ?? 'This desk'} is opening one`,
    open: ({ status }: Ticket) => status || 'Open',
    closed: ({ status }: Ticket) => status || 'Closed',
    unknown: () => 'Not known whether it was created',
    refused: () => 'Refused'
  } satisfies Record<Ticket['state'], (one: Ticket) => string>,
  attach: 'Attach the evidence…',
  by: (by: string | null) => `by ${by ?? 'this desk'}`,
  seen: (at: string) => `seen ${at}`,
  evidences: {
    none: null,
    attached: 'The evidence is attached.',
    unknown: 'It is not known whether the evidence was attached:',
    refused: 'The evidence was not attached:'
  } satisfies Record<Ticket['evidence'], string | null>,
  unknown: 'It is looked for by its label before anything else. A tracker may list a new ticket only after a while.',
  unknownHook: 'This tracker cannot be asked. Look there: link the ticket, or say that there is none.',
  stillOpen:
    'The ticket is closed, and the connector still needs attention: a refresh closes its issue once it works again.',
  refresh: 'Refresh connectors',
  isOver: 'The connector has no open issue any more.',
  dialog: {
    title: 'Link a ticket',
    label: 'Number or address of the ticket',
    save: 'Link'
  },
  recovered: {
    name: 'Tickets of recovered connectors',
    about: 'These connectors have no open issue any more, and their tickets are still open.',
    close: (number: string) => `Close ${number}…`,
    browse: (number: string) => `Open ${number} in browser`
  },
  settings: {
    name: 'Tickets',
    off: 'Off',
    forbidden: 'Off: your organization decided so',
    on: (kind: string, host: string) => `${kind}, ${host}`,
    edit: 'Change…',
    editOf: (workspace: string) => `Tickets of ${workspace}`,
    title: (workspace: string) => `Tickets of ${workspace}`,
    about:
      'A ticket is opened from an issue, after you have seen all that leaves. The address is asked about in a window of its own.',
    kind: 'Tracker',
    kinds: { jira: 'Jira Cloud', webhook: 'Webhook' },
    address: 'Address',
    addressHint: { jira: 'https://example.atlassian.net', webhook: 'it gets a signed POST' },
    project: 'Key of the project',
    issueType: 'Type of issue',
    account: 'E-mail of the account',
    accountHint: 'empty: the token is a bearer token',
    secret: { jira: 'Token', webhook: 'Key that signs' },
    kept: 'empty: the one in the keychain stays',
    practice: 'the practice tracker takes any',
    turnOff: 'Turn off',
    cancel: 'Cancel',
    save: 'Save'
  }
} as const
