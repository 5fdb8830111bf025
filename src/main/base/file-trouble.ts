import { type FileHandle, access } from 'node:fs/promises'
import { AppError } from '../../shared/errors'

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const refused = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EBUSY'])
/** A link, folder or file already has the name. */
const taken = new Set(['ELOOP', 'EEXIST', 'EISDIR'])

/** @param what as "employees.csv" */
export function fileTrouble(thrown: unknown, what: string): AppError {
  if (thrown instanceof AppError) return thrown
  const { code = '', message } = thrown as NodeJS.ErrnoException
  if (full.has(code)) return new AppError('disk-full', `The disk is full: ${what} cannot grow any more.`)
  const kind = refused.has(code) ? 'file-refused' : taken.has(code) ? 'file-conflict' : 'internal'
  return new AppError(kind, `${what} cannot be written: ${message}.`)
}

/** A single write may take only part of the bytes. */
export async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}

/**
 * Finds a file this app wrote.
 * @throws AppError not-found
 */
export async function stillThere(file: string): Promise<string> {
  await access(file).catch(() => {
    throw new AppError('not-found', 'The file is no longer there: it was moved, renamed or deleted.')
  })
  return file
}
