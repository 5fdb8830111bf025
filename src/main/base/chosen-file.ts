import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../../shared/errors'

/**
 * Reads a whole file that the operator chose.
 * @param most bytes
 * @throws AppError too-large; invalid-input for anything but a readable file
 */
export async function readChosen(path: string, most: number): Promise<Buffer> {
  const name = basename(path)
  let file
  try {
    // Non-blocking: opening a pipe would wait for its other end.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = await file.stat()
    if (!stat.isFile()) throw new AppError('invalid-input', `${name} is not a file.`)
    if (stat.size > most) throw new AppError('too-large', `${name} is larger than ${most / 1e6} MB.`)
    return await file.readFile()
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown
    throw new AppError('invalid-input', `${name} cannot be read: ${String(thrown)}`)
  } finally {
    await file?.close()
  }
}
