import { describe, expect, it } from 'vitest'
import type { PageItem } from '../base/page-item'
import { parsePage } from './page-items'

const parse = (text: string) => parsePage(Buffer.from(text))
const valuesOf = (text: string) => {
  const page = parse(text) as { items: PageItem[] }
  return { ...page, items: page.items.map(({ value }) => value) }
}

describe('parsePage', () => {
  it.each([
    ['as it is mostly written', '{"cursor":"next","page_size":2,"items":[{"id":"a"},{"id":"b","c":[1,{"d":"]}"}]}]}'],
    ['with spaces', ' { "items" : [\n {"id":"a"} ,\r\n\t{"id":"b"} ] , "cursor":null }\n'],
    ['without items', '{"items":[],"cursor":null}'],
    [
      'with quotes and brackets in texts',
      '{"cursor":"\\"items\\":[","items":[{"id":"a\\\\","b":"},{"},{"id":"\\"]"}]}'
    ],
    ['with a name that is written as escapes', '{"\\u0069tems":[{"id":"a"}],"cursor":null}'],
    ['with lists by that name further in', '{"meta":{"items":[1]},"items":[{"items":[{"items":[]}]}],"cursor":null}'],
    ['with the name twice', '{"items":[{"id":"a"}],"items":[{"id":"b"}],"cursor":null}'],
    ['with the name twice, once written as escapes', '{"items":[{"id":"a"}],"\\u0069tems":[{"id":"b"}],"cursor":null}'],
    ['with the name twice, and empty', '{"items":[{"id":"a"}],"\\u0069tems":[],"cursor":null}'],
    ['with items that are no objects', '{"items":[{"id":"a"},null,1,"b",[{"id":"c"}],{"id":"d"}],"cursor":null}'],
    ['with prototypes', '{"__proto__":{"a":1},"items":[{"__proto__":{"b":2}}],"cursor":null}'],
    ['with a list after it', '{"items":[{"id":"a"}],"more":[{"id":"b"},{"items":[{}]}],"cursor":null}'],
    ['with another alphabet', '{"items":[{"id":"ünï 你好 \\ud83d\\ude00 😀"}],"cursor":"ä"}']
  ])('reads a page %s as JSON.parse does', (_, text) => {
    expect(valuesOf(text)).toEqual(JSON.parse(text))
  })

  it('leaves the items of a page as the service wrote them', () => {
    const { items } = parse('{"items":[ {"id": "a"}, {"id":1e400}],"cursor":null}') as { items: PageItem[] }
    expect(items.map(({ text }) => text)).toEqual(['{"id": "a"}', '{"id":1e400}'])
  })

  it.each([
    '{"items":[],"items":"error","cursor":null}',
    '{"items":[{}],"items":null}',
    'null',
    '[]',
    '[{"items":[{"id":"a"}]}]',
    '{"items":{"id":"a"}}',
    '{"items":null}',
    '"{\\"items\\":[{}]}"',
    '7'
  ])('hands out %s, which is no page, as it is', (text) => expect(parse(text)).toEqual(JSON.parse(text)))

  it.each([
    ['a comma too many', '{"items":[{"id":"a"},],"cursor":null}'],
    ['a comma first', '{"items":[,{"id":"a"}],"cursor":null}'],
    ['no comma', '{"items":[{"id":"a"}{"id":"b"}],"cursor":null}'],
    ['brackets that do not match', '{"items":[{"id":"a"]],"cursor":null}'],
    ['text between items', '{"items":[{"id":"a"} x {"id":"b"}],"cursor":null}'],
    ['an end too early', '{"items":[{"id":"a"},{"id":"b"'],
    ['a text without an end', '{"items":[{"id":"a}],"cursor":null}'],
    ['something behind it', '{"items":[{"id":"a"}],"cursor":null} {}'],
    ['an item that is broken', '{"items":[{"id":}],"cursor":null}'],
    ['a web page', '<html>{"items":[{}]}'],
    ['nothing', ' ']
  ])('@attack refuses a page with %s', (_, text) => {
    expect(() => valuesOf(text)).toThrow(expect.objectContaining({ code: 'bad-response' }))
  })

  it('@attack refuses what is nested deeper than can be passed on, at the boundary', () => {
    const nested = (depth: number) =>
      `{"items":[{"id":"a","b":${'['.repeat(depth)}${']'.repeat(depth)}}],"cursor":null}`
    expect(() => parse(nested(197))).not.toThrow()
    expect(() => parse(nested(198))).toThrow(/nested deeper/)
  })

  it('reads whatever pages there may be as JSON.parse does, or refuses them', () => {
    // Cuts each page anywhere and removes each character.
    const page = '{"a":[{"b":"\\"}"}],"items":[{"id":"1","x":[{}]},{"id":"2"}],"cursor":"c"}'
    const broken = [...page].flatMap((_, at) => [page.slice(0, at), page.slice(0, at) + page.slice(at + 1)])
    for (const text of broken) {
      let whole: unknown
      try {
        whole = JSON.parse(text)
      } catch {
        expect(() => valuesOf(text), text).toThrow(expect.objectContaining({ code: 'bad-response' }))
        continue
      }
      const read = parse(text) as { items?: unknown }
      const items = Array.isArray(read.items) ? { items: read.items.map((item) => (item as PageItem).value) } : {}
      expect({ ...read, ...items }, text).toEqual(whole)
    }
  })
})
