import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../shared/errors'
import { fileTrouble, stillThere } from '../base/file-trouble'

export interface AskedFiles {
  /** @param folder null for the system's folder of downloads */
  askSave(suggestedName: string, folder: string | null): Promise<string | null>
  askOpen(): Promise<string | null>
  showInFolder(file: string): void
}

interface FileDialogParts extends AskedFiles {
  isLocked(): boolean
  /** Of the last save, over restarts; null before the first. */
  lastFolder(): string | null
  keepFolder(folder: string): void
}

export type FileDialogs = ReturnType<typeof fileDialogs>

/**
 * Writes all or nothing: a new file, readable only by its owner, replaces the old one. Never follows or replaces a
 * link.
 * @throws AppError file-conflict if something is in the way; file-refused, disk-full
 */
export async function writeWhole(path: string, content: string | Uint8Array | AsyncIterable<string>): Promise<void> {
  const there = await lstat(path).catch(() => null)
  if (there && !there.isFile()) {
    const why = there.isSymbolicLink() ? 'is a link to another place. Choose a file' : 'is not a file. Choose one'
    throw new AppError('file-conflict', `${basename(path)} ${why}.`)
  }
  const beside = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomUUID()}.part`)
  try {
    const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants
    const file = await open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
  } catch (thrown) {
    await rm(beside, { force: true })
    throw fileTrouble(thrown, basename(path))
  }
}

/** null if the operator cancels, or if the app locks while a dialog is open: anybody may answer it then. */
export function fileDialogs(parts: FileDialogParts) {
  const { askSave, askOpen, showInFolder, isLocked, lastFolder, keepFolder } = parts
  const chosen = new Set<string>()
  const unlessLocked = (file: string | null) => (isLocked() ? null : file)

  /** Opens in the folder of the last save. The dialog also asks before it replaces a file. */
  async function chooseFile(suggestedName: string): Promise<string | null> {
    const folder = lastFolder()
    const isThere = folder !== null && (await stat(folder).catch(() => null))?.isDirectory()
    const file = unlessLocked(await askSave(suggestedName, isThere ? folder : null))
    if (file === null) return null
    chosen.add(file)
    if (dirname(file) !== folder) keepFolder(dirname(file))
    return file
  }

  return {
    chooseFile,
    async saveFile(
      suggestedName: string,
      content: string | Uint8Array | AsyncIterable<string>
    ): Promise<string | null> {
      const file = await chooseFile(suggestedName)
      if (file !== null) await writeWhole(file, content)
      return file
    },
    openFile: async () => unlessLocked(await askOpen()),
    showInFolder,
    /** @throws AppError not-found also if nobody chose this file in a save dialog: the window shows no other files */
    async showSaved(file: string): Promise<void> {
      if (!chosen.has(file)) throw new AppError('not-found', 'This file was not saved since the app started.')
      showInFolder(await stillThere(file))
    }
  }
}
