import { describe, expect, it } from 'vitest'
import { readJson, UnreadableJson } from './read'
import type { Value } from '../values'
import { jsonText, type OwnTexts } from './write'

describe('what is read is written as Python writes it', () => {
  it.each([
    ['{"10": 1, "2": 2, "": 3, "__proto__": 4}', '{"10":1,"2":2,"":3,"__proto__":4}'],
    ['{"a": 1, "b": 2, "a": 3}', '{"a":3,"b":2}'],
    ['[1, 1.0, 1.50, 1E2, -0, -0.0, 0.1]', '[1,1.0,1.5,100.0,0,-0.0,0.1]'],
    ['[9007199254740993, -12345678901234567890]', '[9007199254740993,-12345678901234567890]'],
    ['[1e15, 1e16, 1.5e300, 1e-4, 1e-5, 1.25e-7]', '[1000000000000000.0,1e+16,1.5e+300,0.0001,1e-05,1.25e-07]'],
    ['[123456789012345678, 1e22, 123456789.125]', '[123456789012345678,1e+22,123456789.125]'],
    ['["\\u00fc\\ud83d\\ude00\\n\\"\\\\\\/", "\\u007f"]', '["ü😀\\n\\"\\\\/","\u007f"]'],
    [' \n\t\r[ ] ', '[]'],
    ['\ufeff{ }', '{}'],
    ['[[], {}, null, true, false, ""]', '[[],{},null,true,false,""]'],
    ['"a\\\\"', '"a\\\\"']
  ])('%s', (text, written) => {
    expect(jsonText(readJson(text))).toBe(written)
  })

  it('keeps texts only of what would be written as it stands, and writes these', () => {
    const same = '[1,1.5,1e+16,-7,"ü😀",{"a":[],"b":null}]'
    const others = ['[1 ]', '[1.50]', '[1e2]', '[-0]', '{"a":1,"a":2}', '["\\u0041"]', '["\\/"]']
    for (const [texts, kept] of [[[same], true], ...others.map((one) => [[same, one], false])] as [
      string[],
      boolean
    ][]) {
      const own: OwnTexts = new WeakMap()
      const value = readJson(`[${texts.join(',')}]`, own, 1) as object[]
      expect([texts, own.has(value), own.get(value[0] as object)]).toEqual([texts, kept, same])
      expect(jsonText(value as Value, { own })).toBe(jsonText(readJson(`[${texts.join(',')}]`)))
    }
  })

  it('keeps the texts of long lists and objects only', () => {
    const own: OwnTexts = new WeakMap()
    const [long, short] = readJson(`[["${'x'.repeat(70_000)}"],["x"]]`, own) as [object, object]
    expect([own.has(long), own.has(short)]).toEqual([true, false])
  })

  it('escapes what is not ASCII where it is asked to', () => {
    expect(jsonText(readJson('["ü😀\u007f~"]'), { ascii: true })).toBe('["\\u00fc\\ud83d\\ude00\\u007f~"]')
  })

  it('has one text for equal objects where it is asked to', () => {
    expect(jsonText(readJson('{"b": [{"d": 1, "c": 2}], "a": 0}'), { sorted: true })).toBe(
      '{"a":0,"b":[{"c":2,"d":1}]}'
    )
  })
})

it.each([
  '',
  ' ',
  '{',
  '[1',
  '[1,]',
  '{"a":1,}',
  '{"a" 1}',
  '{a: 1}',
  '01',
  '-',
  '+1',
  '1.',
  '.5',
  '1e',
  '1.e5',
  'tru',
  'nulll',
  'NaN',
  'Infinity',
  "'a'",
  '"a',
  '"a\\"',
  '"\\x"',
  '"\\u12"',
  '"a\nb"',
  '[1] 2',
  '[1 2]',
  '"\u0000"'
])('refuses %j', (text) => {
  expect(() => JSON.parse(text) as unknown).toThrow()
  expect(() => readJson(text)).toThrow(UnreadableJson)
})

it('reads as deep as Python does, and no deeper', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(jsonText(readJson(nested(990)))).toBe(nested(990))
  expect(() => readJson(nested(991))).toThrow('nested deeper than 990 levels')
})
