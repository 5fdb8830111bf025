import { indexJson, isProblem, none, type JsonIndex, type JsonProblem } from '../../../shared/passthrough/json-index'
import { keyOf, positionOf } from '../../../shared/passthrough/json-lint'
import { toJmespath, wayTo } from '../../../shared/passthrough/paths'
import { masked, type Piece } from '../../secrets/masked'
import { childrenOf, exists, kindOf } from '../../viewer/json-values'
import { textOfFile } from '../../base/plain-text'

/** Handled in the engine's thread: a large text must not block main. */
export interface PayloadQuestion {
  bytes: Uint8Array
  /** Texts that are shown as `[token]`. */
  hidden: readonly Piece[]
  /** A value of the viewer's tree; null keeps the payload whole. */
  items: number | null
  most: number
}

export interface Payloads {
  /** JSON texts, unchanged. */
  records: Uint8Array[]
  notices: string[]
  /** JMESPath of the split list; null for whole payloads. */
  itemsOf: string | null
}

const mostChecked = 2_000_000

/**
 * A JSON text is one payload, because the service evaluates an expression on all of it; NDJSON gives one a line. Splits
 * only a list that the operator chose.
 * @returns `refused` with the reason, for text that is neither JSON nor NDJSON
 */
export function readPayloads({
  bytes,
  hidden,
  items,
  most
}: PayloadQuestion): { payloads: Payloads } | { refused: string } {
  const whole = textOfFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).replace(/^\ufeff/, '')
  const notices: string[] = []
  const text = masked(whole, hidden)
  if (text !== whole) notices.push('A token occurs in it and stands here as [token].')
  if (text.trim() === '') return { refused: 'There is nothing in it.' }
  const read = indexJson(text)
  if (!isProblem(read)) {
    if (items !== null) return itemsOf(read, items, most, notices)
    if (kindOf(read, 0) === 'null') return { refused: 'It is null: there is no sample in it.' }
    notices.push(...oddities(read))
    return { payloads: { ...bounded([text.trim()], (one) => one, most, notices), itemsOf: null } }
  }
  const lines = linesOf(text)
  if (typeof lines === 'string') return { refused: lines === '' ? said(text, read) : lines }
  notices.push(`One record per line (NDJSON).`)
  return { payloads: { ...bounded(lines, (line) => line, most, notices), itemsOf: null } }
}

function itemsOf(
  index: JsonIndex,
  list: number,
  most: number,
  notices: string[]
): { payloads: Payloads } | { refused: string } {
  if (!exists(index, list) || kindOf(index, list) !== 'array') return { refused: 'This sample has no such list.' }
  notices.push(...oddities(index))
  const records = bounded(
    [...childrenOf(index, list)],
    (n) => index.text.slice(index.start[n], index.end[n]),
    most,
    notices
  )
  return { payloads: { ...records, itemsOf: toJmespath(wayTo(index, list)) } }
}

function bounded<T>(
  items: readonly T[],
  textOf: (item: T) => string,
  most: number,
  notices: string[]
): Omit<Payloads, 'itemsOf'> {
  if (items.length > most) {
    notices.push(
      `Only the first ${most.toLocaleString('en')} of ${items.length.toLocaleString('en')} records were taken.`
    )
  }
  return { records: items.slice(0, most).map((item) => Buffer.from(textOf(item))), notices }
}

/** @returns the lines, or what is wrong with one; '' if the text is not NDJSON */
function linesOf(text: string): string[] | string {
  const lines = text.split(/\r?\n/)
  const records: string[] = []
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue
    const read = indexJson(line)
    if (isProblem(read)) {
      if (records.length === 0) return ''
      return `Line ${at + 1} is no JSON, though the lines before it are: ${read.message}`
    }
    if (kindOf(read, 0) !== 'object') return ''
    records.push(line)
  }
  return records
}

function said(text: string, { message, at }: JsonProblem): string {
  const { line, column } = positionOf(text, at)
  return `This is neither JSON nor one JSON object per line. Line ${line}, column ${column}: ${message}`
}

/** What evaluation loses, although the record still shows it. */
function oddities(index: JsonIndex): string[] {
  const end = Math.min(index.count, mostChecked)
  for (let n = 0; n < end; n++) {
    if (kindOf(index, n) === 'object' && hasRepeatedKey(index, n)) {
      return ['Some objects hold a key twice: records show both, results take the last.']
    }
  }
  return []
}

function hasRepeatedKey(index: JsonIndex, n: number): boolean {
  const seen = new Set<string>()
  for (const child of childrenOf(index, n)) {
    if ((index.key[child] ?? none) === none) return false
    const key = keyOf(index, child)
    if (seen.has(key)) return true
    seen.add(key)
  }
  return false
}
