// The minimum with our settings: the cost of Electron, and the time until a line is painted, as `--startup-times`.
import { join } from 'node:path'
import { app, BrowserWindow } from 'electron'

const begun = process.getCreationTime() ?? Date.now()

void app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, spellcheck: false }
  })
  window.once('ready-to-show', () => window.show())
  window.webContents.once('dom-ready', () => void tell(window.webContents))
  void window.loadFile(join(import.meta.dirname, 'index.html'))
})
app.on('window-all-closed', () => app.quit())

async function tell(contents) {
  const painted = `new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const first = list.getEntriesByName('first-contentful-paint')[0]
      if (first) resolve(performance.timeOrigin + first.startTime)
    }).observe({ type: 'paint', buffered: true })
  })`
  const at = await contents.executeJavaScript(painted)
  console.log(`start: ${Math.round(at - begun)} ms first screen`)
}
