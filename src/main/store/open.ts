import { chmodSync, closeSync, existsSync, openSync, readSync, renameSync } from 'node:fs'
import Database from 'libsql'
import type { Keeping } from '../../shared/connectors/snapshot'
import { migrate, migrations, newestVersion, versionOf } from './migrations'
import { takeEnd } from './orderly-end'
import { inTransaction } from './statements'
import { isCorrupt, reasonOf } from './sqlite-errors'
import { basename } from 'node:path'
import { isUtf8 } from 'node:buffer'

/** Rows per check: more takes more memory and no less time. */
const batch = 100

type Bytes = ArrayBuffer | null

/** One invalid JSON text here makes every view of the history and every refresh fail. */
const records = [
  ['connector', 'record'],
  ['change', 'before']
] as const

/**
 * True if every text is UTF-8 and every record is JSON. SQLite's own check does not find a damaged text, but this
 * library ends the whole process when it reads one.
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

/** SQLite joins the rows: row by row takes ten times as long. */
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
    if (last <= after) return false
    after = last
  }
}

const sound = (bytes: Bytes) => bytes === null || isUtf8(bytes)

interface Part {
  type: string
  name: string
  sql: string
}

const parts = (database: Database.Database) =>
  database.prepare('SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid').all() as Part[]

/**
 * Makes missing tables and indexes again, empty. SQLite accepts a file that lost a table; writes to it would be lost.
 * @returns the names of the missing tables
 */
function makeMissingTables(database: Database.Database): string[] {
  const whole = new Database(':memory:')
  try {
    migrate(whole, migrations.slice(0, versionOf(database)))
    const there = new Set(parts(database).map(({ name }) => name))
    const missing = parts(whole).filter(({ name }) => !there.has(name))
    inTransaction(database, () => {
      for (const { sql } of missing) database.exec(sql)
    })
    return missing.filter(({ type }) => type === 'table').map(({ name }) => name)
  } finally {
    whole.close()
  }
}

/** With the companion files: SQLite would replay a log left behind into the next database. */
function filesOf(file: string): string[] {
  return [file, `${file}-wal`, `${file}-shm`]
}

/**
 * Renames an unreadable database, with its log and index.
 * @returns the new file name without folder
 */
function setAside(file: string, now: number): string {
  const aside = `${file}.unreadable-${now}`
  for (const [at, path] of filesOf(file).entries()) {
    if (existsSync(path)) renameSync(path, filesOf(aside)[at] ?? aside)
  }
  return basename(aside)
}

export interface OpenOptions {
  file: string
  /** ms since 1970 */
  now: number
  /** Pages of 4,096 bytes: a full disk, for tests. */
  maxPages?: number
}

export interface Opened {
  database: Database.Database
  keeping: Keeping
  /** Last complete check, ms since 1970; null in memory. */
  checkedAt: number | null
}

const busyMs = 5_000

/**
 * Opens the profile's database: mode 600, WAL, migrated, and checked unless unchanged since an orderly end.
 * A damaged file is renamed, missing tables are made again, and both are reported. If nothing can be kept (read-only
 * profile, full disk, newer version), a database in memory has the readable content until the app quits.
 */
export function openDatabase(options: OpenOptions): Opened {
  let aside: string | null = null
  try {
    const checkedAt = soundAt(options)
    if (checkedAt === null) aside = setAside(options.file, options.now)
    const { database, missing } = openFile(options)
    const keeping: Keeping = { keeping: 'yes', reason: null, message: missingWords(missing), setAside: aside }
    return { database, keeping, checkedAt: checkedAt ?? options.now }
  } catch (thrown) {
    return openInstead(options.file, thrown, aside)
  }
}

export function openInstead(file: string, thrown: unknown, aside: string | null = null): Opened {
  const reason = thrown instanceof NewerDatabase ? 'newer' : reasonOf(thrown)
  const keeping: Keeping = { keeping: 'no', reason, message: messageOf(reason, thrown), setAside: aside }
  const readable = reason !== 'newer' && existsSync(file)
  return { database: (readable ? copyToMemory(file) : null) ?? inMemory(), keeping, checkedAt: null }
}

class NewerDatabase extends Error {
  constructor(readonly version: number) {
    super('The database is of a newer version.')
  }
}

/**
 * @returns last complete check, ms since 1970; null for a damaged file
 * @throws NewerDatabase, or what opening throws
 */
function soundAt(options: OpenOptions): number | null {
  const { file, now } = options
  if (!existsSync(file)) return now
  // Reads the header only: opening could write to a newer app's file.
  const version = versionInHeader(file)
  if (version > newestVersion) throw new NewerDatabase(version)
  return takeEnd(file, now) ?? (isSound(options) ? now : null)
}

