import { expect, test } from 'vitest'
import { localText, readLocalText } from './local-time'

const at = (text: string) => new Date(text).getTime()

test.each([
  ['2026-03-01 17:30:05', at('2026-03-01T17:30:05')],
  [' 2026-03-01T17:30 ', at('2026-03-01T17:30:00')],
  ['2026-03-01', at('2026-03-01T00:00:00')],
  ['2026-03-01T17:30:05Z', Date.UTC(2026, 2, 1, 17, 30, 5)],
  ['2026-03-01 17:30+02:00', Date.UTC(2026, 2, 1, 15, 30)]
])('%s is a time', (text, expected) => {
  expect(readLocalText(text)).toBe(expected)
})

test.each([
  '',
  '1 March 2026',
  '2026-02-31',
  '2026-13-01',
  '2026-03-01 25:00',
  '2026-03-01 24:00',
  '03/01/2026 5:30 PM'
])('%j is no time', (text) => {
  expect(readLocalText(text)).toBeNull()
})

test('what is shown is read as the same time', () => {
  const time = at('2026-03-01T05:07:09')
  expect(localText(time)).toBe('2026-03-01 05:07:09')
  expect(readLocalText(localText(time))).toBe(time)
})
