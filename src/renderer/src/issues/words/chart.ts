import { count, counted } from '../../kit/format'

export const chartWords = {
  title: (by: string) => `Issues by age and ${by}`,
  by: { cause: 'cause', integration: 'integration' },
  chartBy: 'Chart by',
  segment: { cause: 'Cause', integration: 'Integration' },
  showing: (shown: number, all: number, filter: string) => `Showing ${count(shown)} of ${count(all)}: ${filter}`,
  showAll: 'Show all',
  asNumbers: 'number of issues',
  asBars: 'the longer the bar, the more issues',
  asMarks: 'one mark for each issue',
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
  tagged: (tag: string) => `tag ${tag}`
}
