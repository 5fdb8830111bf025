import { expect, it } from 'vitest'
import { Redactor } from './redactor'

const secret = 's3cret+/token=="\\x'

it.each([
  ['raw', secret],
  ['in base64', Buffer.from(secret).toString('base64')],
  ['in base64 without padding', Buffer.from(secret).toString('base64').replace(/=+$/, '')],
  ['URL-encoded', encodeURIComponent(secret)],
  ['inside JSON', JSON.stringify({ token: secret })],
  ['with escapes of JSON', secret.replace('s3', '\\u0073\\u0033').replace('\\x', '\\\\x')]
])('takes a secret out %s', (_, text) => {
  const redactor = new Redactor()
  redactor.add(secret)
  const clean = redactor.redact(`before ${text} after`)
  expect(clean).toMatch(/^before .*\[token\].* after$/)
  expect(clean).not.toContain(text)
})

it('leaves other text, and very short values, alone', () => {
  const redactor = new Redactor()
  redactor.add('a')
  redactor.add('')
  expect(redactor.redact('a banana')).toBe('a banana')
})
