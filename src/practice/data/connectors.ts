import type { Category, PracticeConnector, Region } from '../connector'
import { DAY, HOUR, iso, MINUTE, type Draft } from './draft'
import { pickIntegration } from './integrations'
import { endUsers } from './names'
import { Random } from './random'
import { tellStories } from './stories'

export interface DataOptions {
  count: number
  seed: number
  region: Region
  /** ms: all times are relative to it. */
  now: number
}

/** Newest first: mostly healthy, with `stories.ts` applied to some. About 1 s for 100,000. */
export function createConnectors(options: DataOptions): PracticeConnector[] {
  return createDrafts(options).map((draft) => draft.record)
}

export function createDrafts({ count, seed, region, now }: DataOptions): Draft[] {
  const random = new Random(`connectors/${seed}/${region}`)
  const drafts: Draft[] = []
  for (const user of endUsers(new Random(`names/${seed}/${region}`), count, region)) {
    const originId = random.chance(0.04) ? null : user.originId
    for (const category of categoriesOf(random)) drafts.push(healthy(random, user.name, originId, category, now))
    if (drafts.length >= count) break
  }
  drafts.length = count
  tellStories(random, drafts, now)
  return drafts.sort((a, b) => (a.record.created_at < b.record.created_at ? 1 : -1))
}

/** About 70 % HRIS, 26 % ATS, 4 % LMS; a quarter of the customers has several. */
function categoriesOf(random: Random): Category[] {
  const dice = random.unit()
  if (dice < 0.62) return ['HRIS']
  if (dice < 0.72) return ['ATS']
  if (dice < 0.74) return ['LMS']
  return dice < 0.97 ? ['HRIS', 'ATS'] : ['HRIS', 'ATS', 'LMS']
}

function healthy(random: Random, endUser: string, originId: string | null, category: Category, now: number): Draft {
  const cadence = random.pick([2, 4, 6, 6, 12, 24, 24]) * HOUR
  // At least 15 % before the next sync: new data stays healthy for a while.
  const last = now - random.between(0.02, 0.85) * cadence
  const created = now - random.between(12, 900) * DAY
  const record: PracticeConnector = {
    id: random.uuid(),
    is_active: true,
    status: 'COMPLETE',
    integration_slug: pickIntegration(random, category),
    end_user: endUser,
    origin_id: originId,
    sync_status: 'Done',
    last_sync_start_time: iso(last),
    next_sync_start_time: iso(last + cadence),
    connector_token: `ct_${random.text(40)}`,
    category,
    relink_needed_at: null,
    is_test_connector: false,
    completed_at: iso(created + random.between(2, 600) * MINUTE),
    created_at: iso(created)
  }
  addOptional(random, record, category)
  return { record, cadence }
}

/** Absent, not null, on half of ATS and LMS and a few old HRIS links. */
function addOptional(random: Random, record: PracticeConnector, category: Category): void {
  const duration = `${random.int(0, 24)} min ${random.int(1, 59)} sec`
  const total = Math.round(Math.exp(random.between(2.4, 8.8)))
  const active = Math.round(total * random.between(0.84, 0.99))
  if (random.chance(category === 'HRIS' ? 0.02 : 0.5)) return
  record.sync_progress = null
  if (category === 'HRIS') Object.assign(record, { total_employees: total, active_employees: active })
  record.avg_sync_duration = duration
}

export interface BegunLink {
  org_name: string
  origin_id: string
  category: Category
  slug: string
}

/** A connector before its first sync. */
export function newConnector(link: BegunLink, { token, now }: { token: string; now: number }): PracticeConnector {
  const random = new Random(`linked/${token}`)
  return {
    id: random.uuid(),
    is_active: true,
    status: 'COMPLETE',
    integration_slug: link.slug,
    end_user: link.org_name,
    origin_id: link.origin_id,
    sync_status: null,
    last_sync_start_time: null,
    next_sync_start_time: null,
    connector_token: `ct_${random.text(40)}`,
    category: link.category,
    relink_needed_at: null,
    is_test_connector: false,
    completed_at: iso(now),
    created_at: iso(now)
  }
}

/** A new HRIS connector: it has the last four fields, which its first sync fills. */
export function newcomer(link: BegunLink, about: { token: string; now: number }): PracticeConnector {
  const unknown = { total_employees: null, active_employees: null, avg_sync_duration: null }
  return { ...newConnector(link, about), sync_progress: null, ...unknown }
}
