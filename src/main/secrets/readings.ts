/** A text with escapes undone: its units and their positions in the text. */
export interface Reading {
  units: Uint16Array
  /** One entry more than units: the end of the last. */
  from: Int32Array
}

/** Levels of nested escapes: JSON in JSON in a query has five. */
const deepest = 6

/** The text as written, then with one layer of escapes after another undone. */
export function* readings(text: string): Generator<Reading, void, void> {
  const units = unitsOf(text)
  const escaped = text.includes('\\') || text.includes('%') || text.includes('&')
  let reading: Reading | null = { units, from: placesUpTo(text.length) }
  yield reading
  for (let depth = 0; escaped && depth < deepest; depth++) {
    reading = undone(reading)
    if (!reading) return
    yield reading
  }
}

function unitsOf(text: string): Uint16Array {
  const { buffer, byteOffset, length } = Buffer.from(text, 'utf16le')
  return new Uint16Array(buffer, byteOffset, length / 2)
}

let places = new Int32Array(0)

function placesUpTo(last: number): Int32Array {
  if (places.length <= last) places = new Int32Array(last + 1).map((_, at) => at)
  return places.subarray(0, last + 1)
}

const backslash = 0x5c
const percent = 0x25
const ampersand = 0x26

/** Undoes JSON, JavaScript, percent and XML/HTML escapes once; null for none. */
function undone({ units, from }: Reading): Reading | null {
  const read = new Uint16Array(units.length)
  const starts = new Int32Array(units.length + 1)
  let length = 0
  for (let at = 0; at < units.length; length++) {
    const unit = units[at] as number
    starts[length] = from[at] as number
    const isEscape = unit === backslash || unit === percent || unit === ampersand
    const { said, width } = isEscape ? escapeAt(units, at, unit) : { said: unit, width: 1 }
    read[length] = said
    at += width
  }
  if (length === units.length) return null
  starts[length] = from[units.length] as number
  return { units: read.subarray(0, length), from: starts.subarray(0, length + 1) }
}

interface Escape {
  said: number
  /** In units; 1 is no escape. */
  width: number
}

function escapeAt(units: Uint16Array, at: number, sign: number): Escape {
  if (sign === backslash) return backslashAt(units, at)
  // Byte by byte: secrets are known by their bytes too.
  if (sign === percent) return coded(numberAt(units, at + 1, 2), 3) ?? { said: sign, width: 1 }
  return entityAt(units, at)
}

const short: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function backslashAt(units: Uint16Array, at: number): Escape {
  const next = at + 1 < units.length ? String.fromCharCode(units[at + 1] as number) : ''
  if (next === 'u') return coded(numberAt(units, at + 2, 4), 6) ?? { said: backslash, width: 1 }
  if (next === 'x') return coded(numberAt(units, at + 2, 2), 4) ?? { said: backslash, width: 1 }
  const said = short[next] ?? next
  // A letter that forms no escape: a Windows path. A sign: Markdown, PHP or JSON.
  return /^[A-Za-z0-9]?$/.test(said) ? { said: backslash, width: 1 } : { said: said.charCodeAt(0), width: 2 }
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const longestEntity = 10

function entityAt(units: Uint16Array, at: number): Escape {
  const text = String.fromCharCode(...units.subarray(at + 1, at + longestEntity))
  const [whole = '', name = '', hex, decimal] = /^(#[xX]([\da-fA-F]{1,6})|#(\d{1,7})|[a-z]{2,4});/.exec(text) ?? []
  const code = hex ? parseInt(hex, 16) : decimal ? Number(decimal) : (named[name]?.charCodeAt(0) ?? -1)
  return coded(code <= 0xffff ? code : -1, 1 + whole.length) ?? { said: ampersand, width: 1 }
}

const coded = (said: number, width: number): Escape | null => (said < 0 ? null : { said, width })

/** -1 unless there are that many hexadecimal digits. */
function numberAt(units: Uint16Array, at: number, digits: number): number {
  let number = 0
  for (let end = at + digits; at < end; at++) {
    const digit = at < units.length ? hexDigit(units[at] as number) : -1
    if (digit < 0) return -1
    number = number * 16 + digit
  }
  return number
}

/** -1 for no digit. */
export function hexDigit(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30
  const letter = unit | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
