import { expect, test, vi } from 'vitest'
import { AppError } from '../../../shared/errors'
import { FakeClient } from '../testing/fake-client'
import { IssueEdits } from './issue-edits.svelte'

const place = { workspaceId: '11111111-1111-4111-8111-111111111111', region: 'default' } as const
const keys = ['HRIS:a']

function edits() {
  const client = new FakeClient()
  client.answer('issues:change', () => [])
  const waiting: (() => void)[] = []
  const changed = vi.fn(() => Promise.resolve())
  const cancelled = vi.fn()
  const made = new IssueEdits(client, changed, (act) => {
    waiting.push(act)
    return cancelled
  })
  const rest = async () => {
    waiting.at(-1)?.()
    await expect.poll(() => made.draftOf(place, keys)).toBeNull()
  }
  return { client, made, changed, cancelled, waiting, rest }
}

test('a note is kept when typing pauses, as it was typed last', async () => {
  const { client, made, cancelled, rest } = edits()
  made.typeNote(place, keys, 'Back')
  made.typeNote(place, keys, 'Back Wednesday')
  expect(cancelled).toHaveBeenCalledTimes(1)
  expect(client.calls).toHaveLength(0)
  await rest()
  expect(client.asked('issues:change')).toEqual([{ ...place, keys, change: { note: 'Back Wednesday' } }])
})

test('leaving the field keeps it at once', async () => {
  const { client, made } = edits()
  made.typeNote(place, keys, 'Back')
  await made.flush()
  expect(client.asked('issues:change')).toHaveLength(1)
  expect(made.draftOf(place, keys)).toBeNull()
})

test('what main did not take stays typed, and the next try sends it again', async () => {
  const { client, made } = edits()
  client.answer('issues:change', () => {
    throw new AppError('internal', 'no')
  })
  made.typeNote(place, keys, 'Back')
  await made.flush()
  expect(made.error?.message).toBe('no')
  expect(made.draftOf(place, keys)).toBe('Back')
  client.answer('issues:change', () => [])
  await made.flush()
  expect(made.error).toBeNull()
  expect(made.draftOf(place, keys)).toBeNull()
})

test('what is typed while it is being kept is not lost', async () => {
  const { client, made } = edits()
  client.answer('issues:change', () => {
    if (made.draftOf(place, keys) === 'Back') made.typeNote(place, keys, 'Back soon')
    return []
  })
  made.typeNote(place, keys, 'Back')
  await made.flush()
  expect(made.draftOf(place, keys)).toBe('Back soon')
})

test('drafts of two cases do not mix', () => {
  const { made } = edits()
  made.typeNote(place, keys, 'one')
  made.typeNote({ ...place, region: 'eu' }, keys, 'two')
  expect([made.draftOf(place, keys), made.draftOf({ ...place, region: 'eu' }, keys)]).toEqual(['one', 'two'])
})

test('owner and snooze go at once, and what is shown follows', async () => {
  const { client, made, changed } = edits()
  expect(await made.setOwner(place, keys, ' Maya ')).toBe(true)
  await made.snooze(place, keys, 5)
  expect(client.asked('issues:change').map(({ change }) => change)).toEqual([{ owner: 'Maya' }, { snoozedUntil: 5 }])
  expect(changed).toHaveBeenCalledTimes(2)
})
