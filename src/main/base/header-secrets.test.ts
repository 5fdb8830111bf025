import { expect, it } from 'vitest'
import { headerSecrets } from './header-secrets'

const written = (json: unknown) => headerSecrets(JSON.stringify(json))

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
  ['names behind values', { headers: [{ value: 'c1', key: 'proxy-authorization' }] }, ['c1']]
])('are found in headers as %s', (_, json, found) => {
  expect(written({ request: [json] })).toEqual(found)
})

it('are as written, with any escapes', () => {
  const json = String.raw`{"He\u0061ders":{"\u0061uthorization":"Basic\u0020\"x\"\/"}}`
  expect(headerSecrets(json)).toEqual([String.raw`Basic\u0020\"x\"\/`])
})

it('are none of a name that is no header, a signature, or a value that is no text', () => {
  expect(
    written({ authorization: 'x', headers: { 'X-Webhook-Signature': 's', Authorization: '', Cookie: 7 } })
  ).toEqual([])
})

it.each(['', 'no JSON', '[]', '{"headers":"Authorization: x"}', '{"headers":null}'])('are none in %j', (text) => {
  expect(headerSecrets(text)).toEqual([])
})
