import { describe, expect, it } from 'vitest'
import { Viewer } from './viewer'

function opened(
  text: string | Buffer,
  facts: { contentType?: string; complete?: boolean; hidden?: string[]; savable?: boolean } = {}
) {
  const viewer = new Viewer()
  const summary = viewer.open('a', Buffer.from(text), { contentType: '', complete: true, hidden: [], ...facts })
  /** The whole pretty form as text, put together from windows of two lines. */
  const pretty = (step = 2) => {
    const { total } = viewer.lines('a', 'pretty', 0, 1)
    let all = ''
    for (let from = 0; from < total; from += step) {
      for (const { depth, key, text, comma } of viewer.lines('a', 'pretty', from, step).lines) {
        all += `${'  '.repeat(depth)}${key === null ? '' : `${key}: `}${text}${comma ? ',' : ''}\n`
      }
    }
    return all.trimEnd()
  }
  return { viewer, summary, pretty }
}

describe('the pretty form of JSON', () => {
  it.each([
    '7',
    '[]',
    '{}',
    '[ [ ] , { } ]',
    '{"a":{"b":[1,2,{"c":null}]},"d":[[["x"]]],"e":true}',
    '[[[[1]]],[[[2]]]]',
    '{"s":"a\\u00e9\\"\\n","n":-1.5}'
  ])('is what JSON.stringify writes, in windows: %s', (text) => {
    const expected = JSON.stringify(JSON.parse(text), null, 2)
    const { pretty, summary } = opened(text)
    for (const step of [1, 2, 3, 100]) expect(pretty(step)).toBe(expected.replace('a\u00e9', 'a\\u00e9'))
    expect(summary).toMatchObject({ kind: 'json', prettyLines: expected.split('\n').length, notices: [] })
  })

  it('@attack keeps integers over 2^53, number forms, duplicate and __proto__ keys as they came', () => {
    const { pretty } = opened('{"id":9007199254740993,"x":1.0e2,"id":1,"__proto__":{"a":1}}')
    expect(pretty()).toBe(
      '{\n  "id": 9007199254740993,\n  "x": 1.0e2,\n  "id": 1,\n  "__proto__": {\n    "a": 1\n  }\n}'
    )
  })

  it('says where a container ends, for folding', () => {
    const { viewer } = opened('{"a":[1,[2]],"b":{}}')
    const lines = viewer.lines('a', 'pretty', 0, 100).lines
    expect(lines.filter(({ endLine }) => endLine !== null).map(({ line, endLine }) => [line, endLine])).toEqual([
      [0, 8],
      [1, 6],
      [3, 5]
    ])
  })

  it('cuts a value that is too long to draw', () => {
    const { viewer } = opened(JSON.stringify({ a: 'x'.repeat(5_000) }))
    expect(viewer.lines('a', 'pretty', 1, 1).lines[0]).toMatchObject({ cut: 3_002, text: `"${'x'.repeat(1_999)}` })
  })

  it('@attack is drawn 10,000 levels deep; deeper, the text is shown with the reason', () => {
    const nested = (levels: number) => '['.repeat(levels) + '1' + ']'.repeat(levels)
    const { viewer, summary } = opened(nested(10_000))
    expect(summary).toMatchObject({ kind: 'json', prettyLines: 20_001 })
    expect(viewer.lines('a', 'pretty', 10_000, 2).lines).toMatchObject([{ depth: 10_000, text: '1' }, { depth: 9_999 }])
    const deeper = opened(nested(10_001), { contentType: 'application/json' })
    expect(deeper.summary).toMatchObject({ kind: 'text', prettyLines: 0, notices: [expect.stringContaining('10,000')] })
    expect(deeper.viewer.lines('a', 'raw', 0, 1).lines[0]?.text).toHaveLength(2_000)
  })
})

