import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../shared/errors'
import { fileTrouble } from '../base/file-trouble'

export interface AskedFiles {
  askSave(suggestedName: string): Promise<string | null>
  askOpen(): Promise<string | null>
  showInFolder(file: string): void
}

export type FileDialogs = ReturnType<typeof fileDialogs>

/**
 * Writes all or nothing: a new file, readable only by its owner, replaces the old one. Never follows or replaces a
 * link.
 * @throws AppError file-conflict if something is in the way; file-refused, disk-full
 */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
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
export function fileDialogs({ askSave, askOpen, showInFolder }: AskedFiles, isLocked: () => boolean) {
  const unlessLocked = (file: string | null) => (isLocked() ? null : file)
  /** The dialog also asks before it replaces a file. */
  const chooseFile = async (suggestedName: string) => unlessLocked(await askSave(suggestedName))
  return {
    chooseFile,
    async saveFile(suggestedName: string, content: string | Uint8Array): Promise<string | null> {
      const file = await chooseFile(suggestedName)
      if (file !== null) await writeWhole(file, content)
      return file
    },
    openFile: async () => unlessLocked(await askOpen()),
    showInFolder
  }
}
