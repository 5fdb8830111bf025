import { expect, test } from 'vitest'
import { formatJson } from './json-format'

test.each([
  ['{"a":1,"b":[true,null]}', '{\n  "a": 1,\n  "b": [\n    true,\n    null\n  ]\n}'],
  ['{ }', '{}'],
  ['[{},[]]', '[\n  {},\n  []\n]'],
  ['{"n":12345678901234567890,"n":1e400}', '{\n  "n": 12345678901234567890,\n  "n": 1e400\n}'],
  ['{"s":"a, b: {c} \\" ]"}', '{\n  "s": "a, b: {c} \\" ]"\n}'],
  ['{"id":{{employee}},"x":"{{y}}"}', '{\n  "id": {{employee}},\n  "x": "{{y}}"\n}']
])('%s', (typed, laidOut) => {
  expect(formatJson(typed)).toBe(laidOut)
  expect(formatJson(laidOut)).toBe(laidOut)
})

test.each([
  ['[\n17\n18\n]', '[\n  17 18\n]'],
  ['{"id": 12 34}', '{\n  "id": 12 34\n}'],
  ['tr ue', 'tr ue'],
  ['[{{a}} {{b}} "c" "d"]', '[\n  {{a}} {{b}} "c" "d"\n]']
])('two values of %j stay two', (typed, laidOut) => {
  expect(formatJson(typed)).toBe(laidOut)
  expect(formatJson(laidOut)).toBe(laidOut)
})

test('what is one value with a variable stays one', () => {
  expect(formatJson('{"year": 20{{yy}}, "n": -{{x}}, "id": {{a}}{{b}}}')).toBe(
    '{\n  "year": 20{{yy}},\n  "n": -{{x}},\n  "id": {{a}}{{b}}\n}'
  )
})

test('a string of millions of characters, such as a file in base64 @attack', () => {
  const text = 'a\\"'.repeat(4_000_000)
  expect(formatJson(`{"s":"${text}"}`) === `{\n  "s": "${text}"\n}`).toBe(true)
  expect(formatJson(`["${text}`) === `[\n  "${text}`).toBe(true)
})
