import { describe, expect, it } from 'vitest'
import type { PassthroughDraft } from './passthrough'
import { buildPreview, readTimeout } from './preview'
import { paramsAsJson, withRows } from './params'
import { withoutSecrets } from './secrets'

const draft: PassthroughDraft = {
  workspaceId: '00000000-0000-4000-8000-000000000001',
  region: 'eu',
  connector: {
    key: 'HRIS:c1',
    tokenRef: 'r1',
    originId: 'o1',
    endUser: 'Acme',
    integrationSlug: 'personio',
    isTest: false
  },
  method: 'GET',
  path: '/employees',
  params: [],
  headers: [],
  body: { kind: 'none' },
  requestFormat: null,
  responseFormat: null,
  timeout: ''
}
const row = (name: string, value: string, enabled = true) => ({ name, value, enabled })
const build = (change: Partial<PassthroughDraft>, variables: Record<string, string> = {}) =>
  buildPreview({ ...draft, ...change }, new Map(Object.entries(variables)))
const json = (text: string): PassthroughDraft['body'] => ({ kind: 'json', text })

describe('the envelope', () => {
  it('leaves out what was left untouched, and always holds headers', () => {
    const { text, problems } = build({})
    expect(text).toBe('{\n  "method": "GET",\n  "path": "/employees",\n  "headers": {}\n}')
    expect(problems).toEqual([])
  })

  it('holds what was touched', () => {
    const { text } = build({
      method: 'POST',
      params: [row('limit', '050'), row('a[]', 'x'), row('off', '1', false), row('a[]', 'y'), row('', '')],
      headers: [row('X-Trace', 'a"b'), row('X-Off', '1', false)],
      body: json('{"a":1}'),
      requestFormat: 'JSON',
      responseFormat: 'BINARY',
      timeout: ' 60 '
    })
    expect(JSON.parse(text)).toEqual({
      method: 'POST',
      path: '/employees',
      headers: { 'X-Trace': 'a"b' },
      params: { limit: '050', 'a[]': ['x', 'y'] },
      data: { a: 1 },
      request_format: 'JSON',
      response_format: 'BINARY',
      timeout: 60
    })
  })

  it.each([
    ['integers over 2^53', '{"id":900719925474099312345, "n": 1.10}'],
    ['order and duplicate keys', '{"b":1,"a":2,"b":3}'],
    ['__proto__ as data', '{"__proto__":{"admin":true},"constructor":null}'],
    ['its own spacing', '{\n\t"a" : [ 1 ,\n2 ]\n}'],
    ['any JSON value', '"just text"'],
    ['an array', '[1,2]']
  ])('holds a JSON body as it was typed: %s', (_, text) => {
    const built = build({ method: 'POST', body: json(`  ${text}\n`) })
    expect(built.text).toContain(`"data": ${text}\n}`)
    expect(built.problems.filter(({ severity }) => severity === 'refused')).toEqual([])
  })

  it('sends XML as a text, and names the format that was chosen with it', () => {
    const { text } = build({ method: 'POST', body: { kind: 'xml', text: '<a b="1">ü</a>' } })
    expect(JSON.parse(text)).toMatchObject({ data: '<a b="1">ü</a>', request_format: 'XML' })
  })

  it('sends form parts with files as base64; a preview names the file instead', () => {
    const parts: PassthroughDraft['body'] = {
      kind: 'parts',
      parts: [
        { name: 'note', enabled: true, content: { kind: 'text', value: 'hi {{who}}' } },
        { name: 'cv', enabled: true, content: { kind: 'file', file: { ref: 'f1', name: 'cv.pdf', bytes: 1_234 } } },
        { name: '__proto__', enabled: true, content: { kind: 'text', value: 'x' } }
      ]
    }
    const change = { ...draft, method: 'POST', body: parts } as const
    const variables = new Map([['who', 'Ada']])
    const sent = buildPreview(change, variables, (ref) => (ref === 'f1' ? 'QUJD' : undefined))
    expect(sent.problems).toEqual([])
    expect(sent.text).toContain('"__proto__": "x"')
    expect(JSON.parse(sent.text)).toMatchObject({
      data: { note: 'hi Ada', cv: { filename: 'cv.pdf', content: 'QUJD' } },
      request_format: 'MULTIPART'
    })
    expect(buildPreview(change, variables).text).toContain('(1,234 bytes, read when it is sent)')
    expect(buildPreview(change, variables, () => undefined).problems).toMatchObject([
      { field: 'body.1.value', severity: 'refused', code: 'file' }
    ])
  })
})

