import type { SharedRow } from '../../connectors/refresh-sharing'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { Place } from '../../../shared/workspaces/place'
import { category, type Category } from '../../../shared/connectors/category'
import type { LastRows } from '../../../shared/connectors/snapshot'
import { connectorKey, isConnectorRecord, type ConnectorRecord } from '../../../shared/connectors/connector'
import { withoutLongTexts } from '../../base/texts'
import type { Remote } from '../../base/thread'
import type { ConnectorMethods } from '../../connectors/store'
import { parseJson } from '../../http/json'
import type { Masker } from '../../secrets/masker'
import { lineOf, type PageLine, idText, keyOf } from '../../store/tables/connectors/page-lines'
import type { TeamConnection } from '../connection'
import { Trouble } from '../trouble'
import type { Source } from './lease'
import type { TeamRefresh } from './look'
import type { LineName, ReadSoFar } from './store'
import { refreshWords } from '../words'

/** Characters of a record, bytes of an id. */
export const limits = { record: 200_000, id: 400 }

/** About 200 kB; at most 40 MB if written by hand. */
const rowsAtOnce = 200
/** Security: rows written by hand must not exhaust this app. */
const most = { text: 4e8, rows: 1_000_000 }

/** Leaves megabytes written by hand on the server. */
const columns = `seq::text AS seq, left(category, 41) AS category, id, gone,
  CASE WHEN length(record) <= ${limits.record} THEN record ELSE '' END AS record`
/** `record.seq` is the number; plain `seq` would be the text column, where 10 sorts before 9. */
const since = `SELECT ${columns} FROM connector_desk.record
  WHERE service = $1 AND scope = $2 AND seq > $3 ORDER BY record.seq LIMIT ${rowsAtOnce}`
const named = `SELECT ${columns} FROM connector_desk.record
  JOIN jsonb_to_recordset($3::jsonb) AS own (of_category text, of_id text) ON category = of_category AND id = of_id
  WHERE service = $1 AND scope = $2`

export interface ReadParts {
  connection: Pick<TeamConnection, 'query'>
  store: Pick<Remote<ConnectorMethods>, 'lastRows'>
  masker: Pick<Masker, 'cleanEach'>
}

export interface TeamReading {
  place: Place
  source: Source
  refresh: TeamRefresh
  soFar: ReadSoFar
}

export interface SharedReading {
  rows: AsyncGenerator<SharedRow[]>
  /** Every change since the last read. */
  isAll: boolean
}

/**
 * The connectors of a team's refresh, in pages: changed ones from the team, the rest from this desk. The network part
 * ends before the first row, so that after a failure this desk can refresh by itself.
 *
 * @throws Trouble
 */
export async function readShared(parts: ReadParts, of: TeamReading): Promise<SharedReading> {
  const changes = new Map<string, SharedLine>()
  for (const lines of [await ownOf(parts, of), await changedOf(parts, of)])
    for (const line of lines) changes.set(nameOf(line), line)
  // A category that did not end well counts as unseen.
  const whole = new Set(of.refresh.categories.flatMap(({ category, state }) => (state === 'done' ? category : [])))
  const seen = new Map([...changes].filter(([, { category }]) => whole.has(category)))
  return { rows: rowsOf(parts, of, seen, whole), isAll: seen.size === changes.size }
}

/** Connectors that this desk saw by itself. */
async function ownOf({ connection }: ReadParts, { source, soFar }: TeamReading): Promise<SharedLine[]> {
  if (soFar.own.length === 0) return []
  const found: SharedLine[] = []
  for (let at = 0; at < soFar.own.length; at += rowsAtOnce) {
    const names = soFar.own.slice(at, at + rowsAtOnce)
    const asked = JSON.stringify(names.map(({ category, id }) => ({ of_category: category, of_id: id })))
    for (const row of await connection.query(named, [source.service, source.scope, asked])) found.push(readable(row))
  }
  const known = new Set(found.map(nameOf))
  // The team does not know them.
  const gone = soFar.own.filter((name) => !known.has(nameOf(name))).map((name) => ({ ...name, record: null }))
  return [...found, ...gone]
}

