import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import type { PassthroughDraft } from '../passthrough'
import { buildPreview } from '../preview'
import type { PassthroughResult } from '../result'
import { exportDraft, exportHar } from './export'
import { importCurl } from './import'

const draft: PassthroughDraft = {
  workspaceId: '00000000-0000-4000-8000-000000000001',
  region: 'eu',
  connector: null,
  method: 'POST',
  path: '/people',
  params: [{ name: 'api_key', value: 'hidden-1', enabled: true }],
  headers: [
    { name: 'Authorization', value: 'hidden-2', enabled: true },
    { name: 'X-Note', value: `it's "quoted" $HOME \`id\` \\ ü`, enabled: true }
  ],
  body: { kind: 'json', text: `{"name":"O'Brien {{v}}","id":9007199254740993,"line":"a\\nb"}` },
  requestFormat: null,
  responseFormat: null,
  timeout: '60'
}
const variables = new Map([['v', "$(touch x) '; rm"]])
const base = 'https://api.example.com/base/'

it.each(['curl', 'httpie', 'fetch'] as const)('as %s holds placeholders in place of secrets', (as) => {
  const text = exportDraft(draft, variables, base, as)
  expect(text).not.toMatch(/hidden-\d/)
  expect(text).toContain('https://api.example.com/base/api/v1/passthrough')
  for (const name of ['ACCESS_TOKEN', 'CONNECTOR_TOKEN', '<AUTHORIZATION>', '<API_KEY>']) expect(text).toContain(name)
})

/** As the shell passes them, with NUL between them. */
function wordsInShell(command: string, program: string): string[] {
  const script = `${program}() { printf '%s\\0' "$@"; }\n${command}`
  const environment = { PATH: process.env['PATH'] ?? '', ACCESS_TOKEN: 'token-a', CONNECTOR_TOKEN: 'token-c' }
  return execFileSync('/bin/sh', ['-c', script], { env: environment, encoding: 'utf8' }).split('\0').slice(0, -1)
}

it.each([
  ['curl', 'curl', '--data-raw'],
  ['httpie', 'http', '--raw']
] as const)('as %s comes out of a real shell to the letter', (as, program, option) => {
  const words = wordsInShell(exportDraft(draft, variables, base, as), program)
  const sent = words[words.indexOf(option) + 1] ?? ''
  expect(JSON.parse(sent)).toMatchObject({
    headers: { 'X-Note': `it's "quoted" $HOME \`id\` \\ ü` },
    data: { name: `O'Brien $(touch x) '; rm` }
  })
  expect(sent).toContain('"id":9007199254740993')
  expect(words.join('\n')).toMatch(/Authorization: ?Bearer token-a/)
  expect(words.join('\n')).toMatch(/x-connector-token: ?token-c/)
})

it('as fetch is a program that runs and sends the same', async () => {
  const program = exportDraft(draft, variables, base, 'fetch')
  const run = new Function('fetch', 'process', `return (async () => { ${program}; return response })()`) as (
    fetch: (url: string, init: RequestInit) => unknown,
    process: unknown
  ) => Promise<{ url: string; init: { body: string; headers: Record<string, string> } }>
  const sent = await run((url, init) => ({ url, init }), { env: { ACCESS_TOKEN: 'a', CONNECTOR_TOKEN: 'c' } })
  expect(sent.init.headers).toMatchObject({ Authorization: 'Bearer a', 'x-connector-token': 'c' })
  expect((JSON.parse(sent.init.body) as { data: { name: string } }).data.name).toBe(`O'Brien $(touch x) '; rm`)
})

it('as curl is imported again as the same request', () => {
  const clean = { ...draft, headers: draft.headers.slice(1), params: [] }
  const result = importCurl(exportDraft(clean, variables, base, 'curl'))
  if ('problem' in result) throw new Error(result.problem)
  expect(result.of).toBe('passthrough')
  const again = buildPreview({ ...draft, ...result.draft }, new Map())
  expect(again.text.replace(',\n  "request_format": "JSON"', '')).toBe(buildPreview(clean, variables).text)
})

