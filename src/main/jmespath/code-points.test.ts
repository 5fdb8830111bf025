import { expect, it } from 'vitest'
import { WorkLimit, OutOfTime } from './work-limit'
import { holds, lengthOf, reversed } from './code-points'

const workLimit = new WorkLimit(Infinity)

it.each([
  ['', 0, ''],
  ['abc', 3, 'cba'],
  ['a😀b', 3, 'b😀a'],
  ['😀😁', 2, '😁😀'],
  ['\ud83d', 1, '\ud83d'],
  ['\ude00\ud83d', 2, '\ud83d\ude00']
])('%j has characters, and reads backwards', (text, length, backwards) => {
  expect(lengthOf(text, workLimit)).toBe(length)
  expect(reversed(text, workLimit)).toBe(backwards)
})

const long = 'ab'.repeat(4_000)
it.each([
  ['short', 'or', true],
  ['short', '', true],
  ['', 'a', false],
  [long, `${long}a`, false],
  [`x${long}`, long, true],
  ['a'.repeat(10_000), `${'a'.repeat(999)}b`, false],
  [`${'a'.repeat(10_000)}b`, `${'a'.repeat(999)}b`, true],
  [`${'aab'.repeat(3_000)}aaab`, `${'aab'.repeat(600)}aaab`, true],
  [`${'aab'.repeat(3_000)}aaab`, `${'aab'.repeat(600)}aaaab`, false]
])('looks for one text in another (%#)', (text, wanted, found) => {
  expect(text.includes(wanted)).toBe(found)
  expect(holds(text, wanted, workLimit)).toBe(found)
})

it('stops looking when the time is over', () => {
  expect(() => holds('a'.repeat(2 ** 20), `${'a'.repeat(2 ** 13)}b`, new WorkLimit(-1))).toThrow(OutOfTime)
})
