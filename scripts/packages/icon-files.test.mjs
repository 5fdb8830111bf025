import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../run.mjs'
import { digestOf, icns, ico, SIZES } from './icon-files.mjs'

const folder = join(root, 'resources/icons')
const read = (name) => readFileSync(join(folder, name))
const images = new Map(SIZES.map((size) => [size, read(`${size}x${size}.png`)]))

test('the icons are drawn from the drawing as it is now: after a change, npm run icons', () => {
  expect(read('drawn-from').toString().trim()).toBe(digestOf(join(root, 'resources/icon.svg')))
})

test.each(SIZES)('the icon of %d pixels has that size, and a transparent ground', (size) => {
  const png = images.get(size)
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size])
  expect(png.readUInt8(25), 'colours with transparency').toBe(6)
})

test('the files for Windows and macOS hold these very images', () => {
  expect(read('icon.ico').equals(ico(images))).toBe(true)
  expect(read('icon.icns').equals(icns(images))).toBe(true)
})

test('each entry of the Windows icon points at its image', () => {
  const file = ico(images)
  for (let at = 0; at < file.readUInt16LE(4); at++) {
    const entry = 6 + 16 * at
    const [length, offset] = [file.readUInt32LE(entry + 8), file.readUInt32LE(entry + 12)]
    expect(file.subarray(offset, offset + length).equals(images.get(file.readUInt8(entry) || 256))).toBe(true)
  }
})

test('the macOS icon says its own length', () => {
  const file = icns(images)
  expect(file.toString('latin1', 0, 4)).toBe('icns')
  expect(file.readUInt32BE(4)).toBe(file.length)
})
