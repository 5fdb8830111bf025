import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueAt, dueTimesProblem, leftAt, targetOf } from './due'
import { dueTimes, type WorkCalendar } from './due-times'
import type { Pause } from './issue'

const minute = 60_000
const day = 86_400_000
const office = { from: 9 * 60, to: 17 * 60 }
const week = (hours: WorkCalendar['week'][number]) => [hours, hours, hours, hours, hours, null, null]
const berlin: WorkCalendar = { zone: 'Europe/Berlin', week: week(office), holidays: ['2026-12-25'] }

/** Many situations are near the same change, so each minute is asked for once. */
const onTheWall = new Map<string, Map<number, { date: string; minutes: number; shown: string }>>()
const formats = new Map<string, Intl.DateTimeFormat>()

function wallAt(zone: string, at: number) {
  const known = onTheWall.get(zone) ?? new Map<number, { date: string; minutes: number; shown: string }>()
  onTheWall.set(zone, known)
  let wall = known.get(at)
  if (wall) return wall
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  formats.set(zone, format)
  const shown = format.format(at)
  wall = { shown, date: shown.slice(0, 10), minutes: Number(shown.slice(11, 13)) * 60 + Number(shown.slice(14, 16)) }
  known.set(at, wall)
  return wall
}

/** As the clock on the wall goes, minute by minute; a clock that is put back opens nothing again. */
function* naiveMinutes(start: number, { zone, week, holidays }: WorkCalendar, pauses: readonly Pause[]) {
  // Enough to know what the clock showed before.
  let latest = wallAt(zone, start - 3 * 60 * minute)
  for (let at = start - 3 * 60 * minute; ; at += minute) {
    const wall = wallAt(zone, at)
    if (wall.shown > latest.shown) latest = wall
    if (at < start) continue
    const hours = week[(new Date(latest.date).getUTCDay() + 6) % 7]
    const works = hours && hours.from <= latest.minutes && latest.minutes < hours.to && !holidays.includes(latest.date)
    const paused = pauses.some(({ from, to }) => from <= at && (to === null || at < to))
    yield { at, counts: Boolean(works) && !paused }
  }
}

