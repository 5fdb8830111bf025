import { expect, it } from 'vitest'
import { maskerOf } from '../secrets/testing'
import { lineOf as keptOf } from './lines'

const lineOf = (...of: Parameters<typeof keptOf>) => keptOf(...of).line
const hiding = { masker: maskerOf('bearer-1', 'token-1'), addresses: false }

it('is the item as it came where there is nothing to hide', () => {
  const item = { id: 'e1', note: 'line\nbreak\u2028', nested: [{ url: 'https://h/?key=1' }] }
  expect(lineOf(item, hiding)).toBe(JSON.stringify(item))
  expect(lineOf(item, hiding)).not.toContain('\n')
})

it('hides tokens by value and by name, deep within, and stays JSON', () => {
  const item = { number: 12345678, raw: { connector_token: '12345678', text: 'Bearer bearer-1 "token-1" 12345678' } }
  expect(JSON.parse(lineOf(item, hiding))).toEqual({
    number: 12345678,
    raw: {
      connector_token: '[token]',
      text: 'Bearer [token] "[token]" [token]'
    }
  })
})

it('hides tokens in names of keys, and says the same of the item as of the line', () => {
  const item = { 'token-1': { 'x bearer-1': 1 } }
  const { line, shown } = keptOf(item, hiding)
  expect(shown).toEqual({ '[token]': { 'x [token]': 1 } })
  expect(JSON.parse(line)).toEqual(shown)
})

it('masks the addresses of webhooks', () => {
  const item = { url: 'https://u:p@h/in?key=secret', name: 'Hook' }
  expect(JSON.parse(lineOf(item, { ...hiding, addresses: true }))).toEqual({
    url: 'https://…@h/in?key=…',
    name: 'Hook'
  })
})

it.each(['id', 'integration_slug'])('keeps the names of fields where a token is called %s', (token) => {
  const item = { id: 'c1', integration_slug: 'gusto', connector_token: token, note: token }
  expect(JSON.parse(lineOf(item, hiding))).toEqual({
    ...{ id: 'c1', integration_slug: 'gusto' },
    ...{ connector_token: '[token]', note: '[token]' }
  })
})
