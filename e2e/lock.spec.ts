import type { ElectronApplication, Page } from '@playwright/test'
import { asked, onPassthrough, ready, written } from './fixtures/passthrough'
import { expect, shot, test } from './fixtures/test'
import { Activity } from './pages/activity'
import { Confirm, confirmed } from './pages/confirm'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'

test.use({ practiceOptions: { connectors: 200 } })

const locked = (page: Page) => page.getByRole('heading', { name: 'Connector Desk is locked' })
const unlock = (page: Page) => page.getByRole('button', { name: 'Unlock' }).click()
const monitor = (app: ElectronApplication, event: 'suspend' | 'lock-screen') =>
  app.evaluate(({ powerMonitor }, event) => void powerMonitor.emit(event), event)

const ask = (page: Page, channel: string, request?: unknown): Promise<string> =>
  page.evaluate(
    ([channel, request]) =>
      (window as unknown as { desk: { invoke(channel: unknown, request: unknown): Promise<string> } }).desk.invoke(
        channel,
        request
      ),
    [channel, request] as const
  )

for (const [event, words] of [
  ['suspend', 'The computer went to sleep,'],
  ['lock-screen', 'The screen was locked,']
] as const)
  test(`@attack ${event} locks: nothing of a customer is left in the window, and main answers nothing`, async ({
    app,
    page,
    practice
  }) => {
    await new FirstRun(page).connectTo(practice)
    const desk = new Desk(page)
    await desk.refreshed()
    await desk.go('Connectors')
    const customer = (await desk.grid.getByRole('row').nth(2).innerText()).split('\n').find((cell) => cell.length > 3)
    const state = await ask(page, 'app:getState')
    const workspaceId = /"workspaces":\[\{"id":"([^"]+)"/.exec(state)?.[1] ?? ''
    await monitor(app.app, event)
    await expect(locked(page)).toBeVisible()
    await expect(page.getByText(words)).toBeVisible()
    expect(await page.content()).not.toContain(customer)
    expect(await page.content()).not.toContain(workspaceId)
    const place = { workspaceId, region: 'default' }
    for (const [channel, request] of [
      ['connectors:rowsOf', { ...place, keys: ['HRIS:1'] }],
      ['connectors:refresh', { ...place, requestId: crypto.randomUUID() }],
      ['activity:workspaces', undefined],
      ['workspaces:open', place]
    ] as const)
      expect(await ask(page, channel, request), channel).toContain('"app-locked"')
    const said = await ask(page, 'app:getState')
    expect(said).toContain('"workspaces":[]')
    expect(said).not.toContain(workspaceId)
    await unlock(page)
    await desk.refreshed()
    await expect(desk.grid).toBeVisible()
  })

test('a setting takes the lock off, and no input for long enough puts it on', async ({ connected }) => {
  const { app, page } = await connected()
  const desk = new Desk(page)
  await desk.refreshed()
  await desk.go('Settings')
  await shot(page, 'settings-lock')
  await page.getByRole('checkbox', { name: /its screen is locked/ }).click()
  await confirmed(page)
  await monitor(app, 'lock-screen')
  await page.getByRole('combobox', { name: 'Lock without input' }).selectOption('After 5 minutes')
  await expect(page.getByRole('button', { name: 'Lock now' })).toBeVisible()
  await app.evaluate(({ powerMonitor }) => Object.assign(powerMonitor, { getSystemIdleTime: () => 300 }))
  await expect(locked(page)).toBeVisible()
  await expect(page.getByText('There was no input for as long as Settings allow')).toBeVisible()
})

test('unlocking goes through the keychain, and tokens are asked from it again', async ({ connected, keyring }) => {
  const { page } = await connected()
  const desk = new Desk(page)
  await desk.refreshed()
  await desk.go('Settings')
  await page.getByRole('button', { name: 'Lock now' }).click()
  await expect(locked(page)).toBeVisible()
  for (const [width, size] of [
    [1280, '1280'],
    [1440, '1440']
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await shot(page, `locked-${size}`)
  }
  await keyring.stopService()
  await unlock(page)
  await expect(page.getByRole('alert')).toContainText('No keychain was found')
  await expect(locked(page)).toBeVisible()
  await shot(page, 'locked-refused')
  await keyring.startService()
  await unlock(page)
  await desk.refresh.click()
  await desk.refreshed()
  expect(await desk.connectors()).toBeGreaterThan(0)
})

test('@attack a write that waits for its word is not sent when the app locks', async ({ app, page, practice }) => {
  const { builder } = await ready(app, practice)
  await builder.target('POST', '/counter/waiting')
  await builder.send.click()
  await Confirm.asked(page)
  await monitor(app.app, 'lock-screen')
  await expect(locked(page)).toBeVisible()
  await expect.poll(() => Confirm.of(page)).toBeUndefined()
  await unlock(page)
  await new Desk(page).refreshed()
  expect(written(practice.default)).toEqual({})
})

test('a write that has left is followed to its end, and its outcome is in the activity', async ({
  app,
  page,
  practice
}) => {
  const { builder } = await ready(app, practice)
  practice.default.set({ faults: [onPassthrough({ name: 'slow', delayMs: 600_000 })] })
  await builder.target('POST', '/counter/left')
  await builder.send.click()
  await confirmed(page)
  await expect.poll(() => asked(practice.default).length).toBe(1)
  await monitor(app.app, 'lock-screen')
  await expect(page.getByText('1 change was already sent. Activity shows the outcome.')).toBeVisible()
  practice.default.set({ faults: [] })
  await expect.poll(() => written(practice.default)).toEqual({ left: 1 })
  await unlock(page)
  await new Desk(page).refreshed()
  const activity = new Activity(page)
  await activity.show()
  await activity.changesOnly.check()
  await expect(activity.row('/counter/left')).toContainText('200')
})

test('a link token leaves the clipboard when the app locks', async ({ app, page }) => {
  const read = () => app.app.evaluate(({ clipboard }) => clipboard.readText())
  await ask(page, 'app:copyBriefly', { text: 'lt_in_the_clipboard' })
  expect(await read()).toBe('lt_in_the_clipboard')
  await monitor(app.app, 'suspend')
  await expect(locked(page)).toBeVisible()
  expect(await read()).toBe('')
  await unlock(page)
  await expect(new FirstRun(page).tryPractice).toBeVisible()
})
