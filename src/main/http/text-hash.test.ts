import { expect, it } from 'vitest'
import { textHash } from './digest-set'

/** Published vectors: bytes 0, 1, 2 …, key 00 to 07. */
const key = [0x03020100, 0x07060504]
const bytesUpTo = (count: number) => Buffer.from(Array.from({ length: count }, (_, at) => at)).toString('utf16le')
const hexOf = ({ low, high }: { low: number; high: number }) => {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32LE(low, 0)
  bytes.writeUInt32LE(high, 4)
  return bytes.toString('hex')
}

it.each([
  [0, '218d1f59b9b83cc8'],
  [2, '064f39ef7c50eb57'],
  [4, 'd5e78a175be52ea1'],
  [10, '95b0469f06a6f2ee']
])('is HalfSipHash of the bytes of a text: %d bytes', (count, hash) => {
  expect(hexOf(textHash(bytesUpTo(count), key))).toBe(hash)
})

it('differs from run to run and from text to text', () => {
  expect(textHash('a')).toEqual(textHash('a'))
  expect(textHash('a')).not.toEqual(textHash('a', [0, 0]))
  expect(textHash('a')).not.toEqual(textHash('a\0'))
})
