import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { checkSignature } from './signature'

const key = 'whsec_1'
const body = '{"webhook":{"event":"connector_synced"},"sync":{"sync_name":"Zürich"}}'
const sign = (text: string, by = key) => createHmac('sha256', by).update(text, 'utf8').digest('base64url')

it.each([
  ['as it comes, padded', `${sign(body)}=`],
  ['without padding', sign(body)],
  ['as the whole header', `X-Unified-Webhook-Signature: ${sign(body)}=`],
  ['in plain base64', createHmac('sha256', key).update(body).digest('base64')]
])('is verified %s', (_, given) => {
  expect(checkSignature(key, body, given)).toMatchObject({ verified: true })
})

it('is verified of the example of RFC 4231, test case 2', () => {
  const given = Buffer.from('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843', 'hex')
  expect(checkSignature('Jefe', 'what do ya want for nothing?', given.toString('base64url'))).toMatchObject({
    verified: true
  })
})

it.each([
  ['a line break that copying added', key, `${body}\n`, sign(body), /line break at its end/],
  ['Windows line breaks', key, '{\r\n"a":1\r\n}', sign('{\n"a":1\n}'), /Unix line breaks/],
  ['a body that was formatted', key, JSON.stringify(JSON.parse(body), null, 2), sign(body), /without spaces/],
  ['a space behind the key', `${key} `, body, sign(body), /space or a line break/],
  ['another key', 'other', body, sign(body), /another key/],
  ['another body', key, body.replace('Zürich', 'Graz'), sign(body), /does not match/],
  ['no signature', key, body, ' ', /no signature/],
  ['no body', key, '', sign(body), /no body/],
  ['something else', key, body, 'sha256=abc', /43 or 44 characters/],
  ['a signature cut short', key, body, sign(body).slice(0, 42), /43 or 44 characters/]
])('is not verified with %s, and says why', (_, by, text, given, why) => {
  const result = checkSignature(by, text, given)
  expect(result.verified).toBe(false)
  expect(result.why).toMatch(why)
})
