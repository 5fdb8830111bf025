import type { ElectronApplication } from '@playwright/test'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Authority } from '../src/practice/line/authority'
import { Line } from '../src/practice/line/line'
import { Tunnel } from '../src/practice/line/tunnel'
import { expectClean } from './fixtures/axe'
import { runApp } from './fixtures/run-app'
import { answerOpenDialogs } from './fixtures/save-dialog'
import { expect, shot, test } from './fixtures/test'
import { confirmed } from './pages/confirm'
import { Desk } from './pages/desk'
import { Doctor } from './pages/doctor'
import { FirstRun } from './pages/first-run'

test.use({ practiceOptions: { connectors: 60, limitPerMinute: 0 } })

let authority: Authority
test.beforeAll(() => void (authority = Authority.make()))
test.afterAll(() => authority.remove())

/** null: direct. */
async function setPac(app: ElectronApplication, proxy: string | null): Promise<void> {
  const script = `function FindProxyForURL() { return '${proxy === null ? 'DIRECT' : `PROXY ${proxy}`}' }`
  const pacScript = `data:application/x-ns-proxy-autoconfig,${encodeURIComponent(script)}`
  await app.evaluate(
    ({ session }, pac) => session.fromPartition('ways').setProxy({ mode: 'pac_script', pacScript: pac }),
    pacScript
  )
}

test('@fault the Doctor finds a healthy desk well, and its report holds no token', async ({ connected, practice }) => {
  const { app, page } = await connected()
  const desk = new Desk(page)
  await desk.refreshed()
  await desk.go('Doctor')
  const doctor = new Doctor(page)
  await expect(doctor.result).toContainText('Tested')
  const local = `Default, ${practice.default.url}`
  for (const [check, about] of [
    ...['Environment', 'CA certificates', 'Disk', 'History', 'Keychain'].map((check) => [check, undefined] as const),
    ...['Proxy', 'DNS', 'TLS', 'API', 'Clock', 'Token'].map((check) => [check, local] as const),
    ['Token', `EU, ${practice.eu.url}`] as const
  ]) {
    await expect(doctor.finding(check, about), check).toHaveAttribute('data-state', 'ok')
  }
  await expect(doctor.finding('Token', local)).toContainText('The API accepts it.')
  await expectClean(page, 'doctor')
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: width === 1280 ? 800 : 900 })
    await shot(page, `doctor-well-${width}`)
  }
  await page.getByRole('button', { name: 'Copy report' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  const report = await app.evaluate(({ clipboard }) => clipboard.readText())
  expect(report).toContain('Token: The API accepts it.')
  expect(report).not.toContain(practice.default.bearerToken)
  expect(report).not.toContain(practice.eu.bearerToken)
})

