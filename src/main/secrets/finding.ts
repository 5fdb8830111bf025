import { readings, hexDigit } from './readings'
import { type TokenDigests, firstUnits, rolled, type Candidate, type DigestOf } from './token-digests'

/** Units per step, some 5 ms. */
const windowLength = 131_072
/** Units that one unit of a secret may take: escaped for JSON in JSON, or percent-encoded twice. */
const widest = 13

/** In units from the secret's first unit. */
export const reachOf = ({ longest }: Pick<TokenDigests, 'longest'>) => longest * widest

/** `to` is exclusive. */
export interface Span {
  from: number
  to: number
}

/** A secret's units in a reading; `to` is exclusive. */
type Found = (from: number, to: number) => void

/** Values of base64 letters of both alphabets; 255 for others. */
const base64Digit = new Uint8Array(65_536).fill(255)
for (const [value, letter] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  base64Digit[letter.charCodeAt(0)] = value
base64Digit['-'.charCodeAt(0)] = 62
base64Digit['_'.charCodeAt(0)] = 63

const hexValue = new Int8Array(65_536).map((_, unit) => hexDigit(unit))

const equals = 0x3d

/**
 * Units compared per unit of text for long secrets, far above normal texts. Beyond this limit against slow texts, a
 * text that begins like a long secret counts as one.
 */
const comparedPerUnit = 64

/**
 * Finds secrets in one pass: plain, in hexadecimal, and in base64 at each of its three offsets. Decodes on the way, so
 * 100,000 secrets take as long as one. A run of letters that is too short for the shortest secret is not decoded.
 */
function findIn(units: Uint16Array, digests: TokenDigests, found: Found): void {
  let plain = 0
  /** Last lookup per length. */
  const last = new Map<string, { said: string; holds: boolean }>()
  let toCompare = comparedPerUnit * units.length
  /** Of the last hexadecimal digits. */
  const hexEnds = { from: 0, to: 0 }
  /** Rolling hashes: hexadecimal by the first digit's position, base64 by its group's. */
  const hex = new Int32Array(2)
  const base64 = new Int32Array(4)
  const shortestRun = Math.ceil((digests.shortest * 4) / 3)
  let runFrom = 0
  for (let at = 0; at < units.length; at++) {
    const unit = units[at] as number
    plain = rolled(plain, unit)
    if (digests.mayBegin(plain)) plainAt(at - 5, plain)
    if (base64Digit[unit] !== 255) continue
    if (at - runFrom >= shortestRun) decode(runFrom, at)
    runFrom = at + 1
  }
  if (units.length - runFrom >= shortestRun) decode(runFrom, units.length)

  /** Hexadecimal digits are base64 letters as well. */
  function decode(from: number, to: number): void {
    let group = 0
    let hexFrom = from
    for (let at = from; at < to; at++) {
      const unit = units[at] as number
      group = ((group << 6) | (base64Digit[unit] as number)) & 0xffffff
      if (at >= from + 3) {
        const phase = at & 3
        const first = rolled(base64[phase] as number, group >>> 16)
        const second = rolled(first, group >>> 8)
        const third = rolled(second, group)
        base64[phase] = third
        if (digests.mayBegin(first)) base64At(at, 0, first)
        if (digests.mayBegin(second)) base64At(at, 1, second)
        if (digests.mayBegin(third)) base64At(at, 2, third)
      }
      const value = hexValue[unit] as number
      if (value < 0) {
        hexFrom = at + 1
        continue
      }
      if (at > hexFrom) {
        const phase = at & 1
        const head = rolled(hex[phase] as number, ((hexValue[units[at - 1] as number] as number) << 4) | value)
        hex[phase] = head
        if (at >= hexFrom + 11 && digests.mayBegin(head)) hexAt(at - 11, head)
      }
    }
    // The last group may have two or three letters.
    const first = rolled(base64[to & 3] as number, group >>> 10)
    const second = rolled(first, group >>> 2)
    if (digests.mayBegin(first)) base64At(to, 0, first)
    if (digests.mayBegin(second)) base64At(to, 1, second)
    const alone = rolled(base64[(to + 1) & 3] as number, group >>> 4)
    if (digests.mayBegin(alone)) base64At(to + 1, 0, alone)

    /**
     * @param at end of a group
     * @param byte which of its three bytes is the sixth of a secret
     */
    function base64At(at: number, byte: number, head: number): void {
      const groupsBefore = byte === 2 ? 1 : 2
      const start = at - 3 - 4 * groupsBefore
      if (start < from) return
      const skipped = 3 * groupsBefore + byte - 5
      const endOfBytes = (length: number) => start + Math.ceil(((skipped + length) * 4) / 3)
      const held = heldAt(head, Math.floor(((to - start) * 3) / 4) - skipped, (length) =>
        Buffer.from(textOf(start, endOfBytes(length)), 'base64').toString('latin1', skipped, skipped + length)
      )
      if (!held) return
      let end = Math.min(endOfBytes(held.cover), to)
      while (units[end] === equals) end++
      found(start + Math.floor((skipped * 4) / 3), end)
    }
  }

  function plainAt(from: number, head: number): void {
    if (from < 0) return
    const held = heldAt(head, units.length - from, (length) => textOf(from, from + length))
    if (held) found(from, Math.min(from + held.cover, units.length))
  }

  function hexAt(from: number, head: number): void {
    const end = endOf(hexEnds, from, (unit) => (hexValue[unit] as number) >= 0)
    const held = heldAt(head, (end - from) >> 1, (length) =>
      Buffer.from(textOf(from, from + 2 * length), 'hex').toString('latin1')
    )
    if (held) found(from, Math.min(from + 2 * held.cover, end))
  }

  /**
   * The longest secret at a place, if any.
   * @param room units available
   * @param said returns that many units
   */
  function heldAt(head: number, room: number, said: (length: number) => string): Candidate | undefined {
    let begun: boolean | undefined
    return digests.candidatesOf(head).find(({ length, begins, hasFirst }) => {
      if (length > room) return false
      if (hasFirst && !(begun ??= holds(said(firstUnits), 'first'))) return false
      if (length > firstUnits && (toCompare -= length) < 0) return true
      return holds(said(length), begins ? 'beginning' : 'whole')
    })
  }

  /** A repetitive text mostly compares the same piece again. */
  function holds(said: string, of: DigestOf): boolean {
    const name = `${of} ${said.length}`
    const before = last.get(name)
    if (before?.said === said) return before.holds
    const holds = digests.has(said, of)
    last.set(name, { said, holds })
    return holds
  }

  /** Follows each run of digits once. */
  function endOf(run: { from: number; to: number }, at: number, isDigit: (unit: number) => boolean): number {
    if (at >= run.from && at < run.to) return run.to
    let end = at
    while (end < units.length && isDigit(units[end] as number)) end++
    Object.assign(run, { from: at, to: end })
    return end
  }

  function textOf(from: number, to: number): string {
    const piece = units.subarray(from, to)
    return Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('utf16le')
  }
}

/** Secrets in a text, in order, without overlap. Pauses every few ms. */
export function* finding(text: string, digests: TokenDigests): Generator<void, Span[], void> {
  const spans: Span[] = []
  if (text.length < digests.shortest) return spans
  const overlap = reachOf(digests)
  for (let start = 0; start === 0 || start + overlap < text.length; start += windowLength) {
    for (const { units, from } of readings(text.slice(start, start + windowLength + overlap))) {
      findIn(units, digests, (first, end) => {
        spans.push({ from: start + (from[first] as number), to: start + (from[end] as number) })
      })
    }
    yield
  }
  return apart(spans)
}

function apart(spans: Span[]): Span[] {
  const sorted = spans.sort((one, other) => one.from - other.from)
  const joined: Span[] = []
  for (const span of sorted) {
    const last = joined.at(-1)
    if (last && span.from < last.to) last.to = Math.max(last.to, span.to)
    else joined.push(span)
  }
  return joined
}

/** Each distinct spelling of a secret in a text, longest first. */
export function pieces(text: string, spans: readonly Span[]): string[] {
  return [...new Set(spans.map(({ from, to }) => text.slice(from, to)))].sort((a, b) => b.length - a.length)
}
