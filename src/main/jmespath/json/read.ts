import { numberEnd } from '../../../shared/passthrough/json-index'
import type { Value } from '../values'
import { numberText, type OwnTexts } from './write'

/** Not JSON, or more than the server reads. */
export class UnreadableJson extends Error {}

/** Python reads no deeper nesting and no longer integers; JavaScript would need minutes for some. */
const deepest = 990
const mostDigits = 4_300
/** A `number` holds this many digits exactly. */
const plainDigits = 15
/** Characters of a list or object whose text is kept. */
const longFrom = 65_536

/**
 * Reads JSON (RFC 8259) as the server does: integers of any size, 1.0 differs from 1, keys in text order, the last of
 * two equal keys in the first's place.
 * @param own gets the texts of long lists and objects that `jsonText` would write as they stand; `text` then holds no
 * half character
 * @throws UnreadableJson
 */
export function readJson(text: string, own?: OwnTexts, long = longFrom): Value {
  const reader = new Reader(text, own, long)
  return reader.whole()
}

class Reader {
  private at = 0
  private depth = 0
  private readonly names = new Map<string, string>()
  /** Places that `jsonText` would write in another way. */
  private odd = 0

  constructor(
    private readonly text: string,
    private readonly own: OwnTexts | undefined,
    private readonly long: number
  ) {}

  whole(): Value {
    if (this.text.charCodeAt(0) === 0xfeff) this.at++
    const value = this.value()
    this.next()
    if (this.at < this.text.length) throw this.unreadable()
    return value
  }

  /** Skips blanks; NaN at the end. */
  private next(): number {
    for (;;) {
      const code = this.text.charCodeAt(this.at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code
      this.at++
      this.odd++
    }
  }

  private value(): Value {
    const code = this.next()
    if (code === 0x22) return this.string()
    if (code === 0x7b || code === 0x5b) {
      if (++this.depth > deepest) {
        throw new UnreadableJson(`It is nested deeper than ${deepest} levels, which the server cannot read.`)
      }
      const { at: from, odd } = this
      this.at++
      const container = code === 0x7b ? this.object() : this.array()
      this.depth--
      if (odd === this.odd && this.at - from >= this.long) this.own?.set(container, this.text.slice(from, this.at))
      return container
    }
    if (code === 0x74) return this.word('true', true)
    if (code === 0x66) return this.word('false', false)
    if (code === 0x6e) return this.word('null', null)
    return this.number(code)
  }

  private object(): Map<string, Value> {
    const object = new Map<string, Value>()
    if (this.next() === 0x7d) {
      this.at++
      return object
    }
    for (let keys = 1; ; keys++) {
      if (this.next() !== 0x22) throw this.unreadable()
      const key = this.name()
      if (this.next() !== 0x3a) throw this.unreadable()
      this.at++
      object.set(key, this.value())
      const code = this.next()
      this.at++
      if (code === 0x7d) {
        if (object.size < keys) this.odd++
        return object
      }
      if (code !== 0x2c) throw this.unreadable()
    }
  }

  /** Shares one string per name among all objects. */
  private name(): string {
    const name = this.string()
    const known = this.names.get(name)
    if (known === undefined) this.names.set(name, name)
    return known ?? name
  }

  private array(): Value[] {
    const list: Value[] = []
    if (this.next() === 0x5d) {
      this.at++
      return list
    }
    for (;;) {
      list.push(this.value())
      const code = this.next()
      this.at++
      if (code === 0x5d) return list
      if (code !== 0x2c) throw this.unreadable()
    }
  }

  private word<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) throw this.unreadable()
    this.at += word.length
    return value
  }

  private string(): string {
    const { text, at } = this
    let end = at + 1
    for (let code = text.charCodeAt(end); code !== 0x22; code = text.charCodeAt(end)) {
      if (code === 0x5c || code < 0x20 || end >= text.length) return this.special()
      end++
    }
    this.at = end + 1
    return text.slice(at + 1, end)
  }

  /** A string with escapes, or a malformed string. */
  private special(): string {
    const { text, at } = this
    this.odd++
    let end = text.indexOf('"', at + 1)
    while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
    if (end < 0) throw this.unreadable()
    this.at = end + 1
    try {
      return JSON.parse(text.slice(at, end + 1)) as string
    } catch {
      throw this.unreadable()
    }
  }

  private number(first: number): bigint | number {
    const { text, at: from } = this
    const digitsFrom = first === 0x2d ? from + 1 : from
    let to = digitsFrom
    let amount = 0
    for (let code = text.charCodeAt(to); code >= 0x30 && code <= 0x39; code = text.charCodeAt(++to)) {
      amount = amount * 10 + code - 0x30
    }
    const digits = to - digitsFrom
    if (digits === 0 || (digits > 1 && text.charCodeAt(digitsFrom) === 0x30)) throw this.unreadable()
    this.at = numberEnd(text, from) ?? to
    if (this.at > to || digits > mostDigits) {
      const written = text.slice(from, this.at)
      const number = Number(written)
      if (this.own && numberText(number) !== written) this.odd++
      return number
    }
    if (amount === 0 && first === 0x2d) this.odd++
    return BigInt(digits > plainDigits ? text.slice(from, to) : first === 0x2d ? -amount : amount)
  }

  private unreadable() {
    return new UnreadableJson('It is not JSON.')
  }
}

function isEscaped(text: string, quote: number): boolean {
  let at = quote
  while (text.charCodeAt(at - 1) === 0x5c) at--
  return (quote - at) % 2 === 1
}