describe('params as JSON', () => {
  it('keep their types, digits and order, in place of the rows', () => {
    const paramsJson = ' {"limit": 50, "big": 900719925474099312345, "active": true, "ids": [1, "2"], "f": {"a": null}}'
    const { text, problems } = build({ params: [row('limit', '1')], paramsJson })
    expect(problems).toEqual([])
    expect(text).toContain(`"params": ${paramsJson.trim()}`)
  })

  it.each(['', '  '])('are left out where there are none: “%s”', (paramsJson) => {
    expect(build({ params: [row('limit', '1')], paramsJson }).text).not.toContain('params')
  })

  it('begin as the rows are, and take rows in', () => {
    const rows = [row('a', '1'), row('b', 'x'), row('b', 'y')]
    expect(JSON.parse(paramsAsJson(rows))).toEqual({ a: '1', b: ['x', 'y'] })
    expect(paramsAsJson([])).toBe('')
    expect(JSON.parse(withRows('{"n": 900719925474099312345}', rows.slice(0, 1)) ?? '')).toMatchObject({ a: '1' })
    expect(withRows('{"n": 900719925474099312345}', rows.slice(0, 1))).toContain('900719925474099312345')
    expect(JSON.parse(withRows('', rows.slice(0, 1)) ?? '')).toEqual({ a: '1' })
    for (const typed of ['[1]', '{"a": {{x}}}', '7']) expect(withRows(typed, rows)).toBeNull()
  })

  it('lose what looks like a secret where they are kept', () => {
    const paramsJson = '{"api_key": "s3cret", "deep": {"token": 12345}, "limit": 5, "password": "{{pw}}"}'
    expect(withoutSecrets({ ...draft, paramsJson }).paramsJson).toBe(
      '{"api_key": "<API_KEY>", "deep": {"token": "<TOKEN>"}, "limit": 5, "password": "{{pw}}"}'
    )
  })
})

describe('variables', () => {
  const value = 'a/b "c" <d> & ü'

  it('are escaped for the place they are put in', () => {
    const built = build(
      { path: '/x/{{v}}/y', params: [row('q', '{{ v }}')], body: json('{"s":"{{v}}","n":{{n}}}'), method: 'PUT' },
      { v: value, n: '12345678901234567890' }
    )
    expect(built.path).toBe('/x/a%2Fb%20%22c%22%20%3Cd%3E%20%26%20%C3%BC/y')
    expect(built.text).toContain('"n":12345678901234567890')
    expect(JSON.parse(built.text)).toMatchObject({ params: { q: value }, data: { s: value } })
  })

  it('are escaped in XML, and stay as they are in CDATA', () => {
    const { text } = build(
      { method: 'POST', body: { kind: 'xml', text: '<a>{{v}}</a><![CDATA[{{v}}{{end}}]]>' } },
      { v: '<&"', end: ']]>' }
    )
    expect((JSON.parse(text) as { data: string }).data).toBe('<a>&#60;&#38;&#34;</a><![CDATA[<&"]]]]><![CDATA[>]]>')
  })

  it.each<[string, Partial<PassthroughDraft>, string]>([
    ['path', { path: '/{{Id}}' }, 'path'],
    ['param', { params: [row('a', '{{x}}')] }, 'params.0.value'],
    ['header', { headers: [row('A', '{{x}}')] }, 'headers.0.value'],
    ['body', { body: json('{"a":"{{x}}"}') }, 'body']
  ])('that are unknown refuse the %s and name themselves', (_, change, field) => {
    const { problems } = build(change, { id: '1' })
    expect(problems).toContainEqual(expect.objectContaining({ field, severity: 'refused', code: 'unknown-variable' }))
  })

  it('suggest the name that was meant', () => {
    expect(build({ path: '/{{Id}}' }, { id: '1' }).problems[0]?.message).toContain('Did you mean {{id}}?')
  })

  it('cannot inject anything: neither dots nor a line break in a header', () => {
    expect(build({ path: '/x/{{v}}/y' }, { v: '..' }).problems).toMatchObject([{ field: 'path', severity: 'confirm' }])
    const header = build({ headers: [row('A', '{{v}}')] }, { v: 'x\r\nHost: evil' })
    expect(header.problems).toMatchObject([{ field: 'headers.0.value', severity: 'refused' }])
  })
})

