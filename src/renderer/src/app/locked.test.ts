import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import type { LockState } from '../../../shared/settings/lock'
import { namesOfAllShapes } from '../testing/names-of-all-shapes'
import { FakeClient } from '../testing/fake-client'
import { appState, preferences } from '../testing/made-up'
import { open } from '../testing/open'

const lock = (change: Partial<LockState> = {}): LockState => ({
  reason: 'screen',
  at: Date.now(),
  stopped: 0,
  followed: 0,
  ...change
})
const locked = (change?: Partial<LockState>) =>
  appState({ workspaces: [], activeWorkspaceId: null, lock: lock(change) })
const unlock = () => page.getByRole('button', { name: 'Unlock' })

test('@attack a locked window shows why, and nothing else', async () => {
  const client = new FakeClient(locked({ stopped: 2, followed: 1 }))
  await open(client, '#/connectors')
  await expect.element(page.getByRole('heading', { name: 'Connector Desk is locked' })).toBeVisible()
  await expect.element(page.getByText('The screen was locked,')).toBeVisible()
  await expect.element(page.getByText('2 read requests were stopped, such as a refresh.')).toBeVisible()
  await expect.element(page.getByText('1 change was already sent. Activity shows the outcome.')).toBeVisible()
  expect(document.querySelectorAll('nav, header, footer, table')).toHaveLength(0)
  expect(document.title).toBe('Connector Desk')
})

test('Enter unlocks: the button has the focus', async () => {
  const client = new FakeClient(locked())
  client.answer('app:unlock', () => appState())
  await open(client)
  await expect.element(unlock()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('link', { name: 'Issues' })).toBeVisible()
})

test('it stays locked where the keychain does, and says why', async () => {
  const client = new FakeClient(locked())
  client.answer('app:unlock', () => {
    throw new AppError('keychain-locked', 'It waits for its password.')
  })
  await open(client)
  await unlock().click()
  await expect.element(page.getByText('The keychain is locked')).toBeVisible()
  await expect.element(unlock()).toHaveFocus()
})

test.each(namesOfAllShapes)(
  '@fault it says why it stays locked, whatever words the keychain has: %j',
  async (words) => {
    const client = new FakeClient(locked())
    client.answer('app:unlock', () => {
      throw new AppError('keychain-locked', words)
    })
    await open(client)
    await unlock().click()
    await expect.element(page.getByText('The keychain is locked')).toBeVisible()
    await expect.element(unlock()).toHaveFocus()
  }
)

test('the settings say when it locks, and lock it', async () => {
  const client = new FakeClient(appState())
  client.answer('settings:setPreferences', (chosen) => appState({ preferences: chosen }))
  client.answer('app:lock', () => locked({ reason: 'asked' }))
  await open(client, '#/settings')
  await page.getByRole('combobox', { name: 'Lock without input' }).selectOptions('After 5 minutes')
  await page.getByRole('checkbox', { name: /its screen is locked/ }).click()
  await expect
    .poll(() => client.asked('settings:setPreferences'))
    .toEqual([
      { ...preferences, lockMinutes: 5 },
      { ...preferences, lockMinutes: 5, lockWithScreen: false }
    ])
  await page.getByRole('button', { name: 'Lock now' }).click()
  await expect.element(page.getByText('You locked it,')).toBeVisible()
})
