import { describe, expect, it } from 'vitest'
import { indexJson, isProblem, none, type JsonIndex } from './json-index'
import { toJmespath, toPointer, wayTo } from './paths'

function read(text: string): JsonIndex {
  const index = indexJson(text)
  if (isProblem(index)) throw new Error(`${index.message} at ${index.at}`)
  return index
}

const texts = [
  '0',
  '-0.5e+10',
  '"a\\u00e9\\n"',
  'null',
  '[]',
  '{}',
  ' [ ] ',
  '[[],{}]',
  '{"a":{"b":[1,2,{"c":null}]}}',
  '\ufeff1'
]

describe('the index', () => {
  it.each(texts)('takes %j', (text) => {
    expect(isProblem(indexJson(text))).toBe(false)
  })

  it.each([
    '',
    ' ',
    '{',
    '[1,]',
    '{"a"}',
    '{"a":1,}',
    '+1',
    '.5',
    '1.',
    '1e',
    '01',
    '0x1',
    'nul',
    'nullx',
    '"\t"',
    '"\\u12"',
    '[1}',
    '{]',
    '1 2',
    '"a',
    "'a'"
  ])('takes what JSON.parse takes, and not %j', (text) => {
    expect(() => JSON.parse(text)).toThrow()
    expect(isProblem(indexJson(text))).toBe(true)
  })

  it('numbers values in order, with their offsets and pretty lines', () => {
    const text = '{"a":[1,[]],"b":{"c":2}}'
    const index = read(text)
    const values = Array.from({ length: index.count }, (_, n) => ({
      raw: text.slice(index.start[n], index.end[n]),
      line: index.line[n],
      next: index.next[n],
      size: index.size[n]
    }))
    expect(values).toEqual([
      { raw: text, line: 0, next: 6, size: 2 },
      { raw: '[1,[]]', line: 1, next: 4, size: 2 },
      { raw: '1', line: 2, next: 3, size: 0 },
      { raw: '[]', line: 3, next: 4, size: 0 },
      { raw: '{"c":2}', line: 5, next: 6, size: 1 },
      { raw: '2', line: 6, next: 6, size: 0 }
    ])
    expect(index).toMatchObject({ lines: 9, depth: 2 })
    expect(index.lines).toBe(JSON.stringify(JSON.parse(text), null, 2).split('\n').length)
    expect([...index.parent]).toEqual([none, 0, 1, 1, 0, 4])
  })

  it('keeps both of two equal keys, and integers over 2^53', () => {
    const text = '{"a":9007199254740993,"a":1}'
    const index = read(text)
    expect(text.slice(index.start[1], index.end[1])).toBe('9007199254740993')
    expect(index.size[0]).toBe(2)
  })

  it('goes 10,000 levels deep and no deeper', () => {
    const nested = (levels: number) => '['.repeat(levels) + '1' + ']'.repeat(levels)
    expect(read(nested(10_000)).depth).toBe(10_000)
    expect(indexJson(nested(10_001))).toMatchObject({ message: expect.stringContaining('10,000'), at: 10_000 })
    expect(isProblem(indexJson('['.repeat(200_000)))).toBe(true)
  })

  it('stops at its limit of values', () => {
    expect(isProblem(indexJson('[1,2,3]', { values: 4 }))).toBe(false)
    expect(indexJson('[1,2,3]', { values: 3 })).toMatchObject({ at: 5 })
  })

  it('grows with what it reads', () => {
    expect(read(`[${'1,'.repeat(100_000)}1]`).count).toBe(100_002)
  })
})

it.each([
  ['{"data":[{"x":1},{"first name":2}]}', 5, '/data/1/first name', 'data[1]."first name"'],
  ['{"a/b~c":1}', 1, '/a~1b~0c', '"a/b~c"'],
  ['[[1]]', 2, '/0/0', '[0][0]'],
  ['{"0":{"":1}}', 2, '/0/', '"0".""'],
  ['{"qu\\"ote\\n":1}', 1, '/qu"ote\n', '"qu\\"ote\\n"'],
  ['{"übung":{"_a1":1}}', 2, '/übung/_a1', '"übung"._a1'],
  ['7', 0, '', '@']
])('names the path to a value of %s', (text, n, pointer, jmespath) => {
  const way = wayTo(read(text), n)
  expect(toPointer(way)).toBe(pointer)
  expect(toJmespath(way)).toBe(jmespath)
})