describe('an invalid JSON body', () => {
  it.each([
    ['{"a":1,\n "b":}', 2, 6],
    ['{"a":1,}', 1, 8],
    ["{'a':1}", 1, 2],
    ['[1 2]', 1, 4],
    ['{"a":01}', 1, 7],
    ['{"a":"\n"}', 1, 7],
    ['{"a":"\\x"}', 1, 7],
    ['tru', 1, 1],
    ['{"a":1} x', 1, 9],
    ['{"a":', 1, 6],
    ['[NaN]', 1, 2],
    ['// no\n{}', 1, 1]
  ])('is refused at its place: %j', (text, line, column) => {
    expect(build({ method: 'POST', body: json(text) }).problems).toMatchObject([
      { field: 'body', severity: 'refused', code: 'json', position: { line, column } }
    ])
  })

  it('is placed in the text as typed, also behind a variable', () => {
    const { problems } = build({ method: 'POST', body: json('{"a":"{{v}}","b":}') }, { v: 'x'.repeat(50) })
    expect(problems).toMatchObject([{ position: { line: 1, column: 18 } }])
  })

  it('warns of a key that occurs twice', () => {
    expect(build({ method: 'POST', body: json('{"a":1,"b":{"a":1},"a":2}') }).problems).toMatchObject([
      { severity: 'warning', position: { line: 1, column: 20 } }
    ])
  })
})

it.each<[string, Partial<PassthroughDraft>, string, string]>([
  ['no connector', { connector: null }, 'connector', 'refused'],
  ['a header named twice', { headers: [row('X-A', '1'), row('x-a', '2')] }, 'headers.1.name', 'refused'],
  ['a param without a name', { params: [row('', '1')] }, 'params.0.name', 'refused'],
  ['a timeout that is not a number', { timeout: '1e3' }, 'timeout', 'refused'],
  ['a timeout that is longer than an hour', { timeout: '3601' }, 'timeout', 'warning'],
  ['a body that is a number', { method: 'PUT', body: json(' 42 ') }, 'body', 'refused'],
  ['a body that is a negative number', { method: 'PUT', body: json('-1.5') }, 'body', 'refused'],
  ['a body that is true', { method: 'PUT', body: json('true') }, 'body', 'refused'],
  ['params that are a list', { paramsJson: '[1]' }, 'params', 'refused'],
  ['params that are not JSON', { paramsJson: '{"a": 1,}' }, 'params', 'refused'],
  ['an unknown variable in params', { paramsJson: '{"a": {{x}}}' }, 'params', 'refused'],
  ['a GET with a body', { body: json('{}') }, 'body', 'confirm'],
  [
    'a format that is not the body’s',
    { method: 'PUT', body: json('{}'), requestFormat: 'XML' },
    'requestFormat',
    'warning'
  ]
])('finds %s', (_, change, field, severity) => {
  expect(build(change).problems).toMatchObject([{ field, severity }])
})

it.each([
  ['', { problem: null }],
  ['300', { seconds: 300 }],
  ['0.5', { seconds: 0.5 }],
  ['0', { problem: expect.any(String) }],
  ['-1', { problem: expect.any(String) }],
  ['3601', { seconds: 3_601 }],
  ['1000000', { seconds: 1_000_000 }],
  ['9'.repeat(400), { problem: expect.any(String) }],
  ['Infinity', { problem: expect.any(String) }]
])('reads the timeout %j', (typed, expected) => {
  expect(readTimeout(typed)).toEqual(expected)
})
