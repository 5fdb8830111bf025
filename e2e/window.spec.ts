import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { root } from './fixtures/app'
import { crashPage, inPage } from './fixtures/crash'
import { expect, test } from './fixtures/test'
import { Desk } from './pages/desk'

const isDark = `String(matchMedia('(prefers-color-scheme: dark)').matches)`
/** On the screen the window has its place and theme. */
const seen = (app: ElectronApplication) =>
  app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<void>((resolve) => {
        const [window] = BrowserWindow.getAllWindows()
        if (window?.isVisible()) resolve()
        else window?.once('show', () => resolve())
      })
  )
const shown = (app: ElectronApplication) => inPage(app, 'document.body.innerText')

test('a window that crashes is reloaded three times within a minute; then the operator is asked', async ({
  launch
}) => {
  const { app } = await launch()
  await app.evaluate(({ dialog }) => {
    const asked: string[] = []
    Object.assign(globalThis, { asked })
    dialog.showMessageBox = async (...of: unknown[]) => {
      const { message, buttons } = of.at(-1) as Electron.MessageBoxOptions
      asked.push(`${message} ${buttons?.join(', ')}`)
      return { response: 0, checkboxChecked: false }
    }
  })
  const asked = () => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)
  await expect.poll(() => shown(app)).toContain('Connect a workspace')
  for (let time = 0; time < 3; time++) {
    await crashPage(app)
    await expect.poll(() => shown(app)).toContain('Connect a workspace')
  }
  expect(await asked()).toEqual([])
  await crashPage(app)
  await expect.poll(asked).toEqual(['The window crashed 4 times within a minute. Reload, Quit'])
  await expect.poll(() => shown(app)).toContain('Connect a workspace')
})

test('a field offers cut, copy and paste, and selected text Copy', async ({ app: { app, page } }) => {
  await app.evaluate(({ Menu }) => {
    const menus: Electron.Menu[] = []
    Object.assign(globalThis, { menus, popup: Menu.prototype.popup })
    // The real menu waits outside the page for a click.
    Menu.prototype.popup = function (this: Electron.Menu) {
      menus.push(this)
    }
  })
  const last = () =>
    app.evaluate(() => {
      const menu = (globalThis as unknown as { menus: Electron.Menu[] }).menus.at(-1)
      return menu?.items.filter(({ enabled, type }) => enabled && type !== 'separator').map(({ label }) => label)
    })
  await page.getByRole('button', { name: 'Connect a workspace' }).click()
  const address = page.getByRole('textbox', { name: 'Base address', exact: true })
  await address.fill('https://api.example.com')
  // Paste is disabled without content.
  await app.evaluate(({ clipboard }) => clipboard.writeText('https://api.example.com'))
  await address.selectText()
  await address.click({ button: 'right' })
  await expect.poll(last).toEqual(expect.arrayContaining(['Cut', 'Copy', 'Paste', 'Select all']))
  await page.getByRole('paragraph').first().selectText()
  await page.getByRole('paragraph').first().click({ button: 'right' })
  await expect.poll(last).toEqual(['Copy'])
  await app.evaluate(({ Menu }) => Object.assign(Menu.prototype, { popup: (globalThis as { popup?: unknown }).popup }))
})

test('the window comes back where it was, with its size', async ({ launch }) => {
  const place = { x: 40, y: 60, width: 1010, height: 720 }
  const first = await launch()
  await seen(first.app)
  const bounds = (app: ElectronApplication) =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())
  await first.app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), place)
  await expect.poll(() => bounds(first.app)).toEqual(place)
  await first.close()
  const { app } = await launch()
  await expect.poll(() => bounds(app)).toEqual(place)
})

test('a theme that is chosen holds at once, in every window, and from the first moment of the next start', async ({
  connected,
  launch
}) => {
  const first = await connected()
  // Playwright sets pages to the light scheme.
  await first.page.emulateMedia({ colorScheme: null })
  const desk = new Desk(first.page)
  await desk.refreshed()
  await desk.go('Settings')
  const themes = first.page.getByRole('group', { name: 'Theme' })
  const used = (app: ElectronApplication) =>
    app.evaluate(({ BrowserWindow, nativeTheme }) => ({
      source: nativeTheme.themeSource,
      behind: BrowserWindow.getAllWindows().map((window) => window.getBackgroundColor().toLowerCase())
    }))
  expect((await used(first.app)).source).toBe('system')
  for (const [name, theme, behind] of [
    ['Light', 'light', '#ffffff'],
    ['Dark', 'dark', '#16181b']
  ] as const) {
    await themes.getByRole('button', { name }).click()
    await expect.poll(() => used(first.app)).toEqual({ source: theme, behind: [behind] })
    await expect.poll(() => inPage(first.app, isDark)).toBe(String(theme === 'dark'))
  }
  await first.close()

  const { app, page } = await launch()
  await seen(app)
  expect(await used(app)).toEqual({ source: 'dark', behind: ['#16181b'] })
  await page.emulateMedia({ colorScheme: null })
  await expect.poll(() => inPage(app, isDark)).toBe('true')
})

test('the first screen loads at most 350 kB of code, a list of connectors or issues at most 480, with a drawer 520', () => {
  const folder = join(root, 'out/renderer/assets')
  const textOf = (name: string) => readFileSync(join(folder, name), 'utf8')
  /** A script with all that it imports at once. */
  const loaded = (name: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(name)) return seen
    seen.add(name)
    for (const [, imported = ''] of textOf(name).matchAll(/(?:from|import)["`']\.\/([^"`']+\.js)["`']/g))
      loaded(imported, seen)
    return seen
  }
  const kB = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + textOf(name).length, 0) / 1_000
  const [, entry = ''] =
    /src="\.\/assets\/(index-[^"]+\.js)"/.exec(readFileSync(join(folder, '../index.html'), 'utf8')) ?? []
  const first = loaded(entry)
  expect(first.size).toBeGreaterThan(1)
  expect(kB(first)).toBeLessThan(350)
  // They stand first in app/views.ts.
  const [issues = '', connectors = ''] = [...textOf(entry).matchAll(/import\([`"']\.\/(View-[^`"']+\.js)/g)].map(
    ([, name]) => name
  )
  for (const view of [issues, connectors]) expect(kB(loaded(view, new Set(first)))).toBeLessThan(480)
  const drawers = new Set(
    textOf(entry).match(/\b(?:Issue|Incident|Detail)Drawer-[\w-]+\.js|\bCustomerPage-[\w-]+\.js/g)
  )
  expect(drawers.size).toBeGreaterThan(3)
  // Of the other rooms' code, such as the editor, they need none.
  for (const drawer of drawers) expect(kB(loaded(drawer, new Set(first)))).toBeLessThan(520)
})
