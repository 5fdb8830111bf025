import { count, counted } from '../../kit/format'

export const listWords = {
  head: {
    title: 'Issues',
    connectors: (all: number) => `${counted(all, 'connector')}: `,
    issues: (issues: number) => counted(issues, 'issue'),
    snoozed: (issues: number) => `${count(issues)} snoozed`,
    healthy: (connectors: number) => `${count(connectors)} OK`,
    tests: (connectors: number) => `${count(connectors)} test`,
    testsTitle: 'Test connectors are not counted as issues or as OK: show them in Connectors',
    updated: (ago: string) => `updated ${ago} ago`,
    confirmed: (confirmed: number, issues: number) =>
      `${count(confirmed)} of ${counted(issues, 'issue')} confirmed so far`,
    reminders: (due: number) => `${counted(due, 'reminder')} due`,
    onlyReminders: 'Show only these',
    fresh: (issues: number) => `${count(issues)} new`,
    toFresh: 'Go to the first new issue',
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
    age: 'Age',
    owner: 'Owner',
    byCustomer: 'Sort by customer',
    byIntegration: 'Sort by integration',
    byEmployees: 'Sort by employees, most first',
    byAge: 'Sort by age, oldest first'
  },
  row: {
    select: (name: string) => `Select ${name}`,
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
    elsewhere: (connectors: number) => `${count(connectors)} more in other groups`,
    elsewhereTitle: 'In an outage, under another cause or test connectors: show them in Connectors',
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
    unsnooze: 'Unsnooze',
    clear: 'Clear selection'
  },
  undo: {
    undo: 'Undo',
    dismiss: 'Dismiss',
    assigned: (issues: number, owner: string) => `Assigned ${counted(issues, 'issue')} to ${owner}`,
    unassigned: (issues: number) => `Unassigned ${counted(issues, 'issue')}`,
    snoozed: (issues: number, until: string) => `Snoozed ${counted(issues, 'issue')} until ${until}`,
    unsnoozed: (issues: number) => `Unsnoozed ${counted(issues, 'issue')}`
  },
  request: { due: (ago: string) => `Reminder due, ${ago}`, asked: (ago: string) => `Requested ${ago} ago` },
  notKept: 'Issues work until you quit the app. Owners, notes and history are lost then.'
}
