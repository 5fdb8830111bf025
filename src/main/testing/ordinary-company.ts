/**
 * Ordinary companies, and how their employees come and go: with seasons, holidays, imports, layoffs and quiet months. The rates
 * are what is believed of them, for a company and a year. The same chance makes the same life.
 */

export const hour = 3_600_000
export const day = 24 * hour
/** A Monday: day 0. */
const start = Date.UTC(2025, 0, 6)
export const days = 365
/** Before the year, so that seasons and imports are under way at its start. */
const firstDay = -32

export type Span = readonly [from: number, until: number]
const never: Span = [999, 999]
export const isIn = ([from, until]: Span, at: number) => at >= from && at < until
const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

export function at<Item>(list: readonly Item[], index: number): Item {
  const item = list[index]
  if (item === undefined) throw new Error(`nothing at ${index}`)
  return item
}

/** Draws the same for the same keys. */
export class Chance {
  #state = 0x9e3779b9

  constructor(...keys: readonly number[]) {
    for (const key of keys) {
      this.#state = Math.imul(this.#state ^ (key + 0x7f4a7c15), 0x85ebca6b)
      this.#state = Math.imul(this.#state ^ (this.#state >>> 13), 0xc2b2ae35)
      this.#state ^= this.#state >>> 16
    }
  }
  /** 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    const once = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    const twice = (once + Math.imul(once ^ (once >>> 7), 61 | once)) ^ once
    return ((twice ^ (twice >>> 14)) >>> 0) / 2 ** 32
  }
  is = (share: number) => this.next() < share
  between = (least: number, most: number) => least + (most - least) * this.next()
  /** Both included. */
  whole = (least: number, most: number) => Math.floor(this.between(least, most + 1))
  pick = <Item>(list: readonly Item[]) => at(list, Math.floor(this.next() * list.length))
  normal = () => Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
  /** Half below the median; two thirds within a factor of e to the spread. */
  around = (median: number, spread: number, least = 0, most = Infinity) =>
    within(median * Math.exp(spread * this.normal()), least, most)
  /** How many of what comes by chance, so many on average. */
  times(mean: number): number {
    if (mean <= 0) return 0
    if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()))
    const end = Math.exp(-mean)
    let times = 0
    for (let left = this.next(); left > end; left *= this.next()) times++
    return times
  }
  shuffle<Item>(list: Item[]): Item[] {
    for (let last = list.length - 1; last > 0; last--) {
      const other = this.whole(0, last)
      const item = at(list, last)
      list[last] = at(list, other)
      list[other] = item
    }
    return list
  }
}

/** Good Friday, Easter Monday, 1 May, Ascension, Whit Monday, 25 and 26 December, 1 January. */
const holidaysInEurope = new Set([102, 105, 115, 143, 154, 353, 354, 360])
const holidaysInAmerica = new Set([14, 42, 140, 164, 179, 238, 325, 326, 353, 360])
/** 0 is Sunday. */
const weekdayOf = (day: number) => (((day + 1) % 7) + 7) % 7
export const timeOf = (of: number) => start + of * day
const dateOf = (of: number) => new Date(timeOf(of))
const dayOf = (month: number, date: number) => Math.round((Date.UTC(2025, month - 1, date) - start) / day)

/** Share of the companies, least and most employees. */
const kinds = [
  ['normal', 0.63, 5, 30_000],
  ['sleepy', 0.13, 5, 30_000],
  ['startup', 0.08, 8, 400],
  ['high turnover', 0.05, 5, 30_000],
  ['seasonal', 0.05, 12, 4_000],
  ['school', 0.035, 20, 2_000],
  ['roster', 0.025, 40, 6_000]
] as const

