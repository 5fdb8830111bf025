import type { Category } from '../../../../shared/connectors/category'
import { digestLength, type ConnectorRecord } from '../../../../shared/connectors/connector'
import { idText } from './key-columns'

/** A record as a walk brought it. It carries neither a token nor the handle of one. */
export interface SeenRow {
  key: string
  category: Category
  record: ConnectorRecord
}

/** A connector of a page, as the database holds it. */
export interface PageLine {
  category: Category
  /** As `idText` writes it. */
  id: string
  /** The record as JSON. */
  record: string
}

/** A row of a page as it is sent: its line, or the digest of a record that the database was sent before with that. */
export type SentLine = (PageLine & { digest?: string | undefined }) | { digest: string; record?: undefined }

/** A page as it is sent. */
export interface SentPage {
  /** The lines that are sent whole (`pageOf`). */
  page: Uint8Array
  /** For each row in order, how it is sent and its digest, `digestLength` + 1 characters. Without it, all are whole. */
  marks?: string
}

/** A connector as a line of a page. */
export function lineOf({ category, record }: Pick<SeenRow, 'category' | 'record'>): PageLine {
  return { category, id: idText(record.id), record: JSON.stringify(storable(record)) }
}

/**
 * A page on its way to the thread of the database: a line for each connector, as bytes. To write a record as text once
 * takes main half of what a copy of the object does, and the thread compares the text with what is kept, without
 * reading it.
 */
export function pageOf(lines: readonly PageLine[]): Uint8Array {
  return Buffer.from(lines.map(({ category, id, record }) => `${category}\t${id}\t${record}`).join('\n'))
}

/** The lines of a page. JSON holds neither a tab nor a line break, and `idText` is of JSON. */
export function linesOf(page: Uint8Array): PageLine[] {
  const text = Buffer.from(page.buffer, page.byteOffset, page.byteLength).toString()
  return text === ''
    ? []
    : text.split('\n').map((line) => {
        const [first, second] = [line.indexOf('\t'), line.indexOf('\t', line.indexOf('\t') + 1)]
        const category = line.slice(0, first) as Category
        return { category, id: line.slice(first + 1, second), record: line.slice(second + 1) }
      })
}

const marked = digestLength + 1
const [asDigest, whole] = ['=', '+']

/** A page on its way to the thread of the database. */
export function sentPageOf(lines: readonly SentLine[]): Required<SentPage> {
  const mark = ({ record, digest = '' }: SentLine) =>
    (record === undefined ? asDigest : whole) + digest.padEnd(digestLength)
  return { page: pageOf(lines.filter((line) => line.record !== undefined)), marks: lines.map(mark).join('') }
}

/** The rows of a page in their order. */
export function sentLines({ page, marks }: SentPage): SentLine[] {
  const lines = linesOf(page)
  if (marks === undefined) return lines
  let next = 0
  return Array.from({ length: marks.length / marked }, (_, at): SentLine => {
    const digest = marks.slice(at * marked + 1, (at + 1) * marked)
    if (marks[at * marked] === asDigest) return { digest }
    const line = lines[next++]
    if (!line) throw new Error('A page has fewer lines than it says.')
    return digest.trim() ? { ...line, digest } : line
  })
}

/**
 * Without a token. A number such as 1e400 would be kept as null, as if the service had sent none; as a text it stays
 * visible as wrong.
 */
function storable(record: ConnectorRecord): ConnectorRecord {
  let kept = record
  for (const field of Object.keys(record)) {
    const value = record[field]
    if (field === 'connector_token') Reflect.deleteProperty((kept = { ...kept }), field)
    else if (value === Infinity || value === -Infinity) kept = { ...kept, [field]: String(value) }
  }
  return kept
}