describe('the tree', () => {
  const text = '{"data":[{"n":1},{"n":2},{"n":3}],"a":1,"a":{"b":"x"}}'

  it('opens value by value, in windows', () => {
    const { viewer } = opened(text)
    expect(viewer.children('a', null, 0, 10)).toMatchObject({
      total: 1,
      nodes: [{ node: 0, kind: 'object', children: 3 }]
    })
    const { nodes } = viewer.children('a', 0, 0, 10)
    expect(nodes).toMatchObject([
      { name: 'data', kind: 'array', children: 3, text: '', repeated: false },
      { name: 'a', kind: 'number', text: '1', repeated: true },
      { name: 'a', kind: 'object', children: 1, repeated: true }
    ])
    const data = nodes[0]?.node ?? 0
    expect(viewer.children('a', data, 1, 1)).toMatchObject({ total: 3, nodes: [{ name: 1, kind: 'object' }] })
    expect(viewer.children('a', data, 5, 1)).toMatchObject({ total: 3, nodes: [] })
  })

  it('copies a value, its pointer and its JMESPath', () => {
    const { viewer } = opened('{"a b":[{"s":"l1\\nl2","n":9007199254740993}]}')
    expect(viewer.copy('a', 3, 'value')).toBe('l1\nl2')
    expect(viewer.copy('a', 4, 'value')).toBe('9007199254740993')
    expect(viewer.copy('a', 2, 'value')).toBe('{"s":"l1\\nl2","n":9007199254740993}')
    expect(viewer.copy('a', 4, 'path')).toBe('/a b/0/n')
    expect(viewer.copy('a', 4, 'jmespath')).toBe('"a b"[0].n')
  })

  it.each([-1, 99, 0.5])('has no value %d', (node) => {
    expect(() => opened(text).viewer.children('a', node, 0, 1)).toThrow(
      expect.objectContaining({ code: 'invalid-input' })
    )
  })
})

describe('a table', () => {
  const text =
    '{"meta":{"tags":["x"]},"data":[{"id":1,"name":"A","sub":[{"x":1}]},{"name":null,"id":9007199254740993,"new":true},7]}'

  it('is offered for lists of objects, not for lists inside of their rows', () => {
    expect(opened(text).summary.tables).toMatchObject([{ jmespath: 'data', rows: 3 }])
    expect(opened('[{"a":1}]').summary.tables).toMatchObject([{ jmespath: '@', node: 0 }])
    expect(opened('[1,2]').summary.tables).toEqual([])
  })

  it('has a column per name and says what is null and what is missing', () => {
    const { viewer, summary } = opened(text)
    const table = viewer.table('a', summary.tables[0]?.node ?? 0, 0, 10)
    expect(table.columns).toEqual([
      { name: 'id', nulls: 0 },
      { name: 'name', nulls: 1 },
      { name: 'sub', nulls: 0 },
      { name: 'new', nulls: 0 }
    ])
    expect(table.rows.map(({ cells }) => cells.map((cell) => cell?.text ?? null))).toEqual([
      ['1', '"A"', '[{"x":1}]', null],
      ['9007199254740993', 'null', null, 'true'],
      [null, null, null, null]
    ])
    expect(viewer.table('a', summary.tables[0]?.node ?? 0, 1, 1)).toMatchObject({ total: 3, rows: [{}] })
  })

  it('limits its columns', () => {
    const wide = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`c${n}`, n]))
    const table = opened(JSON.stringify([wide])).viewer.table('a', 0, 0, 1)
    expect([table.columns.length, table.moreColumns]).toEqual([100, true])
  })
})

describe('find', () => {
  it('finds keys and values, also those written with escapes, each on its pretty line', () => {
    const { viewer } = opened('{"name":"Zo\\u00eb / x","list":[{"zoë":1},"a\\/b"]}')
    expect(viewer.find('a', 'ZOË', 0, 10)).toMatchObject({
      total: 2,
      matches: [
        { line: 1, in: 'text', at: 1, length: 8 },
        { line: 4, in: 'key', at: 1, length: 3 }
      ]
    })
    expect(viewer.find('a', 'a/b', 0, 10).matches).toMatchObject([{ line: 6, in: 'text', at: 1, length: 4 }])
    expect(viewer.find('a', 'list', 0, 10).matches).toMatchObject([{ line: 2, in: 'key' }])
  })

  it('takes what is typed for text, not for a pattern, and comes in windows with an end', () => {
    const { viewer } = opened(JSON.stringify(Array.from({ length: 20_000 }, () => 'a.b')))
    expect(viewer.find('a', 'a.b', 9_999, 5)).toMatchObject({ total: 10_000, more: true, matches: [{ line: 10_000 }] })
    expect(viewer.find('a', 'a+b', 0, 5)).toMatchObject({ total: 0, matches: [] })
    expect(viewer.find('a', '', 0, 5)).toMatchObject({ total: 0 })
  })

  it('works in text and XML, by line', () => {
    expect(opened('one\ntwo three').viewer.find('a', 'THREE', 0, 1).matches).toMatchObject([{ line: 1, at: 4 }])
    expect(opened('<a><b>x</b><b>y</b></a>').viewer.find('a', 'y', 0, 1).matches).toMatchObject([{ line: 2, at: 3 }])
  })
})

