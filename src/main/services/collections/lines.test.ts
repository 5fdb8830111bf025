import { expect, it } from 'vitest'
import { lineOf } from './lines'

const hiding = { secrets: ['bearer-1', 'token-1'], addresses: false }

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
      connector_token: '[connector token]',
      text: 'Bearer [connector token] "[connector token]" [connector token]'
    }
  })
})

it('masks the addresses of webhooks', () => {
  const item = { url: 'https://u:p@h/in?key=secret', name: 'Hook' }
  expect(JSON.parse(lineOf(item, { ...hiding, addresses: true }))).toEqual({
    url: 'https://…@h/in?key=…',
    name: 'Hook'
  })
})
