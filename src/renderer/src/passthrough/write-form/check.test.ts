import { expect, it } from 'vitest'
import { checkBody } from './check'
import { readShape } from './shape'

const shape =
  readShape({
    type: 'object',
    required: ['name', 'note'],
    properties: {
      name: { type: 'string', minLength: 2 },
      note: { type: ['string', 'null'] },
      status: { enum: ['ON', 'OFF'] },
      day: { type: 'string', format: 'date' },
      code: { type: 'string', pattern: '^[A-Z]+$' },
      odd: { type: 'string', pattern: '(?P<x>a)' },
      hours: { type: 'number', minimum: 0, maximum: 24 },
      count: { type: 'integer' },
      active: { type: 'boolean' },
      anything: {},
      tags: { type: 'array', items: { type: 'string' }, maxItems: 2 },
      home: { type: 'object', required: ['city'], properties: { city: { type: 'string' } }, additionalProperties: true }
    }
  }) ?? expect.fail('It is an object.')

const problems = (change: object) =>
  checkBody(shape, JSON.stringify({ name: 'Ada', note: null, ...change })).map(
    ({ field, severity, message }) => `${field} ${severity}: ${message}`
  )

it.each<[string, object]>([
  ['what is required', {}],
  ['whatever has no clear schema', { anything: [{ a: 1 }] }],
  ['a pattern of another dialect', { odd: 'b' }],
  ['further keys where they are welcome', { home: { city: 'Bern', zip: 1 } }],
  ['all of it', { status: 'ON', day: '2026-02-28', code: 'A', hours: 7.5, count: 3, active: false, tags: ['a'] }]
])('takes %s', (_, change) => {
  expect(problems(change)).toEqual([])
})

it.each<[string, object, string]>([
  ['a missing key', { name: undefined }, 'body#/name refused: This is required.'],
  ['a missing key that may be null', { note: undefined }, 'body#/note refused: This is required. It can be null.'],
  ['null', { name: null }, 'body#/name refused: This cannot be null.'],
  ['another type', { name: 7 }, 'body#/name refused: This must be text.'],
  ['a text for a number', { hours: '7' }, 'body#/hours refused: This must be a number.'],
  ['a fraction', { count: 1.5 }, 'body#/count refused: This must be a whole number.'],
  ['a text for a truth', { active: 'yes' }, 'body#/active refused: This must be true or false.'],
  ['a text for a list', { tags: 'a' }, 'body#/tags refused: This must be a list.'],
  ['a list for an object', { home: [] }, 'body#/home refused: This must be an object.'],
  ['no choice', { status: 'on' }, 'body#/status refused: This must be one of "ON", "OFF".'],
  ['too short', { name: 'A' }, 'body#/name refused: At least 2 characters.'],
  ['too much', { hours: 25 }, 'body#/hours refused: At most 24.'],
  ['too many', { tags: ['a', 'b', 'c'] }, 'body#/tags refused: At most 2 items.'],
  ['an item', { tags: ['a', 1] }, 'body#/tags/1 refused: This must be text.'],
  ['a key within', { home: { zip: 1 } }, 'body#/home/city refused: This is required.'],
  ['a day there is not', { day: '2026-13-01' }, 'body#/day warning: This does not look like a date.'],
  ['another pattern', { code: 'a' }, 'body#/code warning: The schema requires ^[A-Z]+$.'],
  ['an unknown key', { nmae: 1 }, 'body warning: The schema has no “nmae”. The API probably ignores it.']
])('says of %s what is wrong, at its field', (_, change, problem) => {
  expect(problems(change)).toEqual([problem])
})

it('takes an integer beyond 2^53 as a number, and leaves what is not JSON to others', () => {
  expect(checkBody(shape, '{"name":"Ada","note":null,"count":9007199254740993}')).toEqual([])
  expect(checkBody(shape, '{"name":')).toEqual([])
})
