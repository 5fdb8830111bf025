import { join } from 'node:path'
import { app, dialog } from 'electron'
import type { FileDialogs } from './services/passthrough/views'
import { writeWhole } from './services/passthrough/write-file'

/** The system's file dialogs; null where the operator changed their mind. */
export const dialogs = {
  async saveFile(suggestedName: string, content: string | Uint8Array): Promise<string | null> {
    const defaultPath = join(app.getPath('downloads'), suggestedName)
    const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath })
    if (canceled || !filePath) return null
    await writeWhole(filePath, content)
    return filePath
  },
  async openFile(): Promise<string | null> {
    const { canceled, filePaths } = await dialog.showOpenDialog({ properties: ['openFile'] })
    return canceled ? null : (filePaths[0] ?? null)
  }
} satisfies FileDialogs
