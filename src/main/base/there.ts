import { access } from 'node:fs/promises'
import { AppError } from '../../shared/errors'

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