async function changedOf({ connection }: ReadParts, { source, soFar }: TeamReading): Promise<SharedLine[]> {
  const lines: SharedLine[] = []
  let text = 0
  for (let after = String(soFar.readTo); ;) {
    const rows = await connection.query<{ seq: string }>(since, [source.service, source.scope, after])
    for (const row of rows) {
      const line = readable(row)
      lines.push(line)
      text += line.record?.length ?? 0
    }
    if (text > most.text || lines.length > most.rows) throw new Trouble('rights', refreshWords.tooMuch)
    if (rows.length < rowsAtOnce) return lines
    after = rows.at(-1)?.seq ?? after
  }
}

/**
 * A skipped line would show old data as current.
 *
 * @throws Trouble
 */
function readable(row: unknown): SharedLine {
  const line = readRecord(row)
  if (!line) throw new Trouble('rights', refreshWords.unreadable)
  return line
}

async function* rowsOf(
  { store, masker }: ReadParts,
  { place, soFar }: TeamReading,
  changes: ReadonlyMap<string, SharedLine>,
  whole: ReadonlySet<Category>
): AsyncGenerator<SharedRow[]> {
  const there = [...changes.values()].filter((line) => line.record !== null)
  for (let at = 0; at < there.length; at += rowsAtOnce) {
    yield cleanRows(masker, there.slice(at, at + rowsAtOnce))
    await setImmediate()
  }
  // Before the first read, only the team's records count.
  if (soFar.readTo === 0) return
  for (let after: number | null = 0; after !== null;) {
    const chunk: LastRows = await store.lastRows({ place, after, limit: rowsAtOnce })
    const rows = chunk.rows.filter(
      ({ category, record }) => whole.has(category) && !changes.has(nameOf({ category, id: idText(record.id) }))
    )
    yield cleanEach(masker, rows)
    after = chunk.next
  }
}

const cleanRows = (masker: Pick<Masker, 'cleanEach'>, lines: readonly SharedLine[]): SharedRow[] =>
  cleanEach(
    masker,
    lines.map(({ category, id, record }) => ({
      ...{ key: keyOf(category, id), category },
      record: JSON.parse(record ?? '') as ConnectorRecord
    }))
  )

/** A new secret may be known since. */
function cleanEach(masker: Pick<Masker, 'cleanEach'>, rows: readonly SharedRow[]): SharedRow[] {
  const clean = masker.cleanEach(rows.map(({ record }) => ({ value: record, own: null })))
  return rows.map(({ key, category }, at) => ({ key, category, record: clean[at] as ConnectorRecord }))
}

const nameOf = ({ category, id }: LineName) => connectorKey(category, id)

const row = z.object({
  seq: z.string().regex(/^\d{1,15}$/),
  category,
  id: z.string().min(1).max(limits.id),
  gone: z.boolean(),
  record: z.string()
})

export interface SharedLine {
  category: Category
  /** As `idText` writes it. */
  id: string
  /** null: gone */
  record: PageLine['record'] | null
}

/**
 * Reads a row that any account with the rights can write by hand, with a token or megabytes of text.
 *
 * @returns null if unknown or unfit
 */
export function readRecord(from: unknown): SharedLine | null {
  const read = row.safeParse(from)
  if (!read.success) return null
  const { category: of, id, gone, record } = read.data
  if (gone) return isIdText(id) ? { category: of, id, record: null } : null
  const parsed = tried(() => parseJson(Buffer.from(record)))
  if (!isConnectorRecord(parsed) || idText(parsed.id) !== id) return null
  return { ...lineOf({ category: of, record: withoutLongTexts(parsed) }), id }
}

function isIdText(text: string): boolean {
  const id = tried(() => JSON.parse(`"${text}"`) as unknown)
  return typeof id === 'string' && idText(id) === text
}

function tried(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    return undefined
  }
}
