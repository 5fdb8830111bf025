import type { TicketMark } from '../../../shared/tickets/ticket'
import { categories } from '../../../shared/connectors/category'
import type { Snapshot } from '../../../shared/connectors/snapshot'
import type { IssueList, WakeWhen } from '../../../shared/issues/issue'
import { age as ageWords, count, counted, duration, listed } from '../kit/format'
import { openWatched } from '../records/issues-by-key'
import type { RefreshRun } from '../records/refresh-run.svelte'

export const listWords = {
  head: {
    title: 'Issues',
    connectors: (all: number) => `${counted(all, 'connector')}: `,
    issues: (issues: number) => counted(issues, 'issue'),
    snoozed: (issues: number) => `${count(issues)} snoozed`,
    healthy: (connectors: number) => `${count(connectors)} OK`,
    tests: (connectors: number) => `${count(connectors)} test`,
    webhooks: (webhooks: number) => counted(webhooks, 'failing webhook'),
    mappings: (mappings: number) => counted(mappings, 'drifted mapping'),
    testsTitle: 'Test connectors are not counted as issues or as OK: show them in Connectors',
    updated: (ago: string) => `updated ${ago} ago`,
    confirmed: (confirmed: number, issues: number) =>
      `${count(confirmed)} of ${counted(issues, 'issue')} confirmed so far`,
    reminders: (due: number) => `${counted(due, 'reminder')} due`,
    onlyReminders: 'Show only these',
    due: { over: (issues: number) => `${count(issues)} over`, today: (issues: number) => `${count(issues)} due today` },
    fresh: (issues: number) => `${count(issues)} new`,
    toFresh: 'Go to the first new issue',
    runbooks: 'Runbooks',
    search: 'Search issues',
    searchTitle: 'Customer, Origin ID, ID, integration or owner; name or address of a webhook; field of a mapping',
    tag: 'Tag',
    anyTag: 'Any tag',
    news: (issues: number) => counted(issues, 'new issue')
  },
  group: {
    name: 'Group by',
    by: (grouping: string) => `Group by ${grouping}`,
    label: 'Group',
    groupings: {
      integration: 'cause, integration',
      cause: 'cause',
      'end-user': 'customer',
      owner: 'owner',
      none: 'nothing'
    }
  },
  export: {
    name: 'Export',
    title: 'Save the listed connectors as a file',
    listed: (connectors: number) => `${counted(connectors, 'listed connector')}`,
    csv: 'CSV, for a spreadsheet',
    json: 'JSON, as the API sent it'
  },
  refresh: {
    name: 'Auto-refresh',
    off: 'Auto-refresh: off',
    every: (minutes: number) => `Auto-refresh: every ${minutes} min`,
    minutes: (minutes: number) => `${minutes} min`,
    next: (at: string) => `Next at ${at}`,
    choiceOff: 'Off',
    choice: (minutes: number) => `Every ${minutes} min`,
    background: 'Continues while the window is closed.',
    paused: 'Paused while the window is hidden.',
    where: 'To change this and notifications: Settings, Desktop'
  },
  column: {
    selected: 'Selected',
    customer: 'Customer',
    integration: 'Integration',
    reason: 'Reason',
    lastGoodSync: 'Last good sync',
    employees: 'Employees',
    due: 'Due',
    ticket: 'Ticket',
    age: 'Age',
    owner: 'Owner',
    byCustomer: 'Sort by customer',
    byIntegration: 'Sort by integration',
    byEmployees: 'Sort by employees, most first',
    byDue: 'Sort by time left, least first',
    byAge: 'Sort by age, oldest first',
    reverse: 'Reverse the order'
  },
  row: {
    select: (name: string) => `Select ${name}`,
    ticket: ({ state, status }: TicketMark) =>
      ({ leaving: 'being opened', open: status || 'open', closed: 'closed', unknown: 'unknown', refused: '' })[state],
    fresh: 'New since you last looked',
    freshMark: 'New:',
    noName: 'No name',
    noIntegration: 'No integration',
    requestedAt: (at: string) => `Relink requested ${at}`,
    unassigned: 'Unassigned',
    hasNote: 'Has a note',
    tagged: (tags: string) => `Tags: ${tags}`
  },
  section: {
    all: 'All issues',
    snoozed: 'Snoozed',
    tests: 'Test connectors',
    severalCustomers: 'These may be several customers.',
    of: (connectors: number) => `of ${counted(connectors, 'connector')}`,
    ofIntegration: (connectors: number) => `of ${counted(connectors, 'production connector')}`,
    snoozedMore: 'They come back when the snooze ends.',
    testsMore: 'Not counted, and never part of an outage.',
    request: (relinks: number) => `Request ${counted(relinks, 'relink')}`,
    requestTitle: 'One request for each customer: copy them, or save them as CSV or text',
    more: (issues: number) => `${count(issues)} more`,
    fewer: 'Show fewer'
  },
  outage: {
    name: 'Possible outage',
    title: (integration: string, what: string) => `${integration}: ${what}`,
    impact: (employees: number, customers: number) =>
      `${counted(employees, 'employee')}, ${counted(customers, 'customer')}.`,
    open: 'Open incident',
    between: (first: string, last: string) => `Failed between ${first} and ${last}`
  },
  selection: {
    bar: 'Selected issues',
    selected: (issues: number) => `${count(issues)} selected`,
    owner: 'Owner',
    newOwner: 'New owner',
    newOwnerHint: 'Type a name, then Enter',
    unassigned: 'Unassigned',
    snooze: 'Snooze',
    waits: (until: string) => `Until ${until}`,
    unsnooze: 'Unsnooze',
    clear: 'Clear selection'
  },
  undo: {
    undo: 'Undo',
    dismiss: 'Dismiss',
    assigned: (issues: number, owner: string) => `Assigned ${counted(issues, 'issue')} to ${owner}`,
    unassigned: (issues: number) => `Unassigned ${counted(issues, 'issue')}`,
    snoozed: (issues: number, until: string) => `Snoozed ${counted(issues, 'issue')} until ${until}`,
    unsnoozed: (issues: number) => `Unsnoozed ${counted(issues, 'issue')}`,
    requested: (issues: number) => `Marked ${counted(issues, 'issue')} as requested`
  },
  request: { due: (ago: string) => `Reminder due, ${ago}`, asked: (ago: string) => `Requested ${ago} ago` },
  notKept: 'Issues work until you quit the app. Owners, notes and history are lost then.'
}

