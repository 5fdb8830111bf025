import { createHash } from 'node:crypto'
import { createReadStream, lstatSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'

async function sha256(file) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash)
  return hash.digest('hex')
}

/**
 * @param {string} folder
 * @param {string} [except] a path that is left out
 * @returns {Promise<string>} SHA-256 in hex over names, modes and contents; a link never passes for a file
 */
export async function treeDigest(folder, except) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file, name: relative(folder, file).split(sep).join('/') }))
    .filter(({ name }) => except === undefined || !name.startsWith(`${except}/`))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const lines = await Promise.all(
    entries.map(async ({ file, name }) => {
      const stat = lstatSync(file)
      if (!stat.isFile()) return `${name}\0no file`
      return `${name}\0${stat.mode & 0o100 ? 'x' : '-'}\0${await sha256(file)}`
    })
  )
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}
