import { expect, test, vi } from 'vitest'
import type { Preferences } from '../../../shared/settings/preferences'
import { FakeClient } from '../testing/fake-client'
import { appState, ended, preferences } from '../testing/made-up'
import { Desk } from '../app/desk.svelte'

const minute = 60_000
const finishedAt = Date.now()

async function refreshed(change: Partial<Preferences>) {
  const client = new FakeClient(appState({ preferences: { ...preferences, ...change } }))
  client.answer('settings:setPreferences', (chosen) => appState({ preferences: chosen }))
  const desk = new Desk(client)
  await desk.app.load()
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(finishedAt) })
  await expect.poll(() => desk.connectors.active?.refreshRun?.running).toBe(false)
  return { client, desk, refreshes: () => client.asked('connectors:refresh').length }
}

test('walks by itself when the interval after a walk is over, and not before', async () => {
  const { desk, refreshes } = await refreshed({ refreshMinutes: 15 })
  desk.autoRefresh.check(finishedAt + 15 * minute - 1)
  expect(refreshes()).toBe(1)
  desk.autoRefresh.check(finishedAt + 15 * minute)
  expect(refreshes()).toBe(2)
  // The new refresh runs: nothing more is due.
  desk.autoRefresh.check(finishedAt + 60 * minute)
  expect(refreshes()).toBe(2)
})

test('a clock that is set back makes no wait longer, and the next walk follows the new time', async () => {
  const { desk, refreshes } = await refreshed({ refreshMinutes: 15 })
  const hour = 60 * minute
  desk.autoRefresh.check(finishedAt, 0)
  desk.autoRefresh.check(finishedAt + 14 * minute - hour, 14 * minute)
  expect(refreshes()).toBe(1)
  expect(desk.autoRefresh.next).toBe(finishedAt + 15 * minute - hour)
  desk.autoRefresh.check(finishedAt + 15 * minute - hour, 15 * minute)
  expect(refreshes()).toBe(2)
})

test('what the computer slept counts, though the steady clock stopped', async () => {
  const { desk, refreshes } = await refreshed({ refreshMinutes: 15 })
  desk.autoRefresh.check(finishedAt, 0)
  desk.autoRefresh.check(finishedAt + 16 * minute, minute)
  expect(refreshes()).toBe(2)
})

test('asks a keychain that was locked meanwhile once an interval, and walks when it is open', async () => {
  const { client, desk, refreshes } = await refreshed({ refreshMinutes: 15 })
  const keychain = (state: 'locked' | 'unlocked') =>
    appState({ preferences: { ...preferences, refreshMinutes: 15 }, keychain: { state, name: 'The keychain' } })
  client.answer('app:checkKeychain', () => keychain('locked'))
  client.emit('app:changed', keychain('locked'))
  const at = (minutes: number) => desk.autoRefresh.check(finishedAt + minutes * minute, minutes * minute)
  const asked = () => client.asked('app:checkKeychain').length
  at(15)
  at(16)
  expect([asked(), refreshes()]).toEqual([1, 1])
  client.answer('app:checkKeychain', () => keychain('unlocked'))
  at(30)
  await expect.poll(() => [asked(), refreshes()]).toEqual([2, 2])
})

test('off means only when asked', async () => {
  const { desk, refreshes } = await refreshed({ refreshMinutes: 0 })
  desk.autoRefresh.check(finishedAt + 24 * 60 * minute)
  expect(refreshes()).toBe(1)
})

test('what is chosen is kept by main', async () => {
  const { client, desk } = await refreshed({ refreshMinutes: 0 })
  await desk.autoRefresh.choose(30)
  expect(client.asked('settings:setPreferences')).toEqual([{ ...preferences, refreshMinutes: 30 }])
  expect(desk.autoRefresh.next).toBe(finishedAt + 30 * minute)
})

test('goes on while the window is hidden where the operator wants that', async () => {
  const { desk, refreshes } = await refreshed({ refreshMinutes: 5, background: true })
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const stop = desk.autoRefresh.start(() => finishedAt + 6 * minute)
  expect(refreshes()).toBe(2)
  stop()
  hidden.mockRestore()
})

test('pauses while the window is hidden, and does what is due when it is visible again', async () => {
  const { desk, refreshes } = await refreshed({ refreshMinutes: 5 })
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const stop = desk.autoRefresh.start(() => finishedAt + 6 * minute)
  expect(refreshes()).toBe(1)
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(refreshes()).toBe(2)
  stop()
  hidden.mockRestore()
})
