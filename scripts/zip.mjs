// Reads regular files of an archive with a verified checksum. (Not every machine has `unzip`.)
import { chmod, mkdir, open, writeFile } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const STORED = 0
const DEFLATED = 8

async function readAt(file, position, length) {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead !== length) throw new Error('the zip archive is cut short')
  return buffer
}

/** Sizes in bytes. */
async function entries(file) {
  const { size } = await file.stat()
  const tail = await readAt(file, Math.max(0, size - 65_557), Math.min(size, 65_557))
  let end = tail.length - 22
  while (end >= 0 && tail.readUInt32LE(end) !== END) end--
  if (end < 0) throw new Error('this is not a zip archive')
  const directory = await readAt(file, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12))
  const found = []
  for (let at = 0; at + 46 <= directory.length;) {
    if (directory.readUInt32LE(at) !== CENTRAL) throw new Error('the directory of the zip archive is damaged')
    const nameLength = directory.readUInt16LE(at + 28)
    found.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      mode: (directory.readUInt32LE(at + 38) >>> 16) & 0o777,
      offset: directory.readUInt32LE(at + 42)
    })
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return found
}

async function contents(file, { name, method, packed, offset }) {
  const header = await readAt(file, offset, 30)
  if (header.readUInt32LE(0) !== LOCAL) throw new Error(`the zip entry ${name} is damaged`)
  const start = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  const data = await readAt(file, start, packed)
  if (method === STORED) return data
  if (method === DEFLATED) return promisify(inflateRaw)(data)
  throw new Error(`the zip entry ${name} is packed in an unknown way (${method})`)
}

/** `rename` maps an entry's name to a path, or undefined to leave it out. */
export async function unzip(archive, folder, rename) {
  const file = await open(archive)
  try {
    for (const entry of await entries(file)) {
      const relative = entry.name.endsWith('/') ? undefined : rename(entry.name)
      if (relative === undefined) continue
      const target = resolve(folder, relative)
      if (!target.startsWith(resolve(folder) + sep)) throw new Error(`the zip entry ${entry.name} leads outside`)
      await mkdir(dirname(target), { recursive: true })
      await writeFile(target, await contents(file, entry))
      await chmod(target, entry.mode || 0o644)
    }
  } finally {
    await file.close()
  }
}