describe('XML', () => {
  it('is laid out tag by tag, with every character as it came', () => {
    const text =
      '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r a="&lt;&#10;"> &x; <b> t </b>' +
      '<c/><d><![CDATA[<z>]]></d><!-- c -->mixed <i>u</i>tail<![CDATA[a > b]]>end</r>'
    const { pretty, summary } = opened(text)
    expect(summary).toMatchObject({ kind: 'xml', notices: [] })
    expect(pretty()).toBe(
      [
        '<?xml version="1.0"?>',
        '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
        '<r a="&lt;&#10;">',
        '  &x;',
        '  <b> t </b>',
        '  <c/>',
        '  <d><![CDATA[<z>]]></d>',
        '  <!-- c -->',
        '  mixed',
        '  <i>u</i>',
        '  tail',
        '  <![CDATA[a > b]]>',
        '  end',
        '</r>'
      ].join('\n')
    )
  })

  it('inside of a JSON text is unwrapped, with a note', () => {
    const { summary, pretty } = opened(JSON.stringify('<a>\n<b>1</b></a>'))
    expect(summary).toMatchObject({ kind: 'xml', notices: [expect.stringContaining('unwrapped')] })
    expect(pretty()).toBe('<a>\n  <b>1</b>\n</a>')
  })

  it.each(['<a><b></a>', '<a', '<a>&lol</a>', '<a b=1/>'])('that is broken is shown as it came: %s', (text) => {
    const { viewer, summary } = opened(text)
    expect(summary).toMatchObject({ kind: 'text', notices: [expect.stringContaining('Not well-formed XML at line 1')] })
    expect(viewer.lines('a', 'raw', 0, 1).lines[0]?.text).toBe(text)
  })

  it('does not grow by entities, and limits its depth', () => {
    const laughs = '<!DOCTYPE r [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]><r>&b;</r>'
    expect(opened(laughs).pretty()).toContain('<r>&b;</r>')
    expect(opened('<a>'.repeat(10_001) + '</a>'.repeat(10_001)).summary.kind).toBe('text')
  })
})

describe('the kind of a body', () => {
  it.each([
    ['', '', 'empty'],
    ['plain words', 'text/plain', 'text'],
    ['<!doctype html><p>x<br></html>', 'text/html', 'text'],
    ['{"a":1}', 'text/plain', 'json'],
    [Buffer.from([0x25, 0x50, 0x44, 0x46, 0]), '', 'binary'],
    ['%PDF-1.7 text only', 'application/pdf', 'binary'],
    ['PNG', 'image/png', 'binary'],
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'application/octet-stream', 'binary'],
    ['<svg xmlns="x"/>', 'image/svg+xml', 'xml'],
    [Buffer.from('\ufeff{"a":1}'), '', 'json'],
    [Buffer.from('\ufeff{"a":1}', 'utf16le'), '', 'json']
  ])('%j as %s is %s', (text, contentType, kind) => {
    expect(opened(text, { contentType }).summary.kind).toBe(kind)
  })

  it('is read in the charset it names', () => {
    const { viewer } = opened(Buffer.from('"M\xfcller"', 'latin1'), { contentType: 'text/plain; charset=iso-8859-1' })
    expect(viewer.lines('a', 'raw', 0, 1).lines[0]?.text).toBe('"Müller"')
  })

  it('is read as Windows text where it says it is text and is not UTF-8', () => {
    const bytes = Buffer.from('{"name":"Jos\xe9"}', 'latin1')
    const { pretty, summary } = opened(bytes, { contentType: 'application/json' })
    expect(pretty()).toContain('José')
    expect(summary).toMatchObject({ kind: 'json', notices: [expect.stringContaining('Windows-1252')] })
    expect(opened(bytes).summary.kind).toBe('binary')
  })

  it('says where it is not JSON, and that it is incomplete', () => {
    const { summary } = opened('{"a":1,\n"b":', { contentType: 'application/json', complete: false })
    expect(summary).toMatchObject({ kind: 'text', rawLines: 2 })
    expect(summary.notices).toEqual([
      expect.stringContaining('incomplete'),
      expect.stringContaining('line 2, column 5')
    ])
  })

  it('may be cut through a character', () => {
    expect(opened(Buffer.from('"é').subarray(0, 2), { complete: false }).summary.kind).toBe('text')
  })

  it('shows no connector token', () => {
    const { pretty, summary } = opened('{"t":"ct_secret"}', { hidden: ['ct_secret'] })
    expect(pretty()).toContain('"t": "[token]"')
    expect(summary.notices).toEqual(['A token in the response is shown as [token].'])
  })

  it('mentions a saved file only where the view can save', () => {
    const { summary } = opened('{"t":"ct_secret"}', { hidden: ['ct_secret'], savable: true })
    expect(summary.notices).toEqual(['A token in the response is shown as [token]. A saved file contains it.'])
  })
})

it('cuts raw lines that are too long, and none through a character', () => {
  const { viewer, summary } = opened(`${'x'.repeat(1_999)}😀y\r\nlast`)
  expect(summary.rawLines).toBe(3)
  expect(viewer.lines('a', 'raw', 0, 9).lines.map(({ text }) => text.slice(-3))).toEqual(['xxx', '😀y', 'ast'])
})

