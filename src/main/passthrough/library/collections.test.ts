import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { draft, idOf, testLibrary, workspaceId, type TestLibrary } from './testing'

let test: TestLibrary
beforeEach(async () => {
  test = testLibrary()
  await test.open()
})
afterEach(() => test.remove())

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
const postman = (item: unknown, more: object = {}) =>
  writeFileSync(test.chosen, JSON.stringify({ info: { name: 'C', schema }, item, ...more }))
const har = (...entries: unknown[]) => writeFileSync(test.chosen, JSON.stringify({ log: { version: '1.2', entries } }))
const importTop = () => test.library.exchange.importFolder(workspaceId, null)
const drafts = async () => {
  const { saved } = test.library
  const { requests } = await saved.tree(workspaceId)
  const all = requests.map(async ({ id, name }) => [name, (await saved.open(workspaceId, id)).draft] as const)
  return Object.fromEntries(await Promise.all(all))
}
const row = (name: string, value: string, enabled = true) => ({ name, value, enabled })

describe('a Postman collection', () => {
  it('makes saved requests in folders; secrets, hosts, authorization and scripts are left out and said', async () => {
    const url = { raw: 'https://{{host}}/v1/people/:id?page=2', query: [{ key: 'q', value: 'x', disabled: true }] }
    const header = [
      { key: 'Authorization', value: 'Bearer s3cret' },
      { key: 'X-Page', value: '1' },
      { key: 'x-off', value: '2', disabled: true }
    ]
    const read = { name: 'Read', request: { method: 'GET', url, header, auth: { type: 'bearer' } } }
    const body = { mode: 'raw', raw: '{"a": 1}', options: { raw: { language: 'json' } } }
    const write = {
      name: 'Write',
      event: [{ listen: 'test', script: { exec: ['pm.sendRequest()'] } }],
      request: { method: 'POST', url: 'https://api.personio.de/v1/people', body }
    }
    const form = {
      mode: 'formdata',
      formdata: [
        { key: 'cv', type: 'file', src: '/home/a' },
        { key: 'n', value: '1' }
      ]
    }
    const upload = { name: 'Upload', request: { method: 'PUT', url: '{{baseUrl}}/cv', body: form } }
    postman([{ name: 'Folder', item: [read, write] }, upload, { name: 'Short', request: 'x.example/y' }], {
      variable: [{ key: 'host', value: 's3cret.example' }]
    })
    const done = await importTop()
    expect(done).toMatchObject({ folders: 1, requests: 4, renamed: [], dropped: ['Read: Authorization'] })
    expect(done?.notes).toEqual([
      'Authorization is left out, because the API adds the customer’s own: Read.',
      'Host left out, because the API uses the customer’s own: {{host}}.',
      'Scripts are left out: Write.',
      'Host left out, because the API uses the customer’s own: api.personio.de.',
      'Host left out, because the API uses the customer’s own: {{baseUrl}}.',
      'Select the file again: /home/a: Upload.',
      'Host left out, because the API uses the customer’s own: x.example.',
      'Variables of the collection are left out: host.'
    ])
    expect(JSON.stringify(await drafts())).not.toContain('s3cret')
    expect(await drafts()).toMatchObject({
      Read: {
        ...{ method: 'GET', path: '/v1/people/{{id}}', connector: null },
        params: [row('page', '2'), row('q', 'x', false)],
        headers: [row('X-Page', '1'), row('x-off', '2', false)]
      },
      Write: { method: 'POST', path: '/v1/people', body: { kind: 'json', text: '{"a": 1}' } },
      Upload: { body: { kind: 'parts', parts: [{ content: { kind: 'file', file: null } }, { name: 'n' }] } },
      Short: { method: 'GET', path: '/y' }
    })
  })

  it('of a folder comes back as it was, without checks, connector and tokens', async () => {
    const { saved, exchange } = test.library
    await saved.saveFolder(workspaceId, { id: idOf(1), name: 'Payroll', parentId: null })
    const save = (id: number, name: string, change: object) =>
      saved.save(workspaceId, { id: idOf(id), folderId: idOf(1), name, draft: { ...draft, ...change } })
    const json = { kind: 'json', text: '{"a": 12345678901234567890}' }
    await save(2, 'Read', { path: '/x/{{id}}', params: [row('a b', '1&2'), row('off', '1', false)] })
    await save(3, 'Json params', { paramsJson: '{"n": 5, "l": ["a", "b"]}' })
    await save(7, 'Variable', { paramsJson: '{ "employee": {{n}}, "q": "a {{b}}", "year": 2026 }' })
    await save(8, 'Unfinished', { paramsJson: '{ "year": ' })
    await save(4, 'Write', { method: 'POST', body: json, headers: [row('x-a', '{{v}}'), row('Cookie', 'c=1')] })
    await save(5, 'Create', { method: 'POST', path: '/api/hris/v1/time-off', body: json, route: 'unified' })
    const checks = [{ kind: 'status', at: '', value: '200' }]
    await save(6, 'Xml', { method: 'PUT', body: { kind: 'xml', text: '<a/>' }, checks })
    const out = await exchange.exportFolder(workspaceId, idOf(1), 'postman')
    expect(out).toMatchObject({ requests: 7, dropped: [] })
    const written = readFileSync(test.chosen, 'utf8')
    for (const own of ['Acme', 'HRIS:c1', workspaceId, 'c=1', 'checks']) expect(written).not.toContain(own)
    await saved.removeFolder(workspaceId, idOf(1))
    await importTop()
    expect(await drafts()).toMatchObject({
      Read: { path: '/x/{{id}}', params: [row('a b', '1&2'), row('off', '1', false)] },
      'Json params': { params: [row('n', '5'), row('l', 'a'), row('l', 'b')] },
      Variable: { params: [row('employee', '{{n}}'), row('q', 'a {{b}}'), row('year', '2026')] },
      Unfinished: { params: [row('params', '{ "year": ', false)] },
      Write: { method: 'POST', body: json, headers: [row('x-a', '{{v}}')] },
      Create: { route: 'unified', path: '/api/hris/v1/time-off', body: json },
      Xml: { method: 'PUT', body: { kind: 'xml', text: '<a/>' } }
    })
  })
})