export const chartWords = {
  title: (by: string) => `Issues by age and ${by}`,
  by: { cause: 'cause', integration: 'integration' },
  chartBy: 'Chart by',
  segment: { cause: 'Cause', integration: 'Integration' },
  showing: (shown: number, all: number, filter: string) => `Showing ${count(shown)} of ${count(all)}: ${filter}`,
  showAll: 'Show all',
  allNew: 'All of them are less than a day old.',
  asTable: 'Show as a table',
  table: 'Issues as a table',
  legend: 'Totals',
  age: 'Age',
  total: 'Total',
  totalBy: (by: string) => `Total by ${by}`,
  only: (name: string) => `Show only ${name}`,
  kind: (name: string, issues: number) => `${name}, ${count(issues)}`,
  row: (age: string, issues: number) => `${age}, ${counted(issues, 'issue')}`,
  cell: (age: string, kind: string, issues: number) => `${age}, ${kind}, ${counted(issues, 'issue')}`,
  others: (integrations: number) => `${count(integrations)} others`,
  noIntegration: 'No integration',
  reminderDue: 'Reminder due',
  due: { over: 'Over the due time', today: 'Due today' },
  tagged: (tag: string) => `tag ${tag}`
}

/** What a snooze waits for, after "until". */
export const wakeWords: Record<WakeWhen, string> = {
  fails: 'it fails again',
  'ten-more': 'ten more of its integration fail',
  provider: 'the provider’s incident is resolved',
  connects: 'the customer connects'
}

