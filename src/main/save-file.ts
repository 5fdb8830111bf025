import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { app, dialog } from 'electron'

/**
 * Asks the operator where to save, and writes there: into a file beside it first, mode 600, then renamed over it, so
 * that what stood there is whole until the new one is. A link is replaced, not followed.
 *
 * @returns the file's path, or null when no place was chosen
 */
export async function saveFile(suggestedName: string, content: string | Uint8Array): Promise<string | null> {
  const defaultPath = join(app.getPath('downloads'), suggestedName)
  const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath })
  if (canceled || !filePath) return null
  const part = join(dirname(filePath), `.${randomUUID()}.part`)
  try {
    const file = await open(part, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, filePath)
  } catch (thrown) {
    await rm(part, { force: true })
    throw thrown
  }
  return filePath
}
