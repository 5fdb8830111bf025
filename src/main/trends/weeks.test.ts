import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors'
import { percentile } from './trends'
import { daysIn, weekStarts } from './weeks'

const iso = (at: number) => new Date(at).toISOString().slice(0, 16)

it.each([
  // zone, now, the starts of the last week and this one, and its end
  ['UTC', '2026-11-22T23:59:59Z', ['2026-11-09T00:00', '2026-11-16T00:00', '2026-11-23T00:00']],
  ['UTC', '2026-11-23T00:00:00Z', ['2026-11-16T00:00', '2026-11-23T00:00', '2026-11-30T00:00']],
  ['Europe/Berlin', '2026-11-22T22:59:59Z', ['2026-11-08T23:00', '2026-11-15T23:00', '2026-11-22T23:00']],
  ['Europe/Berlin', '2026-11-22T23:00:00Z', ['2026-11-15T23:00', '2026-11-22T23:00', '2026-11-29T23:00']],
  // Berlin's week with the change to winter time has an hour more, the one to summer time an hour less.
  ['Europe/Berlin', '2026-10-25T12:00:00Z', ['2026-10-11T22:00', '2026-10-18T22:00', '2026-10-25T23:00']],
  ['Europe/Berlin', '2026-03-29T12:00:00Z', ['2026-03-15T23:00', '2026-03-22T23:00', '2026-03-29T22:00']],
  ['Asia/Kathmandu', '2026-11-22T18:14:59Z', ['2026-11-08T18:15', '2026-11-15T18:15', '2026-11-22T18:15']],
  ['Pacific/Kiritimati', '2026-11-22T10:00:00Z', ['2026-11-15T10:00', '2026-11-22T10:00', '2026-11-29T10:00']],
  ['America/Los_Angeles', '2026-01-01T07:00:00Z', ['2025-12-22T08:00', '2025-12-29T08:00', '2026-01-05T08:00']]
])('in %s at %s weeks begin on Monday at midnight', (zone, now, starts) => {
  expect(weekStarts(Date.parse(now), zone, 2).map(iso)).toEqual(starts)
})

it.each([
  // Chile skips 00:00 to 01:00 on 6 September 2026: the day begins at 01:00.
  ['America/Santiago', '2026-09-06T12:00:00Z', '2026-09-06T04:00'],
  // Samoa had no 30 December 2011.
  ['Pacific/Apia', '2011-12-31T12:00:00Z', '2011-12-31T10:00'],
  // 00:00 comes twice in Havana on 1 November 2026: the first begins the day.
  ['America/Havana', '2026-11-01T12:00:00Z', '2026-11-01T04:00'],
  ['Asia/Kolkata', '2026-06-10T18:29:59.999Z', '2026-06-09T18:30']
])('in %s the day of %s begins at %s', (zone, at, start) => {
  expect(iso(daysIn(zone).startOf(Date.parse(at)))).toBe(start)
})

it('refuses a zone that there is not', () => {
  expect(() => weekStarts(0, 'Europe/Atlantis', 1)).toThrow(AppError)
})

it.each([
  [[], 0.5, null],
  [[7], 0.5, 7],
  [[7], 0.9, 7],
  [[1, 2], 0.5, 1],
  [[1, 2, 3], 0.5, 2],
  [[1, 2, 3, 4], 0.5, 2],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.9, 9],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 0.9, 10],
  [[5, 5, 5], 0.9, 5]
])('of %j the value at %d is %j', (sorted, part, value) => {
  expect(percentile(sorted, part)).toBe(value)
})
