import { describe, expect, it } from 'vitest'
import { parseExact } from '../../shared/exact-json'
import { parseJson } from '../http/json'
import { maskerOf } from '../secrets/testing'
import { CsvRows } from './csv-rows'
import { Columns, idOf, pickerOf, textOf } from './flatten'
import { csvLines } from '../base/csv'
import { linesOf } from './lines'
import { PageScanner, ScannedPage } from './scanned-page'

const hiding = { masker: maskerOf('bearer-1', 'token-1'), addresses: false }
const pageOf = (...items: string[]) => `{"cursor":"next","items":[${items.join(',')}],"page_size":2}`

/** Reads the page with its columns known, as every page but the first. */
function scanned(text: string) {
  const columns = new Columns()
  const { items } = parseJson(Buffer.from(text), parseExact) as { items: unknown[] }
  for (const item of items) columns.note(item)
  const scanner = new PageScanner(columns, 'id')
  const page = scanner.read(Buffer.from(text))
  return { page: page instanceof ScannedPage ? page : null, items, columns }
}

const ada = '{"id":"e1","name":{"first":"Ada","last":"Lovelace"},"jobs":[{"title":"Analyst","pay":4000.5}],"left":null}'
const odd = [
  ['a blank', '{"id": "e2"}'],
  ['an escape', '{"id":"e2","name":{"first":"A\\u0064a\\n"}}'],
  ['an escape in a key', '{"id":"e2","\\u0061":1}'],
  ['a key twice', '{"id":"e2","id":"e3"}'],
  ['a key twice, deep within', '{"id":"e2","jobs":[{"title":"token-1","pay":1,"title":"Analyst"}]}'],
  ['keys that are indexes', '{"id":"e2","by":{"b":1,"10":2,"9":3}}'],
  ['1.0', '{"id":"e2","pay":1.0}'],
  ['1e3', '{"id":"e2","pay":1e3}'],
  ['-0', '{"id":"e2","pay":-0}'],
  ['more digits than a number has', '{"id":"e2","pay":0.12345678901234567890}'],
  ['an integer beyond 2^53', '{"id":9007199254740993,"pay":12345678901234567890}'],
  ['no id', '{"name":{"first":"Ada"}}'],
  ['an id that is no text', '{"id":{"a":1}}'],
  ['an empty id', '{"id":""}'],
  ['nothing', '{}'],
  ['prototypes', '{"id":"e2","__proto__":{"a":1},"constructor":2}'],
  ['two values of one column', '{"id":"e2","a.b":1,"a":{"b":2}}'],
  ['objects below the columns', `{"id":"e2","deep":${'{"a":'.repeat(12)}{"b":"c"}${'}'.repeat(12)}}`],
  ['another alphabet', '{"id":"ünï","name":{"first":"你好 😀","last":"\u2028"}}'],
  ['numbers as they are', '{"id":7,"pay":-12.25,"all":[0,1e+21,1.5e-7,true,false,null,[],{}]}']
] as const