function isSound(options: OpenOptions): boolean {
  let database: Database.Database | undefined
  try {
    database = connect(options)
    const [first] = database.pragma('quick_check') as { quick_check: string }[]
    const opened = versionOf(database)
    if (opened > newestVersion) throw new NewerDatabase(opened)
    return first?.quick_check === 'ok' && textsAreSound(database)
  } catch (thrown) {
    if (isCorrupt(thrown)) return false
    throw thrown
  } finally {
    database?.close()
  }
}

function openFile(options: OpenOptions): { database: Database.Database; missing: string[] } {
  const { file } = options
  // SQLite gives its -wal and -shm the mode of the database.
  closeSync(openSync(file, 'a', 0o600))
  for (const path of filesOf(file)) if (existsSync(path)) chmodSync(path, 0o600)
  const database = connect(options)
  database.pragma('journal_mode = WAL')
  // With NORMAL in WAL mode, an app crash loses nothing; a checkpoint guards against a power cut.
  database.pragma('synchronous = NORMAL')
  configure(database)
  const missing = makeMissingTables(database)
  migrate(database)
  return { database, missing }
}

function connect({ file, maxPages }: OpenOptions): Database.Database {
  const database = new Database(file)
  database.pragma(`busy_timeout = ${busyMs}`)
  if (maxPages !== undefined) database.pragma(`max_page_count = ${maxPages}`)
  return database
}

function configure(database: Database.Database): void {
  database.pragma('foreign_keys = ON')
  // Removed data must be gone from freed pages.
  database.pragma('secure_delete = ON')
}

export function inMemory(): Database.Database {
  const database = new Database(':memory:')
  configure(database)
  migrate(database)
  return database
}

/**
 * Copies every table, then migrates the copy. `immutable` serves folders where SQLite cannot make its index file; it
 * ignores the log.
 */
function copyToMemory(file: string): Database.Database | null {
  const url = fileUrl(file)
  for (const mode of ['mode=ro', 'mode=ro&immutable=1']) {
    const database = new Database(':memory:')
    try {
      database.exec(`ATTACH '${url}?${mode}' AS kept`)
      const [{ user_version: version }] = database.pragma('kept.user_version') as [{ user_version: number }]
      if (version > newestVersion) throw new NewerDatabase(version)
      migrate(database, migrations.slice(0, version))
      database.pragma('foreign_keys = OFF')
      inTransaction(database, () => {
        for (const table of tablesIn(database, 'kept')) {
          // Bodies may take half a gigabyte.
          const but = table === 'sent_part' ? `WHERE part <> 'body'` : ''
          database.exec(`INSERT INTO main.${table} SELECT * FROM kept.${table} ${but}`)
        }
      })
      database.exec('DETACH kept')
      if (!textsAreSound(database)) throw new Error('A text of it is damaged.')
      configure(database)
      migrate(database)
      return database
    } catch {
      database.close()
    }
  }
  return null
}

/** For options like `?mode=ro`. A profile may be called `O'Brien`. */
export function fileUrl(file: string): string {
  const encoded = (name: string) => encodeURIComponent(name).replaceAll("'", '%27')
  return `file:${file.split(/[\\/]/).map(encoded).join('/')}`
}

/** Leaves out SQLite's own tables. */
export function tablesIn(database: Database.Database, schema: string): string[] {
  const ours = `SELECT name FROM ${schema}.sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'`
  return (database.prepare(ours).all() as { name: string }[]).map(({ name }) => name)
}

/** `user_version` at offset 60 of SQLite's header; 0 without a header. */
function versionInHeader(file: string): number {
  const header = Buffer.alloc(100)
  const descriptor = openSync(file, 'r')
  try {
    const length = readSync(descriptor, header, 0, 100, 0)
    return length === 100 && header.toString('latin1', 0, 15) === 'SQLite format 3' ? header.readUInt32BE(60) : 0
  } finally {
    closeSync(descriptor)
  }
}

function missingWords(tables: readonly string[]): string {
  if (tables.length === 0) return ''
  return `Parts of the history were missing and start empty: ${tables.join(', ')}. The rest is as it was.`
}

const untilQuit = 'Everything works, but what is seen now is forgotten when the app quits.'

const messages = {
  'read-only': `The history cannot be kept: the profile cannot be written to. ${untilQuit}`,
  'disk-full': `The history cannot be kept: the disk is full. ${untilQuit} Make room, then start the app again.`,
  newer: `The history was made by a newer version of this app, and is left as it is. ${untilQuit}`,
  'in-use': `The history cannot be kept: another program is using it. ${untilQuit}`,
  stopped: 'The history stopped working. Start the app again to see and keep it.',
  other: `The history cannot be kept. ${untilQuit}`
}

export function messageOf(reason: NonNullable<Keeping['reason']>, thrown?: unknown): string {
  if (thrown instanceof NewerDatabase) {
    return `The history is of version ${thrown.version}, and this app knows versions up to ${newestVersion}: the file is left as it is. ${untilQuit} Install the newer app to see it again.`
  }
  if (reason !== 'other' || !(thrown instanceof Error)) return messages[reason]
  return `${messages.other} (${thrown.message})`
}
