import { expect, it } from 'vitest'
import { deletionWords } from './act-words'

it('shows the API’s message about a deletion it did', () => {
  const message = 'Connector scheduled for deletion'
  const done = { outcome: 'done', message, stillListed: false } as const
  expect(deletionWords(done)).toEqual({ done: true, what: 'Deleted.', more: `The API says: ${message}` })
  expect(deletionWords({ ...done, stillListed: true }).more).toContain(`The API says: ${message}`)
  expect(deletionWords({ ...done, message: '' }).more).toBe('')
})
