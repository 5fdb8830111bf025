import { expect, it } from 'vitest'
import { deletionWords } from './act-words'

it('shows the service’s message about a deletion it did', () => {
  const message = 'Connector scheduled for deletion'
  const done = { outcome: 'done', message, stillListed: false } as const
  expect(deletionWords(done)).toEqual({ done: true, what: 'Deleted.', more: `The service says: ${message}` })
  expect(deletionWords({ ...done, stillListed: true }).more).toContain(`The service says: ${message}`)
  expect(deletionWords({ ...done, message: '' }).more).toBe('')
})
