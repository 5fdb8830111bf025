// The least that shows 100,000 rows: what this Electron and this display take to scroll as many cells as ours, of text alone.
import { join } from 'node:path'
import { app, BrowserWindow } from 'electron'

void app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    useContentSize: true,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, spellcheck: false }
  })
  void window.loadFile(join(import.meta.dirname, 'index.html'))
})
app.on('window-all-closed', () => app.quit())
