/**
 * A year of employee counts of 2,000 connectors, 40 of them with a planted fault: to judge what finds sudden drops and frozen
 * data. It was written by another hand, without a look at what it judges. The same seed makes the same year.
 */
import { at, Chance, companyOf, day, days, hour, isIn, plansOf, shownBy, timeOf } from './ordinary-company'
import type { Company, Note, Plans, Span } from './ordinary-company'

export interface PlantedFault {
  kind: 'drop' | 'frozen'
  /** The first wrong sync, and the first right one after it. */
  from: number
  until: number
}

export interface OrdinaryConnector {
  id: string
  isTest: boolean
  /** Those that are Done, oldest first, whole seconds in ms since 1970; null: it told no number. */
  syncs: { at: number; count: number | null }[]
  faults: PlantedFault[]
  /** What else happened, in the order of its days. */
  life: { kind: string; from: number }[]
}

const many = 2_000
const providers = 30

/** Hours without a sync: three times for all, and twice a year for the customers of each provider. */
function outagesOf(seed: number): { all: Span[]; byProvider: Span[][] } {
  const chance = new Chance(seed, 11)
  const outage = (least: number, most: number): Span => {
    const from = timeOf(chance.between(3, 362))
    return [from, from + chance.between(least, most) * hour]
  }
  const all = [outage(2, 10), outage(2, 10), outage(1, 5)]
  const ofProvider = () => Array.from({ length: chance.times(2) }, () => outage(4, 40))
  return { all, byProvider: Array.from({ length: providers }, ofProvider) }
}

/**
 * Most sync once or twice a day, few more often, on weekdays or weekly only; one in ten drifts instead of keeping its hour. Some
 * 1 % of the syncs fail, of one connector in twenty 12 to 40 %; half are tried again. No sync succeeds for hours five times a
 * year, for days once, for weeks once in seven years.
 */
function syncsOf(
  chance: Chance,
  seed: number,
  company: Company,
  plans: Plans,
  shown: (time: number) => number,
  note: Note
) {
  const { joins, isTest } = company
  const rate = chance.next()
  const every = (rate < 0.45 ? 24 : rate < 0.9 ? 12 : rate < 0.95 ? 6 : rate < 0.98 ? 24 : 168) * hour
  const restsOnWeekends = rate >= 0.95 && rate < 0.98
  const drifts = chance.is(0.1)
  const failing = chance.is(0.05) ? chance.between(0.12, 0.4) : chance.around(0.012, 0.8, 0.001, 0.08)
  const byHand = chance.around(0.012, 0.8)
  const { all, byProvider } = outagesOf(seed)
  const outages = [...all, ...at(byProvider, chance.whole(0, providers - 1))]
  const fail = (times: number, least: number, most: number) => {
    for (let left = chance.times(times); left > 0; left--) {
      const from = chance.between(1, 364)
      outages.push([timeOf(from), timeOf(from + chance.between(least, most))])
      if (least >= 1) note('failing syncs', from)
    }
  }
  fail(5, 0.1, 0.9)
  fail(0.9, 1, 6)
  fail(0.15, 7, 45)
  if (plans.moves !== null) outages.push([timeOf(plans.moves - chance.between(1, 5)), timeOf(plans.moves + 0.6)])
  const end = timeOf(Math.min(plans.leaves, days))
  const syncs: OrdinaryConnector['syncs'] = []
  // Connectors for tests tell anything.
  const wild = chance.pick(['random', 'steps', 'constant', 'toggle', 'tiny'])
  const top = chance.whole(5, 3000)
  let step = top
  const anything = () => {
    if (wild === 'steps' && chance.is(0.1)) step = chance.whole(0, top)
    if (wild === 'random') return chance.whole(0, top)
    if (wild === 'toggle') return chance.is(0.5) ? top : 3
    return wild === 'tiny' ? chance.whole(0, 4) : step
  }
  const sync = (from: number) => {
    const time = Math.floor(from / 1000) * 1000
    const isLater = time > (syncs.at(-1)?.at ?? 0)
    if (time >= end || time < timeOf(0) || !isLater || outages.some((outage) => isIn(outage, time))) return
    const count = isTest ? anything() : shown(time)
    syncs.push({ at: time, count: !company.tells || chance.is(company.silent) ? null : count })
  }
  let due = timeOf(joins) + chance.between(0, Math.min(every, day) / hour) * hour
  for (let drift = 0; due < end; due += every, drift += drifts ? chance.between(1, 9) * 60_000 : 0) {
    // The customer picks another hour.
    if (chance.is(0.0004)) due += chance.between(-0.3, 0.3) * every
    const late = -4 * 60_000 * Math.log(1 - chance.next()) + (chance.is(0.02) ? chance.between(0.3, 3) * hour : 0)
    const time = due + drift + late
    if (restsOnWeekends && [0, 6].includes(new Date(time).getUTCDay())) continue
    if (!chance.is(failing)) sync(time)
    else if (chance.is(0.5)) sync(time + chance.between(0.2, 1.5) * hour)
    let again = time
    for (let left = chance.is(byHand) ? chance.whole(1, 3) : 0; left > 0; left--) {
      again += chance.between(0.1, (every / hour) * 0.12) * hour
      sync(again)
    }
  }
  return { syncs, end }
}

