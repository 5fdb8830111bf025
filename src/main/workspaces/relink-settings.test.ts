import { expect, it } from 'vitest'
import { freshRelinkSettings } from '../../shared/issues/relink/relink'
import { pagesOf, readRelink } from './room'

const address = 'https://dashboard.example.com/c/{connector_id}'

it('keeps what was typed, without the spaces around it', () => {
  const typed = { pageAddress: ` ${address} `, template: ' Open {relink_link}\n', remindAfterDays: 3 as const }
  expect(readRelink(typed)).toEqual({ pageAddress: address, template: 'Open {relink_link}', remindAfterDays: 3 })
  expect(readRelink(freshRelinkSettings)).toEqual(freshRelinkSettings)
})

it('names all that is wrong, each at its field', () => {
  expect(() => readRelink({ pageAddress: 'http://a', template: 'Hello', remindAfterDays: 3 })).toThrow(
    expect.objectContaining({
      code: 'invalid-input',
      info: {
        fields: { pageAddress: expect.stringContaining('https'), template: expect.stringContaining('{relink_link}') }
      }
    })
  )
})

it('@attack shows the whole address to be confirmed, and sends nothing', () => {
  const act = pagesOf('w1', address)
  expect(act).toMatchObject({ facts: [['Address', address]], requests: [] })
  expect(act.title).toContain('dashboard.example.com')
})
