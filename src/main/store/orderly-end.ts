import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/** A file is checked completely at least so often, ms: what a disk damages while the app runs is noted as it then is. */
const checkedEvery = 7 * 86_400_000
/** Read at a time. */
const block = 1 << 20

const noteOf = (file: string) => `${file}.closed`

/**
 * Notes beside a database that was closed what it now holds, so that the next start need not look through all of it.
 * Without the note, the next start checks it.
 *
 * @param checkedAt when it was last checked completely, ms since 1970
 */
export function noteEnd(file: string, checkedAt: number): void {
  try {
    if (!hasLog(file)) writeFileSync(noteOf(file), `${checkedAt} ${sumOf(file)}`, { mode: 0o600 })
  } catch {
    rmSync(noteOf(file), { force: true })
  }
}

/**
 * Takes the note of the last orderly end away: an app that is killed leaves none.
 *
 * @returns when the database was last checked completely, ms since 1970; null where it is not, byte for byte, as that
 *   end left it, or was checked long ago
 */
export function takeEnd(file: string, now: number): number | null {
  try {
    const note = readFileSync(noteOf(file), 'utf8')
    rmSync(noteOf(file))
    const checkedAt = Number(note.split(' ', 1)[0])
    const isRecent = checkedAt <= now && now - checkedAt < checkedEvery
    return isRecent && !hasLog(file) && note === `${checkedAt} ${sumOf(file)}` ? checkedAt : null
  } catch {
    return null
  }
}

/** What a log holds belongs to the database, too. */
const hasLog = (file: string) => existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0

/** Length and CRC-32 of a file: 1 GB takes some 0.3 s, a tenth of what SQLite's own check takes. */
function sumOf(file: string): string {
  const buffer = Buffer.allocUnsafe(block)
  const descriptor = openSync(file, 'r')
  try {
    let [bytes, sum] = [0, 0]
    for (let length = 0; (length = readSync(descriptor, buffer)) > 0; bytes += length) {
      sum = crc32(buffer.subarray(0, length), sum)
    }
    return `${bytes} ${sum}`
  } finally {
    closeSync(descriptor)
  }
}
