// A blank page in one window with the settings of ours: what this Electron takes by itself.
import { app, BrowserWindow } from 'electron'
import { join } from 'node:path'

app.on('window-all-closed', () => app.quit())
void app.whenReady().then(() => {
  const window = new BrowserWindow({
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, spellcheck: false }
  })
  window.once('ready-to-show', () => window.show())
  void window.loadFile(join(import.meta.dirname, 'blank.html'))
})
