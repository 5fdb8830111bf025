import type { PracticeConnector } from '../connector'
import { createConnectors, newcomer, type DataOptions } from '../data/connectors'
import { DAY, HOUR, MINUTE } from '../data/draft'
import { pickIntegration } from '../data/integrations'
import { endUsers } from '../data/names'
import { Random } from '../data/random'
import { createWebhooks } from '../data/webhooks'
import { systemOf } from '../passthrough'
import { Headcounts, monthsFrom } from './headcounts'

const YEAR = 365 * DAY

/** What detectors are to find: 40 a year among 2,000 connectors. The other kinds are ordinary life. */
export const FAULTS = ['outage', 'expired', 'stalled', 'slow', 'frozen', 'drop', 'webhook', 'shape'] as const

type Ordinary = 'relink' | 'returns' | 'dead' | 'month-end' | 'layoff' | 'merger' | 'joins' | 'leaves'

export interface YearEvent {
  kind: (typeof FAULTS)[number] | Ordinary
  /** A merger: who takes over, and who leaves at its end. A webhook: none. */
  ids: readonly string[]
  /** Practice time, ms. Before the start: it was so at the start. */
  from: number
  /** When all is as before; null: never. */
  until: number | null
  /** When the customer connects, before the relink comes back. */
  between?: number
  /** Its slug, of an outage and a shape. */
  integration?: string
  webhook?: string
  /** The part of the employees that is left, of a drop and a layoff. */
  share?: number
  /** How many times as long, of slow. */
  factor?: number
  /** Employees that come with a merger. */
  adds?: number
  /** Before its link. */
  newcomer?: PracticeConnector
}

/** Of 2,000 connectors: how many, and for how many days each. */
const SINGLE = [
  ['stalled', 6, 2, 6],
  ['expired', 6, 3, 9],
  ['slow', 6, 10, 30],
  ['frozen', 6, 45, 80],
  ['drop', 6, 6, 20]
] as const
const OF = 2000
const OUTAGES = 4
const SHAPES = 4
const WEBHOOKS = 2
const MERGERS = 6
const LAYOFFS = 12
const JOINS = 120
const LEAVES = 90
const RELINKS = 700
const RETURNS = 12
const DEAD = 6

/** The events of a service that plays `year` from its start on, in the order of `from`. */
export function yearEvents(options: DataOptions): YearEvent[] {
  return eventsOf(createConnectors(options), options)
}