function liveThrough(seed: number, index: number): OrdinaryConnector {
  const chance = new Chance(seed, index, 21)
  const company = companyOf(chance)
  const life: OrdinaryConnector['life'] = []
  const note = (kind: string, on: number) => life.push({ kind, from: timeOf(0) + Math.floor(on * 86_400) * 1000 })
  const plans = plansOf(chance, company, note)
  const shown = shownBy(chance, company, plans, note)
  const { syncs, end } = syncsOf(chance, seed, company, plans, shown, note)
  const lived = life
    .sort((one, other) => one.from - other.from)
    .filter(({ from }) => from >= timeOf(company.joins) - day && from < end + day)
  return { id: `c${String(index + 1).padStart(4, '0')}`, isTest: company.isTest, syncs, faults: [], life: lived }
}

interface Plan {
  kind: PlantedFault['kind']
  key: number
  days: number
  /** What is left of a drop, or how many days passed between changes before the data froze. */
  least: number
  most: number
}

/** Of drops nothing is left, a handful, two thirds, a half or one department. */
const drops = { least: [0, 0, 0.4, 0.61, 0, 0.1, 0.4], most: [0, 0.12, 0.55, 0.7, 0.12, 0.4, 0.55] }
/** The number changed about daily, every few days, or about weekly. */
const frozen = { least: [0.5, 1.7, 1.7, 3.5, 3.5], most: [1.7, 3.5, 3.5, 7.5, 7.5] }
const pages = [500, 250, 200, 100, 50, 25]

/** Half of them drops, of a day to 25; frozen for 40 to 90 days. */
function faultsOf(seed: number): Plan[] {
  const chance = new Chance(seed, 31)
  const falls = chance.whole(19, 21)
  const plans = Array.from({ length: 40 }, (_, key): Plan => {
    const kind = key < falls ? 'drop' : 'frozen'
    const { least, most } = kind === 'drop' ? drops : frozen
    const days = kind === 'drop' ? Math.exp(chance.between(0.03, Math.log(25))) : chance.between(40, 90)
    return { kind, key, days, least: at(least, key % least.length), most: at(most, key % most.length) }
  })
  return chance.shuffle(plans)
}

interface Told {
  at: number
  count: number
}
const toldIn = (syncs: OrdinaryConnector['syncs']) =>
  syncs.flatMap(({ at, count }): Told[] => (count === null ? [] : [{ at, count }]))
const changesIn = (told: readonly Told[]) => told.filter(({ count }, n) => n > 0 && told[n - 1]?.count !== count)

