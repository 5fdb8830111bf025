import type { goodAges, Trends, TrendSpan, TrendTable, TrendWeek } from '../../../shared/trends/trends'
import { absoluteTime, age, count, counted, duration } from '../kit/format'

const hour = 3_600_000

/** "53 min", "11 h", "2 d 21 h", "12 d" */
const length = (ms: number | null) => (ms === null ? '–' : ms < 10 * 24 * hour ? duration(ms) : age(ms))

const sources = { computer: 'this computer’s history', team: 'your team’s history' } satisfies Record<
  Trends['source'],
  string
>

export const trendWords = {
  head: {
    title: 'Trends',
    meta: (source: Trends['source'], since: string, zone: string) =>
      `from ${sources[source]} since ${since} · weeks begin on Monday, ${zone}`,
    span: 'Time',
    spans: { 12: '12 weeks', 26: '26 weeks', 52: '52 weeks' } satisfies Record<TrendSpan, string>,
    report: 'Save report',
    reportHint: 'All charts and tables as a PDF to print or send',
    saving: 'Saving…'
  },
  reading: 'Reading the history…',
  notKept: 'What is seen now is in no trend later:',
  again: 'Try again',
  saved: 'Saved as {file}',
  dismiss: 'Dismiss',
  empty: {
    title: 'No trends yet',
    why: 'They begin with the first refresh of this region on this computer. Choose Refresh at the top.'
  },
  short: (weeks: string, times: string) =>
    `The history is still short: the first full week begins on the Monday after the first refresh. Relinks so far: ${weeks}.${times && ` ${times}.`}`,
  card: {
    asTable: (title: string) => `${title} as a table`,
    showTable: 'Show as a table',
    showChart: 'Show as a chart',
    csv: 'Export CSV',
    csvOf: (title: string) => `Export CSV: ${title}`,
    copy: 'Copy table',
    copied: 'Table copied.',
    notCopied: 'The table could not be copied.',
    more: (rows: number) => `${counted(rows, 'more row')} in the CSV file`
  },
  titles: {
    weeks: 'Relinks by week',
    integrations: 'Time to relink by integration',
    customers: 'Time to relink by customer',
    good: 'Last good sync',
    owners: 'Issues by owner',
    due: 'Due times by cause'
  } satisfies Record<TrendTable, string>,
  times: 'Time to relink',
  by: { name: 'List by', integrations: 'Integration', customers: 'Customer' },
  length,
  unknown: 'Unknown',
  soFar: (week: string) => `${week} (so far)`,
  share: (part: number, of: number) => (of === 0 ? '–' : `${Math.round((part / of) * 1000) / 10} %`),
  weeks: {
    columns: ['Week of', 'Opened', 'Closed', 'Of those deleted', 'Open at the end'],
    legend: { opened: 'Opened', closed: 'Closed', open: 'Open at the end of the week', unknown: 'Unknown: no refresh' },
    note: (opened: number, closed: number, open: number) =>
      `${count(opened)} opened, ${count(closed)} closed, ${count(open)} open now`,
    week: (name: string, relinks: TrendWeek['relinks']) =>
      relinks
        ? `${name}: ${count(relinks.opened)} opened, ${count(relinks.closed)} closed, ${count(relinks.open)} open at the end`
        : `${name}: unknown, no refresh`
  },
  relinkTimes: {
    columns: ['Relinked', 'Median', '90th percentile', 'Open', 'Oldest open'],
    integration: 'Integration',
    customer: 'Customer',
    all: 'All',
    noIntegration: 'No integration',
    noCustomer: 'No name',
    legend: { median: 'Median', p90: '90th percentile' },
    value: (median: number | null, p90: number | null) => `${length(median)} · ${length(p90)}`,
    note: (of: { closed: number; relinked: number; median: number | null; p90: number | null; open: number }) =>
      `${count(of.relinked)} of ${count(of.closed)} closed have a known time: half within ${length(of.median)}, 90 % within ${length(of.p90)} · ${count(of.open)} open`,
    none: (closed: number, open: number) =>
      `${closed === 0 ? 'None closed yet' : `${count(closed)} closed, none with a known time: needed at the first refresh, or deleted`} · ${count(open)} open`
  },
  good: {
    columns: ['Last good sync', 'Connectors', 'Share'],
    ages: {
      today: 'Today',
      yesterday: 'Yesterday',
      week: '2 to 6 days ago',
      older: '7 days ago or more',
      never: 'Never, or not known'
    } satisfies Record<(typeof goodAges)[number], string>,
    note: (share: string, connectors: number, at: string) =>
      `${share} of ${counted(connectors, 'connector')} today, as the refresh of ${at} saw them`
  },
  owners: {
    columns: ['Owner', 'Open', 'Closed'],
    none: 'No owner',
    legend: { open: 'Open now', closed: 'Closed in these weeks' },
    note: (open: number, closed: number) => `${count(open)} open now, ${count(closed)} closed in these weeks`
  },
  due: {
    columns: ['Cause', 'Over', 'In time'],
    legend: { over: 'Over', met: 'Ended in time' },
    note: (over: number, met: number) =>
      `${count(over)} passed their due time in these weeks, ${count(met)} ended in time`,
    none: 'No issue with a due time passed it or ended in these weeks'
  },
  report: {
    title: (workspace: string) => `Relink report: ${workspace}`,
    about: (of: { region: string; from: string; until: string; zone: string }) =>
      `${of.region} region · ${of.from} to ${of.until} · weeks begin on Monday, ${of.zone}`,
    made: (at: number, source: Trends['source']) =>
      `Made by Connector Desk on ${absoluteTime(at)} from ${source === 'team' ? 'the history of a team' : 'the history of one computer'}.`
  },
  terms:
    'Relinks run from the refresh that first saw one needed until the one that no longer did. Those needed at the first refresh, and deleted connectors, are in no time. A connector in a possible outage counts only if it needed a relink before. Test connectors are not counted.'
}
