import { join } from 'node:path'
import { app, dialog, shell } from 'electron'
import type { CollectionParts } from '../collections/collections'
import type { FileDialogs } from '../viewer/views'
import { writeWhole } from '../passthrough/write-file'

/** The system's file dialogs, and its file manager; null where the operator changed their mind. */
export const dialogs = {
  async saveFile(suggestedName: string, content: string | Uint8Array): Promise<string | null> {
    const filePath = await dialogs.chooseFile(suggestedName)
    if (filePath !== null) await writeWhole(filePath, content)
    return filePath
  },
  /** Asks where to write a file, and whether it may replace one. */
  async chooseFile(suggestedName: string): Promise<string | null> {
    const defaultPath = join(app.getPath('downloads'), suggestedName)
    const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath })
    return canceled || !filePath ? null : filePath
  },
  async openFile(): Promise<string | null> {
    const { canceled, filePaths } = await dialog.showOpenDialog({ properties: ['openFile'] })
    return canceled ? null : (filePaths[0] ?? null)
  },
  showInFolder: (file: string): void => shell.showItemInFolder(file)
} satisfies FileDialogs & CollectionParts['dialogs']
