import { DAY, HOUR, iso, MINUTE, type Draft } from './draft'
import type { Random } from './random'

/** `n` counts earlier uses of the story. */
type Story = (draft: Draft, random: Random, now: number, n: number) => void

/** Per 1,204 connectors; from 40 on each story happens at least once. */
const STORIES: readonly (readonly [number, Story])[] = [
  [38, relinkNeeded],
  [40, lastSyncFailed],
  [11, syncStalled],
  [9, neverFinished],
  [4, linkedJustNow],
  [22, syncing],
  [4, firstSync],
  [14, switchedOff],
  [3, completeButRejected],
  [3, offButScheduled],
  [2, syncingForever],
  [46, testConnector]
]

const WRITTEN_FOR = 1204
/** Its provider has an outage at the start. */
export const outageSlug = 'workday'
const INCIDENT = 7

/** At most one story per connector. Other stories avoid the possible outage's slug, so that its share stays clear. */
export function tellStories(random: Random, drafts: readonly Draft[], now: number): void {
  const count = drafts.length
  const free = random.shuffle(drafts.filter((draft) => draft.record.integration_slug !== outageSlug))
  for (const [share, story] of STORIES) {
    const wanted = Math.round((share * count) / WRITTEN_FOR)
    const times = count >= 40 ? Math.max(1, wanted) : wanted
    for (let n = 0; n < times; n++) {
      const draft = free.pop()
      if (draft) story(draft, random, now, n)
    }
  }
  providerIncident(random, drafts, now)
  const pairs = count >= 40 ? Math.max(1, Math.round((3 * count) / WRITTEN_FOR)) : 0
  for (let n = 0; n < pairs; n++) duplicate(free)
}

/** More than a fifth of one provider's connectors broke within 40 minutes, three hours ago. */
function providerIncident(random: Random, drafts: readonly Draft[], now: number): void {
  const hit = drafts.filter((draft) => draft.record.integration_slug === outageSlug)
  if (hit.length < 5) return
  const scaled = Math.round((INCIDENT * drafts.length) / WRITTEN_FOR)
  const broken = random.shuffle(hit).slice(0, Math.max(5, scaled, Math.ceil(hit.length * 0.21)))
  for (const [n, draft] of broken.entries()) {
    const at = now - 3 * HOUR + (n * 39 * MINUTE) / (broken.length - 1)
    breakAt(draft, at, now)
    draft.record.sync_status = 'Failed'
  }
}

/** When its first connector broke, ms since 1970; null without an outage. */
export function outageFrom(connectors: readonly Draft['record'][]): number | null {
  const hit = connectors.filter((one) => one.integration_slug === outageSlug && one.status === 'RELINK_NEEDED')
  return hit.length < 5 ? null : Math.min(...hit.map((one) => Date.parse(one.relink_needed_at ?? '')))
}

function breakAt({ record, cadence }: Draft, at: number, now: number): void {
  record.status = 'RELINK_NEEDED'
  record.relink_needed_at = iso(at)
  record.last_sync_start_time = iso(Math.min(at, now) - Math.min(cadence, 5 * MINUTE))
  record.next_sync_start_time = null
  linkedBefore(record, at - DAY)
}

/** A story happens only after the link. */
function linkedBefore(record: Draft['record'], at: number): void {
  if (Date.parse(record.created_at) < at) return
  record.created_at = iso(at - 30 * DAY)
  record.completed_at = iso(at - 30 * DAY + HOUR)
}

/** One by one over the last seven weeks. */
function relinkNeeded(draft: Draft, random: Random, now: number, n: number): void {
  const ages = [
    [2, 23],
    [25, 71],
    [73, 167],
    [170, 1200]
  ] as const
  const [from, to] = ages[n % ages.length] ?? [2, 23]
  breakAt(draft, now - random.between(from, to) * HOUR, now)
  // Some failed between two syncs: the last sync was still good.
  draft.record.sync_status = n % 4 === 3 ? 'Done' : 'Failed'
}

function lastSyncFailed({ record }: Draft): void {
  record.sync_status = 'Failed'
}