/** No connector has two at once. @param now practice time of the start, of connectors that show the same */
export function eventsOf(connectors: readonly PracticeConnector[], options: Omit<DataOptions, 'count'>): YearEvent[] {
  const { seed, region, now } = options
  const random = new Random(`year/${seed}/${region}`)
  const times = (of: number) =>
    connectors.length < 40 || well.length === 0 ? 0 : Math.max(1, Math.round((of * connectors.length) / OF))
  const calendar = new Calendar()
  const events: YearEvent[] = []
  const well = random.shuffle(connectors.filter((one) => isWell(one, now)))
  const staffed = well.filter((one) => one.category === 'HRIS' && (one.total_employees ?? 0) >= 100)
  const timed = staffed.filter((one) => one.avg_sync_duration)

  for (const [kind, of, least, most] of SINGLE) {
    for (let n = 0; n < times(of); n++) {
      const { from, until } = within(random.between(least, most) * DAY)
      const one = calendar.claim(kind === 'stalled' || kind === 'expired' ? well : timed, from - DAY, until + 5 * DAY)
      if (!one) continue
      const share = kind === 'drop' && { share: random.between(0.03, 0.4) }
      const factor = kind === 'slow' && { factor: random.between(4, 8) }
      events.push({ kind, ids: [one.id], from, until, ...share, ...factor })
    }
  }
  present()
  const slugs = random.shuffle([...new Set(well.map((one) => one.integration_slug))].sort())
  for (const slug of slugs) outage(slug)
  for (const slug of slugs) reshape(slug)
  const webhooks = createWebhooks(options).filter((one) => one.is_enabled && !one.fails && !one.for_test_connector)
  const busy = webhooks.filter((one) => one.events.includes('connector_synced'))
  for (const { webhook_id } of random.shuffle(busy).slice(0, Math.min(WEBHOOKS, times(WEBHOOKS))))
    events.push({ kind: 'webhook', ids: [], ...within(random.between(2, 10) * DAY), webhook: webhook_id })
  for (let n = 0; n < times(LAYOFFS); n++) {
    const { from } = within(30 * DAY)
    const one = calendar.claim(staffed, from - DAY, from + 30 * DAY, random)
    if (one) events.push({ kind: 'layoff', ids: [one.id], from, until: null, share: random.between(0.6, 0.85) })
  }
  for (let n = 0; n < times(MERGERS); n++) {
    const { from, until } = within(random.between(30, 60) * DAY)
    const into = calendar.claim(staffed, from - DAY, until, random)
    const away = into && calendar.claim(staffed, from, Infinity, random)
    if (!away) continue
    events.push({ kind: 'merger', ids: [into.id, away.id], from, until, adds: away.total_employees ?? 0 })
  }
  for (let n = 0; n < times(LEAVES); n++) {
    const { from } = within(0)
    const { end_user } = random.pick(well)
    const all = connectors.filter((one) => one.end_user === end_user)
    if (all.every(({ id }) => calendar.isFree(id, from, Infinity))) {
      for (const { id } of all) calendar.take(id, from, Infinity)
      events.push({ kind: 'leaves', ids: all.map(({ id }) => id), from, until: null })
    }
  }
  for (let n = 0; n < times(RELINKS); n++) {
    const { from, until } = within(0.2 * DAY + random.unit() ** 2 * 14 * DAY)
    const one = calendar.claim(well, from, until + DAY, random)
    if (one) events.push({ kind: 'relink', ids: [one.id], from, until })
  }
  join()
  const headcounts = new Headcounts(`${seed}/${region}`, now, [])
  for (const [month, at] of monthsFrom(now).entries()) {
    const hiring = well.filter((one) => headcounts.hires(one, month) >= Math.max(3, 0.02 * (one.total_employees ?? 0)))
    if (at < now + YEAR && hiring.length > 0)
      events.push({ kind: 'month-end', ids: hiring.map(({ id }) => id), from: at, until: null })
  }
  late()
  return events.sort((a, b) => a.from - b.from)

  function within(length: number): { from: number; until: number } {
    const from = now + random.between(2 * HOUR, YEAR - length - DAY)
    return { from, until: from + length }
  }

  /** Drawn last, by other numbers: all else stays as it was. Check now finds the first, nothing in a record does. */
  function late(): void {
    const other = new Random(`year/late/${seed}/${region}`)
    const answering = well.filter((one) => one.category === 'HRIS' && systemOf(one.integration_slug) === 'json')
    const draw = (among: readonly PracticeConnector[], length: number) => {
      const from = now + other.between(2 * HOUR, YEAR - length - 2 * DAY)
      const one = among.length > 0 ? calendar.claim(among, from - DAY, from + length + DAY, other) : undefined
      return one && { ids: [one.id], from, until: from + length }
    }
    for (let n = 0; n < times(DEAD); n++) {
      const of = draw(answering, other.between(5, 20) * DAY)
      if (of) events.push({ kind: 'dead', ...of })
    }
    for (let n = 0; n < times(RETURNS); n++) {
      const of = draw(well, other.between(1.5, 6) * DAY)
      if (of) events.push({ kind: 'returns', ...of, between: of.from + other.between(6, 12) * HOUR })
    }
  }

  /** What is wrong at the start heals, most of it. */
  function present(): void {
    const since = (one: PracticeConnector) => Date.parse(one.relink_needed_at ?? '')
    const broken = connectors.filter((one) => one.status === 'RELINK_NEEDED')
    const recent = broken.filter((one) => one.integration_slug === 'workday' && since(one) > now - 5 * HOUR)
    if (recent.length >= 5) {
      const ids = recent.map(({ id }) => id)
      const from = Math.min(...recent.map(since))
      events.push({ kind: 'outage', ids, from, until: now + 20 * HOUR, integration: 'workday' })
    }
    for (const one of broken.filter((other) => !recent.includes(other) && random.chance(0.8)))
      events.push({ kind: 'relink', ids: [one.id], from: since(one), until: now + random.between(0.1, 25) * DAY })
  }

  /** As the app knows one: five or more, and a fifth or more of the integration, within an hour. */
  function outage(slug: string): void {
    if (events.filter((one) => one.kind === 'outage' && one.from > now).length >= times(OUTAGES)) return
    const { from, until } = within(random.between(2, 30) * HOUR)
    const all = connectors.filter((one) => one.integration_slug === slug && !one.is_test_connector)
    const free = well.filter((one) => one.integration_slug === slug && calendar.isFree(one.id, from - DAY, until + DAY))
    const hit = free.slice(0, Math.max(6, Math.ceil(all.length * random.between(0.35, 0.7))))
    if (hit.length < 6 || hit.length < all.length * 0.3) return
    for (const { id } of hit) calendar.take(id, from - DAY, until + DAY)
    events.push({ kind: 'outage', ids: hit.map(({ id }) => id), from, until, integration: slug })
  }

  /** At two in the night. */
  function reshape(slug: string): void {
    if (events.filter((one) => one.kind === 'shape').length >= times(SHAPES)) return
    const hit = connectors.filter((one) => one.integration_slug === slug && one.category === 'HRIS')
    if (hit.length < 3) return
    const from = Math.floor(within(0).from / DAY) * DAY + DAY + 2 * HOUR
    events.push({ kind: 'shape', ids: hit.map(({ id }) => id), from, until: null, integration: slug })
  }

  /** One in seven begins to link and takes days. */
  function join(): void {
    const names = new Set(connectors.map((one) => one.end_user))
    const most = times(JOINS)
    const users = [...endUsers(new Random(`year/names/${seed}/${region}`), 3 * most, region)]
    for (const { name, originId } of users.filter((one) => !names.has(one.name)).slice(0, most)) {
      const { from, until } = within(
        random.chance(0.85) ? random.between(10, 600) * MINUTE : random.between(1.5, 6) * DAY
      )
      const slug = pickIntegration(random, 'HRIS')
      const link = { org_name: name, origin_id: originId, category: 'HRIS', slug } as const
      const made = newcomer(link, { token: `year/${seed}/${region}/${originId}`, now: from })
      const begun = { ...made, status: 'INCOMPLETE', completed_at: null }
      events.push({ kind: 'joins', ids: [made.id], from, until, newcomer: begun })
    }
  }
}

function isWell(one: PracticeConnector, now: number): boolean {
  const due = Date.parse(one.next_sync_start_time ?? '') > now
  const linked = one.status === 'COMPLETE' && one.relink_needed_at === null && one.is_active
  return linked && !one.is_test_connector && one.sync_status === 'Done' && due
}

/** When each connector has an event. */
class Calendar {
  private readonly taken = new Map<string, [from: number, until: number][]>()

  isFree(id: string, from: number, until: number): boolean {
    return (this.taken.get(id) ?? []).every((one) => until < one[0] || from > one[1])
  }

  take(id: string, from: number, until: number): void {
    this.taken.set(id, [...(this.taken.get(id) ?? []), [from, until]])
  }

  /** The first that never had one; with `random` any that has none then. */
  claim(
    among: readonly PracticeConnector[],
    from: number,
    until: number,
    random?: Random
  ): PracticeConnector | undefined {
    const drawn = random && among.length > 0 ? random.pick(among) : undefined
    const one = random ? drawn : among.find(({ id }) => !this.taken.has(id))
    if (!one || !this.isFree(one.id, from, until)) return undefined
    this.take(one.id, from, until)
    return one
  }
}
