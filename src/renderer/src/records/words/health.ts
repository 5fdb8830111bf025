import { safeString } from '../../kit/safe-text'
import type { Due } from '../../../../shared/issues/due'
import type { Run } from '../../../../shared/connectors/timeline'
import { count, counted } from '../../kit/format'
import type { Category } from '../../../../shared/connectors/category'
import { people, type Diagnosis } from '../../../../shared/issues/diagnosis'

export interface GoodWords {
  before: string
  strong: string
}

/**
 * @param write writes ms since 1970 for a reader
 * @returns null if the diagnosis says it already, or without data
 */
export function goodWords({ kind, lastGoodSync, words }: Diagnosis, write: (ms: number) => string): GoodWords | null {
  const { time, kind: known } = lastGoodSync
  if (known === 'never') {
    if (kind === 'unfinished' || kind === 'linking' || /no (run|sync)/i.test(words)) return null
    return { before: 'There is no data: ', strong: 'no sync has succeeded yet' }
  }
  if (time === null) return { before: 'Last good sync: ', strong: 'not known' }
  if (known === 'estimate') return { before: 'Last good sync: ', strong: `about ${write(time)} (estimated)` }
  const stale = kind === 'relink' || kind === 'incident'
  return {
    before: `${stale ? 'Existing data stays readable but is out of date. ' : ''}Last good sync: `,
    strong: write(time)
  }
}

const hour = 3_600_000

/** How often it syncs: "6 h", "30 min", "2 d". */
export function cadenceWords(ms: number): string {
  if (ms < hour) return `${Math.max(1, Math.round(ms / 60_000))} min`
  return ms < 48 * hour ? `${Math.round(ms / hour)} h` : `${Math.round(ms / (24 * hour))} d`
}

const peopleNames: Record<Category, string> = { HRIS: 'Employees', ATS: 'Candidates', LMS: 'Users' }