it('a HAR file makes a request of each different one, without tokens, cookies and hosts', async () => {
  const request = {
    ...{ method: 'GET', url: 'https://app.example/v1/people?page=2&access_token=t0ken' },
    headers: [
      { name: ':authority', value: 'app.example' },
      { name: 'cookie', value: 'sid=t0ken' },
      { name: 'x-page', value: '1' }
    ]
  }
  const post = { mimeType: 'application/json', text: '{"a":1}' }
  har({ request }, { request }, { request: { ...request, method: 'POST', postData: post } })
  const done = await importTop()
  expect(done).toMatchObject({ folders: 0, requests: 2 })
  expect(done?.dropped).toEqual(
    expect.arrayContaining(['GET /v1/people: cookie', 'GET /v1/people: param access_token'])
  )
  expect(JSON.stringify(await drafts())).not.toContain('t0ken')
  expect(await drafts()).toMatchObject({
    'GET /v1/people': { path: '/v1/people', params: [row('page', '2')], headers: [row('x-page', '1')] },
    'POST /v1/people': { method: 'POST', body: { kind: 'json', text: '{"a":1}' } }
  })
})

const login = 'user=ada&client_secret=s3cret&pass%77ord=s3cret&token={{t}}&key='
const clean = 'user=ada&client_secret=&pass%77ord=&token={{t}}&key='
it('a recorded login keeps its fields, and none of its secrets', async () => {
  const post = (path: string, mimeType: string, more: object) => ({
    request: { method: 'POST', url: `https://a.example/${path}`, headers: [], postData: { mimeType, ...more } }
  })
  const form = 'application/x-www-form-urlencoded'
  const json =
    '{"user": "ada", "p\\u0061ssword":"s3cret", "in": {"secrets": [{"v": "s3cret ]"}], "n": 12345678901234567890}'
  har(
    post('form', form, { text: login }),
    post('json', 'application/json', { text: `${json}}` }),
    post('xml', 'text/xml', { text: '<a><s:password t="1">s3cret</s:password><b>1</b></a>' }),
    post('params', form, {
      params: [
        { name: 'user', value: 'a b' },
        { name: 'password', value: 's3cret' }
      ]
    }),
    post('parts', 'multipart/form-data; boundary=x', {
      text: '--x s3cret',
      params: [
        { name: 'password', value: 's3cret' },
        { name: 'cv', fileName: 'cv.pdf' }
      ]
    }),
    post('raw', 'multipart/form-data; boundary=x', { text: '--x s3cret' })
  )
  const done = await importTop()
  const kept = await drafts()
  expect(JSON.stringify(kept)).not.toContain('s3cret')
  const text = (name: string) => (kept[`POST /${name}`]?.body as { text: string }).text
  expect(JSON.parse(text('form'))).toBe(clean)
  expect(text('json')).toBe(`${json.replace('"s3cret"', '""').replace('[{"v": "s3cret ]"}]', '""')}}`)
  expect(text('xml')).toBe('<a><s:password t="1"></s:password><b>1</b></a>')
  expect(JSON.parse(text('params'))).toBe('user=a%20b&password=')
  expect(kept['POST /parts']?.body).toMatchObject({
    parts: [{ content: { value: '' } }, { content: { kind: 'file' } }]
  })
  expect(kept['POST /raw']?.body).toEqual({ kind: 'none' })
  expect(done?.dropped).toEqual([
    ...['POST /form: field client_secret', 'POST /form: field password'],
    ...['POST /json: field password', 'POST /json: field secrets'],
    ...['POST /xml: field password', 'POST /params: field password', 'POST /parts: field password']
  ])
  expect(done?.notes).toContain('The recorded parts of the body are left out: POST /raw.')
})

