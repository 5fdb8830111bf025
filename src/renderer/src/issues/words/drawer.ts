import { count, counted } from '../../kit/format'

export const drawerWords = {
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
    evidenceTitle: 'One file with record, diagnosis, timeline and requests; secrets are masked',
    evidenceOf: (issues: number) => `Export evidence of ${counted(issues, 'issue')}`,
    making: 'Creating evidence file…',
    link: 'Copy link',
    linkTitle: 'Opens this issue in a colleague’s Connector Desk'
  },
  editor: {
    name: 'Saved on this computer',
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
    week: 'In a week'
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
