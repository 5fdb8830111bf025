import { describe, expect, it } from 'vitest'
import { evaluate as within } from './evaluate'
import { readJson } from './json/read'
import type { Value } from './values'

const evaluate = (over: Value, expression: string) => within(over, expression, 1_000)
const payload = {
  people: [
    { name: 'Ada', age: 36, tags: ['a', 'b'] },
    { name: 'Bo', age: null, tags: [] },
    { name: 'Cy', age: 9.5 }
  ],
  'odd key': { 'x.y': true },
  empty: {},
  zero: 0,
  text: 'héllo'
}
const data = readJson(JSON.stringify(payload))

const valueOf = (expression: string) => {
  const result = evaluate(data, expression)
  return 'json' in result ? (JSON.parse(result.json) as unknown) : result
}

describe('evaluate', () => {
  it.each<[string, unknown]>([
    ['zero', 0],
    ['nothing', null],
    ['nothing.deeper[0]', null],
    ['people[0].name', 'Ada'],
    ['people[-1].name', 'Cy'],
    ['people[*].name', ['Ada', 'Bo', 'Cy']],
    ['people[*].age', [36, 9.5]],
    ['people[].tags[]', ['a', 'b']],
    ['people[1:].name', ['Bo', 'Cy']],
    ['people[::-1].name', ['Cy', 'Bo', 'Ada']],
    ['people[?age > `10`].name', ['Ada']],
    ["people[?name == 'Bo'] | [0].name", 'Bo'],
    ['"odd key"."x.y"', true],
    ['{n: people[0].name, z: zero}', { n: 'Ada', z: 0 }],
    ['[zero, text]', [0, 'héllo']],
    ['length(people)', 3],
    ['length(text)', 5],
    ['keys(empty)', []],
    ['sort_by(people[?age], &age)[*].name', ['Cy', 'Ada']],
    ['max_by(people[?age], &age).name', 'Ada'],
    ["join(', ', people[*].name)", 'Ada, Bo, Cy'],
    ['not_null(nothing, zero)', 0],
    ["not_null(nothing, '')", ''],
    ['not_null(nothing)', null],
    ['type(people)', 'array'],
    ['!empty', true],
    ['zero && text', 'héllo'],
    ['`{"a": [1]}`.a[0]', 1],
    ["'raw'", 'raw'],
    ['@.zero', 0]
  ])('%s', (expression, expected) => {
    expect(valueOf(expression)).toEqual(expected)
  })

  it.each(['toString', 'constructor', '__proto__', 'hasOwnProperty', 'empty.valueOf', 'people[0].toString'])(
    '@attack finds own properties only: %s is null',
    (expression) => {
      expect(valueOf(expression)).toBeNull()
    }
  )

  it('finds keys of the data that are named like inherited ones', () => {
    const odd = readJson('{"__proto__": {"a": 1}, "toString": 2}')
    expect(evaluate(odd, '"__proto__".a')).toEqual({ json: '1' })
    expect(evaluate(odd, 'toString')).toEqual({ json: '2' })
  })

  it.each([
    ['', 0],
    ['people[', 7],
    ['people[?]', 8],
    ['people..name', 7],
    ['#', 0],
    ['foo bar', 4],
    ['let $x = zero in $x', 4],
    ['zero + zero', 5]
  ])('says what is wrong with %j, and where', (expression, position) => {
    expect(evaluate(data, expression)).toEqual({
      problem: { kind: 'syntax', message: expect.any(String), position }
    })
  })

  it.each(['sortBy(people, &name)', 'notNull(zero)', 'people[?startsWith(name, `"A"`)]'])(
    'does not accept the spelling of other libraries: %s',
    (expression) => {
      expect(evaluate(data, expression)).toMatchObject({ problem: { kind: 'value', position: expect.any(Number) } })
    }
  )

  it.each(["'sortBy('", '"sortBy("', '`"sortBy(x)"`'])(
    'looks for functions outside of quotes only: %s',
    (expression) => {
      expect(evaluate(data, expression)).toHaveProperty('json')
    }
  )

  it.each(['abs(text)', 'nosuch(zero)', 'length(zero)', 'abs()', 'not_null()', 'items(empty)', 'sum(people[*].name)'])(
    'refuses as the standard does: %s',
    (expression) => {
      const result = evaluate(data, expression)
      expect(result).toMatchObject({ problem: { kind: 'value', position: 0 } })
    }
  )
})