it('bodies of a Postman collection lose their secrets, and keep variables', async () => {
  const fields = [
    { key: 'password', value: 's3cret' },
    { key: 'secret', value: '{{s}}' }
  ]
  const variables = '{"password": "s3cret", "n": 1}'
  const bodies = {
    raw: { mode: 'raw', raw: '{"id": {{id}}, "token": "s3cret", "key": "{{k}}", "secret": null}' },
    form: { mode: 'urlencoded', urlencoded: fields },
    parts: { mode: 'formdata', formdata: fields },
    graphql: { mode: 'graphql', graphql: { query: 'q', variables } }
  }
  postman(
    Object.entries(bodies).map(([name, body]) => ({ name, request: { method: 'POST', url: 'a.example/x', body } }))
  )
  const done = await importTop()
  const kept = await drafts()
  expect(JSON.stringify(kept)).not.toContain('s3cret')
  expect(kept).toMatchObject({
    raw: { body: { text: JSON.stringify('{"id": {{id}}, "token": "", "key": "{{k}}", "secret": null}') } },
    parts: { body: { parts: [{ content: { value: '' } }, { content: { value: '{{s}}' } }] } },
    form: { body: { text: JSON.stringify('password=&secret={{s}}') } },
    graphql: { body: { text: '{"query":"q","variables":{"password":"","n":1}}' } }
  })
  expect(done?.dropped).toEqual([
    ...['raw: field token', 'form: field password', 'parts: field password', 'graphql: field password']
  ])
})

const nested = (depth: number): object => ({ name: `d${depth}`, item: depth > 0 ? [nested(depth - 1)] : [] })
it.each<[string, () => void, string]>([
  [
    'version 2.0',
    () => writeFileSync(test.chosen, JSON.stringify({ info: { schema: schema.replace('v2.1', 'v2.0') } })),
    'version 2.1'
  ],
  ['an item that is none', () => postman([{ name: 'A', request: 'x.example/a' }, 7]), 'C / item 2'],
  ['a request that is none', () => postman([{ name: 'A', request: { url: 7 } }]), 'A / url'],
  ['folders that are too deep', () => postman([nested(9)]), 'nested more than 5 deep'],
  [
    'endless folders',
    () =>
      writeFileSync(
        test.chosen,
        `{"info":{"schema":"${schema}"},"item":${'[{"item":'.repeat(20_000)}[]${'}]'.repeat(20_000)}}`
      ),
    'nested more than'
  ],
  [
    'too many requests',
    () => postman(Array.from({ length: 2_001 }, () => ({ request: 'x.example/a' }))),
    'more than 2000 requests'
  ],
  ['too many folders', () => postman(Array.from({ length: 501 }, () => ({ item: [] }))), 'more than 500 folders'],
  [
    'an entry that is none',
    () => har({ request: { method: 'GET', url: 'x.example/a', headers: [] } }, { request: {} }),
    'entry 2 / request'
  ]
])('refuses %s with the reason, and keeps nothing of it', async (_, write, why) => {
  write()
  await expect(importTop()).rejects.toMatchObject({ code: 'invalid-input', message: expect.stringContaining(why) })
  expect(await test.library.saved.tree(workspaceId)).toEqual({ folders: [], requests: [] })
})
