// The minimum that scrolls 100,000 rows of plain text: the cost of this Electron and display.
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
