import { isUtf8 } from 'node:buffer'
import type Database from 'libsql'

/** Rows checked in one go, however large they are: more is not quicker, and takes more memory. */
const batch = 100

/** Bytes as this library returns them. */
type Bytes = ArrayBuffer | null

/** What every view of the history reads, and every walk: one that is not JSON would make all of them fail. */
const records = [
  ['connector', 'record'],
  ['change', 'before']
] as const

/**
 * Whether every text of a database is UTF-8, and every record JSON. SQLite keeps texts as they come, and its own check
 * finds nothing where a disk has damaged one; but this library ends the whole process as soon as it reads one that is
 * not.
 */
export function textsAreSound(database: Database.Database): boolean {
  const schema = `SELECT CAST(group_concat(name || char(10) || coalesce(sql, ''), char(10)) AS BLOB) AS bytes
    FROM sqlite_schema`
  if (!sound((database.prepare(schema).get() as { bytes: Bytes }).bytes)) return false
  const tables = `SELECT name, wr FROM pragma_table_list
    WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*'`
  const found = database.prepare(tables).all() as { name: string; wr: number }[]
  const utf8 = found.every(({ name, wr }) => {
    const columns = database.prepare(`SELECT name FROM pragma_table_info(?) WHERE type = 'TEXT'`).all([name])
    const texts = (columns as { name: string }[]).map((column) => `coalesce(${column.name}, '')`)
    if (texts.length === 0) return true
    return tableIsSound(database, name, texts.join(' || char(10) || '), wr === 0)
  })
  const odd = ([table, column]: (typeof records)[number]) =>
    found.some(({ name }) => name === table) &&
    database.prepare(`SELECT 1 FROM ${table} WHERE NOT json_valid(${column}) LIMIT 1`).get() !== undefined
  return utf8 && !records.some(odd)
}

/** Rows are put together in SQLite: to be handed over one by one takes ten times as long. */
function tableIsSound(database: Database.Database, table: string, text: string, hasRowid: boolean): boolean {
  const rows = hasRowid
    ? `SELECT rowid AS at, ${text} AS text FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${batch}`
    : `SELECT 0 AS at, ${text} AS text FROM ${table} WHERE 0 > ?`
  const select = database.prepare(
    `SELECT max(at) AS last, CAST(group_concat(text, char(10)) AS BLOB) AS bytes FROM (${rows})`
  )
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const { last, bytes } = select.get([after]) as { last: number | null; bytes: Bytes }
    if (!sound(bytes)) return false
    if (last === null || !hasRowid) return true
    // No number of ours is so large that it is rounded.
    if (last <= after) return false
    after = last
  }
}

const sound = (bytes: Bytes) => bytes === null || isUtf8(bytes)
