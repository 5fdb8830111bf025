import type { ElectronApplication } from '@playwright/test'
import { crashPage, inPage } from './fixtures/crash'
import { expect, test } from './fixtures/test'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'

const isDark = `String(matchMedia('(prefers-color-scheme: dark)').matches)`
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
  for (let time = 0; time < 3; time++) {
    await crashPage(app)
    await expect.poll(() => shown(app)).toContain('Connect a workspace')
  }
  expect(await asked()).toEqual([])
  await crashPage(app)
  await expect.poll(asked).toEqual(['The window crashed 4 times within a minute. Reload, Quit'])
  await expect.poll(() => shown(app)).toContain('Connect a workspace')
})

test('a theme that is chosen holds at once, in every window, and from the first moment of the next start', async ({
  launch
}) => {
  const first = await launch()
  // Playwright sets the scheme of pages to light.
  await first.page.emulateMedia({ colorScheme: null })
  await new FirstRun(first.page).tryPractice.click()
  const desk = new Desk(first.page)
  await desk.walked()
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
    expect(await inPage(first.app, isDark)).toBe(String(theme === 'dark'))
  }
  await first.close()

  const { app, page } = await launch()
  expect(await used(app)).toEqual({ source: 'dark', behind: ['#16181b'] })
  await page.emulateMedia({ colorScheme: null })
  expect(await inPage(app, isDark)).toBe('true')
})