/** Half have below some 110 employees, one in a hundred above 3,500. 3 % never tell their number. */
export function companyOf(chance: Chance) {
  let share = chance.next()
  const [drawn, , least, most] = kinds.find(([, part]) => (share -= part) < 0) ?? kinds[0]
  const isTest = chance.is(0.05)
  const isAmerican = chance.is(0.4)
  const zone = isAmerican ? chance.whole(-8, -5) : chance.pick([0, 1, 1, 1, 2, 8])
  const tells = !chance.is(0.03)
  const silent = chance.is(0.007) ? chance.between(0.05, 0.3) : 0
  let size = 0
  while (size < 5 || size > 30_000) size = Math.round(chance.around(110, 1.45))
  size = within(size, least, most)
  const kind = drawn === 'sleepy' && size > 600 ? 'normal' : drawn
  // Leavers a year: some 18 of 100; in hospitality, shops and care 40 to 90; sleepy ones 1 to 5.
  const turnover = () => {
    if (kind === 'sleepy') return chance.between(0.01, 0.05)
    if (kind === 'high turnover' || kind === 'roster') return chance.between(0.4, 0.9)
    return chance.around(0.18, 0.45, 0.05, 0.6)
  }
  const growth = () => {
    if (kind === 'startup') return chance.between(0.15, 1.1)
    return kind === 'sleepy' ? 0 : within(0.03 + 0.08 * chance.normal(), -0.12, 0.35)
  }
  const staff = { kind, size, turnover: turnover(), growth: growth() }
  // The share of hires and leavers on the turn of a month; dated ones show at midnight, others when someone types them in.
  const months = { onTurn: chance.between(0.1, isAmerican ? 0.4 : 0.75), isDated: chance.is(0.55) }
  // 6 % are imported weekly, 6 % monthly; 8 % remove leavers at each month's end in one go, 1.5 % each quarter.
  const upkeep = chance.next()
  const imports = upkeep < 0.06 ? 'weekly' : upkeep < 0.12 ? 'monthly' : 'never'
  const cleansEvery = upkeep < 0.12 ? 0 : upkeep < 0.2 ? 1 : upkeep < 0.215 ? 3 : 0
  const importsOn = { weekday: chance.whole(1, 5), date: chance.pick([1, 1, 5, 15, 25]) }
  const flickers = chance.is(0.02)
  // A quarter join within the year, 8 % leave.
  const joins = chance.is(0.25) ? chance.between(1, 355) : 0
  const isLeaving = chance.is(0.08)
  const leaves = isLeaving ? chance.between(Math.min(joins + 10, 360), 364) : days
  const place = { isTest, isAmerican, zone, tells, silent, flickers, joins, isLeaving, leaves }
  return { ...staff, ...months, ...place, imports, importsOn, cleansEvery }
}
export type Company = ReturnType<typeof companyOf>
export type Note = (kind: string, on: number) => void

interface Change {
  kind: string
  day: number
  /** 0 is midnight, 1 to 3 are morning, noon and afternoon. */
  slot: number
  by: (staff: number) => number
  isNoted: boolean
}