test('@fault a service behind a company proxy with its own CA: named, chosen, reached; then the PAC file changes', async ({
  launch,
  practice,
  folder
}) => {
  const { app, page } = await launch()
  const host = 'api.company.test'
  const line = await Line.open(practice.default.url, authority.issue(host))
  const tunnel = await Tunnel.open(() => line.port)
  await setPac(app, tunnel.host)
  const firstRun = new FirstRun(page)
  await firstRun.connectTo(practice, { baseUrl: `https://${host}`, euBaseUrl: '', euToken: '' })
  await confirmed(page)
  await expect(page.getByRole('alert')).toContainText('issued by a CA that this computer does not know')
  await shot(page, 'doctor-untrusted')

  // The error leads to the Doctor, which names the CA.
  await page.getByRole('link', { name: 'Open Doctor' }).click()
  const doctor = new Doctor(page)
  const about = `Default, https://${host}`
  await expect(doctor.finding('TLS', about)).toHaveAttribute('data-state', 'fault')
  await expect(doctor.finding('TLS', about)).toContainText('Harbourline Proxy CA')
  await expect(doctor.finding('Proxy', about)).toContainText(`${tunnel.host} connects`)
  await expect(doctor.finding('API', about)).toHaveAttribute('data-state', 'skipped')
  await shot(page, 'doctor-first-run')
  // Without a workspace there are no settings, so the CA is chosen here.
  expect(line.arrived).toEqual([])
  const certificates = page.getByRole('region', { name: 'CA certificates' })
  const choose = certificates.getByRole('button', { name: 'Choose a file' })
  const wrong = join(folder, 'notes.txt')
  await writeFile(wrong, 'not a certificate')
  await answerOpenDialogs(app, wrong)
  await choose.click()
  await expect(certificates.getByRole('alert')).toContainText('notes.txt holds no certificate in PEM form')
  await answerOpenDialogs(app, authority.file)
  await choose.click()
  await expect(certificates.getByRole('listitem')).toContainText('Harbourline Proxy CA')
  await doctor.again.click()
  await expect(doctor.finding('API', about)).toHaveAttribute('data-state', 'ok')
  await shot(page, 'doctor-chosen')

  // The form keeps its texts.
  await page.getByRole('link', { name: 'Back to the form' }).click()
  await expect(firstRun.field('Workspace name')).toHaveValue('Harbourline')
  await firstRun.connect.click()
  const desk = new Desk(page)
  await desk.refreshed()
  expect(await desk.connectors()).toBe(practice.default.connectors.length)
  await desk.go('Settings')
  await expect(certificates.getByRole('listitem')).toContainText('Harbourline Proxy CA')
  await shot(page, 'settings-certificates')
  expect(line.arrived.length).toBeGreaterThan(3)
  await desk.go('Doctor')
  await expect(doctor.finding('Token', about)).toHaveAttribute('data-state', 'ok')
  await expect(doctor.finding('TLS', about)).toContainText('is trusted')

  // The next call takes the new proxy.
  const second = await Tunnel.open(() => line.port)
  await tunnel.close()
  await setPac(app, second.host)
  await desk.refresh.click()
  await desk.refreshed()
  expect(second.asked[0]).toBe(`${host}:443`)

  // The app reports that the proxy wants a password; the service gets nothing.
  const third = await Tunnel.open(() => line.port)
  third.way = '407 Proxy Authentication Required'
  await second.close()
  await setPac(app, third.host)
  const before = line.arrived.length
  await desk.go('Doctor')
  await doctor.again.click()
  await expect(doctor.finding('Proxy', about)).toContainText('asks for a user name and password (407)')
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: width === 1280 ? 800 : 900 })
    await shot(page, `doctor-faults-${width}`)
  }
  expect(line.arrived).toHaveLength(before)
  await third.close()
  await line.close()
})

test('@fault plain HTTP where HTTPS is asked for is said in words, without raw text of the TLS library', async ({
  app,
  practice
}) => {
  const { page } = app
  const baseUrl = practice.default.url.replace('http:', 'https:')
  await new FirstRun(page).connectTo(practice, { baseUrl })
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('This port does not speak HTTPS')
  await expect(alert).not.toContainText(/SSL|OPENSSL|BORING/)
  await alert.getByRole('link', { name: 'Open Doctor' }).click()
  await expect(new Doctor(page).finding('TLS', 'Default')).toContainText('does not speak HTTPS')
})

test('@fault --diagnose prints what it finds without a window, masked, and fails on a fault', async ({
  connected,
  practice,
  profileDir,
  keyring
}) => {
  const first = await connected()
  await new Desk(first.page).refreshed()
  const settings = await readFile(join(profileDir, 'settings.json'), 'utf8')
  const diagnose = (env: Record<string, string> = {}) =>
    runApp({ profileDir, keyring, args: ['--diagnose'], env }).ended

  // The open app is not disturbed.
  const well = await diagnose({ NODE_TLS_REJECT_UNAUTHORIZED: '0', HTTPS_PROXY: 'http://me:hidden-pass@proxy.test' })
  expect(well.output).toMatch(/ok +History: It opens, is sound/)
  expect(well.output).toMatch(/ok +Token: The API accepts it\./)
  expect(well.output).toMatch(/WARNING +Environment: NODE_TLS_REJECT_UNAUTHORIZED asks/)
  for (const secret of [practice.default.bearerToken, practice.eu.bearerToken, 'hidden-pass'])
    expect(well.output).not.toContain(secret)
  expect(well.code).toBe(0)
  expect(await readFile(join(profileDir, 'settings.json'), 'utf8')).toBe(settings)
  await first.close()

  await keyring.stopService()
  await writeFile(join(profileDir, 'history.db'), 'not a database at all, but something else')
  const ill = await diagnose()
  expect(ill.output).toMatch(/FAULT +History: It cannot be opened/)
  expect(ill.output).toMatch(/FAULT +Keychain: .* does not respond, so saved tokens cannot be read\./)
  expect(ill.output).toMatch(/FAULT +Token: It cannot be read\./)
  expect(ill.code).toBe(1)
})

test('@fault started where the lock of its profile cannot be made, it says so', async ({ profileDir, keyring }) => {
  await mkdir(join(profileDir, 'SingletonLock'))
  const { said, stop } = runApp({ profileDir, keyring })
  await expect.poll(said).toContain('Connector Desk cannot start. It could not make the lock')
  await stop()
})
