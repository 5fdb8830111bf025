import { indexJson, isProblem, none, type JsonIndex, type JsonProblem } from '../../../shared/passthrough/json-index'
import { keyOf, positionOf } from '../../../shared/passthrough/json-lint'
import { masked } from '../../secrets/spellings'
import { childrenOf, exists, kindOf } from '../../viewer/json-values'
import { textOfFile } from '../../base/plain-text'

/** A text to take payloads from. Runs in the engine's thread: a large one is not to hold up main. */
export interface PayloadQuestion {
  bytes: Uint8Array
  /** Texts that are shown as `[token]`. */
  hidden: readonly string[]
  /** A value of a viewer's tree; null for the whole. */
  node: number | null
  most: number
}

export interface Payloads {
  /** JSON texts as they came. */
  records: Uint8Array[]
  notices: string[]
}

/** The most values whose names are looked at. */
const mostChecked = 2_000_000

/**
 * Payloads of a text: a list of objects makes one each, and so does an object with exactly one such list; NDJSON makes
 * one of every line; everything else is one payload.
 * @returns `refused` with what is wrong, where it is neither JSON nor NDJSON
 */
export function readPayloads({
  bytes,
  hidden,
  node,
  most
}: PayloadQuestion): { payloads: Payloads } | { refused: string } {
  const whole = textOfFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).replace(/^\ufeff/, '')
  const notices: string[] = []
  const text = masked(whole, hidden)
  if (text !== whole) notices.push('A token occurs in it and stands here as [token].')
  if (text.trim() === '') return { refused: 'There is nothing in it.' }
  const read = indexJson(text)
  if (!isProblem(read)) {
    const root = node ?? 0
    if (!exists(read, root)) return { refused: 'This response has no such value.' }
    const { items, notice } = recordsOf(read, root)
    if (notice) notices.push(notice)
    notices.push(...oddities(read))
    return { payloads: bounded(items, (n) => text.slice(read.start[n], read.end[n]), most, notices) }
  }
  const lines = linesOf(text)
  if (typeof lines === 'string') return { refused: lines === '' ? said(text, read) : lines }
  notices.push(`One record per line (NDJSON).`)
  return { payloads: bounded(lines, (line) => line, most, notices) }
}

function bounded<T>(items: readonly T[], textOf: (item: T) => string, most: number, notices: string[]): Payloads {
  if (items.length > most) {
    notices.push(
      `Only the first ${most.toLocaleString('en')} of ${items.length.toLocaleString('en')} records were taken.`
    )
  }
  return { records: items.slice(0, most).map((item) => Buffer.from(textOf(item))), notices }
}

/** Values that are a record each. */
function recordsOf(index: JsonIndex, root: number): { items: number[]; notice: string | null } {
  if (isListOfObjects(index, root)) return { items: [...childrenOf(index, root)], notice: null }
  if (kindOf(index, root) === 'object') {
    const lists = [...childrenOf(index, root)].filter((child) => isListOfObjects(index, child))
    const [list] = lists
    if (list !== undefined && lists.length === 1 && isEnvelope(index, root)) {
      return { items: [...childrenOf(index, list)], notice: `The records are the items of "${keyOf(index, list)}".` }
    }
  }
  return { items: [root], notice: null }
}

function isListOfObjects(index: JsonIndex, n: number): boolean {
  if (kindOf(index, n) !== 'array' || index.size[n] === 0) return false
  for (const item of childrenOf(index, n)) if (kindOf(index, item) !== 'object') return false
  return true
}

const listKeys = /^(items|data|results?|records|values?|entries|rows|list|content|elements|objects|resources|page)$/i
const recordKeys = /^(_?id|(first|last|display|full)?_?name|email)$/i

/** An envelope's list has a name that says so, or is all there is; beside it stand no names of a record. */
function isEnvelope(index: JsonIndex, root: number): boolean {
  if (index.size[root] === 1) return true
  for (const child of childrenOf(index, root)) {
    if (!(isListOfObjects(index, child) ? listKeys.test(keyOf(index, child)) : !recordKeys.test(keyOf(index, child)))) {
      return false
    }
  }
  return true
}

/** @returns the lines of NDJSON; else what is wrong with one of them, or '' where it is no NDJSON at all */
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

/** What evaluating cannot keep, though a record shows it as it came. */
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
