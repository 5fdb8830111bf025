import type { Category } from '../../../../shared/connectors/category'
import { digestLength, type ConnectorRecord, connectorKey } from '../../../../shared/connectors/connector'

/** Without any token or token handle. */
export interface SeenRow {
  key: string
  category: Category
  record: ConnectorRecord
}

/** SQLite's texts end at a NUL and know no half characters. A well-formed id stays unchanged. */
export function idText(id: string): string {
  return JSON.stringify(id).slice(1, -1)
}

/** `<category>:<id>` */
export function keyOf(category: Category, text: string): string {
  return connectorKey(category, text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text)
}

export function columnsOf(key: string): { category: string; id: string } {
  const colon = key.indexOf(':')
  return { category: key.slice(0, colon), id: idText(key.slice(colon + 1)) }
}

export interface PageLine {
  category: Category
  /** From `idText`. */
  id: string
  /** JSON */
  record: string
}

/** A row's line, or the digest of a record that the database already got. */
export type SentLine = (PageLine & { digest?: string | undefined }) | { digest: string; record?: undefined }

export interface SentPage {
  page: Uint8Array
  /** Each row's kind and digest, `digestLength` + 1 characters. Absent: all lines are whole. */
  marks?: string
}

export function lineOf({ category, record }: Pick<SeenRow, 'category' | 'record'>): PageLine {
  return { category, id: idText(record.id), record: JSON.stringify(storable(record)) }
}

/** One line per connector. Text costs main half of an object copy, and the thread compares texts without parsing. */
export function pageOf(lines: readonly PageLine[]): Uint8Array {
  return Buffer.from(lines.map(({ category, id, record }) => `${category}\t${id}\t${record}`).join('\n'))
}

/** JSON holds neither a tab nor a line break, and `idText` writes JSON. */
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

export function sentPageOf(lines: readonly SentLine[]): Required<SentPage> {
  const mark = ({ record, digest = '' }: SentLine) =>
    (record === undefined ? asDigest : whole) + digest.padEnd(digestLength)
  return { page: pageOf(lines.filter((line) => line.record !== undefined)), marks: lines.map(mark).join('') }
}

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

/** Removes tokens. JSON would turn 1e400 into null, as if the service sent none; as text it stays visibly wrong. */
function storable(record: ConnectorRecord): ConnectorRecord {
  let kept = record
  for (const field of Object.keys(record)) {
    const value = record[field]
    if (field === 'connector_token') Reflect.deleteProperty((kept = { ...kept }), field)
    else if (value === Infinity || value === -Infinity) kept = { ...kept, [field]: String(value) }
  }
  return kept
}
