import { expect, it } from 'vitest'
import { headerSecrets } from './header-secrets'

const secretsOf = (json: string) => headerSecrets(json).map(({ from, to }) => json.slice(from, to))
const written = (json: unknown) => secretsOf(JSON.stringify(json))

it.each([
  ['an object', { headers: { Authorization: 'Basic dTpw', Accept: '*/*' } }, ['Basic dTpw']],
  ['an object of lists', { headers: { 'Set-Cookie': ['a=1', 'b=2'], Accept: ['*/*'] } }, ['a=1', 'b=2']],
  [
    'a list of pairs',
    {
      request_headers: [
        ['Accept', '*/*'],
        ['X-Api-Key', 'k1']
      ]
    },
    ['k1']
  ],
  [
    'a list of names and values',
    {
      headers: [
        { name: 'Cookie', value: 'c1' },
        { name: 'Accept', value: '*/*' }
      ]
    },
    ['c1']
  ],
  ['names and values in turn', { rawHeaders: ['Host', 'h', 'X-Api-Key', 'k1', 'Accept', 'x-token'] }, ['k1']],
  ['names behind values', { headers: [{ value: 'c1', key: 'proxy-authorization' }] }, ['c1']]
])('are found in headers as %s', (_, json, found) => {
  expect(written({ request: [json] })).toEqual(found)
})

it('are as written, with any escapes', () => {
  const json = String.raw`{"He\u0061ders":{"\u0061uthorization":"Basic\u0020\"x\"\/"}}`
  expect(secretsOf(json)).toEqual([String.raw`Basic\u0020\"x\"\/`])
})

it('are none of a name that is no header, a signature, or a value that is no text', () => {
  expect(
    written({ authorization: 'x', headers: { 'X-Webhook-Signature': 's', Authorization: '', Cookie: 7 } })
  ).toEqual([])
})

it.each(['', 'no JSON', '[]', '{"headers":"Authorization: x"}', '{"headers":null}'])('are none in %j', (text) => {
  expect(headerSecrets(text)).toEqual([])
})

it('are none that say what another site may do', () => {
  expect(written({ headers: { 'Access-Control-Allow-Credentials': 'true' } })).toEqual([])
})

it('are found in a list of any length', () => {
  expect(written({ headers: { Cookie: Array.from({ length: 120_000 }, () => 'c') } })).toHaveLength(120_000)
})
