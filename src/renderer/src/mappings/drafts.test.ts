import { expect, test, vi } from 'vitest'
import { mappingsClient } from '../testing/made-up-mappings'
import { Drafts } from './drafts.svelte'
import { scopeKey, scopeOfKey } from './scopes'

const place = { workspaceId: 'w', region: 'eu' as const }

test('drafts are of a field, a scope and a place, and are there again', async () => {
  const client = mappingsClient()
  const drafts = new Drafts(client, place)
  drafts.put('one', 'integration:bamboohr', 'a')
  drafts.put('one', 'connector:HRIS:7', 'b')
  expect(drafts.keeping).toBe('pending')
  await drafts.keepNow()
  expect(drafts.keeping).toBe('kept')
  const again = new Drafts(client, place)
  await again.load()
  expect(again.of('one', 'integration:bamboohr')?.expression).toBe('a')
  expect(again.lastScope('one')).toBe('connector:HRIS:7')
  const elsewhere = new Drafts(client, { ...place, region: 'default' })
  await elsewhere.load()
  expect(elsewhere.has('one')).toBe(false)
  again.drop('one', 'connector:HRIS:7')
  await again.keepNow()
  const last = new Drafts(client, place)
  await last.load()
  expect(last.lastScope('one')).toBe('integration:bamboohr')
})

test('main gets the newest text only, once the typing stops', async () => {
  const client = mappingsClient()
  const drafts = new Drafts(client, place)
  for (const text of ['a', 'ab', 'abc']) drafts.put('one', 'integration:x', text)
  expect(client.asked('mappings:putDraft')).toEqual([])
  await expect.poll(() => client.asked('mappings:putDraft')).toHaveLength(1)
  expect(client.asked('mappings:putDraft')[0]?.draft.expression).toBe('abc')
})

test('what was typed or dropped while the kept ones are read stays so', async () => {
  const client = mappingsClient()
  const kept = { fieldId: 'one', scope: 'integration:x', expression: 'old', at: 1 }
  client.answer('mappings:drafts', () => [kept, { ...kept, fieldId: 'two' }])
  const drafts = new Drafts(client, place)
  const loading = drafts.load()
  drafts.put('one', 'integration:x', 'new')
  await loading
  expect(drafts.of('one', 'integration:x')?.expression).toBe('new')
  expect(drafts.of('two', 'integration:x')?.expression).toBe('old')
})

test('says where only memory has it, and where it could not be kept', async () => {
  const client = mappingsClient()
  const drafts = new Drafts(client, place)
  client.answer('mappings:putDraft', () => ({ kept: false }))
  drafts.put('one', 'integration:x', 'a')
  await drafts.keepNow()
  expect(drafts.keeping).toBe('memory')
  client.answer('mappings:putDraft', vi.fn().mockRejectedValue(new Error('The disk is full.')))
  drafts.put('one', 'integration:x', 'ab')
  await drafts.keepNow()
  expect(drafts.keeping).toBe('failed')
})

test('a scope comes back from its key, whatever is in it', () => {
  for (const scope of [
    { kind: 'connector' as const, slug: '', key: 'HRIS:a:b' },
    { kind: 'integration' as const, slug: 'x:y', key: null }
  ])
    expect(scopeOfKey(scopeKey(scope))).toEqual(scope)
})
