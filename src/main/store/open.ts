import { chmodSync, closeSync, existsSync, openSync, readSync, renameSync } from 'node:fs'
import Database from 'libsql'
import type { Keeping } from '../../shared/connectors/snapshot'
import { migrate, migrations, newestVersion, versionOf } from './migrations'
import { takeEnd } from './orderly-end'
import { inTransaction } from './statements'
import { isCorrupt, reasonOf } from './sqlite-errors'
import { basename } from 'node:path'
import { isUtf8 } from 'node:buffer'

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

interface Part {
  type: string
  name: string
  sql: string
}

const parts = (database: Database.Database) =>
  database.prepare('SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid').all() as Part[]

/**
 * Makes again, empty, what a database of its version should have and has not. SQLite takes a file that lost a table
 * for sound, and what is written to that table would be lost with every quit.
 *
 * @returns the names of the tables that were missing
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

/** The database with the files that belong to it: a log left behind would be played into the next database. */
function filesOf(file: string): string[] {
  return [file, `${file}-wal`, `${file}-shm`]
}

/**
 * Gives a database that cannot be read another name, with its log and index.
 *
 * @returns the new name of the database, without its folder
 * @throws what the file system throws
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
  /** ms since 1970, for the name of a file that is set aside. */
  now: number
  /** Bound for the size of the database, in pages of 4,096 bytes: a full disk, for tests. */
  maxPages?: number
}

export interface Opened {
  database: Database.Database
  keeping: Keeping
  /** When the file was last checked completely, ms since 1970; null for a database in memory. */
  checkedAt: number | null
}

const busyMs = 5_000

/**
 * Opens the database of the profile: mode 600, WAL, checked, migrated. One that still is as an orderly end left it was
 * checked before. One that is damaged is set aside under another name and reported; tables that are missing are made
 * again, and their names reported. Where nothing can be kept (read-only profile, full disk, a newer version's file), a
 * database in memory takes its place, holding what could be read of the file, so that everything works until the app
 * quits.
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

/** A database in memory with what can be read of the file, and why it is needed. */
export function openInstead(file: string, thrown: unknown, aside: string | null = null): Opened {
  const reason = thrown instanceof NewerDatabase ? 'newer' : reasonOf(thrown)
  const keeping: Keeping = { keeping: 'no', reason, message: messageOf(reason, thrown), setAside: aside }
  const readable = reason !== 'newer' && existsSync(file)
  return { database: (readable ? copyToMemory(file) : null) ?? inMemory(), keeping, checkedAt: null }
}

class NewerDatabase extends Error {
  /** @param version of the file */
  constructor(readonly version: number) {
    super('The database is of a newer version.')
  }
}

/**
 * @returns when the file was last checked completely, ms since 1970; null for one that is damaged
 * @throws NewerDatabase, or what opening throws
 */
function soundAt(options: OpenOptions): number | null {
  const { file, now } = options
  if (!existsSync(file)) return now
  // Without opening it: that alone could write to the file of a newer app.
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
  // In WAL mode a crash of the app loses nothing with NORMAL; what a power cut must not lose is checkpointed.
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
  // Removed data is gone: freed pages are overwritten.
  database.pragma('secure_delete = ON')
}

/** A database that ends with this run. */
export function inMemory(): Database.Database {
  const database = new Database(':memory:')
  configure(database)
  migrate(database)
  return database
}

/**
 * Every table as the file has it, at the version of the file, then taken to the newest: a file that could not be
 * migrated is read as one that was. `immutable` is for a folder where SQLite cannot even make its index file; it reads
 * past the log then.
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
          // Not the bodies: they may be half a gigabyte.
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

/** A file as SQLite takes it within a text of SQL, where options follow: `?mode=ro`. A profile may be called `O'Brien`. */
export function fileUrl(file: string): string {
  const encoded = (name: string) => encodeURIComponent(name).replaceAll("'", '%27')
  return `file:${file.split(/[\\/]/).map(encoded).join('/')}`
}

/** But for those SQLite keeps itself. */
export function tablesIn(database: Database.Database, schema: string): string[] {
  const ours = `SELECT name FROM ${schema}.sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'`
  return (database.prepare(ours).all() as { name: string }[]).map(({ name }) => name)
}

/** `user_version` as the file's header has it (SQLite file format, offset 60); 0 where there is none to read. */
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