/** Half have a plan long past, half have none. */
function syncStalled(draft: Draft, random: Random, now: number, n: number): void {
  const { record, cadence } = draft
  draft.stuck = true
  const due = now - random.between(1.2, 9) * DAY
  record.last_sync_start_time = iso(due - cadence)
  record.next_sync_start_time = n % 4 === 3 ? null : iso(due)
}

function unlinked({ record }: Draft, created: number): void {
  record.status = 'INCOMPLETE'
  record.created_at = iso(created)
  record.completed_at = null
  neverSynced(record)
  record.sync_status = null
}

function neverSynced(record: Draft['record']): void {
  record.last_sync_start_time = null
  record.next_sync_start_time = null
  for (const field of ['total_employees', 'active_employees', 'avg_sync_duration'] as const) {
    if (field in record) record[field] = null
  }
}

function neverFinished(draft: Draft, random: Random, now: number): void {
  unlinked(draft, now - random.between(2, 30) * DAY)
}

/** Nothing is wrong with these. */
function linkedJustNow(draft: Draft, random: Random, now: number, n: number): void {
  const created = now - random.between(5, 40) * MINUTE
  unlinked(draft, created)
  if (n % 2 === 0) return
  draft.record.status = 'COMPLETE'
  draft.record.completed_at = iso(created + 3 * MINUTE)
  draft.record.next_sync_start_time = iso(now + 10 * MINUTE)
}

/** Its average is long, so it is not overdue. */
function syncing({ record, cadence }: Draft, random: Random, now: number): void {
  const began = now - random.between(1, 4) * MINUTE
  record.sync_status = 'Syncing'
  record.last_sync_start_time = iso(began)
  record.next_sync_start_time = iso(began + cadence)
  record.sync_progress = random.int(3, 96)
  record.avg_sync_duration = `${random.int(9, 24)} min ${random.int(1, 59)} sec`
}

function firstSync(draft: Draft, random: Random, now: number): void {
  const { record } = draft
  const began = now - random.between(1, 9) * MINUTE
  record.created_at = iso(began - 20 * MINUTE)
  record.completed_at = iso(began - 2 * MINUTE)
  neverSynced(record)
  record.sync_status = 'Syncing'
  record.last_sync_start_time = iso(began)
  record.sync_progress = random.int(0, 60)
}

function switchedOff({ record }: Draft, random: Random, now: number): void {
  const last = now - random.between(10, 200) * DAY
  record.is_active = false
  record.last_sync_start_time = iso(last)
  record.next_sync_start_time = null
  linkedBefore(record, last)
}

function completeButRejected({ record }: Draft, random: Random, now: number): void {
  record.relink_needed_at = iso(now - random.between(5, 60) * HOUR)
}

function offButScheduled({ record }: Draft): void {
  record.is_active = false
}

function syncingForever(draft: Draft, random: Random, now: number): void {
  const { record, cadence } = draft
  draft.stuck = true
  const began = now - random.between(9, 40) * HOUR
  record.sync_status = 'Syncing'
  record.last_sync_start_time = iso(began)
  record.next_sync_start_time = iso(Math.max(began + cadence, now + HOUR))
  record.sync_progress = random.int(40, 99)
  record.avg_sync_duration = `${random.int(2, 8)} min ${random.int(1, 59)} sec`
}

function testConnector({ record }: Draft, random: Random, _now: number, n: number): void {
  record.is_test_connector = true
  // A development connector syncs once, then only on request.
  record.next_sync_start_time = null
  if (record.origin_id !== null) record.origin_id += '-test'
  if (n % 9 === 0) record.sync_status = 'Failed'
  if (record.total_employees === undefined) return
  record.total_employees = random.int(5, 50)
  record.active_employees = random.int(3, record.total_employees ?? 5)
}

/** Linked twice by mistake; both sync. */
function duplicate(among: Draft[]): void {
  const one = among.pop()?.record
  const at = among.findIndex(({ record }) => record.category === one?.category && record.origin_id !== null)
  const twin = among.splice(at, at < 0 ? 0 : 1)[0]?.record
  if (!one || !twin) return
  one.end_user = twin.end_user
  one.origin_id = twin.origin_id
  one.integration_slug = twin.integration_slug
}
