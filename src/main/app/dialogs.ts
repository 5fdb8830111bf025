import { join } from 'node:path'
import { app, dialog, shell } from 'electron'
import type { AskedFiles } from './file-dialogs'

export const systemDialogs: AskedFiles = {
  async askSave(suggestedName) {
    const defaultPath = join(app.getPath('downloads'), suggestedName)
    const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath })
    return canceled || !filePath ? null : filePath
  },
  async askOpen() {
    const { canceled, filePaths } = await dialog.showOpenDialog({ properties: ['openFile'] })
    return canceled ? null : (filePaths[0] ?? null)
  },
  showInFolder: (file) => shell.showItemInFolder(file)
}