/** What happens to a company beside its usual hires and leavers, and how long it counts. */
export function plansOf(chance: Chance, company: Company, note: Note) {
  const { kind, size, joins, isAmerican } = company
  if (company.joins) note('join', company.joins)
  if (company.isLeaving) note('leave', company.leaves)
  note('christmas quiet', 348)
  if (!company.isAmerican) note('august quiet', dayOf(8, 1))
  const changes: Change[] = []
  let leaves = company.leaves
  let moves: number | null = null
  const heads = (count: number) => () => count
  const share = (part: number) => (staff: number) => Math.round(part * staff)
  const add = (kind: string, on: number, slot: number, by: Change['by'], isNoted = true) =>
    changes.push({ kind, day: on, slot, by, isNoted })
  const slot = () => chance.whole(1, 3)
  const anyDay = () => chance.whole(2, 362)
  /** Tuesday to Thursday. */
  const workday = () => {
    let on = anyDay()
    while (weekdayOf(on) < 2 || weekdayOf(on) > 4) on = anyDay()
    return on
  }
  const turnOfMonth = () => dayOf(chance.whole(2, 12), 1)

  // Layoffs, 3 % (start-ups 6 %): half above a tenth of the staff (start-ups 17 %), rarely a half; 45 % in one go.
  if (chance.is(kind === 'startup' ? 0.06 : 0.03) && size > 12) {
    const part = chance.around(kind === 'startup' ? 0.17 : 0.1, 0.65, 0.03, 0.6)
    const steps = chance.is(0.45) ? 1 : chance.whole(2, 8)
    let on = chance.is(0.5) ? workday() : turnOfMonth()
    for (let step = 0; step < steps; step++, on += chance.whole(3, 15))
      add(steps > 1 ? 'layoff in steps' : 'layoff', on, slot(), share(-part / steps), step === 0)
  }
  // Mergers, 1.2 %: the staff of another company come, up to more than double.
  if (chance.is(0.012)) {
    const part = chance.around(0.3, 0.7, 0.08, 1.6)
    const steps = chance.is(0.6) ? 1 : chance.whole(2, 4)
    let on = chance.is(0.5) ? turnOfMonth() : workday()
    for (let step = 0; step < steps; step++, on += chance.whole(2, 20))
      add('merger', on, slot(), share(part / steps), step === 0)
  }
  if (size > 150 && chance.is(0.03)) add('acquisition', turnOfMonth(), 0, share(chance.between(0.02, 0.15)))
  if (size > 40 && chance.is(0.0025)) add('spin-off', turnOfMonth(), 0, share(-chance.around(0.18, 0.5, 0.06, 0.5)))
  // Another HR system counts contractors otherwise, 1 %: half up, half down, half of them after days without a sync.
  if (chance.is(0.01)) {
    const part = chance.around(0.09, 0.6, 0.02, 0.45)
    const on = workday()
    add('migration re-count', on, slot(), share(chance.is(0.5) ? part : -part))
    if (chance.is(0.5)) moves = on
  }
  if (chance.is(0.015)) add('clean-up of old entries', workday(), slot(), share(-chance.around(0.06, 0.6, 0.02, 0.25)))
  if (chance.is(0.007)) {
    const count = Math.max(2, Math.round(size * chance.around(0.12, 0.8, 0.03, 0.8)))
    const on = workday()
    add('duplicate import', on, slot(), heads(count))
    add('duplicates removed', on + chance.whole(1, 5), slot(), heads(-count))
  }
  // A company closes, 0.1 %: two or three waves, then it leaves.
  if (chance.is(0.001)) {
    const waves = chance.whole(2, 3)
    let on = chance.whole(60, 330)
    for (let wave = 0; wave < waves; wave++, on += chance.whole(5, 20))
      add('closing', on, slot(), share(-chance.between(0.3, 0.7)))
    leaves = Math.min(leaves, Math.max(joins + 5, on))
  }
  if (joins && chance.is(0.1)) {
    const weeks = chance.whole(1, 3)
    for (let week = 0; week < weeks; week++) {
      const on = Math.floor(joins) + 2 + 7 * week
      add('staff imported bit by bit', on, 2, share(chance.between(0.15, 0.9)), week === 0)
    }
  }
  if (joins && chance.is(0.02))
    add('clean-up after joining', Math.floor(joins) + chance.whole(2, 10), 2, share(-chance.between(0.05, 0.3)))
  if (size > 100 && chance.is(0.12)) {
    const count = Math.max(1, Math.round(size * chance.between(0.01, 0.05)))
    if (isAmerican) {
      add('interns', dayOf(6, chance.whole(1, 4)), 0, heads(count))
      add('interns leave', dayOf(8, chance.whole(9, 23)), 0, heads(-count))
    } else {
      add('trained leave', dayOf(7, 1), 0, heads(-count))
      add('apprentices', dayOf(9, 1), 0, heads(count))
    }
  }
  // Six in ten schools lose a few per cent in summer, one in ten a fifth or more; half on one date, half over some weeks.
  let summer = never
  if (kind === 'school') {
    const luck = chance.next()
    const [least, most] = luck < 0.6 ? [0.01, 0.08] : luck < 0.9 ? [0.08, 0.2] : [0.2, 0.4]
    const count = Math.round(size * chance.between(least, most))
    const steps = chance.is(0.5) ? 1 : chance.whole(3, 6)
    const ends = isAmerican ? dayOf(6, chance.whole(14, 30)) : chance.pick([dayOf(7, 1), dayOf(7, 16), dayOf(8, 1)])
    const begins = isAmerican ? dayOf(8, chance.whole(11, 25)) : dayOf(9, 1)
    for (let step = 0; step < steps; step++)
      add('summer contracts end', ends + 4 * step, 0, heads(-Math.round(count / steps)), step === 0)
    for (const [step, part] of [0.2, 0.5, 0.2, 0.15].entries()) {
      const after = at([-7, 0, 6, 14], step)
      add('new school year', begins + after, company.isDated ? 0 : 2, heads(Math.round(count * part)), after === 0)
    }
    note('school summer', ends)
    summer = [ends + 1, begins - 8]
  }
  const seasons = kind === 'seasonal' ? seasonsOf(chance, size, note) : []
  const spell = (part: number, kind: string, least: number, most: number): Span => {
    if (!chance.is(part)) return never
    const from = anyDay()
    note(kind, from)
    return [from, from + chance.between(least, most)]
  }
  const spells = {
    freeze: spell(0.03, 'hiring freeze', 60, 180),
    decline: spell(0.03, 'slow decline', 90, 240),
    sleep: spell(0.02, 'sleepy spell', 30, 120),
    // The one who does HR is away, and types it in later in one go.
    away: spell(size < 150 ? 0.05 : 0, 'HR away', 14, 28),
    monthly: spell(0.005, 'now imported monthly', 365, 366),
    // A quarter stop their upkeep shortly before they leave.
    stop: company.isLeaving && chance.is(0.25) ? ([leaves - chance.between(5, 20), leaves] as const) : never,
    summer
  }
  return { changes, seasons, spells, leaves, moves }
}
export type Plans = ReturnType<typeof plansOf>

