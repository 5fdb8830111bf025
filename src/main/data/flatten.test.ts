import { describe, expect, it } from 'vitest'
import { cellOf, Columns, pickerOf } from './flatten'

function entriesOf(item: unknown): [string, unknown][] {
  const columns = new Columns()
  columns.note(item)
  const values = pickerOf(columns.names)(item)
  return columns.names.map((name, at) => [name, values[at]])
}
const flat = (item: unknown) => Object.fromEntries(entriesOf(item))

describe('values', () => {
  it('gives objects dotted names and leaves arrays and what is empty whole', () => {
    const item = { id: 'e1', manager: { id: 'm', name: { first: 'Ada' } }, teams: [{ id: 1 }], raw: {}, left: null }
    expect(flat(item)).toEqual({
      id: 'e1',
      'manager.id': 'm',
      'manager.name.first': 'Ada',
      teams: [{ id: 1 }],
      raw: {},
      left: null
    })
  })

  it('takes own properties only, whatever their names', () => {
    const item = JSON.parse('{"__proto__": {"id": 1}, "constructor": 2, "a.b": 3, "a": {"b": 4}}')
    expect(entriesOf(item)).toEqual([
      ['__proto__.id', 1],
      ['constructor', 2],
      ['a.b', 3]
    ])
  })

  it.each([[7], ['text'], [null], [[1, 2]]])('treats an item that is not an object as one value: %j', (item) => {
    expect(flat(item)).toEqual({ value: item })
  })

  it('are the same where keys are data, thousands of them, and where a key is empty', () => {
    const items = Array.from({ length: 5_000 }, (_, at) => ({ by: { [`k${at}`]: { '': { x: at } } }, '': at }))
    const pick = pickerOf(['by.k4999..x', 'by.k0..x', ''])
    const picked = items.map(pick)
    expect(picked[0]).toEqual([undefined, 0, 0])
    expect(picked[4_999]).toEqual([4_999, undefined, 4_999])
    expect(pick(items[0])).toEqual([undefined, 0, 0])
  })

  it('stops at ten levels', () => {
    let item: unknown = 1
    for (let level = 0; level < 50; level++) item = { a: item }
    const [[name] = []] = entriesOf(item)
    expect(name?.split('.')).toHaveLength(10)
  })
})

it('are taken by the columns asked for, in their order', () => {
  const pick = pickerOf(['b.c', 'nowhere', 'a'])
  expect(pick({ a: 1, b: { c: null } })).toEqual([null, undefined, 1])
  expect(pick({ b: { c: 2 } })).toEqual([2, undefined, undefined])
})

describe('a cell', () => {
  it.each([
    ['a text', 'Ada', 'Ada'],
    ['a number', 0, '0'],
    ['null', null, 'null'],
    ['nothing', undefined, null],
    ['an array', [1, { a: 2 }], '[1,{"a":2}]']
  ])('of %s', (_, value, text) => {
    expect(cellOf(value)).toBe(text)
  })

  it('is cut at 200 characters, never within one', () => {
    expect(cellOf('x'.repeat(999))).toHaveLength(200)
    expect(cellOf(`${'x'.repeat(199)}😀`)).toBe('x'.repeat(199))
  })
})

describe('columns', () => {
  it('are one where two paths give the same name', () => {
    const columns = new Columns()
    columns.note({ a: { b: 1 } })
    columns.note({ 'a.b': 2, a: { b: 1, c: 3 } })
    expect(columns.names).toEqual(['a.b', 'a.c'])
  })

  it('keep the order they first came in, and are 300 at most', () => {
    const columns = new Columns()
    columns.note({ id: 1, a: { b: 2 } })
    columns.note({ z: 1, id: 2 })
    expect(columns.names).toEqual(['id', 'a.b', 'z'])
    expect(columns.more).toBe(false)
    columns.note(Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`n${at}`, at])))
    expect(columns.names).toHaveLength(300)
    expect(columns.more).toBe(true)
    columns.note({ id: 3, n399: 1 })
    expect(columns.names).toHaveLength(300)
  })
})