it('as curl a unified write goes to its own operation, with a key of whoever sends it, and comes back', () => {
  const unified = { ...draft, route: 'unified' as const, path: '/api/hris/v1/time-off', params: [], headers: [] }
  const text = exportDraft(unified, variables, base, 'curl')
  expect(text).toContain('https://api.example.com/base/api/hris/v1/time-off')
  expect(text).toContain('x-idempotency-key: $IDEMPOTENCY_KEY')
  const result = importCurl(text)
  if ('problem' in result) throw new Error(result.problem)
  expect(result).toMatchObject({ of: 'unified', draft: { route: 'unified', path: unified.path, headers: [] } })
  expect(exportDraft({ ...unified, path: '/api/ats/v1/tags' }, variables, base, 'curl')).not.toContain('IDEMPOTENCY')
})

describe('HAR', () => {
  const timing = { askedAt: 1_000, startedAt: 1_000, sentAt: 1_100, headAt: 1_400, doneAt: 1_500 }
  const headers: [string, string][] = [
    ['Content-Type', 'application/json'],
    ['Set-Cookie', 'sid=s3cret']
  ]
  const result = { status: 200, bytes: 9, headers, timing } as unknown as PassthroughResult
  const plain: PassthroughDraft = { ...draft, method: 'GET', path: '/employees', params: [], headers: [] }
  const sent = { askedAt: 1_000, draft: plain, envelope: '{"method":"GET","path":"/employees"}', result }

  it('has what left and what came, without tokens and cookies', () => {
    const text = exportHar(sent, 'https://api.example.com/', '{"a":1}')
    expect(text).not.toMatch(/s3cret|authorization|x-connector-token/i)
    const { log } = JSON.parse(text) as { log: { version: string; entries: [{ request: { url: string } }] } }
    expect(log.version).toBe('1.2')
    expect(log.entries).toMatchObject([
      {
        ...{ startedDateTime: '1970-01-01T00:00:01.000Z', time: 400, timings: { wait: 300, receive: 100 } },
        request: {
          method: 'POST',
          url: 'https://api.example.com/api/v1/passthrough',
          postData: { text: sent.envelope }
        },
        response: { status: 200, content: { mimeType: 'application/json', text: '{"a":1}' } }
      }
    ])
  })

  it('never holds a secret that was typed', () => {
    const text = exportHar({ ...sent, draft, envelope: '{"headers":{"Authorization":"hidden-2"}}' }, base, null)
    expect(text).not.toMatch(/hidden-\d/)
    expect(text).toContain('<AUTHORIZATION>')
  })

  it('never holds a variable of a secret, filled', () => {
    const row = (name: string) => ({ name, value: '{{session}}', enabled: true })
    const filled = '{"headers":{"X-Session-Id":"hidden-3"}}'
    for (const change of [
      { headers: [row('X-Session-Id')] },
      { params: [row('access_token')] },
      { paramsJson: '{"api_key": {{session}}}' }
    ]) {
      const one = { ...plain, ...change }
      expect(exportHar({ ...sent, draft: one, envelope: filled }, base, null)).not.toContain('hidden-3')
      const copied = exportDraft(one, new Map([['session', 'hidden-3']]), base, 'curl')
      expect(copied).not.toContain('hidden-3')
    }
    // Others are copied as they left.
    const other = { ...plain, headers: [row('X-Employee')] }
    expect(exportHar({ ...sent, draft: other, envelope: '{"sent":"7"}' }, base, null)).toContain('sent')
  })

  it('of a send without an answer or without a body says so', () => {
    const [none] = (
      JSON.parse(exportHar({ ...sent, result: null }, 'https://a.example', null)) as { log: { entries: unknown[] } }
    ).log.entries
    expect(none).toMatchObject({ response: { status: 0, content: { comment: 'The body is not in this copy.' } } })
  })
})
