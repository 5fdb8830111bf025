import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { canariesIn } from './fixtures/canary'
import { runApp } from './fixtures/run-app'
import { answerSaveDialogs, watchFolders } from './fixtures/save-dialog'
import { expect, shot, test } from './fixtures/test'
import { Desk } from './pages/desk'

test.use({ practiceOptions: { connectors: 200 } })

const choose = (app: ElectronApplication, id: string) =>
  app.evaluate(({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.click(), id)

test('@attack Help saves a support bundle without tokens and names, opens the sheet of keys, About and the logs', async ({
  connected,
  practice,
  folder
}) => {
  const { app, page } = await connected()
  const desk = new Desk(page)
  await desk.refreshed()
  await desk.go('Connectors')

  // The bundle masks a token of the log and leaves out a customer's name.
  const name = (await desk.grid.getByRole('row').nth(2).getByRole('gridcell').first().innerText()).split('\n')[0] ?? ''
  await choose(app, 'support')
  const support = page.getByRole('dialog', { name: 'Support bundle' })
  const save = support.getByRole('button', { name: 'Save bundle…' })
  await expect(save).toBeEnabled({ timeout: 60_000 })
  await support.getByText('doctor.txt', { exact: true }).click()
  await expect(support.getByText(/Workspace 1, Default/).first()).toBeVisible()
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: width === 1280 ? 800 : 900 })
    await shot(page, `support-bundle-${width}`)
  }
  const file = join(folder, 'support.zip')
  await answerSaveDialogs(app, file)
  await save.click()
  await expect(support.getByRole('status')).toContainText('support.zip')
  const texts = Object.entries(unzipSync(await readFile(file))).map(
    ([name, bytes]) => [name, strFromU8(bytes)] as const
  )
  expect(texts.map(([name]) => name)).toEqual([
    ...['versions.json', 'doctor.txt', 'settings.json', 'activity.json', 'main.log', 'redaction.json']
  ])
  const all = texts.map(([, text]) => text).join('\n')
  expect(canariesIn(Buffer.from(all))).toEqual([])
  expect(name).not.toBe('')
  for (const word of ['Harbourline', name]) expect(all).not.toContain(word)
  expect(all).toContain(practice.default.url)

  const folders = await watchFolders(app)
  await support.getByRole('button', { name: 'Open logs folder' }).click()
  await expect.poll(folders).toEqual([expect.stringMatching(/logs[/\\]main\.log$/)])
  await page.keyboard.press('Escape')
  await expect(support).not.toBeVisible()

  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByRole('region', { name: 'Passthrough' })).toContainText('New request')
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: width === 1280 ? 800 : 900 })
    await shot(page, `shortcuts-${width}`)
  }
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await choose(app, 'about')
  const about = page.getByRole('dialog', { name: 'About Connector Desk' })
  for (const built of [/^keytar|^@github\/keytar/, /^libsql/, /^svelte /, /^undici/, /^@fontsource-variable\/inter/])
    await expect(about.getByText(built).first()).toBeAttached()
  await shot(page, 'about')
})

test('@attack the user guide opens in a window of its own, once, without a bridge, and leads nowhere else', async ({
  app: { app }
}) => {
  const opened = app.waitForEvent('window')
  await choose(app, 'guide')
  const guide = await opened
  await choose(app, 'guide')
  await expect(guide.getByRole('heading', { name: 'User guide' })).toBeVisible()
  expect(app.windows()).toHaveLength(2)
  expect(await guide.evaluate(() => 'desk' in window)).toBe(false)
  const drawn = () => guide.evaluate(() => [...document.images].filter(({ naturalWidth }) => naturalWidth > 0).length)
  await expect.poll(drawn).toBe(await guide.getByRole('img').count())
  expect(await drawn()).toBeGreaterThan(10)
  await guide.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Lock', exact: true }).click()
  await expect(guide.getByRole('heading', { name: 'Lock', exact: true })).toBeInViewport()
  const before = guide.url()
  await guide.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: 'https://example.com/' })
    document.body.append(link)
    link.click()
  })
  await guide.evaluate(() => Object.assign(document.createElement('a'), { href: '#check-webhooks' }).click())
  await expect.poll(() => guide.url()).toBe(before.replace(/#.*/, '#check-webhooks'))
  await shot(guide, 'guide')
  const closed = guide.waitForEvent('close')
  // The press may get no answer.
  await guide.keyboard.press('Escape').catch(() => undefined)
  await closed
  expect(app.windows()).toHaveLength(1)
})

for (const how of ['broken', 'gone'] as const) {
  test(`@fault a window of the user guide that cannot draw (${how}) closes, and the window behind says so`, async ({
    launch
  }) => {
    const { app, page } = await launch()
    await app.evaluate(({ app }, how) => {
      let isDone = false
      app.on('web-contents-created', (_, contents) => {
        contents.on('dom-ready', () => {
          // Only the guide's own page, once: another page may come first.
          if (isDone || !contents.getURL().includes('guide')) return
          isDone = true
          if (how === 'gone') return contents.forcefullyCrashRenderer()
          // Until the page's own script has begun to listen.
          void contents.executeJavaScript('setInterval(() => { throw new Error("broken") }, 100)')
        })
      })
    }, how)
    await choose(app, 'guide')
    await expect(page.getByRole('region', { name: 'The user guide could not be shown' })).toBeVisible()
    expect(app.windows()).toHaveLength(1)
    const opened = app.waitForEvent('window')
    await choose(app, 'guide')
    await expect((await opened).getByRole('heading', { name: 'User guide' })).toBeVisible()
  })
}

test('--version and --help answer at once, and make no profile', async ({ profileDir, keyring }) => {
  const before = await readdir(profileDir)
  const asked = (arg: string) => runApp({ profileDir, keyring, args: [arg] }).ended
  const version = await asked('--version')
  expect(version.output).toMatch(/^Connector Desk \d+\.\d+\.\d+$/m)
  expect(version.code).toBe(0)
  const help = await asked('--help')
  expect(help.output).toContain('--diagnose')
  expect(help.code).toBe(0)
  expect(await readdir(profileDir)).toEqual(before)
})
