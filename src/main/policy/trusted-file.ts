import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Words that follow the file's path: "is a link". */
export class Untrusted extends Error {}

/** Bytes. A policy of 200 workspaces is 30 kB, a CA file 300 kB. */
const largest = 1e6

/**
 * Reads a file that only an administrator can write: the file and its folders belong to `owner` or root, and nobody
 * else can write to them. Windows has no such modes, so there it only reads.
 * @param owner uid of the allowed writer: 0
 * @returns null for no file
 * @throws Untrusted
 */
export async function readTrusted(path: string, owner: number): Promise<Buffer | null> {
  let file
  try {
    await checkFolders(dirname(path), owner)
    // Non-blocking: opening a pipe would wait for its other end.
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stat = await file.stat()
    if (!stat.isFile()) throw new Untrusted('is not a file.')
    checkOwner(stat, owner, '')
    if (stat.size > largest) throw new Untrusted(`is larger than ${largest / 1e6} MB.`)
    return await file.readFile()
  } catch (thrown) {
    if (thrown instanceof Untrusted) throw thrown
    const { code, message } = thrown as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    if (code === 'ELOOP' || code === 'EMLINK') throw new Untrusted('is a link: the file itself has to be there.')
    throw new Untrusted(`cannot be read: ${message}.`)
  } finally {
    await file?.close()
  }
}

/** A writer of a folder can replace its files. */
async function checkFolders(folder: string, owner: number): Promise<void> {
  for (let path = folder; ; path = dirname(path)) {
    const stat = await lstat(path)
    if (stat.isSymbolicLink()) throw new Untrusted(`is behind a link: ${path}.`)
    // A sticky bit, as on /tmp, stops others from replacing files.
    if ((stat.mode & constants.S_IFMT) === constants.S_IFDIR && !(stat.mode & 0o1000)) checkOwner(stat, owner, path)
    if (path === dirname(path)) return
  }
}

function checkOwner({ uid, mode }: { uid: number; mode: number }, owner: number, folder: string): void {
  if (process.platform === 'win32') return
  const where = folder ? `is in ${folder}, which` : ''
  const begin = (words: string) => new Untrusted(`${where} ${words}`.trim())
  if (uid !== owner && uid !== 0) throw begin('does not belong to root.')
  if (mode & 0o022) throw begin('can be written to by others than its owner: remove that right (chmod go-w).')
}
