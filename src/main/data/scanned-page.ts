import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { parseExact, writeExact } from '../../shared/exact-json'
import { deepest, parseJson } from '../http/json'
import type { Masker } from '../secrets/masker'
import { idOf, mostColumns, type Columns } from './flatten'
import { namesToken } from './lines'
import { Scan } from './scan'

interface ScannedItem {
  from: number
  to: number
  id: string | null
  /** Only of an item that is parsed: its bytes are not its line, or it has a new column. */
  value?: unknown
}

/** Bytes: as much memory stays for the texts of a page. */
const longest = 4_000_000
/** Each is scanned and parsed; with more of them the whole page is parsed, which is quicker. */
const mostParsed = 20
/** Stands for the items while the rest is parsed. */
const mark = randomUUID()
const listKey = '"items":['
const [quote, backslash, comma, minus, lineBreak] = [0x22, 0x5c, 0x2c, 0x2d, 0x0a]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** A page whose own bytes are its lines: nearly no item is parsed. */
export class ScannedPage {
  constructor(
    readonly cursor: unknown,
    readonly items: readonly ScannedItem[],
    private readonly body: Buffer,
    /** All texts and keys of items that are not parsed. */
    private readonly texts: readonly string[]
  ) {}

  /** Among them all that may have a new column. */
  get parsed(): unknown[] {
    return this.items.flatMap(({ value }) => (value === undefined ? [] : [value]))
  }

  get values(): unknown[] {
    return this.items.map(({ from, to, value }) => value ?? parseExact(this.body.toString('utf8', from, to)))
  }

  /** @returns a line of JSON for each item, as `linesOf` makes it; null if they may hold a secret */
  lines(masker: Masker): Buffer | null {
    if (masker.holdsWithin([this.texts, this.parsed])) return null
    const lines = this.joined()
    return namesToken(lines) ? null : lines
  }

  private joined(): Buffer {
    const [start, last] = [this.items[0]?.from ?? 0, this.items.at(-1)?.to ?? 0]
    // Only the list: what else a page has would stay in memory with its lines.
    const text = Buffer.from(this.body.subarray(start, last + 1))
    const pieces: Uint8Array[] = []
    let [done, end] = [0, 0]
    for (const { from, to, value } of this.items) {
      end = to - start
      text[end] = lineBreak
      if (value === undefined) continue
      pieces.push(text.subarray(done, from - start), Buffer.from(`${writeExact(value)}\n`))
      done = end + 1
    }
    // No copy where no item is parsed: what is outside of V8's heap makes it collect garbage.
    const lines =
      pieces.length === 0 ? text.subarray(done, end + 1) : Buffer.concat([...pieces, text.subarray(done, end + 1)])
    return lines.subarray(0, lines.length - 1)
  }
}

export class PageScanner {
  private readonly scan: Scan

  constructor(
    private readonly columns: Columns,
    private readonly idField: string
  ) {
    this.scan = new Scan(columns.paths.top, mostColumns, true)
  }

  /**
   * @returns a ScannedPage, or the parsed page if it is written in another way than expected
   * @throws AppError bad-response
   */
  read = (body: Buffer): unknown => {
    const mayScan = body.length <= longest && isUtf8(body)
    return (mayScan ? this.scanned(body) : null) ?? parseJson(body, parseExact)
  }

  private scanned(body: Buffer): ScannedPage | null {
    const list = body.indexOf(listKey)
    if (list < 0) return null
    const from = list + listKey.length
    const items = this.itemsAt(body, from)
    const texts = this.scan.takeTexts()
    const end = items?.at(-1)?.to
    if (!items || end === undefined) return null
    const rest = parsed(`${body.toString('utf8', 0, from)}"${mark}"${body.toString('utf8', end)}`)
    // JSON.parse takes the last list of a name, which may be another.
    if (!Array.isArray(rest?.items) || rest.items[0] !== mark) return null
    return new ScannedPage(rest.cursor, items, body, [texts, ...this.columns.paths.keys])
  }

  private itemsAt(body: Buffer, from: number): ScannedItem[] | null {
    const items: ScannedItem[] = []
    this.scan.begin(body)
    for (let [at, mayParse] = [from, mostParsed]; ; at++) {
      const item = this.plainItem(body, at) ?? (mayParse-- > 0 ? this.parsedItem(body, at) : null)
      if (!item) return null
      items.push(item)
      at = item.to
      if (body[at] === closeList) return items
      if (body[at] !== comma) return null
    }
  }

  private plainItem(body: Buffer, from: number): ScannedItem | null {
    const { scan } = this
    const to = scan.object(from)
    const column = this.columns.paths.columnOf('id')
    if (to < 0 || scan.hasMore || column === undefined || !scan.has(column)) return null
    const [begin, end] = [scan.from[column] ?? 0, scan.to[column] ?? 0]
    const first = body[begin] ?? 0
    if (first === quote && end - begin > 2) return { from, to, id: body.toString('utf8', begin + 1, end - 1) }
    return first === minus || (first >= 0x30 && first <= 0x39)
      ? { from, to, id: body.toString('latin1', begin, end) }
      : null
  }

  private parsedItem(body: Buffer, from: number): ScannedItem | null {
    const to = endOf(body, from)
    const value = to < 0 ? null : parsed(body.toString('utf8', from, to))
    return value && { from, to, id: idOf(value, this.idField), value }
  }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value = parseJson(Buffer.from(text), parseExact)
    return typeof value === 'object' ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** @returns where an object ends; -1 if it does not, or is too deep for an item. Does not check that it is JSON */
function endOf(body: Uint8Array, from: number): number {
  if (body[from] !== openObject) return -1
  for (let [at, depth] = [from, 0]; at < body.length; at++) {
    const byte = body[at]
    if (byte === quote) {
      for (at++; at < body.length && body[at] !== quote; at++) if (body[at] === backslash) at++
    } else if (byte === openObject || byte === openList) {
      // The page and its list are two levels more.
      if (++depth > deepest - 2) return -1
    } else if ((byte === closeObject || byte === closeList) && --depth === 0) return at + 1
  }
  return -1
}
