import { expect, it } from 'vitest'
import type { PolicySettings } from '../../shared/policy/file'
import { noPolicy, Policy } from './policy'
import { keepingOf, sentDaysOf } from './retention'
import { updatesUnder } from './updates'

const under = (settings: PolicySettings) => new Policy({ source: '/p', problems: [], settings })
const problems = [{ key: 'lock.minutes', words: 'Wrong.' }]
const broken = new Policy({ source: '/p', problems, settings: { 'services.practice': { value: true, locked: true } } })

it('says nothing of any key while it is broken, and locks all of them', () => {
  expect(broken.of('services.practice')).toBeUndefined()
  expect([broken.isLocked('services.practice'), broken.isLocked('updates.address')]).toEqual([true, true])
  expect(() => broken.guard()).toThrow(expect.objectContaining({ code: 'managed' }))
  expect(noPolicy.isLocked('updates.address')).toBe(false)
})

it('of updates: a folder, whether it can be changed, and whether any is asked', () => {
  const address = 'https://u.test/desk'
  expect(updatesUnder(noPolicy)).toEqual({ address: null, enabled: true, managed: false })
  expect(updatesUnder(under({ 'updates.address': { value: address, locked: false } }))).toEqual({
    address,
    enabled: true,
    managed: false
  })
  const off = { 'updates.enabled': { value: false, locked: true as const } }
  expect(updatesUnder(under({ 'updates.address': { value: address, locked: true }, ...off }))).toEqual({
    address,
    enabled: false,
    managed: true
  })
  expect(updatesUnder(broken)).toEqual({ address: null, enabled: false, managed: true })
})

it('of how long things are kept: what it names; nothing is dropped while it is broken', () => {
  const days = (value: number) => ({ value, locked: true as const })
  const policy = under({ 'retention.reads': days(7), 'retention.requests': days(3) })
  expect([keepingOf(policy), sentDaysOf(policy)]).toEqual([{ reads: 7 }, 3])
  expect([keepingOf(noPolicy), sentDaysOf(noPolicy)]).toEqual([{}, undefined])
  expect([keepingOf(broken), sentDaysOf(broken)]).toEqual([null, 36_500])
})
