import { describe, expect, it } from 'vitest'
import { maskerOf } from '../secrets/testing'
import { lineOf as keptOf, linesOf } from './lines'

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

it('@attack hides a token in an item before the one that brings it', () => {
  const items = [
    { id: 'e1', note: 'uses SECRET-TOKEN-77' },
    { id: 'e2', raw: { connector_token: 'SECRET-TOKEN-77' } }
  ]
  const lines = linesOf(items, { masker: maskerOf(), addresses: false }).map(({ line }) => line)
  expect(lines.join()).not.toContain('SECRET-TOKEN-77')
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

it('masks the credentials in headers of webhooks', () => {
  const item = { request: [{ headers: { Authorization: 'Basic dTpw', Accept: '*/*' } }] }
  expect(JSON.parse(lineOf(item, { ...hiding, addresses: true }))).toEqual({
    request: [{ headers: { Authorization: '[token]', Accept: '*/*' } }]
  })
})

it('masks such a credential only where it stands', () => {
  const item = { id: 12345678901234567890n, headers: { 'X-Session': 'true' }, active: 'true' }
  expect(lineOf(item, { ...hiding, addresses: true })).toBe(
    '{"id":12345678901234567890,"headers":{"X-Session":"[token]"},"active":"true"}'
  )
})

it.each(['id', 'integration_slug'])('keeps the names of fields where a token is called %s', (token) => {
  const item = { id: 'c1', integration_slug: 'gusto', connector_token: token, note: token }
  expect(JSON.parse(lineOf(item, hiding))).toEqual({
    ...{ id: 'c1', integration_slug: 'gusto' },
    ...{ connector_token: '[token]', note: '[token]' }
  })
})

describe('the items of a page', () => {
  const clean = { id: 'e1', note: 'nothing here' }

  it('stay as they are where none holds a secret', () => {
    const items = [clean, 7, 'text', null, { id: 12345678901234567890n }]
    expect(linesOf(items, hiding).map(({ line }) => line)).toEqual([
      ...[JSON.stringify(clean), '7', '"text"', 'null'],
      '{"id":12345678901234567890}'
    ])
    expect(linesOf(items, hiding).map(({ shown }) => shown)).toEqual(items)
  })

  it.each([
    ['a text', { note: 'Bearer bearer-1' }],
    ['a text within another', { raw: '{"a":"bearer\\u002d1"}' }],
    ['the name of a key', { 'token-1': 1 }],
    ['a token of its own', { connector_token: 'short', note: 'short' }]
  ])('are each what it is alone where one holds a secret: %s', (_, item) => {
    const items = [clean, item, clean]
    expect(linesOf(items, hiding)).toEqual(items.map((one) => keptOf(one, hiding)))
    expect(linesOf(items, hiding)[1]?.line).toContain('[token]')
  })

  it('show the addresses of webhooks masked', () => {
    const [line] = linesOf([{ url: 'https://u:p@h/in?key=secret' }], { ...hiding, addresses: true })
    expect(line?.shown).toEqual({ url: 'https://…@h/in?key=…' })
  })
})
