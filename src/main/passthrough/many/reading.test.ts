import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Masker } from '../../secrets/masker'
import { bundleWorker } from '../../testing/bundle-worker'
import { AnswerReader } from './reader'
import { maskedText, readAnswer } from './reading'

const known = new Masker().shared
const read = (body: string | Buffer, contentType = 'application/json', expressions: string[] = []) =>
  readAnswer({
    ...{ body: Buffer.from(body), contentType, known, withinMs: 1_000 },
    columns: expressions.map((expression) => ({ expression }))
  })
const fieldsOf = (value: unknown) => Object.fromEntries(read(JSON.stringify(value)).shape?.fields ?? [])

describe('the shape of an answer', () => {
  it('has places and types; items of a list count as one', () => {
    expect(
      fieldsOf({
        success: true,
        data: [
          { id: 1, name: 'Ada' },
          { id: 2, boss: null }
        ],
        none: [],
        'a-b': 1.5
      })
    ).toEqual({
      ...{ '': 'object', success: 'true or false', data: 'list', 'data[]': 'object', 'data[].id': 'number' },
      ...{ 'data[].name': 'text', 'data[].boss': 'null', none: 'empty list', '"a-b"': 'number' }
    })
  })

  it('null and empty lists beside values say nothing', () => {
    expect(
      fieldsOf([
        { a: null, b: [] },
        { a: 'x', b: [1] }
      ])
    ).toMatchObject({ '[].a': 'text', '[].b': 'list' })
    expect(fieldsOf([{ a: 1 }, { a: 'x' }])).toMatchObject({ '[].a': 'number or text' })
  })

  it('an object whose names are ids, or very many, is a map', () => {
    expect(fieldsOf({ 4711: { a: 1 }, 4712: { b: 2 } })).toEqual({
      '': 'object',
      '{}': 'object',
      '{}.a': 'number',
      '{}.b': 'number'
    })
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, number) => [`field${number}`, number]))
    expect(fieldsOf(many)).toEqual({ '': 'object', '{}': 'number' })
  })

  it('is the same for other values and another order, and bounded for any JSON', () => {
    const keyOf = (value: unknown) => read(JSON.stringify(value)).shape?.key
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string(), fc.boolean())), (fields) => {
        const turned = Object.fromEntries(Object.entries(fields).reverse())
        expect(keyOf(turned)).toBe(keyOf(fields))
        expect(keyOf([fields, fields])).toBe(keyOf([fields]))
      })
    )
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(read(JSON.stringify(value)).shape?.fields.length).toBeLessThanOrEqual(400)
      })
    )
  })
})

it.each([
  ['', 'application/json', 'none'],
  ['{"a":1}', 'text/plain', 'json'],
  ['<!DOCTYPE html><html></html>', 'text/html', 'page'],
  ['  <HTML><body>', 'application/json', 'page'],
  ['<?xml version="1.0"?><a/>', 'application/xml', 'xml'],
  ['{"a": [', 'application/json', 'broken'],
  ['name,age', 'text/csv', 'other'],
  [Buffer.from([0, 1, 2]), 'application/pdf', 'other']
])('%j of type %s is %s', (body, type, content) => {
  expect(read(body, type).content).toBe(content)
})

it('gives values of columns, cut, with numbers for sorting and problems by name', () => {
  const { values } = read('{"n": 9007199254740993, "t": "x", "l": [1], "long": "' + 'y'.repeat(500) + '"}', undefined, [
    ...['n', 't', 'l', 'long', 'missing', 't[', 'sum(t)']
  ])
  expect(values.slice(0, 3)).toEqual([
    { text: '9007199254740993', number: 9007199254740992, problem: false },
    { text: 'x', number: null, problem: false },
    { text: '[1]', number: null, problem: false }
  ])
  expect(values[3]?.text).toHaveLength(200)
  expect(values[4]).toEqual({ text: '', number: null, problem: false })
  expect(values.slice(5).map(({ problem }) => problem)).toEqual([true, true])
})

it('@attack hides tokens from columns and from the text of an export', () => {
  const masker = new Masker()
  masker.add('ct_secret_of_acme')
  const answer = {
    body: Buffer.from('{"echo":"ct_secret_of_acme"}'),
    contentType: 'application/json',
    known: masker.shared
  }
  const { values } = readAnswer({ ...answer, withinMs: 1_000, columns: [{ expression: 'reverse(echo)' }] })
  expect(values).toEqual([{ text: ']nekot[', number: null, problem: false }])
  expect(maskedText(answer)).toEqual({ text: '{"echo":"[token]"}' })
})

describe('in its thread', () => {
  let bundle: Awaited<ReturnType<typeof bundleWorker>>
  beforeAll(async () => (bundle = await bundleWorker(join(import.meta.dirname, 'worker.ts'))))
  afterAll(() => bundle.remove())
  const { signal } = new AbortController()

  it('an expression that explodes is a problem of its column, and the next answer is read', async () => {
    const reader = new AnswerReader(bundle.url)
    const explosion = { id: '1', name: '', expression: `[@,@]${'|[@,@][]'.repeat(24)}` }
    const answer = { body: Buffer.from('{"a":1}'), contentType: 'application/json', known }
    expect((await reader.read(answer, [explosion], signal)).values).toMatchObject([{ problem: true }])
    expect(await reader.read(answer, [{ id: '2', name: '', expression: 'a' }], signal)).toMatchObject({
      content: 'json',
      values: [{ number: 1 }]
    })
    expect(await reader.text(answer, signal)).toBe('{"a":1}')
    await reader.stop()
  })
})