const changes = [
  ['Europe/Berlin', '2026-03-29T01:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00Z'],
  ['America/New_York', '2026-03-08T07:00Z'],
  ['America/New_York', '2026-11-01T06:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['Africa/Cairo', '2026-04-23T22:00Z'],
  ['America/Santiago', '2026-04-05T03:00Z'],
  ['America/Santiago', '2026-09-06T04:00Z'],
  ['Asia/Kathmandu', '2026-06-01T00:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00Z']
] as const
const someHours = fc
  .tuple(fc.integer({ min: 0, max: 1_439 }), fc.integer({ min: 1, max: 1_440 }))
  .filter(([from, to]) => from < to)
  .map(([from, to]) => ({ from, to }))
const situation = fc.constantFrom(...changes).chain(([zone, change]) => {
  const about = Date.parse(change)
  const near = fc.integer({ min: -2 * 1_440, max: 2 * 1_440 }).map((n) => about + n * minute)
  return fc.record({
    calendar: fc.record({
      zone: fc.constant(zone),
      week: fc.array(fc.option(someHours), { maxLength: 7 }),
      holidays: fc.array(
        fc.integer({ min: -2, max: 3 }).map((n) => new Date(about + n * day).toISOString().slice(0, 10))
      )
    }),
    openedAt: near,
    now: fc.integer({ min: 0, max: 4 * 1_440 }),
    target: fc.integer({ min: 0, max: 2_000 }),
    pauses: fc.array(
      fc.record({ from: near, long: fc.option(fc.integer({ min: 0, max: 1_440 })) }).map(({ from, long }) => ({
        from,
        to: long === null ? null : from + long * minute
      })),
      { maxLength: 4 }
    )
  })
})

test('due times agree with a clock that is read each minute, also where it is changed', () => {
  fc.assert(
    fc.property(situation, ({ calendar, openedAt, now, target, pauses }) => {
      const until = openedAt + now * minute
      let worked = 0
      let due: number | null = target === 0 ? openedAt : null
      let left = target
      for (const { at, counts } of naiveMinutes(openedAt, calendar, pauses)) {
        if (at >= openedAt + 5 * day) break
        if (!counts) continue
        worked++
        if (at < until) left--
        if (worked === target) due ??= at + minute
      }
      expect(leftAt(until, openedAt, target, calendar, pauses)).toBe(left * minute)
      const found = dueAt(openedAt, target, calendar, pauses)
      expect(found !== null && found <= openedAt + 5 * day ? found : null).toBe(due)
    }),
    { numRuns: 100 }
  )
})

test('nothing is left at the time when it is due', () => {
  fc.assert(
    fc.property(situation, ({ calendar, openedAt, target, pauses }) => {
      const due = dueAt(openedAt, target, calendar, pauses)
      if (due !== null) expect(leftAt(due, openedAt, target, calendar, pauses)).toBe(0)
    })
  )
})

test('hours over a week end and a holiday do not count, and a pause puts it off', () => {
  const thursday = Date.parse('2026-12-24T16:00+01:00')
  // Friday is a holiday: one hour on Thursday, three on Monday.
  expect(dueAt(thursday, 240, berlin, [])).toBe(Date.parse('2026-12-28T12:00+01:00'))
  const asked = Date.parse('2026-12-28T10:00+01:00')
  expect(dueAt(thursday, 240, berlin, [{ from: asked, to: null }])).toBeNull()
  const paused = leftAt(asked + 9 * day, thursday, 240, berlin, [{ from: asked, to: null }])
  expect(paused).toBe(2 * 60 * minute)
  // What was over before the customer was asked stays over.
  const late = [{ from: Date.parse('2026-12-28T14:00+01:00'), to: null }]
  expect(leftAt(asked + 9 * day, thursday, 240, berlin, late)).toBe(-2 * 60 * minute)
})

test('due times that can never be met are refused in words', () => {
  const fine = { calendar: berlin, tiers: [], targets: [] }
  const withCalendar = (calendar: Partial<WorkCalendar>) =>
    dueTimesProblem({ ...fine, calendar: { ...berlin, ...calendar } })
  expect(dueTimesProblem(fine)).toBeNull()
  expect(withCalendar({ zone: 'Europe/Nowhere' })).toBe('This time zone is not known.')
  expect(withCalendar({ week: Array.from({ length: 7 }, () => null) })).toBe(
    'The calendar has no working hours, so nothing would ever be due.'
  )
  expect(withCalendar({ week: week({ from: 600, to: 600 }) })).toBe('Each working day must end after it begins.')
  const target = { cause: 'relink', tier: 'Gold', hours: 4 } as const
  expect(dueTimesProblem({ ...fine, targets: [target] })).toBe('A target names a tier that does not exist.')
  const dated = (text: string) => dueTimes.safeParse({ ...fine, calendar: { ...berlin, holidays: [text] } }).success
  expect([dated('2026-02-28'), dated('2026-02-30'), dated('Christmas')]).toEqual([true, false, false])
})

test('a customer of a tier has its target, else that of all others', () => {
  const times = dueTimes.parse({
    calendar: berlin,
    tiers: [{ name: 'Gold', customers: ['acme'] }],
    targets: [
      { cause: 'relink', tier: null, hours: 16 },
      { cause: 'relink', tier: 'Gold', hours: 4 },
      { cause: 'stalled', tier: null, hours: 0 }
    ]
  })
  expect(targetOf(times, 'relink', 'acme')).toBe(240)
  expect(targetOf(times, 'relink', 'other')).toBe(960)
  expect(targetOf(times, 'relink', null)).toBe(960)
  expect(targetOf(times, 'stalled', 'acme')).toBe(0)
  expect(targetOf(times, 'failed', 'acme')).toBeNull()
})
