import { expect, it } from 'vitest'
import { edited, valueAtWay } from './edit'

const plain = (text: string | null) => text?.replace(/\s+/g, '') ?? null

it.each<[string, string, (string | number)[], unknown, string]>([
  ['begins a body', '', ['a'], 1, '{"a":1}'],
  ['makes what is on the way', '{}', ['a', 'b', 0, 'c'], 'x', '{"a":{"b":[{"c":"x"}]}}'],
  ['changes in place', '{"b":1,"a":2}', ['b'], 3, '{"b":3,"a":2}'],
  ['leaves the rest as it is', '{"id":9007199254740993}', ['a'], null, '{"id":9007199254740993,"a":null}'],
  ['takes a key out', '{"a":1,"b":2}', ['a'], undefined, '{"b":2}'],
  ['takes an object out with its last key', '{"a":{"b":1},"c":2}', ['a', 'b'], undefined, '{"c":2}'],
  ['takes a list out with its last item', '{"a":[1],"c":2}', ['a', 0], undefined, '{"c":2}'],
  ['keeps an item whose keys are gone', '{"a":[{"b":1},2]}', ['a', 0, 'b'], undefined, '{"a":[{},2]}'],
  ['leaves nothing of nothing', '{"a":1}', ['a'], undefined, ''],
  ['keeps a key called __proto__', '{"__proto__":1}', ['a'], 2, '{"__proto__":1,"a":2}']
])('%s', (_, text, way, value, after) => {
  expect(plain(edited(text, way, value))).toBe(after)
})

it('changes nothing in what is not JSON', () => {
  expect(edited('{"a":', ['a'], 1)).toBeNull()
})

it('finds own values only', () => {
  expect(valueAtWay({ a: [{ b: 1 }] }, ['a', 0, 'b'])).toBe(1)
  expect(valueAtWay({}, ['toString'])).toBeUndefined()
  expect(valueAtWay('text', ['length'])).toBeUndefined()
})
