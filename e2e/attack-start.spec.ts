import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from './fixtures/app'
import { packaged } from './fixtures/packaged'
import { expect, test } from './fixtures/test'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'

test('@attack a packaged app is not started with a debugger, whichever switch asks for it', async () => {
  const app = await packaged()
  try {
    for (const given of [
      '--remote-debugging-port=0',
      '--remote-debugging-pipe',
      '--inspect=0',
      '--js-flags=--expose-gc'
    ]) {
      const { code, said } = await app.start([given])
      expect(said, given).toContain(`not started with ${given}`)
      expect(code, given).toBe(1)
      expect(said, given).not.toContain('DevTools listening')
    }
    const { code, said } = await app.start([], 4_000)
    expect(said).not.toContain('not started with')
    expect(code).toBeNull()
  } finally {
    await app.remove()
  }
})

test('@attack a packaged app takes its page from no server that the environment names', async () => {
  const app = await packaged()
  const before = process.env['ELECTRON_RENDERER_URL']
  process.env['ELECTRON_RENDERER_URL'] = 'http://127.0.0.1:9'
  try {
    const { code, said } = await app.start([], 4_000)
    expect(code).toBeNull()
    expect(said).not.toMatch(/ERR_CONNECTION_REFUSED|127\.0\.0\.1:9/)
  } finally {
    if (before === undefined) delete process.env['ELECTRON_RENDERER_URL']
    else process.env['ELECTRON_RENDERER_URL'] = before
    await app.remove()
  }
})

test('@attack a second start hands over no page, no switch, and no link that names anything but one id', async ({
  launch,
  profileDir
}) => {
  const { app, page } = await launch()
  await expect(new FirstRun(page).tryPractice).toBeVisible()
  const url = page.url()
  const executable = process.env['CONNECTOR_DESK_ELECTRON'] ?? ''
  const heard = app.evaluate(({ app }) => new Promise<void>((resolve) => app.once('second-instance', () => resolve())))
  const given = ['--practice', 'connector-desk://workspace/open?token=x', 'https://evil.example/', '/etc/passwd']
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  await promisify(execFile)(executable, [...asRoot, `--user-data-dir=${profileDir}`, root, ...given])
  await heard
  await expect(new Desk(page).banner('This link cannot be opened')).toBeVisible()
  await expect(new FirstRun(page).tryPractice).toBeVisible()
  expect(page.url()).toBe(url)
  const seen = await app.evaluate(({ app, BrowserWindow }) => ({
    windows: BrowserWindow.getAllWindows().length,
    ours: ['connector-desk', 'app', 'http'].filter((scheme) => app.isDefaultProtocolClient(scheme))
  }))
  expect(seen).toEqual({ windows: 1, ours: [] })
  expect(await page.evaluate(() => document.querySelector('main')?.dataset['workspace'])).toBe('')
})

test('@attack a deep link among its arguments opens nothing but the first screen', async ({ launch }) => {
  const { page } = await launch({ args: ['connector-desk://workspace/open?token=x', '--url=https://evil.example/'] })
  await expect(new FirstRun(page).tryPractice).toBeVisible()
  await expect(new Desk(page).banner('This link cannot be opened')).toBeVisible()
  expect(page.url()).toMatch(/^app:\/\/desk\/index\.html(#\/?)?$/)
})
