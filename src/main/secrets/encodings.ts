import { rolled, type TokenDigests } from './token-digests'
import { hexDigit } from './readings'

/** Where a secret is in a reading: from this unit up to that one, without it. */
export type Found = (from: number, to: number) => void

/** The number a letter of base64 stands for, in both alphabets; 255 for what is none. */
const base64Digit = new Uint8Array(65_536).fill(255)
for (const [value, letter] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  base64Digit[letter.charCodeAt(0)] = value
base64Digit['-'.charCodeAt(0)] = 62
base64Digit['_'.charCodeAt(0)] = 63

const hexValue = new Int8Array(65_536).map((_, unit) => hexDigit(unit))

const equals = 0x3d

/**
 * Finds secrets in one pass over what a text says: as they are, in hexadecimal, and in base64 at each of the three
 * places a longer text can put them. The text is decoded as it goes by, so this takes as long with 100,000 secrets as
 * with one.
 */
export function findIn(units: Uint16Array, digests: TokenDigests, found: Found): void {
  let plain = 0
  /** The piece of each length that was looked up last. */
  const last = new Map<number, { bytes: Buffer; holds: boolean }>()
  /** Of bytes in hexadecimal, by where their first digit is; of bytes in base64, by where their group of four begins. */
  const hex = new Int32Array(2)
  const base64 = new Int32Array(4)
  let hexRun = 0
  let run = 0
  let group = 0
  for (let at = 0; at < units.length; at++) {
    const unit = units[at] as number
    plain = rolled(plain, unit)
    if (digests.mayBegin(plain)) plainAt(at - 5, plain)

    const digit = base64Digit[unit] as number
    if (digit === 255) {
      endOfRun(at)
      run = hexRun = 0
      continue
    }
    group = ((group << 6) | digit) & 0xffffff
    if (++run >= 4) {
      const phase = at & 3
      const first = rolled(base64[phase] as number, group >>> 16)
      const second = rolled(first, group >>> 8)
      const third = rolled(second, group)
      base64[phase] = third
      if (run >= 8) {
        if (digests.mayBegin(first)) base64At(at, 0, run, first)
        if (digests.mayBegin(second)) base64At(at, 1, run, second)
        if (digests.mayBegin(third)) base64At(at, 2, run, third)
      }
    }
    const value = hexValue[unit] as number
    if (value < 0) {
      hexRun = 0
      continue
    }
    if (++hexRun >= 2) {
      const phase = at & 1
      const head = rolled(hex[phase] as number, ((hexValue[units[at - 1] as number] as number) << 4) | value)
      hex[phase] = head
      if (hexRun >= 12 && digests.mayBegin(head)) hexAt(at - 11, head)
    }
  }

  endOfRun(units.length)

  /** The last group of a run may have two or three letters. */
  function endOfRun(at: number): void {
    if (run < 8) return
    const first = rolled(base64[at & 3] as number, group >>> 10)
    const second = rolled(first, group >>> 2)
    if (digests.mayBegin(first)) base64At(at, 0, run + 1, first)
    if (digests.mayBegin(second)) base64At(at, 1, run + 1, second)
    const alone = rolled(base64[(at + 1) & 3] as number, group >>> 4)
    if (digests.mayBegin(alone)) base64At(at + 1, 0, run + 2, alone)
  }

  function plainAt(from: number, head: number): void {
    if (from < 0) return
    for (const { length, begins, cover } of digests.candidatesOf(head)) {
      if (from + length > units.length || !holdsAt(from, from + length, begins)) continue
      return found(from, Math.min(from + cover, units.length))
    }
  }

  /** A text that repeats itself is looked up once: what is compared now is most often what was compared last. */
  function holdsAt(from: number, to: number, begins: boolean): boolean {
    const name = begins ? from - to : to - from
    const before = last.get(name)
    const bytes = bytesOf(from, to)
    if (before?.bytes.equals(bytes)) return before.holds
    const holds = digests.has(bytes.toString('utf16le'), begins)
    last.set(name, { bytes, holds })
    return holds
  }

  function hexAt(from: number, head: number): void {
    for (const { length, begins, cover } of digests.candidatesOf(head)) {
      const bytes = Buffer.from(textOf(from, from + 2 * length), 'hex')
      if (bytes.length !== length || !digests.has(bytes.toString('latin1'), begins)) continue
      let end = from + 2 * length
      while (end < from + 2 * cover && end < units.length && (hexValue[units[end] as number] as number) >= 0) end++
      return found(from, end)
    }
  }

  /** @param at where a group ends @param byte which of its three bytes is the sixth of a secret @param run letters up to there */
  function base64At(at: number, byte: number, run: number, head: number): void {
    const groupsBefore = byte === 2 ? 1 : 2
    const start = at - 3 - 4 * groupsBefore
    if (start <= at - run) return
    const skipped = 3 * groupsBefore + byte - 5
    for (const { length, begins, cover } of digests.candidatesOf(head)) {
      const to = start + Math.ceil(((skipped + length) * 4) / 3)
      const bytes = Buffer.from(textOf(start, to), 'base64').subarray(skipped, skipped + length)
      if (bytes.length < length || !digests.has(bytes.toString('latin1'), begins)) continue
      const longest = start + Math.ceil(((skipped + cover) * 4) / 3)
      let end = to
      while (end < longest && end < units.length && base64Digit[units[end] as number] !== 255) end++
      while (units[end] === equals) end++
      return found(start + Math.floor((skipped * 4) / 3), end)
    }
  }

  function textOf(from: number, to: number): string {
    return bytesOf(from, to).toString('utf16le')
  }

  function bytesOf(from: number, to: number): Buffer {
    const piece = units.subarray(from, to)
    return Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
  }
}
