import { ready } from './fixtures/passthrough'
import { expect, test } from './fixtures/test'
import { Confirm } from './pages/confirm'

test.use({ practiceOptions: { connectors: 200 } })

test('@attack every window has the settings that Electron’s checklist asks for', async ({ app, page, practice }) => {
  const { builder } = await ready(app, practice)
  await builder.target('POST', '/counter/one')
  await builder.send.click()
  const confirm = await Confirm.asked(page)
  const windows = await app.app.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => {
      const all = contents as unknown as { getLastWebPreferences(): Record<string, unknown> }
      return { url: contents.getURL().split('#')[0], ...all.getLastWebPreferences() }
    })
  )
  expect(windows.map(({ url }) => url).sort()).toEqual(['app://confirm/confirm.html', 'app://desk/index.html'])
  for (const one of windows) {
    expect(one).toMatchObject({
      ...{ sandbox: true, contextIsolation: true, nodeIntegration: false, nodeIntegrationInSubFrames: false },
      ...{ webSecurity: true, allowRunningInsecureContent: false, experimentalFeatures: false, webviewTag: false }
    })
    expect([one, one].map((of) => 'enableBlinkFeatures' in of && of.enableBlinkFeatures)).not.toContain(true)
  }
  await confirm.goBack()
})

test('@attack a page has a bridge of two functions, and nothing of Electron or Node', async ({ page }) => {
  const seen = await page.evaluate(() => {
    const global = window as unknown as Record<string, unknown>
    const desk = global['desk'] as object
    const before = desk
    try {
      global['desk'] = { invoke: () => Promise.resolve('') }
    } catch {
      // It cannot be replaced.
    }
    const view = document.body.appendChild(document.createElement('webview'))
    const attached = 'getWebContentsId' in view
    view.remove()
    return {
      bridge: Object.keys(desk).sort(),
      same: global['desk'] === before,
      there: ['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer'].filter(
        (name) => name in global
      ),
      attached
    }
  })
  expect(seen).toEqual({ bridge: ['invoke', 'on'], same: true, there: [], attached: false })
})
