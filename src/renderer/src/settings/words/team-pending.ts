import { mostShared } from '../../../../shared/team/library-change'
import type { RefusedWhy } from '../../../../shared/passthrough/library'
import type { TeamKind } from '../../../../shared/team/kinds'
import type { TeamWaiting } from '../../../../shared/team/waiting'
import { count, counted, time } from '../../kit/format'

const kinds: Record<TeamKind, Record<string, string>> = {
  case: {
    opened: 'Issue',
    owner: 'Owner',
    note: 'Note',
    snoozedUntil: 'Snooze',
    waits: 'What a snooze waits for',
    woke: 'Snooze ended by what it waited for',
    outlived: 'Snooze ended as the diagnosis became another',
    tagged: 'Tag',
    untagged: 'Tag removed',
    requested: 'Relink requested',
    unrequested: 'Relink request taken back',
    closed: 'Issue closed'
  },
  access: { said: 'Answer of a provider' },
  watched: {
    owner: 'Owner of a webhook’s or mapping’s issue',
    note: 'Note of a webhook’s or mapping’s issue',
    snoozedUntil: 'Snooze of a webhook’s or mapping’s issue',
    closed: 'Issue of a webhook or mapping closed'
  },
  due: { set: 'Due times', times: 'Due times, for versions before' },
  folder: { place: 'Folder', removed: 'Folder deleted' },
  request: {
    place: 'Name of saved request',
    content: 'Saved request',
    checked: 'Checks of saved request',
    removed: 'Saved request deleted'
  },
  filter: { name: 'Name of saved filter', content: 'Saved filter', removed: 'Saved filter deleted' },
  shelf: { content: 'File on the shelf', removed: 'File removed from the shelf' },
  runbook: { content: 'Runbook', removed: 'Runbook deleted' },
  contact: { content: 'Contacts', removed: 'Customer forgotten' },
  alert: { content: 'Alert rule', removed: 'Alert rule deleted' },
  message: { claimed: 'Message of an alert rule', ended: 'Outcome of a message' },
  ticket: { claimed: 'Ticket begun', seen: 'Ticket', released: 'Ticket given up' },
  outage: { step: 'Letter about an outage', told: 'Customer told of an outage', ended: 'Outcome of a letter' },
  ledger: { entry: 'Change log' },
  token: { changed: 'Token replaced' },
  call: { entry: 'Activity' },
  guard: {
    expected: 'Expectations of a mapping',
    looked: 'Check of a mapping',
    sample: 'Kept sample',
    dropped: 'Kept sample dropped',
    allowed: 'Sharing of kept samples'
  }
}

const reasons: Record<RefusedWhy, string> = {
  unfit: 'refused by the database',
  viewer: 'you may only read',
  'too-large': 'over 150 kB',
  token: 'has a token?',
  unreadable: 'cannot be read'
}

export const pendingWords = {
  title: 'What your team has not got',
  what: ({ kind, field }: TeamWaiting): string => kinds[kind][field] ?? field,
  /** @param now ms since 1970 */
  state: ({ kind, since, refused }: TeamWaiting, now: number): string => {
    if (refused === null) return `waiting since ${time(since, now)}`
    const why = kind === 'shelf' && refused === 'too-large' ? 'over 4 MB, compressed' : reasons[refused]
    return `${why}, since ${time(since, now)}`
  },
  more: (more: number) => `and ${count(more)} more`,
  leftOut: (items: number) =>
    `${counted(items, 'item')} of your team ${items === 1 ? 'is' : 'are'} not shown: it has more than ${count(mostShared.folder)} folders, ${count(mostShared.request)} saved requests, ${count(mostShared.filter)} saved filters, ${count(mostShared.runbook)} runbooks, contacts of ${count(mostShared.contact)} customers, ${count(mostShared.alert)} alert rules or ${count(mostShared.shelf)} files on the shelf.`
}
