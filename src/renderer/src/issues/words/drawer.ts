import type { WakeWhen } from '../../../../shared/issues/issue'
import { count, counted } from '../../kit/format'
import { wakeWords } from '../words'

// Of the drawers and the board, which load after the first screen.

export const issueDrawerWords = {
  issue: 'Issue',
  /** In "Next issue". */
  of: 'issue',
  incident: 'Incident',
  notLoaded: 'This connector has not been loaded yet. Refresh.',
  action: {
    request: 'Request relink…',
    connector: 'Open connector',
    connectorTitle: 'Show its record in Connectors',
    passthrough: 'Open in Passthrough',
    notListed: 'Not loaded yet: refresh first',
    evidence: 'Export evidence',
    evidenceOf: (issues: number) => `Export evidence of ${counted(issues, 'issue')}`,
    making: 'Creating evidence file…',
    more: 'More for this issue',
    recover: 'Recover since it broke…',
    customer: 'Customer page'
  },
  editor: {
    name: 'Saved on this computer',
    more: 'Tags and note',
    owner: 'Owner',
    unassigned: 'Unassigned',
    note: 'Note',
    where: 'saved on this computer',
    shared: 'shared with your team',
    ownNotes: (issues: number) =>
      `${counted(issues, 'issue')} ${issues === 1 ? 'has' : 'have'} a different note. Open them one at a time.`
  },
  tags: {
    label: 'Tags',
    add: 'Add a tag',
    remove: (tag: string) => `Remove tag ${tag}`,
    most: (tags: number) => `An issue has at most ${count(tags)} tags.`
  },
  snooze: {
    label: 'Snooze until',
    none: 'Not snoozed',
    date: 'Another day…',
    wake: 'Unsnooze',
    dateFormat: 'YYYY-MM-DD',
    dateTitle: 'A future day. Esc cancels.',
    confirm: 'Snooze',
    until: (at: string) => `Snoozed until ${at}`,
    untilMark: 'Snoozed until ',
    tomorrow: 'Tomorrow morning',
    monday: (day: string) => `Monday, ${day}`,
    week: 'In a week',
    waits: 'Something happens, 30 days at most',
    untilThat: (wakes: WakeWhen, at: string) => `Snoozed until ${wakeWords[wakes]}, at most until ${at}`,
    /** In a row, short. */
    marks: { fails: 'if it fails', 'ten-more': '10 more', provider: 'provider', connects: 'connects' },
    watched: 'This computer watches for it.',
    teamWatches: 'Each desk of your team watches for it.'
  },
  outage: {
    diagnosis: 'Diagnosis',
    advice: 'Check the provider’s status page before asking customers to relink.',
    impact: 'Impact',
    employees: 'employees',
    customers: 'customers',
    stillRun: (connectors: number) => `of ${count(connectors)} connectors still sync`,
    noIntegration: 'No integration'
  }
}

export const boardWords = {
  name: 'Relink board',
  back: 'Back to the list',
  showTitle: 'How far each relink is: requested, reminded, relinked',
  table: 'Relinks as a table',
  campaigns: 'Campaigns',
  campaign: (name: string, connectors: number) => `${name}, ${counted(connectors, 'connector')}`,
  hint: 'By what this app knows: a mark as requested counts, not whether the letter arrived.',
  all: 'All',
  state: 'State',
  states: { open: 'Not requested', requested: 'Requested', reminded: 'Reminded', relinked: 'Relinked' },
  due: 'Reminder due',
  but: ', but: ',
  needed: 'Needed for',
  reminder: 'Last reminder',
  by: (at: string, operator: string | null) => (operator ? `${at} by ${operator}` : at),
  took: (time: string) => `was ${time}`,
  open: 'Open the issue',
  more: (relinks: number) => `Show ${count(relinks)} more`,
  noneSo: 'No relink is in this state.',
  none: 'No relink is needed, and none that was requested ended in the last 30 days.'
}