/** Extra staff, half above a quarter of the others; a quarter end most contracts on one date, the others over 2 to 8 weeks. */
function seasonsOf(chance: Chance, size: number, note: Note) {
  const part = chance.around(0.25, 0.7, 0.06, 1.5)
  const oneGo = chance.is(0.25) ? chance.between(0.5, 0.95) : 0
  const tail = chance.whole(14, 56)
  const kind = chance.pick(['summer', 'summer', 'christmas', 'winter', 'harvest'])
  const shift = chance.whole(-10, 10)
  const season = (from: number, full: number, end: number) => {
    note('season starts', Math.max(0, from + shift))
    note('season ends', end)
    return { from: from + shift, full: full + shift, end, top: part * size, oneGo, tail }
  }
  if (kind === 'summer')
    return [season(dayOf(4, 20), dayOf(6, 10), chance.pick([dayOf(9, 1), dayOf(9, 15), dayOf(10, 1), dayOf(11, 1)]))]
  if (kind === 'christmas')
    return [
      season(-97, -40, chance.pick([-5, 6, 26])),
      season(dayOf(10, 1), dayOf(11, 25), chance.pick([dayOf(12, 24), 360, 370]))
    ]
  if (kind === 'winter')
    return [season(-55, -18, chance.pick([dayOf(4, 1), dayOf(4, 21)])), season(dayOf(11, 15), dayOf(12, 20), 400)]
  const from = chance.whole(dayOf(4, 20), dayOf(8, 10))
  return [season(from, from + 16, from + chance.whole(40, 85))]
}

/** @returns extra staff that the seasons ask for, and whether many contracts end that day */
function asked(seasons: Plans['seasons'], on: number): { extra: number; isEnd: boolean } {
  let extra = 0
  for (const { from, full, end, top, oneGo, tail } of seasons) {
    if (on >= from && on < full) extra += (top * (on - from)) / (full - from)
    else if (on >= full && on < end) extra += top
    else if (on >= end) extra += top * (1 - oneGo) * Math.max(0, 1 - (on - end) / tail)
  }
  return { extra, isEnd: seasons.some(({ end, oneGo }) => on === end && oneGo > 0) }
}

