import { people, type Evidence } from '../../../shared/issues/diagnosis'
import { cadenceOf } from './cadence'
import type { PossibleOutage } from './possible-outages'
import { day, hour, limits, minute } from './limits'
import type { FullSubject, Subject } from './subject'

/** By field name. */
function times({ connector }: Subject): Map<string, number | null> {
  return new Map([
    ['last_sync_start_time', connector.lastSyncStart],
    ['next_sync_start_time', connector.nextSyncStart],
    ['relink_needed_at', connector.relinkNeededAt],
    ['completed_at', connector.completedAt],
    ['created_at', connector.createdAt]
  ])
}

export function readField(subject: FullSubject, field: string, now: number): Evidence {
  const value = subject.record[field]
  const odd = subject.connector.odd.includes(field)
  const reading = odd
    ? 'cannot be read as the type it should have'
    : (readers.get(field)?.(subject, now) ?? 'a field this app does not know')
  return { field, value, time: times(subject).get(field) ?? null, reading, odd }
}

type Reader = (subject: FullSubject, now: number) => string

// Maps, because the service chooses the keys, and every object has a `constructor`.
const statusWords = new Map([
  ['COMPLETE', 'credentials work'],
  ['INCOMPLETE', 'not linked yet'],
  ['RELINK_NEEDED', 'credentials no longer work']
])
const syncWords = new Map([
  ['Syncing', 'a sync is running'],
  ['Done', 'last sync succeeded'],
  ['Failed', 'last sync failed']
])

const readerOf: Record<string, Reader> = {
  status: ({ connector: { status } }) =>
    status === null ? 'none returned' : (statusWords.get(status) ?? 'a status this app does not know'),
  sync_status: ({ connector: { syncStatus } }) =>
    syncStatus === null ? 'no sync yet' : (syncWords.get(syncStatus) ?? 'a state this app does not know'),
  is_active: ({ connector: { isActive } }) =>
    isActive === null ? 'not returned' : isActive ? 'switched on' : 'switched off: no syncs are expected',
  relink_needed_at: ({ connector: { relinkNeededAt, status } }) => {
    if (relinkNeededAt !== null) return 'credentials stopped working then'
    return status === 'RELINK_NEEDED' ? 'not given: only refreshes show since when' : 'no failure is recorded'
  },
  last_sync_start_time: ({ connector: { lastSyncStart, syncStatus } }) => {
    if (lastSyncStart === null) return 'no sync started yet'
    if (syncStatus === 'Failed') return 'start of the sync that failed'
    if (syncStatus === 'Done') return 'start of the sync that is Done'
    return syncStatus === 'Syncing' ? 'start of the running sync' : 'start of the last sync'
  },
  next_sync_start_time: ({ connector: { nextSyncStart } }, now) => {
    if (nextSyncStart === null) return 'nothing scheduled'
    return nextSyncStart > now ? 'the next sync is due then' : `due ${lengthOf(now - nextSyncStart)} ago, not started`
  },
  completed_at: ({ connector: { completedAt } }) =>
    completedAt === null ? 'linking never completed' : 'linking completed',
  created_at: ({ connector: { createdAt, status } }) => {
    if (createdAt === null) return 'not returned'
    return status === 'INCOMPLETE' ? 'the customer started to link' : 'created'
  },
  is_test_connector: ({ connector: { isTest } }) => (isTest ? 'a test connector' : 'a production connector'),
  avg_sync_duration: (subject) => {
    const { avgSyncDuration } = subject.connector
    return avgSyncDuration === null ? 'no sync has completed yet, or not returned' : 'average time of a sync'
  },
  sync_progress: ({ connector: { syncProgress } }) =>
    syncProgress === null ? 'no sync is running' : `${syncProgress} % of the running sync`,
  total_employees: ({ connector: { totalEmployees } }) =>
    totalEmployees === null ? 'not known yet' : 'employees synced',
  active_employees: ({ connector: { activeEmployees } }) =>
    activeEmployees === null ? 'not known yet' : 'active employees synced',
  origin_id: ({ connector: { originId } }) => (originId === null ? 'none given' : 'your ID for the customer'),
  id: () => 'the connector’s ID: relinking keeps it',
  end_user: () => 'the customer’s name, given when the connector was created',
  integration_slug: () => 'the integration',
  category: ({ category, record }) =>
    record['category'] === category
      ? 'the kind of system it is linked to'
      : `not the category of the list that held it, ${category}`
}
const readers = new Map(Object.entries(readerOf))

/** Evidence for a stall without a plan; it is no field of the record. */
export function readCadence({ connector, memory }: Subject): Evidence {
  const { ms, from } = cadenceOf(connector, memory)
  const sources = {
    record: 'from the record’s last and next start',
    history: 'as earlier refreshes saw it',
    assumed: 'assumed: how often it syncs is not known'
  }
  return { field: 'usual interval', value: `every ${lengthOf(ms)}`, time: null, reading: sources[from], odd: false }
}

/** Evidence for a possible outage; it is no field of the record. */
export function readIncident({ keys, times, total }: PossibleOutage): Evidence {
  const within = lengthOf((times.at(-1) ?? 0) - (times[0] ?? 0))
  return {
    field: 'this integration',
    value: `${keys.length} of ${total} failed`,
    time: null,
    reading: `within ${within}: ${limits.incidentConnectors} or more, and one in ${limits.incidentOneIn}, in an hour count as one outage`,
    odd: false
  }
}

/** Evidence for a drop and for frozen data; it is no field of the record. */
export function readHeadcount({ category, memory: { headcount } }: Subject, kind: 'drop' | 'frozen'): Evidence[] {
  if (!headcount) return []
  const told = (field: string, value: unknown, reading: string, time: number | null = null) => ({
    ...{ field, value, time, reading, odd: false }
  })
  const { fall, count, countedAt = null, sameFor, usualGap, longestGap } = headcount
  const who = people[category]
  const isFetched = category !== 'HRIS'
  const found = isFetched ? [told(who, count, 'by the last fetch of all of them')] : []
  if (isFetched && countedAt !== null)
    found.push(told('last counted', countedAt, 'start of the sync that this fetch came after', countedAt))
  if (kind === 'drop' && fall) {
    const less = Math.round((1 - count / fall.usual) * 100)
    const of = isFetched ? `syncs whose ${who} were fetched, of` : 'syncs of'
    found.push(
      told(
        `${who} before`,
        fall.usual,
        `${less} % fewer ${isFetched ? 'at the last count' : 'now'}, and no error is reported`
      ),
      told('range before', `${fall.low} to ${fall.high}`, `in the ${fall.syncs} ${of} the 30 days before it`)
    )
  } else if (usualGap !== null && longestGap !== null)
    found.push(
      told('unchanged for', lengthOf(sameFor), 'while syncs succeeded'),
      told('usual change', `every ${lengthOf(usualGap)}`, `before that; the longest pause was ${lengthOf(longestGap)}`)
    )
  return found
}

/** The answer of its provider that the record does not show. */
export function readAccess({ memory: { access } }: Subject): Evidence[] {
  if (!access) return []
  const reading = access.said === 'dead' ? 'the provider rejected the credentials' : 'the provider answered with data'
  return [{ field: 'answer of the provider', value: access.status, time: access.at, reading, odd: true }]
}

/** In one unit: "40 min", "6 h", "12 d". */
export function lengthOf(ms: number): string {
  if (ms < hour) return `${Math.max(1, Math.round(ms / minute))} min`
  return ms < 2 * day ? `${Math.round(ms / hour)} h` : `${Math.floor(ms / day)} d`
}
