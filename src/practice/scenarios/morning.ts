import { newcomer } from '../data/connectors'
import { DAY, HOUR, iso, MINUTE } from '../data/draft'
import { Random } from '../data/random'
import type { Step } from '../scenario'
import type { PracticeConnector } from '../connector'
import type { World } from '../world'
import { Turns } from './turns'

const SECOND = 1000
const BROKEN = 7

/**
 * A provider breaks in two waves (the second makes it a possible outage), syncs fail and stall, customers link and
 * relink, connectors go, come and recover. They are chosen at the start; changed ones are left alone.
 */
export function morning(world: World): Step[] {
  const { life, clock } = world
  const turns = new Turns(world)
  const cast = castOf(world, clock.shown(clock.now()))
  const present = (among: readonly PracticeConnector[]) => among.filter((one) => world.connectors.includes(one))
  const failing = () => present(cast.failing).filter((one) => one.status === 'COMPLETE')
  const links = (among: readonly PracticeConnector[], at: number) => each(present(among), (one) => turns.links(one, at))

  return [
    { name: 'first-break', at: 10 * SECOND, happen: (at) => breakAll(cast.broken.slice(0, 3), at) },
    { name: 'runs-fail', at: 25 * SECOND, happen: (at) => each(failing(), (one) => life.settle(one, at, 'Failed')) },
    { name: 'incident', at: 40 * SECOND, happen: (at) => outage(at) },
    { name: 'stalls', at: 55 * SECOND, happen: (at) => each(present(cast.stalling), (one) => turns.stalls(one, at)) },
    { name: 'relinked', at: 70 * SECOND, happen: (at) => links(cast.relinking, at) },
    { name: 'link-finished', at: 80 * SECOND, happen: (at) => links(cast.finishing, at) },
    { name: 'gone', at: 90 * SECOND, happen: () => cast.leaving.filter((one) => world.remove(one)) },
    { name: 'new', at: 100 * SECOND, happen: (at) => [arrive(at)] },
    {
      name: 'recovered',
      at: 120 * SECOND,
      happen: (at) => each(failing().slice(0, 2), (one) => life.settle(one, at, 'Done'))
    }
  ]

  function outage(at: number) {
    const slug = cast.broken[0]?.integration_slug
    if (slug) world.outages.set(slug, { from: clock.shown(at), until: null })
    return breakAll(cast.broken.slice(3), at)
  }

  function breakAll(among: readonly PracticeConnector[], at: number) {
    return each(present(among), (one, n) => turns.breaks(one, at, (among.length - 1 - n) * SECOND))
  }

  function arrive(at: number): PracticeConnector {
    const now = clock.shown(at)
    const token = `morning/${world.options.seed}/${world.options.region}`
    const link = { org_name: 'Early Bird Bakeries', origin_id: 'ebb-1', category: 'HRIS', slug: 'bamboohr' } as const
    const one = newcomer(link, { token, now: now - SECOND })
    one.created_at = iso(now - 2 * MINUTE)
    world.add(one)
    life.begin(one, at)
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
