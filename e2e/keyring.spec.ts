import { ready, written } from './fixtures/passthrough'
import { endsWithin } from './fixtures/process'
import { expect, shot, test } from './fixtures/test'
import { Desk } from './pages/desk'
import { Doctor } from './pages/doctor'

// Slow enough that a running refresh is visible.
test.use({ practiceOptions: { latencyMs: 200 } })

test('a keyring that is restarted while the app runs is found again, without a restart of the app', async ({
  connected,
  keyring
}) => {
  const { page } = await connected()
  const desk = new Desk(page)
  await desk.refreshed()

  // A restart between two calls goes unnoticed.
  await keyring.stopService()
  await keyring.startService()
  await desk.refresh.click()
  await desk.refreshed('walking')
  await desk.refreshed()

  // After a while without the keyring, the app finds it again.
  await keyring.stopService()
  await desk.refresh.click()
  await desk.refreshed('failed')
  await shot(page, 'keychain-gone')
  await keyring.startService()
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await desk.refreshed()
})

test('a keyring that is locked in the middle of a walk holds nothing up, and shows with the next', async ({
  connected,
  practice,
  keyring
}) => {
  const { page } = await connected()
  const desk = new Desk(page)
  // The refresh is shown before its token is read, so the first requests tell that it was.
  await expect
    .poll(
      () => new Set(practice.default.requests.map(({ path }) => path).filter((path) => /\/connectors$/.test(path))).size
    )
    .toBe(3)
  await keyring.lock()
  await desk.refreshed()
  // The log of webhooks, which is read after it.
  await expect(page.getByText('The keychain is locked, so the token cannot be read')).toBeVisible()
  await expect(page.getByText('Keychain unlocked')).toHaveCount(0)
  await shot(page, 'keychain-locked-meanwhile')
  await keyring.unlock()
  await page.getByRole('button', { name: 'Unlock keychain' }).click()
  await desk.refresh.click()
  await desk.refreshed('walking')
  await desk.refreshed()
})

test('@fault a keyring that hangs holds nothing up: said, given up, asked again; and the app quits', async ({
  connected,
  practice,
  keyring
}) => {
  const { page, close } = await connected()
  const desk = new Desk(page)
  await desk.refreshed()

  keyring.hang()
  await desk.refresh.click()
  // The Doctor tests what needs no keychain.
  await desk.go('Doctor')
  const doctor = new Doctor(page)
  const local = `Default, ${practice.default.url}`
  await expect(doctor.finding('Keychain')).toHaveAttribute('data-state', 'testing')
  await expect(doctor.finding('API', local)).toHaveAttribute('data-state', 'ok')
  await desk.refreshed('failed')
  await expect(doctor.finding('Keychain')).toHaveAttribute('data-state', 'fault')
  await expect(doctor.finding('Token', local)).toHaveAttribute('data-state', 'fault')
  await shot(page, 'keychain-hangs')

  keyring.wake()
  await page.getByRole('button', { name: 'Test again' }).click()
  await expect(doctor.finding('Keychain')).toHaveAttribute('data-state', 'ok')
  await expect(doctor.finding('Token', local)).toHaveAttribute('data-state', 'ok')
  await desk.refresh.click()
  await desk.refreshed('walking')
  await desk.refreshed()

  keyring.hang()
  await desk.refresh.click()
  await close()
})

test('@fault the app quits while its first question still waits for the keyring', async ({ launch, keyring }) => {
  keyring.hang()
  const { app, page, child } = await launch()
  await expect(page.getByRole('heading', { name: 'Connector Desk' })).toBeVisible()
  void app.evaluate(({ app }) => app.quit()).catch(() => undefined) // the answer may never come
  // D-Bus gives up after 25 s, but never on a request at a prompt.
  expect(await endsWithin(child, 15_000)).toBe(true)
})

test('@fault the process that asks the keyring may be killed: the next question goes to another', async ({
  connected,
  keyring
}) => {
  const { app, page } = await connected()
  const desk = new Desk(page)
  await desk.refreshed()
  // Now a separate process asks it.
  await keyring.stopService()
  await keyring.startService()
  await desk.refresh.click()
  await desk.refreshed('walking')
  await desk.refreshed()
  const helpers = () =>
    app.evaluate(({ app }) =>
      app
        .getAppMetrics()
        .filter(({ serviceName, name }) => `${serviceName} ${name}`.includes('Keychain'))
        .map(({ pid }) => pid)
    )
  const [helper] = await helpers()
  if (!helper) throw new Error('No process asks the keyring.')
  process.kill(helper, 'SIGKILL')
  await expect.poll(helpers).not.toContain(helper)
  await desk.refresh.click()
  await desk.refreshed('walking')
  await desk.refreshed()
})

test('@fault a session bus that goes away may end the app; the next start says what was under way', async ({
  connected,
  launch,
  practice,
  keyring
}) => {
  const first = await connected()
  const { builder, connector } = await ready(first, practice)
  await builder.target('POST', '/slow?seconds=50')
  await builder.sendConfirmed()
  await expect.poll(() => written(practice.default)).toEqual({ '/slow': 1 })
  // Chromium ends with its bus.
  const ended = first.app.waitForEvent('close')
  await keyring.endBus()
  await ended

  await keyring.startSession()
  const { page } = await launch()
  const notice = page.getByRole('region', { name: 'The app quit last time while a change was in progress' })
  await expect(notice).toContainText('may or may not have been carried out, and is not sent again')
  await expect(notice).toContainText('POST /slow')
  await expect(notice).toContainText(connector.end_user.trim())
  await shot(page, 'ended-under-way')
  expect(written(practice.default)).toEqual({ '/slow': 1 })
})
