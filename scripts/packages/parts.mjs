import { closeSync, openSync, readSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { filesIn } from './linux-tree.mjs'

const MB = 1_000_000

/** Bytes, uncompressed. A commit that raises one needs a reason. */
const SIZE_LIMITS = {
  'Electron itself': 320 * MB,
  'its languages': 1 * MB,
  'native modules': 12 * MB,
  'main, in the archive': 3.3 * MB,
  'preload, in the archive': 0.1 * MB,
  'window, in the archive': 3.1 * MB,
  'pictures of the guide, in the archive': 2.4 * MB,
  'other files, in the archive': 0.3 * MB
}

function readAt(file, position, length) {
  const bytes = Buffer.alloc(length)
  readSync(file, bytes, 0, length, position)
  return bytes
}

/** Four numbers, the last of which is the length of the JSON that follows. */
function header(archive) {
  const file = openSync(archive)
  try {
    return JSON.parse(readAt(file, 16, readAt(file, 12, 4).readUInt32LE()).toString('utf8'))
  } finally {
    closeSync(file)
  }
}

/**
 * @param {string} archive an app.asar
 * @returns {{ path: string, size: number, unpacked: boolean, hash: string }[]} `size` in bytes; unpacked files lie
 *   beside it; `hash`: SHA-256
 */
export function archived(archive) {
  const list = (node, path) =>
    Object.entries(node.files).flatMap(([name, { files, size, unpacked = false, integrity }]) =>
      files ? list({ files }, `${path}${name}/`) : [{ path: path + name, size, unpacked, hash: integrity.hash }]
    )
  return list(header(archive), '')
}

function partOf(path) {
  if (path.includes('app.asar.unpacked/')) return 'native modules'
  return /\/locales\/|\.lproj\//.test(path) ? 'its languages' : 'Electron itself'
}

function partInArchive(path) {
  if (/^out\/renderer\/.*\.webp$/.test(path)) return 'pictures of the guide, in the archive'
  const [, part] = /^out\/(main|preload|renderer)\//.exec(path) ?? []
  return `${part === 'renderer' ? 'window' : (part ?? 'other files')}, in the archive`
}

/**
 * @param {string} app folder of an unpacked app
 * @param {string} archive its app.asar
 * @returns {{ name: string, bytes: number, sizeLimit: number }[]}
 */
export function partsOf(app, archive) {
  const sizes = Object.fromEntries(Object.keys(SIZE_LIMITS).map((name) => [name, 0]))
  const archiveName = `/${relative(app, archive).split(sep).join('/')}`
  for (const { path, size } of filesIn(app)) if (path !== archiveName) sizes[partOf(path)] += size
  for (const { path, size, unpacked } of archived(archive)) if (!unpacked) sizes[partInArchive(path)] += size
  return Object.entries(SIZE_LIMITS).map(([name, sizeLimit]) => ({ name, bytes: sizes[name], sizeLimit }))
}

const inMB = (bytes) => `${(bytes / MB).toFixed(1)} MB`

export const sizeLines = (parts) =>
  parts.map(({ name, bytes, sizeLimit }) => `${name}: ${inMB(bytes)} of at most ${inMB(sizeLimit)}`)

/** @throws a sentence with every part over its limit */
export function checkSizes(parts) {
  const over = parts.filter(({ bytes, sizeLimit }) => bytes > sizeLimit)
  if (over.length > 0) throw new Error(`Larger than its budget: ${sizeLines(over).join('; ')}.`)
}