describe('a scanned page', () => {
  it('parses nothing where its items are as JSON.stringify writes them, and their columns known', () => {
    const { page } = scanned(pageOf(ada, ada.replace('e1', '7')))
    expect(page?.parsed).toEqual([])
    expect(page?.items.map(({ id }) => id)).toEqual(['e1', '7'])
    expect(page?.cursor).toBe('next')
  })

  it('keeps the bytes of its items, and not what else the page has', () => {
    const { page } = scanned(`{"items":[${ada}],"pad":"${'x'.repeat(100_000)}"}`)
    expect(page?.lines(hiding.masker)?.toString()).toBe(ada)
    expect(page?.lines(hiding.masker)?.buffer.byteLength).toBeLessThan(10_000)
  })

  it('parses what has a new column', () => {
    const page = new PageScanner(new Columns(), 'id').read(Buffer.from(pageOf(ada)))
    expect(page).toMatchObject({ parsed: [JSON.parse(ada)] })
  })

  it.each(odd)('has the lines, ids and cells of its parsed items: %s', (_, item) => {
    const { page, items, columns } = scanned(pageOf(ada, item, ada, item))
    const expected = linesOf(items, hiding).map(({ line }) => line)
    expect(page?.lines(hiding.masker)?.toString()).toBe(expected.join('\n'))
    expect(page?.items.map(({ id }) => id)).toEqual(items.map((one) => idOf(one, 'id')))
    expect(page?.values).toEqual(items)
    const pick = pickerOf(columns.names)
    const cells = items.map((one) => pick(one).map((value) => (typeof value === 'bigint' ? value.toString() : value)))
    const rows = new CsvRows(columns.names).of(Buffer.from(expected.join('\n')))
    expect(Buffer.from(rows).toString()).toBe(csvLines(cells.map((row) => row.map(asCell))))
  })

  it.each([
    ['a text', '{"id":"e2","note":"Bearer bearer-1"}'],
    ['a text of JSON', '{"id":"e2","raw":"{\\"a\\":\\"bearer-1\\"}"}'],
    ['the first of two texts of one key', '{"id":"e2","a":"token-1","a":"b"}'],
    ['a key', '{"id":"e2","token-1":1}'],
    ['a key within a list', '{"id":"e2","list":[{"token-1":1}]}'],
    ['a token of its own', '{"id":"e2","connector_token":"short"}']
  ])('gives no lines where there may be a secret: %s', (name, item) => {
    const { page, items } = scanned(pageOf(ada, item))
    const lines = linesOf(items, hiding).map(({ line }) => line)
    // JSON.parse drops the first of two.
    if (name.startsWith('the first')) expect(page?.lines(hiding.masker)?.toString()).toBe(lines.join('\n'))
    else expect(page?.lines(hiding.masker)).toBeNull()
    expect(linesOf(page?.values ?? [], hiding).map(({ line }) => line)).toEqual(lines)
  })
})

const asCell = (value: unknown) => (typeof value === 'object' && value !== null ? textOf(value) : value)

describe('a page that is parsed whole', () => {
  it.each([
    ['with blanks', ' { "items" : [\n {"id":"a"} ,\r\n\t{"id":"b"} ] , "cursor":null }\n'],
    ['without items', '{"items":[],"cursor":null}'],
    ['with a key that is written as escapes', '{"\\u0069tems":[{"id":"a"}],"cursor":null}'],
    ['with lists by that name further in', '{"meta":{"items":[{"id":"b"}]},"items":[{"id":"a"}],"cursor":null}'],
    ['with the name twice', '{"items":[{"id":"a"}],"items":[{"id":"b"}],"cursor":null}'],
    ['with the name twice, once as escapes', '{"items":[{"id":"a"}],"\\u0069tems":[{"id":"b"}],"cursor":null}'],
    ['with items that are no objects', '{"items":[{"id":"a"},null,1,"b",[{"id":"c"}]],"cursor":null}'],
    ['of which many items are not as usual', pageOf(...Array.from({ length: 50 }, (_, at) => `{"id": ${at}}`))]
  ])('%s', (_, text) => {
    const page = new PageScanner(new Columns(), 'id').read(Buffer.from(text))
    expect(page).toEqual(JSON.parse(text))
  })

  it.each([
    ['which breaks off', pageOf(ada).slice(0, -3)],
    ['which breaks off in an item', pageOf(ada).slice(0, 60)],
    ['with brackets that do not fit', pageOf('{"id":"a","b":[}')],
    ['with a comma too many', pageOf(ada, '')],
    ['with a number that is none', pageOf('{"id":"a","b":01}')],
    ['with a word that is none', pageOf('{"id":"a","b":tru}')],
    ['with a control character', pageOf('{"id":"a","b":"\t"}')],
    ['which is too deep', pageOf(`{"id":"a","b":${'['.repeat(198)}${']'.repeat(198)}}`)]
  ])('is refused %s', (_, text) => {
    const columns = new Columns()
    columns.note({ id: 'a', b: 1 })
    const whole = () => parseJson(Buffer.from(text), parseExact)
    expect(whole).toThrow()
    expect(() => new PageScanner(columns, 'id').read(Buffer.from(text))).toThrow(errorOf(whole))
  })

  it('with bytes that are no UTF-8', () => {
    const bytes = Buffer.from(pageOf('{"id":"a\xff"}'), 'latin1')
    expect(new PageScanner(new Columns(), 'id').read(bytes)).toEqual(JSON.parse(bytes.toString()))
  })
})

function errorOf(work: () => unknown): Error | undefined {
  try {
    work()
    return undefined
  } catch (thrown) {
    return thrown as Error
  }
}
