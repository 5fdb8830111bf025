import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import type { Preferences } from '../../../shared/settings/preferences'
import { FakeClient } from '../testing/fake-client'
import { appState, preferences } from '../testing/made-up'
import { madeUpIssue, issuesClient } from '../testing/made-up-issues'
import { open } from '../testing/open'

const section = page.getByRole('region', { name: 'Desktop' })
const box = (name: RegExp | string) => section.getByRole('checkbox', { name })

async function withSettings(change: Partial<Preferences> = {}, launchAtLogin: boolean | null = false) {
  const state = (chosen: Preferences) => appState({ preferences: chosen, launchAtLogin })
  const client = new FakeClient(state({ ...preferences, ...change }))
  client.answer('settings:setPreferences', state)
  await open(client, '#/settings')
  return client
}

test('tray, closed window and login are off at first, notifications are on', async () => {
  await withSettings()
  for (const name of [/Show the number/, /Keep refreshing/, /Start Connector Desk/])
    await expect.element(box(name)).not.toBeChecked()
  await expect.element(box(/Notify me about new issues/)).toBeChecked()
  await expect.element(section).toHaveTextContent('Closing the window ends the app.')
})

test('each is kept by main', async () => {
  const client = await withSettings()
  await box(/Notify me about new issues/).click()
  await box(/Show the number/).click()
  await box(/Keep refreshing/).click()
  await expect
    .poll(() => client.asked('settings:setPreferences').at(-1))
    .toEqual({ ...preferences, notifyCases: false, trayCount: true, background: true })
  await expect.element(section).toHaveTextContent('Closing the window hides it. Quit ends the app.')
})

test('says what is missing for a refresh while the window is closed', async () => {
  await withSettings({ background: true })
  await expect.element(section).toHaveTextContent('Auto-refresh is off')
})

test('says how often it refreshes, and until when', async () => {
  await withSettings({ background: true, refreshMinutes: 15 })
  await expect.element(section).toHaveTextContent('It refreshes every 15 min until it locks.')
  await expect.element(section).toHaveTextContent('start the app again')
})

test('launch at login is what the system says', async () => {
  const client = await withSettings({ background: true })
  client.answer('settings:launchAtLogin', ({ on }) =>
    appState({ launchAtLogin: on, preferences: { ...preferences, background: true } })
  )
  await box(/Start Connector Desk/).click()
  await expect.element(box(/Start Connector Desk/)).toBeChecked()
  expect(client.asked('settings:launchAtLogin')).toEqual([{ on: true }])
  await expect.element(section).toHaveTextContent('After a login it starts without its window.')
})

test('where the system refuses it stays off, and the window says why', async () => {
  const client = await withSettings()
  client.answer('settings:launchAtLogin', () => {
    throw new AppError('file-refused', 'autostart/connector-desk.desktop cannot be written: read-only.')
  })
  await box(/Start Connector Desk/).click()
  await expect.element(page.getByText('connector-desk.desktop cannot be written').first()).toBeVisible()
  await expect.element(box(/Start Connector Desk/)).not.toBeChecked()
})

test('a copy that is not installed offers no launch at login, and says so', async () => {
  await withSettings({}, null)
  await expect.element(section).toHaveTextContent('This copy is not installed')
  await expect.element(box(/Start Connector Desk/)).not.toBeInTheDocument()
})

test('the tray is told the number beside the issues, only where it is wanted', async () => {
  const client = issuesClient([madeUpIssue('a'), madeUpIssue('b', undefined, { cause: 'stalled' })])
  client.answer('desktop:count', () => undefined)
  client.answer('settings:setPreferences', (chosen) => appState({ preferences: chosen }))
  await open(client, '#/settings')
  await expect.element(page.getByRole('link', { name: 'Issues' })).toHaveTextContent('2')
  expect(client.asked('desktop:count')).toEqual([])
  await box(/Show the number/).click()
  await expect.poll(() => client.asked('desktop:count')).toEqual([{ count: 2 }])
})
