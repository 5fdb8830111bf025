import { parseExact } from '../../shared/exact-json'
import { cell } from '../base/csv'
import { pathsOf, pickerOf, textOf } from './flatten'
import { Scan } from './scan'

const [quote, comma, space, openObject, openList, smallN] = [0x22, 0x2c, 0x20, 0x7b, 0x5b, 0x6e]
const [carriageReturn, newLine] = [0x0d, 0x0a]

/** Copies the bytes of most cells: a line is parsed only where a text has an escape. */
export class CsvRows {
  private readonly valuesOf: ReturnType<typeof pickerOf>
  private readonly scan: Scan
  private written = Buffer.alloc(0)
  private length = 0

  constructor(private readonly columns: readonly string[]) {
    const paths = pathsOf(columns)
    this.valuesOf = pickerOf(columns, paths)
    this.scan = new Scan(paths.top, columns.length, false)
  }

  of(lines: Buffer): Uint8Array {
    this.written = Buffer.allocUnsafeSlow(lines.length)
    this.length = 0
    this.scan.begin(lines)
    for (let [from, to] = [0, 0]; from < lines.length; from = to + 1) {
      to = this.scan.object(from)
      if (to > 0) this.scanned(lines, to - from)
      else {
        const end = lines.indexOf('\n', from)
        to = end < 0 ? lines.length : end
        this.add(
          this.valuesOf(parseExact(lines.toString('utf8', from, to)))
            .map(csvCell)
            .join(','),
          2
        )
      }
      this.written[this.length++] = carriageReturn
      this.written[this.length++] = newLine
    }
    return this.written.subarray(0, this.length)
  }

  /** @param most bytes of the cells that are copied */
  private scanned(lines: Buffer, most: number): void {
    const { scan, columns } = this
    const room = most + columns.length + 2
    this.reserve(room)
    for (let column = 0; column < columns.length; column++) {
      if (column > 0) this.written[this.length++] = comma
      if (!scan.has(column)) continue
      const [from, to] = [scan.from[column] ?? 0, scan.to[column] ?? 0]
      const first = lines[from]
      if (first === quote) this.text(lines, from + 1, to - 1, room)
      else if (first === openObject || first === openList) this.text(lines, from, to, room)
      else if (first !== smallN) this.copy(lines, from, to)
    }
  }

  private text(lines: Buffer, from: number, to: number, room: number): void {
    const quotes = quotesFor(lines, from, to)
    if (quotes === null) return this.add(cell(lines.toString('utf8', from, to)), room)
    if (quotes === 0) return this.copy(lines, from, to)
    this.reserve(quotes + room)
    this.written[this.length++] = quote
    for (let at = from; at < to; at++) {
      const byte = (this.written[this.length++] = lines[at] as number)
      if (byte === quote) this.written[this.length++] = quote
    }
    this.written[this.length++] = quote
  }

  private copy(lines: Buffer, from: number, to: number): void {
    for (let at = from; at < to; at++) this.written[this.length++] = lines[at] as number
  }

  /** @param room for what follows */
  private add(text: string, room: number): void {
    this.reserve(Buffer.byteLength(text) + room)
    this.length += this.written.write(text, this.length)
  }

  private reserve(bytes: number): void {
    if (this.length + bytes <= this.written.length) return
    const grown = Buffer.allocUnsafeSlow(2 * (this.length + bytes))
    grown.set(this.written.subarray(0, this.length))
    this.written = grown
  }
}

/** Bytes that need no more than quotes in a cell, and that a cell may begin with. */
const [plain, atStart] = [/^[ -:<-{}~]$/, /^[!-*,./-:<>?A-{}~]$/].map((of) =>
  Uint8Array.from({ length: 256 }, (_, byte) => Number(of.test(String.fromCharCode(byte))))
) as [Uint8Array, Uint8Array]

/** @returns how many quotes a cell gets; null if it may need more, as a formula does */
function quotesFor(bytes: Buffer, from: number, to: number): number | null {
  if (from === to) return 0
  if (atStart[bytes[from] as number] === 0 || bytes[to - 1] === space) return null
  let [quotes, commas] = [0, 0]
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number
    if (plain[byte] === 0) return null
    if (byte === quote) quotes++
    else if (byte === comma) commas++
  }
  return quotes + commas > 0 ? quotes + 2 : 0
}

/** Integers of any size stay numbers, also in lists. */
function csvCell(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  return cell(typeof value === 'object' && value !== null ? textOf(value) : value)
}
