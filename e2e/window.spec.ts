import type { ElectronApplication } from '@playwright/test'
import { expect, test } from './fixtures/test'

/** Ends the process of the window, and waits until the app has heard of it. */
async function crash(app: ElectronApplication): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<void>((resolve) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        contents?.once('render-process-gone', () => resolve())
        contents?.forcefullyCrashRenderer()
      })
  )
}

/** What the window shows, null while it has no page. */
function shown(app: ElectronApplication): Promise<string | null> {
  return app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    if (!contents || contents.isCrashed() || contents.isLoading()) return null
    return (await contents.executeJavaScript('document.body.innerText')) as string
  })
}

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
    await crash(app)
    await expect.poll(() => shown(app)).toContain('Connect a workspace')
  }
  expect(await asked()).toEqual([])
  await crash(app)
  await expect.poll(asked).toEqual(['The window crashed 4 times within a minute. Reload, Quit'])
  await expect.poll(() => shown(app)).toContain('Connect a workspace')
})
