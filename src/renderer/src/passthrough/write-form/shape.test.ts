import { describe, expect, it } from 'vitest'
import { readShape, type Shape } from './shape'

const about = { title: '', help: '', nullable: false }
const unbound = { least: -Infinity, most: Infinity }
const text = { kind: 'text', format: '', pattern: '', ...unbound, ...about }

const shapeOf = (schema: object, rest: object = {}): Shape | undefined =>
  readShape({ type: 'object', properties: { a: schema }, ...rest })?.fields[0]?.shape

describe('the shape of a schema', () => {
  it.each<[string, object, object]>([
    ['a text', { type: 'string' }, text],
    ['a text or null', { type: ['string', 'null'] }, { ...text, nullable: true }],
    [
      'a text or null as pydantic writes it',
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      { ...text, nullable: true }
    ],
    [
      'a text that may be null as OpenAPI 3.0 writes it',
      { type: 'string', nullable: true },
      { ...text, nullable: true }
    ],
    ['words around an alternative', { title: 'A', anyOf: [{ type: 'string', title: 'B' }] }, { ...text, title: 'A' }],
    [
      'a format, a pattern and bounds',
      { type: 'string', format: 'date', pattern: '^2', minLength: 1, maxLength: 9 },
      { ...text, format: 'date', pattern: '^2', least: 1, most: 9 }
    ],
    ['a number', { type: 'number', minimum: 0 }, { kind: 'number', whole: false, least: 0, most: Infinity, ...about }],
    ['a whole number', { type: 'integer' }, { kind: 'number', whole: true, ...unbound, ...about }],
    ['true or false', { type: 'boolean' }, { kind: 'boolean', ...about }],
    ['choices', { type: 'string', enum: ['A', 'B'] }, { kind: 'choice', values: ['A', 'B'], ...about }],
    ['choices, null among them', { enum: [1, null] }, { kind: 'choice', values: [1], ...about, nullable: true }],
    ['one choice', { const: 'A' }, { kind: 'choice', values: ['A'], ...about }],
    ['a list', { type: 'array', items: { type: 'string' } }, { kind: 'list', item: text, ...unbound, ...about }],
    [
      'an object',
      { properties: { b: { type: 'string' } }, required: ['b'], additionalProperties: true },
      { kind: 'object', fields: [{ name: 'b', required: true, shape: text }], open: true, ...about }
    ],
    ['several that all hold', { allOf: [{ type: 'string' }, { format: 'uuid' }] }, { ...text, format: 'uuid' }]
  ])('knows %s', (_, schema, shape) => {
    expect(shapeOf(schema)).toEqual(shape)
  })

  it('follows a reference within the schema, with the words beside it', () => {
    const $defs = { 'a/b': { type: 'string', title: 'There' } }
    expect(shapeOf({ $ref: '#/$defs/a~1b', title: 'Here' }, { $defs })).toEqual({ ...text, title: 'Here' })
  })

  it.each<[string, object]>([
    ['no type', {}],
    ['several types', { type: ['string', 'integer'] }],
    ['several alternatives', { oneOf: [{ type: 'string' }, { type: 'integer' }] }],
    ['an object without keys', { type: 'object' }],
    ['a list of anything', { type: 'array' }],
    ['choices that are objects', { enum: [{ a: 1 }] }],
    ['a reference to elsewhere', { $ref: 'https://example.com/x' }],
    ['a reference to nothing', { $ref: '#/$defs/x' }],
    ['a reference with half an escape @fault', { $ref: '#/%' }]
  ])('leaves %s to JSON', (_, schema) => {
    expect(shapeOf(schema)?.kind).toBe('any')
  })

  it('ends in a schema that holds itself', () => {
    const $defs = { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } }
    expect(JSON.stringify(shapeOf({ $ref: '#/$defs/node' }, { $defs }))).toContain('"any"')
    expect(shapeOf({ $ref: '#/$defs/a' }, { $defs: { a: { $ref: '#/$defs/a' } } })?.kind).toBe('any')
  })

  it.each([null, 1, [], {}, { type: 'string' }, { type: 'object' }])('makes no form of %j', (schema) => {
    expect(readShape(schema)).toBeNull()
  })
})