describe('compare', () => {
  const differ = (before: string, after: string) => {
    const viewer = new Viewer()
    const facts = { contentType: '', complete: true, hidden: [] }
    viewer.open('a', Buffer.from(before), facts)
    viewer.open('b', Buffer.from(after), facts)
    return viewer.compare('a', 'b')
  }

  it('tells what was added, removed and changed, and not how it is spaced or ordered', () => {
    const { structural, differences } = differ(
      '{"a":1,"b":{"x":[1,2]},"n":9007199254740993,"gone":1}',
      '{ "n":9007199254740992, "b":{"x":[1,3,4]},\n"a":1, "new":null }'
    )
    expect(structural).toBe(true)
    expect(differences).toEqual([
      { path: '/gone', change: 'removed', before: '1', after: null },
      { path: '/new', change: 'added', before: null, after: 'null' },
      { path: '/b/x/2', change: 'added', before: null, after: '4' },
      { path: '/b/x/1', change: 'changed', before: '2', after: '3' },
      { path: '/n', change: 'changed', before: '9007199254740993', after: '9007199254740992' }
    ])
  })

  it('knows items by their id, so that one more is one difference', () => {
    const items = (...ids: number[]) => JSON.stringify(ids.map((id) => ({ id, name: `n${id}` })))
    expect(differ(items(1, 2, 3), items(0, 1, 2, 3)).differences).toMatchObject([{ path: '/id=0', change: 'added' }])
  })

  it('loses no duplicate key', () => {
    expect(differ('{"a":1,"a":2}', '{"a":1}').differences).toMatchObject([{ path: '/a (2)', change: 'removed' }])
  })

  it('is limited', () => {
    const list = (from: number) => JSON.stringify(Array.from({ length: 5_000 }, (_, n) => n + from))
    const { more, differences } = differ(list(0), list(1))
    expect([more, differences.length]).toEqual([true, 2_000])
  })

  it('goes line by line where one is not JSON', () => {
    expect(differ('<a><b>1</b><c/></a>', '<a><b>2</b><x/><c/></a>')).toMatchObject({
      structural: false,
      differences: [
        { path: 'line 2', change: 'changed', before: '<b>1</b>', after: '<b>2</b>' },
        { path: 'line 3', change: 'added', before: null, after: '<x/>' }
      ]
    })
  })
})

it('closes the body that was used least where there are too many, and keeps two that can be compared', async () => {
  const viewer = new Viewer()
  const facts = { contentType: 'text/plain', complete: true, hidden: [] }
  const large = Buffer.alloc(9e6, 'x')
  viewer.open('a', large, facts)
  viewer.open('b', large, facts)
  viewer.lines('a', 'raw', 0, 1)
  viewer.open('c', large, facts)
  expect(await Promise.all(['a', 'b', 'c'].map((id) => viewer.has(id)))).toEqual([true, false, true])
  expect(() => viewer.lines('b', 'raw', 0, 1)).toThrow(expect.objectContaining({ code: 'not-found' }))
})

describe('a raw form that is wrapped', () => {
  const text = `${'a'.repeat(50)}\nshort\n${'b'.repeat(20)}needle`
  const rows = (viewer: Viewer, columns?: number) =>
    viewer.lines('a', 'raw', 0, 100, columns).lines.map((line) => line.text)

  it('has rows of so many characters, and another width has others', () => {
    const { viewer, summary } = opened(text)
    expect(summary.rawLines).toBe(3)
    expect(rows(viewer, 20)).toEqual([
      'a'.repeat(20),
      'a'.repeat(20),
      'a'.repeat(10),
      'short',
      'b'.repeat(20),
      'needle'
    ])
    expect(rows(viewer, 40).map(({ length }) => length)).toEqual([40, 10, 5, 26])
    expect(rows(viewer)).toEqual(text.split('\n'))
    expect(viewer.lines('a', 'raw', 4, 1, 20)).toMatchObject({ total: 6, lines: [{ line: 4, text: 'b'.repeat(20) }] })
  })

  it('is searched in its own rows', () => {
    const { viewer } = opened(text)
    expect(viewer.find('a', 'needle', 0, 9, 20).matches).toMatchObject([{ line: 5, at: 0 }])
    expect(viewer.find('a', 'needle', 0, 9).matches).toMatchObject([{ line: 2, at: 20 }])
  })

  it('is that of the body that is open by this name now', () => {
    const { viewer } = opened(text)
    rows(viewer, 20)
    viewer.open('a', Buffer.from('other'), { contentType: '', complete: true, hidden: [] })
    expect(rows(viewer, 20)).toEqual(['other'])
  })
})