/** The employees that its HR system shows, four times a day. @returns a function of the time */
export function shownBy(chance: Chance, company: Company, plans: Plans, note: Note): (time: number) => number {
  const { kind, size, turnover, growth, onTurn, isDated, isAmerican, importsOn, cleansEvery } = company
  const { changes, seasons, spells } = plans
  // Rosters count who works that day: weekends and holidays differ; a quarter run a whole Christmas fortnight that low.
  const isRoster = kind === 'roster'
  const weekend = isRoster ? (chance.is(0.75) ? -1 : 0.6) * chance.around(0.13, 0.6, 0.03, 0.45) : 0
  const worksSaturdays = chance.is(0.4)
  const restsAtChristmas = chance.is(0.25)
  const [morning, noon, afternoon] = [9 + chance.whole(0, 1), 12 + chance.whole(0, 1), 15 + chance.whole(0, 2)]
  const holidays = isAmerican ? holidaysInAmerica : holidaysInEurope
  const shown = new Int32Array((days + 3 - firstDay) * 4)
  const hires = turnover + Math.max(0, growth)
  const leavers = turnover - Math.min(0, growth)
  let imports: string = company.imports
  let [staff, seen, extra] = [size, size, 0]
  let [notImported, notRemoved, wasHeld] = [0, 0, false]
  let [busy, month, workMonth] = [1, -1, -1]
  for (const { full, end, top } of seasons) if (full < 0 && end > 0) extra = Math.round(top)
  for (let today = firstDay; today < days + 3; today++) {
    const date = dateOf(today)
    const weekday = weekdayOf(today)
    const rests = weekday === 0 || weekday === 6 || holidays.has(today)
    const steps = [0, 0, 0, 0]
    // Some months are busy, some are not.
    if (date.getUTCMonth() !== month) busy = chance.around(1, 0.35)
    month = date.getUTCMonth()
    const isFirstWorkday = !rests && month !== workMonth
    if (isFirstWorkday) workMonth = month
    const isChristmas = today >= 348 || (today >= -17 && today <= 0)
    const sleeps = isIn(spells.sleep, today) ? 0.15 : 1
    const goesOn = isIn(spells.stop, today) ? 0 : 1
    const inAugust = !isAmerican && month === 7 ? 0.5 : 1
    const act = busy * (isChristmas ? 0.12 : 1) * inAugust * sleeps * goesOn * (isIn(spells.summer, today) ? 0.25 : 1)
    const hiring = (isIn(spells.freeze, today) ? 0.1 : 1) * (isIn(spells.decline, today) ? 0.25 : 1)
    const leaving = isIn(spells.decline, today) ? 1.7 : 1
    if (isIn(spells.monthly, today)) imports = 'monthly'
    const isHeld = imports !== 'never' || isIn(spells.away, today)
    const change = (by: number, slot: number, isShownNow = false) => {
      const heads = staff + by < 2 ? 2 - staff : by
      staff += heads
      if (!isShownNow && isHeld) notImported += heads
      else if (!isShownNow && heads < 0 && cleansEvery) notRemoved -= heads
      else steps[slot] = at(steps, slot) + heads
    }
    const each = (times: number, by: 1 | -1) => {
      for (let time = 0; time < times; time++) change(by, isDated ? 0 : chance.whole(1, 3))
    }
    const daily = (act * (rests ? 0.03 : 1.4) * (1 - onTurn)) / 365
    const monthly = (onTurn / 12) * chance.around(1, 0.3)
    each(chance.times(staff * hires * hiring * daily * (weekday === 1 ? 1.6 : 0.85)), 1)
    each(chance.times(staff * leavers * leaving * daily * (weekday === 5 ? 1.5 : 0.88)), -1)
    if (isDated ? date.getUTCDate() === 1 : isFirstWorkday) {
      const calm = sleeps < 1 ? sleeps : goesOn
      const ofMonth = month === 0 || month === 8 ? 1.4 : month === 7 || month === 11 ? 0.7 : 1
      each(chance.times(staff * hires * hiring * monthly * calm * ofMonth), 1)
      each(chance.times(staff * leavers * leaving * monthly * calm), -1)
    }
    for (const { kind, slot, by, isNoted } of changes.filter((one) => one.day === today)) {
      if (isNoted) note(kind, today)
      change(by(staff), slot, true)
    }
    const isBack = wasHeld && !isHeld
    const isPayday = date.getUTCDate() === importsOn.date
    if (imports === 'weekly' ? weekday === importsOn.weekday : imports === 'monthly' ? isPayday : isBack) {
      steps[1] = at(steps, 1) + notImported
      notImported = 0
    }
    wasHeld = isHeld
    const next = dateOf(today + 1).getUTCMonth()
    if (cleansEvery && next !== month && (cleansEvery === 1 || next % 3 === 0)) {
      steps[3] = at(steps, 3) - notRemoved
      notRemoved = 0
      if (today > 0) note('month-end clean-up', today)
    }
    if (seasons.length > 0) {
      const { extra: wanted, isEnd } = asked(seasons, today)
      if (isEnd) extra = Math.round(wanted)
      else if (!rests && chance.is(0.6)) {
        const nearer = (wanted - extra) * chance.between(0.2, 1)
        extra = Math.max(0, extra + Math.round(nearer + Math.sqrt(extra) * 0.12 * chance.normal()))
      }
    }
    const isQuietDay = weekday === 0 || (weekday === 6 && !worksSaturdays) || holidays.has(today)
    const isLow = isQuietDay || (restsAtChristmas && today >= 349 && today <= 362)
    const part = weekend && isLow ? 1 + weekend * chance.between(0.85, 1.15) : 1
    const flicker = isRoster ? Math.round(0.012 * staff * chance.normal()) : company.flickers ? chance.whole(-1, 1) : 0
    for (const [slot, step] of steps.entries()) {
      seen += step
      shown[(today - firstDay) * 4 + slot] = Math.max(1, Math.round((seen + extra) * part) + flicker)
    }
  }
  return (time) => {
    const local = (time - start) / day + company.zone / 24
    const today = Math.floor(local)
    const clock = (local - today) * 24
    const slot = [morning, noon, afternoon].filter((from) => clock >= from).length
    return shown[(today - firstDay) * 4 + slot] ?? 0
  }
}
