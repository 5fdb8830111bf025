import { expect, it } from 'vitest'
import { parseExact, writeExact } from './exact-json'

const large = 9_007_199_254_740_993n

it.each([
  ['9007199254740993', large],
  ['{"id":9007199254740993}', { id: large }],
  ['{ "id" :\n -9007199254740993 , "n": [9007199254740993,1] }', { id: -large, n: [large, 1] }],
  ['{"a":9007199254740991,"b":9007199254740992}', { a: 9_007_199_254_740_991, b: 9_007_199_254_740_992n }],
  ['[123456789012345678901234567890,true,false,null]', [123_456_789_012_345_678_901_234_567_890n, true, false, null]],
  ['{"__proto__":{"id":9007199254740993}}', JSON.parse('{"__proto__":{"id":0}}', (k, v) => (k === 'id' ? large : v))]
])('keeps integers beyond 2^53 of %s', (text, value) => {
  expect(parseExact(text)).toEqual(value)
  expect(writeExact(parseExact(text))).toBe(text.replaceAll(/\s/g, ''))
})

it.each([
  '{"text":"9007199254740993, \\"9007199254740993","9007199254740993":" 9007199254740993"}',
  '[1234567890.1234567890123,0.12345678901234567,1e20,12345678901234567e-3,true]',
  '{"back":"\\\\","next":1,"a":"x\\u0022 9007199254740993"}'
])('leaves all else to JSON.parse: %s', (text) => {
  expect(parseExact(text)).toEqual(JSON.parse(text))
  expect(writeExact(parseExact(text))).toBe(JSON.stringify(JSON.parse(text)))
})

it('looks at a long text of digits once', () => {
  const text = `{"a":"${'1'.repeat(2_000_000)}","id":9007199254740993}`
  expect(parseExact(text)).toMatchObject({ id: large })
})

it('refuses what is not JSON, and a number that would take seconds', () => {
  expect(() => parseExact('{"id":09007199254740993}')).toThrow(SyntaxError)
  expect(() => parseExact(`[1,9007199254740993`)).toThrow(SyntaxError)
  expect(() => parseExact(`[${'9'.repeat(20_000)}]`)).toThrow('a number of 20000 digits')
})