/** Changes the connector where its own past makes that a fault. @returns whether it did */
function plant(connector: OrdinaryConnector, plan: Plan, seed: number): boolean {
  const { syncs, isTest, id, faults } = connector
  const { kind, key, days: long } = plan
  const chance = new Chance(seed, 41, key, Number(id.slice(1)))
  if (isTest || syncs.length < 40) return false
  const past = (kind === 'drop' ? 20 : 50) * day
  const earliest = at(syncs, 0).at + past
  for (let tries = 0; tries < 6; tries++) {
    const from = chance.between(earliest, at(syncs, syncs.length - 1).at - (long + 1) * day)
    if (from < earliest) continue
    const first = syncs.findIndex((sync) => sync.at >= from)
    const next = syncs.findIndex((sync) => sync.at >= from + long * day)
    const [begins, ends] = [syncs[first], syncs[next]]
    const before = toldIn(syncs.slice(0, first))
    const inside = toldIn(syncs.slice(first, next))
    if (!begins || !ends || ends.count === null || before.length < 16) continue
    if (begins.at - at(syncs, first - 1).at > 4 * day) continue
    const part = {
      before,
      inside,
      from: begins.at,
      until: ends.at,
      after: ends.count,
      now: at(before, before.length - 1).count
    }
    const wrong = kind === 'drop' ? dropIn(chance, part, plan) : frozenIn(part, plan)
    if (!wrong) continue
    for (const sync of syncs.slice(first, next)) if (sync.count !== null) sync.count = wrong(sync.count)
    faults.push({ kind, from: begins.at, until: ends.at })
    return true
  }
  return false
}

interface Part {
  before: readonly Told[]
  inside: readonly Told[]
  from: number
  until: number
  /** The number before it, and the one after it. */
  now: number
  after: number
}
type Wrong = (count: number) => number

/** @returns null where the connector's own past does not make it implausible */
function dropIn(chance: Chance, part: Part, { least, most }: Plan): Wrong | null {
  const { before, inside, from, until, after, now } = part
  if (inside.length < 2 || until - from < 0.95 * day || until - from > 30 * day) return null
  const wrong = (): Wrong | null => {
    // Always drawn, though nothing or a handful do not need it.
    const left = chance.between(least, most)
    if (most === 0) return () => 0
    if (least === 0) {
      const few = Math.max(1, Math.round(Math.min(chance.around(5, 0.8), now * most)))
      return () => few
    }
    if (now < (least > 0.6 ? 60 : 24)) return null
    // Six in ten: only the first full pages came, so the number stands still on a round one; else a part is missing.
    const full = pages
      .map((page) => Math.round((left * now) / page) * page)
      .filter((count) => count > 0 && count / now >= least && count / now <= most)
    if (full.length === 0 || !chance.is(0.6)) return (count) => Math.round(count * left)
    const came = chance.pick(full)
    return (count) => Math.min(count, came)
  }
  const made = wrong()
  const recent = before.filter((sync) => sync.at > from - 60 * day)
  const low = 0.8 * Math.min(...recent.map(({ count }) => count))
  const isPlain = recent.length >= 12 && after >= low && inside.every(({ count }) => !made || made(count) <= low)
  return isPlain ? made : null
}

/** @returns null where the number did not change regularly: each earlier pause is to be less than half as long */
function frozenIn({ before, inside, from, until, after, now }: Part, { least, most }: Plan): Wrong | null {
  const recent = before.filter((sync) => sync.at > from - 90 * day)
  const changes = changesIn(recent).length
  const between = changes ? (from - at(recent, 0).at) / day / changes : Infinity
  const times = [at(before, 0).at, ...changesIn(before).map((sync) => sync.at), from]
  const longest = Math.max(...times.slice(1).map((time, n) => time - at(times, n)))
  const span = until - from
  const isRegular = between >= least && between <= most && longest <= 0.45 * span
  // The true number went on changing.
  const isReal = inside.length >= 30 && changesIn(inside).length >= 4 && after !== now
  return isRegular && isReal && span >= 40 * day && span <= 92 * day ? () => now : null
}

/** 19 to 21 of its faults are drops. Each connector is offered those that are left, in turn. */
export function* ordinaryYear(seed: number): Generator<OrdinaryConnector> {
  const left = faultsOf(seed)
  const planted = new Map<number, Plan>()
  for (const index of new Chance(seed, 51).shuffle(Array.from({ length: many }, (_, n) => n))) {
    const plan = left.shift()
    if (!plan) break
    if (plant(liveThrough(seed, index), plan, seed)) planted.set(index, plan)
    else left.push(plan)
  }
  if (left.length > 0) throw new Error('not all faults of this seed could be planted')
  for (let index = 0; index < many; index++) {
    const connector = liveThrough(seed, index)
    const plan = planted.get(index)
    if (plan) plant(connector, plan, seed)
    yield connector
  }
}
