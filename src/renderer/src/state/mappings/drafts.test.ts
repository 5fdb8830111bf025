import { beforeEach, expect, test } from 'vitest'
import { Drafts } from './drafts.svelte'
import { scopeKey, scopeOf } from './scopes'

const place = { workspaceId: 'w', region: 'eu' as const }
beforeEach(() => localStorage.clear())

test('drafts are of a field, a scope and a place, and are there again', () => {
  const drafts = new Drafts(place)
  drafts.put('one', 'integration:bamboohr', 'a')
  drafts.put('one', 'connector:HRIS:7', 'b')
  const again = new Drafts(place)
  expect(again.of('one', 'integration:bamboohr')?.expression).toBe('a')
  expect(again.lastScope('one')).toBe('connector:HRIS:7')
  expect(new Drafts({ ...place, region: 'default' }).has('one')).toBe(false)
  again.drop('one', 'connector:HRIS:7')
  expect(new Drafts(place).lastScope('one')).toBe('integration:bamboohr')
})

test('the newest 200 are kept, and what is damaged is left out', () => {
  const drafts = new Drafts(place)
  for (let n = 0; n < 201; n++) drafts.put(String(n), 'integration:x', 'a')
  expect(new Drafts(place).has('0')).toBe(false)
  expect(new Drafts(place).has('200')).toBe(true)
  localStorage.setItem(
    'mappings.drafts.w.eu',
    '[{"fieldId":1},null,{"fieldId":"f","scope":"integration:","expression":"a","at":1}]'
  )
  expect(new Drafts(place).has('f')).toBe(true)
})

test('a scope comes back from its key, whatever stands in it', () => {
  for (const scope of [
    { kind: 'connector' as const, slug: '', key: 'HRIS:a:b' },
    { kind: 'integration' as const, slug: 'x:y', key: null }
  ])
    expect(scopeOf(scopeKey(scope))).toEqual(scope)
})
