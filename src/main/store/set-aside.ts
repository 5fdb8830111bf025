import { existsSync, renameSync } from 'node:fs'
import { basename } from 'node:path'

/** The database with the files that belong to it: a log left behind would be played into the next database. */
export function filesOf(file: string): string[] {
  return [file, `${file}-wal`, `${file}-shm`]
}

/**
 * Gives a database that cannot be read another name, with its log and index.
 *
 * @returns the new name of the database, without its folder
 * @throws what the file system throws
 */
export function setAside(file: string, now: number): string {
  const aside = `${file}.unreadable-${now}`
  for (const [at, path] of filesOf(file).entries()) {
    if (existsSync(path)) renameSync(path, filesOf(aside)[at] ?? aside)
  }
  return basename(aside)
}