export const emptyWords = {
  opening: 'Loading issues…',
  clear: {
    webhooks: 'No connector has an issue',
    title: 'All clear',
    checked: (connectors: number, categories: readonly string[]) =>
      `${counted(connectors, 'connector')}${categories.length > 0 ? ` in ${listed(categories)}` : ''}`,
    text: (checked: string, at: string | null) =>
      `${checked} checked${at === null ? '' : `, ${at}`}: no sign-in failing, no sync failed or stalled.`,
    below: 'Snoozed issues and test connectors are listed below.'
  },
  loading: {
    title: 'Loading connectors…',
    soFar: (connectors: number) => `${counted(connectors, 'connector')} so far.`,
    then: 'Issues appear when all three lists are complete.'
  },
  unknown: {
    title: 'Not checked yet',
    text: (connectors: number) => `${counted(connectors, 'connector')} loaded. If no issues appear soon, refresh again.`
  },
  judging: {
    title: 'Checking connectors…',
    text: (connectors: number) => `${counted(connectors, 'connector')} loaded. Issues appear here next.`
  },
  none: {
    title: (region: string) => `No connectors in the ${region} region`,
    text: 'If you expected some, look in the other region.'
  },
  noData: {
    title: 'No data yet',
    text: 'Refresh to load all connectors and find those with issues.',
    blocked: 'The message above says why, and what to do.'
  },
  filtered: { title: 'No issue matches', showAll: (issues: number) => `Show all ${count(issues)}` },
  again: 'Check again',
  refreshAgain: 'Refresh again',
  refresh: 'Refresh connectors'
}

export const menuWords = {
  selected: (issues: number) => `${count(issues)} selected issues`,
  open: 'Open issue',
  request: 'Request relink…',
  requestMany: (relinks: number) => `Request ${counted(relinks, 'relink')}…`,
  snooze: (until: string) => `Snooze: ${until}`,
  unsnooze: 'Unsnooze',
  assign: 'Assign…',
  assignTo: (owner: string) => `Assign to ${owner}`,
  unassign: 'Unassign',
  copyCustomer: 'Copy customer',
  copyOriginId: 'Copy Origin ID',
  copyId: 'Copy ID',
  copyIntegration: 'Copy integration',
  connectors: 'Open in Connectors',
  passthrough: 'Open in Passthrough',
  evidence: 'Export evidence',
  selectAll: (issues: number) => `Select ${counted(issues, 'issue')}`,
  unselectAll: (issues: number) => `Unselect ${counted(issues, 'issue')}`,
  fold: 'Fold',
  unfold: 'Unfold',
  openIncident: 'Open incident'
}

interface Meta {
  issueList: IssueList | null
  isKept: boolean
  refreshRun: RefreshRun | null
  /** The age of the list, ms since 1970. */
  readAt: number | null
  ready: boolean
  confirmed: number
  now: number
}

/** The head's summary: number of issues, their age, and test connectors. */
export function issuesMeta({ issueList, isKept, refreshRun, readAt, ready, confirmed, now }: Meta): string {
  if (!issueList || issueList.counts.connectors === 0) return ''
  const { issues, snoozed, fine, connectors } = issueList.counts
  const words = listWords.head
  if (refreshRun?.running && issues > 0) return words.confirmed(confirmed, issues)
  const said = [words.issues(issues)]
  if (snoozed > 0) said.push(words.snoozed(snoozed))
  if (isKept) return [...said, words.updated(duration(now - issueList.at))].join(', ')
  // Without a complete new refresh, the age of the list matters more than the healthy count.
  const stale = !ready || (refreshRun !== null && refreshRun.state !== 'done')
  if (stale && readAt) return [...said, words.updated(duration(now - readAt))].join(', ')
  const { webhooks, mappings } = openWatched(issueList)
  const beside = [webhooks > 0 && words.webhooks(webhooks), mappings > 0 && words.mappings(mappings)].filter(Boolean)
  const healthy = words.connectors(connectors) + [...said, words.healthy(fine)].join(', ')
  return beside.length > 0 ? `${healthy}; ${beside.join(', ')}` : healthy
}

/** For an empty list: "1,204 connectors in HRIS, ATS and LMS". */
export function checkedWords(issueList: IssueList, lastRefresh: Snapshot | null): string {
  const done = lastRefresh?.parts.filter(({ state }) => state === 'done').map(({ category }) => category) ?? []
  const read = categories.filter((category) => done.includes(category))
  return emptyWords.clear.checked(issueList.counts.connectors, read)
}

const day = 86_400_000

/** Requests up to this time are due for a reminder, ms since 1970. */
export const dueSince = (now: number, remindAfterDays: number): number => now - remindAfterDays * day

/** "Requested 2 d ago". */
export function requestedWords(
  requestedAt: number,
  now: number,
  remindAfterDays: number
): { words: string; due: boolean } {
  const due = requestedAt <= dueSince(now, remindAfterDays)
  const ago = ageWords(Math.max(0, now - requestedAt))
  return { words: due ? listWords.request.due(ago) : listWords.request.asked(ago), due }
}
