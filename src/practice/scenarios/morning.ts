import { DAY, HOUR, iso, MINUTE } from '../data/draft'
import { Random } from '../data/random'
import type { Step } from '../scenario'
import type { PracticeConnector } from '../connector'
import type { World } from '../world'

const SECOND = 1000
const BROKEN = 7

/**
 * A provider breaks in two waves (the second makes it a possible outage), syncs fail and stall, customers link and
 * relink, connectors go, come and recover. They are chosen at the start; changed ones are left alone.
 */
export function morning(world: World, start: number): Step[] {
  const cast = castOf(world, start)
  const { life } = world
  const present = (among: readonly PracticeConnector[]) => among.filter((one) => world.connectors.includes(one))
  const failing = () => present(cast.failing).filter((one) => one.status === 'COMPLETE')

  return [
    { name: 'first-break', at: 10 * SECOND, happen: (now) => breakAll(cast.broken.slice(0, 3), now) },
    { name: 'runs-fail', at: 25 * SECOND, happen: (now) => each(failing(), (one) => life.settle(one, now, 'Failed')) },
    { name: 'incident', at: 40 * SECOND, happen: (now) => breakAll(cast.broken.slice(3), now) },
    { name: 'stalls', at: 55 * SECOND, happen: (now) => each(present(cast.stalling), (one) => stall(one, now)) },
    { name: 'relinked', at: 70 * SECOND, happen: (now) => each(present(cast.relinking), (one) => link(one, now)) },
    { name: 'link-finished', at: 80 * SECOND, happen: (now) => each(present(cast.finishing), (one) => link(one, now)) },
    { name: 'gone', at: 90 * SECOND, happen: () => cast.leaving.filter((one) => world.remove(one)) },
    { name: 'new', at: 100 * SECOND, happen: (now) => [arrive(now)] },
    {
      name: 'recovered',
      at: 120 * SECOND,
      happen: (now) => each(failing().slice(0, 2), (one) => life.settle(one, now, 'Done'))
    }
  ]

  function breakAll(among: readonly PracticeConnector[], now: number) {
    return each(present(among), (one, n) => {
      life.halt(one)
      one.status = 'RELINK_NEEDED'
      one.relink_needed_at = iso(now - (among.length - 1 - n) * SECOND)
      one.last_sync_start_time = iso(now - (among.length - n) * SECOND)
      one.next_sync_start_time = null
      one.sync_status = 'Failed'
      if ('sync_progress' in one) one.sync_progress = null
    })
  }

  /** The plan is long past. */
  function stall(one: PracticeConnector, now: number): void {
    life.halt(one)
    if (lastRun(one) > now - 3 * HOUR) one.last_sync_start_time = iso(now - 3 * HOUR)
    one.next_sync_start_time = iso(now - 2 * HOUR)
    one.sync_status = 'Done'
    if ('sync_progress' in one) one.sync_progress = null
  }

  /** Ids and token stay, and a sync starts. */
  function link(one: PracticeConnector, now: number): void {
    one.status = 'COMPLETE'
    one.relink_needed_at = null
    one.completed_at = iso(now)
    life.begin(one, now)
  }

  function arrive(now: number): PracticeConnector {
    const random = new Random(`morning/new/${world.options.seed}/${world.options.region}`)
    const id = random.uuid()
    const one: PracticeConnector = {
      id,
      is_active: true,
      status: 'COMPLETE',
      integration_slug: 'bamboohr',
      end_user: 'Early Bird Bakeries',
      origin_id: `ebb-${random.int(100_000, 999_999)}`,
      sync_status: null,
      last_sync_start_time: null,
      next_sync_start_time: null,
      connector_token: `ct_${random.text(40)}`,
      category: 'HRIS',
      relink_needed_at: null,
      is_test_connector: false,
      completed_at: iso(now - SECOND),
      created_at: iso(now - 2 * MINUTE),
      sync_progress: null,
      total_employees: null,
      active_employees: null,
      avg_sync_duration: null
    }
    world.add(one)
    life.begin(one, now)
    return one
  }
}

function each(among: readonly PracticeConnector[], happen: (one: PracticeConnector, n: number) => void) {
  among.forEach(happen)
  return among
}

/** At most one part per connector. */
function castOf(world: World, now: number) {
  const { seed, region } = world.options
  const random = new Random(`morning/${seed}/${region}`)
  const all = world.connectors.filter((one) => one.is_active && !one.is_test_connector)
  const well = random.shuffle(all.filter((one) => isWell(one, now)))
  const slug = incidentSlug(all, well)
  const broken = well.filter((one) => one.integration_slug === slug).slice(0, BROKEN)
  const others = well.filter((one) => one.integration_slug !== slug)
  // Its plan, two hours past, must follow the last sync.
  const stalling = others.filter((one) => lastRun(one) < now - 3 * HOUR).slice(0, 3)
  const rest = others.filter((one) => !stalling.includes(one))
  const alone = all.filter((one) => one.status === 'RELINK_NEEDED' && one.integration_slug !== 'workday')
  return {
    broken,
    stalling,
    failing: rest.slice(0, 4),
    leaving: rest.slice(4, 5),
    relinking: random.shuffle(alone).slice(0, 1),
    finishing: all.filter((one) => one.status === 'INCOMPLETE' && Date.parse(one.created_at) < now - DAY).slice(0, 1)
  }
}

const lastRun = (one: PracticeConnector) => Date.parse(one.last_sync_start_time ?? '')

function isWell(one: PracticeConnector, now: number): boolean {
  const due = Date.parse(one.next_sync_start_time ?? '') > now
  return one.status === 'COMPLETE' && one.sync_status === 'Done' && one.relink_needed_at === null && due
}

/**
 * The largest with seven healthy connectors, which are a fifth or more; else the one with most. Never that of the
 * present outage.
 */
function incidentSlug(all: readonly PracticeConnector[], well: readonly PracticeConnector[]): string {
  const count = (among: readonly PracticeConnector[], slug: string) =>
    among.filter((one) => one.integration_slug === slug).length
  const slugs = [...new Set(well.map((one) => one.integration_slug))].filter((slug) => slug !== 'workday')
  const known = slugs.map((slug) => ({ slug, total: count(all, slug), well: count(well, slug) }))
  const fit = known.filter((one) => one.well >= BROKEN && one.total * 0.2 <= BROKEN).sort((a, b) => b.total - a.total)
  const most = known.sort((a, b) => b.well - a.well)
  return (fit[0] ?? most[0])?.slug ?? ''
}
