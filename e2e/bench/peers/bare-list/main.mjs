// The minimum that shows 100,000 rows: the cost of this Electron and display when they scroll as many cells of plain
// text.
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
