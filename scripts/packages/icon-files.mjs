// Icon containers: both hold PNG images.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Pixels. Windows ends at 256, macOS at 1024. */
export const SIZES = [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024]

const WINDOWS = [16, 24, 32, 48, 64, 128, 256]

/** High density names count half the pixels. */
const APPLE = [
  ['icp4', 16],
  ['ic11', 32],
  ['icp5', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024]
]

export const digestOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** @param {Map<number, Buffer>} images a PNG for each size */
export function ico(images) {
  const header = Buffer.alloc(6 + 16 * WINDOWS.length)
  header.writeUInt16LE(1, 2) // an icon, no pointer
  header.writeUInt16LE(WINDOWS.length, 4)
  let offset = header.length
  for (const [at, size] of WINDOWS.entries()) {
    const entry = 6 + 16 * at
    header.writeUInt8(size % 256, entry) // 0 means 256
    header.writeUInt8(size % 256, entry + 1)
    header.writeUInt16LE(1, entry + 4)
    header.writeUInt16LE(32, entry + 6)
    header.writeUInt32LE(images.get(size).length, entry + 8)
    header.writeUInt32LE(offset, entry + 12)
    offset += images.get(size).length
  }
  return Buffer.concat([header, ...WINDOWS.map((size) => images.get(size))])
}

const chunk = (name, data) => {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32BE(8 + data.length, 4)
  return Buffer.concat([head, data])
}

/** @param {Map<number, Buffer>} images a PNG for each size */
export const icns = (images) => chunk('icns', Buffer.concat(APPLE.map(([name, size]) => chunk(name, images.get(size)))))
