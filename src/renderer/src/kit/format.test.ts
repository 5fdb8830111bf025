import { expect, test } from 'vitest'
import { age, bytes, counted, duration, listed, momentWords, shortCount, time } from './format'

test.each([
  [0, '0 s'],
  [-5, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 h'],
  [8_040_000, '2 h 14 min'],
  [86_400_000, '1 d'],
  [187_200_000, '2 d 4 h']
])('%i ms is shown as %s', (ms, words) => expect(duration(ms)).toBe(words))

test('times: of today, of the days around it, of this year, older', () => {
  const now = new Date(2025, 10, 18, 9, 41).getTime()
  expect(time(new Date(2025, 10, 18, 9, 12).getTime(), now)).toBe('09:12')
  expect(time(new Date(2025, 10, 15, 12, 7).getTime(), now)).toBe('Sat 12:07')
  expect(time(new Date(2025, 10, 13, 9, 42).getTime(), now)).toBe('Thu 09:42')
  expect(time(new Date(2025, 10, 13, 9, 40).getTime(), now)).toBe('13 Nov')
  expect(time(new Date(2025, 10, 12, 21, 40).getTime(), now)).toBe('12 Nov')
  expect(time(new Date(2025, 10, 24, 12, 7).getTime(), now)).toBe('24 Nov')
  expect(time(new Date(2025, 10, 6, 12, 7).getTime(), now)).toBe('6 Nov')
  expect(time(new Date(2024, 10, 6, 12, 7).getTime(), now)).toBe('6 Nov 2024')
})

test.each([
  [-5, '< 1 min'],
  [59_999, '< 1 min'],
  [60_000, '1 min'],
  [3_600_000, '1 h'],
  [100_800_000, '1 d 4 h'],
  [259_200_000, '3 d']
])('an age of %i ms is shown as %s', (ms, words) => expect(age(ms)).toBe(words))

test('counts and lists read as a person would say them', () => {
  expect(counted(1, 'page')).toBe('1 page')
  expect(counted(1204, 'category', 'categories')).toBe('1,204 categories')
  expect(listed([])).toBe('')
  expect(listed(['HRIS'])).toBe('HRIS')
  expect(listed(['HRIS', 'ATS', 'LMS'])).toBe('HRIS, ATS and LMS')
  expect([bytes(512), bytes(1400), bytes(37_000_000)]).toEqual(['512 B', '1.4 kB', '37 MB'])
})

test('a count with little room is exact below a million', () => {
  const values = [0, 9_999, 10_000, 423_256, 999_999, 1_249_000, 12_600_000]
  expect(values.map(shortCount)).toEqual(['0', '9,999', '10K', '423K', '1M', '1.2M', '13M'])
})

test('a moment far away is named by its time, and by its date where it is not today', () => {
  const now = new Date(2025, 10, 18, 9, 41).getTime()
  const at = (...to: [month: number, day: number, hour: number, minute: number]) =>
    momentWords(new Date(2025, ...to).getTime(), now)
  expect(at(10, 18, 9, 53)).toBe('in 12 min')
  expect(at(10, 18, 16, 40)).toBe('at 16:40')
  expect(at(10, 20, 12, 7)).toBe('on Thu 20 Nov 12:07')
  expect(momentWords(new Date(2031, 0, 2, 8, 0).getTime(), now)).toBe('on 2 Jan 2031 08:00')
})
