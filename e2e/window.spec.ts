import type { ElectronApplication } from '@playwright/test'
import { crashPage, inPage } from './fixtures/crash'
import { expect, test } from './fixtures/test'

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