export const healthWords = {
  since: (absolute: string, utc: string) => `Since ${absolute}\n${utc}`,
  oddValue: 'Not as documented, shown as the API sent it',
  about: '~',
  never: 'Never',
  notKnown: 'Not known',
  absent: 'absent',
  evidence: {
    basedOn: (fields: number) => `Based on ${counted(fields, 'field')}`,
    field: 'Field',
    value: 'Value',
    meaning: 'Meaning'
  },
  diagnosis: {
    name: 'Diagnosis',
    meta: (refreshed: string) => `refreshed ${refreshed}`,
    next: 'Next',
    also: (note: string) => `Also: ${note}`
  },
  access: {
    name: (integration: string) => `Access at ${integration}`,
    none: (integration: string) => `${integration} was not asked yet.`,
    how: (status: number | null, by: string, who: string) => [status, by, who].filter(Boolean).join(', '),
    stands:
      'That was another request than the one that was rejected, and may need no credentials: the rejection stands.',
    earlier: (facts: number) => counted(facts, 'earlier answer'),
    check: 'Check now',
    asks: (path: string) => `Asks GET ${path}, once`,
    asksEach: (path: string) => `Plans GET ${safeString(path, 200)}, once for each, in Ask many`,
    asking: 'Asking',
    wanted: (integration: string, saved: boolean) =>
      saved
        ? `Choose what Check now asks of ${integration}: a GET that needs no special right.`
        : `Save a GET of ${integration} in Passthrough that needs no special right, or import its API file to the shelf: Check now can ask it here.`,
    choose: 'Check now asks',
    notChosen: 'Choose a GET…',
    nothing: 'Nothing',
    chosen: (name: string, path: string, onShelf: boolean) => `${name} (GET ${path}${onShelf ? ', of the shelf' : ''})`,
    all: (connectors: number) => `Check all ${connectors}…`
  },
  syncs: {
    name: 'Sync history',
    title: (cadence: number | null) =>
      cadence === null ? 'Sync history' : `Sync history (every ${cadenceWords(cadence)})`,
    counts: (seen: number, failed: number, missing: number) =>
      [`${count(seen)} ran`, `${count(failed)} failed`, ...(missing > 0 ? [`${count(missing)} missed`] : [])].join(
        ', '
      ),
    chart: (from: string, to: string, counts: string) => `Syncs from ${from} to ${to}: ${counts}`,
    bar: (outcome: string, at: string) => `${outcome}\n${at}`,
    outcomes: {
      done: 'Done',
      failed: 'Failed',
      running: 'Running',
      unknown: 'End not seen',
      missing: 'Missed',
      unseen: 'Due, not checked'
    } satisfies Record<Run['outcome'], string>
  },
  headcounts: {
    name: peopleNames,
    /** Of the syncs in the chart. */
    meta: (low: number, high: number, syncs: number) =>
      low === high
        ? `${count(low)} in ${counted(syncs, 'sync')}`
        : `${count(low)} to ${count(high)} in ${counted(syncs, 'sync')}`,
    chart: (category: Category, from: string, to: string, meta: string) =>
      `${peopleNames[category]} by sync from ${from} to ${to}: ${meta}`,
    bar: (category: Category, many: number, at: string) => `${counted(many, people[category].slice(0, -1))}\n${at}`,
    fetched: (category: Category) =>
      `A refresh brings no number of ${people[category]}. The app counts them when all of them are fetched in Data, once for each sync, and sees a sudden drop after eight such syncs in 30 days.`
  },
  history: {
    name: 'History',
    past: (spans: readonly string[]) => `Past: ${spans.join(', ')}`,
    span: (state: string, length: string) => `${state} ${length}`,
    fine: 'Good',
    bar: (span: string, from: string) => `${span}\nfrom ${from}`,
    meta: (refreshes: number) => `from ${counted(refreshes, 'refresh', 'refreshes')}`,
    earlier: (events: number) => `Show ${counted(events, 'earlier event')}`
  },
  impact: {
    name: 'Impact',
    unknown: '–',
    employees: (known: boolean, active: number | null) =>
      `${known ? 'employees' : 'employees, not known yet'}${active === null ? '' : `, ${count(active)} active`}`,
    integration: (total: number) => `of ${counted(total, 'production connector')} of {integration} with an issue`,
    noIntegration: 'no integration',
    others: (others: number, troubled: number) => {
      if (others === 0) return 'other connectors of this customer'
      const connectors = others === 1 ? 'connector' : 'connectors'
      if (troubled > 0) return `other ${connectors}, ${count(troubled)} with issues too`
      return `other ${connectors} without issues`
    },
    troubled: 'with an issue',
    fine: 'without issues',
    more: (connectors: number) => `and ${count(connectors)} more`,
    show: 'Customer page'
  }
}

/** Working time: "4 h 20 min", "35 min". */
function workingTime(ms: number): string {
  const minutes = Math.floor(Math.abs(ms) / 60_000)
  const rest = minutes % 60
  return [minutes >= 60 ? `${count(Math.floor(minutes / 60))} h` : '', rest > 0 || minutes < 60 ? `${rest} min` : '']
    .filter((part) => part !== '')
    .join(' ')
}

export const dueWords = {
  name: 'Due',
  meta: (hours: number, zone: string) => `target ${count(hours)} h, working hours of ${zone}`,
  left: ({ left, over }: Pick<Due, 'left' | 'over'>) => `${workingTime(left)} ${over ? 'over' : 'left'}`,
  /** For a narrow cell: whole hours from one on. */
  short: ({ at, left, over }: Pick<Due, 'at' | 'left' | 'over'>) =>
    at === null
      ? 'paused'
      : `${workingTime(Math.abs(left) < 3_600_000 ? left : Math.trunc(left / 3_600_000) * 3_600_000)} ${over ? 'over' : 'left'}`,
  at: (over: boolean, time: string) => (over ? `was due ${time}` : `due ${time}`),
  paused: (since: string) => `paused: waits for the customer since ${since}`
}
