import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate, migrations, newestVersion, versionOf } from './migrations'
import { openDatabase, openInstead } from './open'
import { inTransaction, Statements } from './statements'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'connector-desk-'))
  file = join(folder, 'history.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = (more = {}) => openDatabase({ file, now: 1234, ...more })
const insertRefresh = `INSERT INTO walk (workspace, region, started_at, verdict) VALUES ('w', 'eu', 1, 'complete')`
const countRefreshes = (database: Database.Database) =>
  new Statements(database).get<{ n: number }>('SELECT count(*) AS n FROM walk')?.n

function keepOneRefresh(): void {
  const { database } = open()
  database.exec(insertRefresh)
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
}

it.each(["O'Brien", "a'; DROP TABLE walk; --", 'a%27b #1?x'])(
  '@attack what is kept is read in a profile called %s',
  (name) => {
    mkdirSync(join(folder, name))
    file = join(folder, name, 'history.db')
    keepOneRefresh()
    expect(countRefreshes(openInstead(file, Object.assign(new Error('full'), { code: 'SQLITE_FULL' })).database)).toBe(
      1
    )
  }
)

describe('openDatabase', () => {
  it('makes a database in WAL mode that only its owner can read', () => {
    const { database, keeping } = open()
    database.exec(insertRefresh)
    expect(keeping).toEqual({ keeping: 'yes', reason: null, message: '', setAside: null })
    expect(database.pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }])
    expect(versionOf(database)).toBe(newestVersion)
    const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777])
    expect(modes).toEqual([
      ['history.db', 0o600],
      ['history.db-shm', 0o600],
      ['history.db-wal', 0o600]
    ])
    database.close()
  })

  it('removes the rights of other users', () => {
    writeFileSync(file, '', { mode: 0o644 })
    open().database.close()
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('finds what was kept', () => {
    keepOneRefresh()
    const { database } = open()
    expect(countRefreshes(database)).toBe(1)
    database.close()
  })

  it.each([
    ['no database', (kept: Buffer) => Buffer.from('not a database, only text '.repeat(400)).subarray(0, kept.length)],
    [
      'a damaged page',
      (kept: Buffer) => Buffer.concat([kept.subarray(0, 4096), Buffer.alloc(8192, 0xff), kept.subarray(12288)])
    ],
    ['cut short', (kept: Buffer) => kept.subarray(0, 6000)]
  ])('sets %s aside with its log, and starts an empty one', (_, damage) => {
    keepOneRefresh()
    writeFileSync(file, damage(readFileSync(file)))
    writeFileSync(`${file}-wal`, 'left behind')
    const { database, keeping } = open()
    expect(keeping).toMatchObject({ keeping: 'yes', setAside: 'history.db.unreadable-1234' })
    expect(existsSync(join(folder, 'history.db.unreadable-1234'))).toBe(true)
    expect(countRefreshes(database)).toBe(0)
    database.close()
  })

  it.each([
    ['filled with NULs', (kept: Buffer) => Buffer.alloc(kept.length)],
    ['whose head is NULs', (kept: Buffer) => Buffer.concat([Buffer.alloc(100), kept.subarray(100)])],
    ['that ends in NULs', (kept: Buffer) => Buffer.concat([kept.subarray(0, 4096), Buffer.alloc(kept.length - 4096)])]
  ])('sets a file aside %s', (_, damage) => {
    keepOneRefresh()
    writeFileSync(file, damage(readFileSync(file)))
    const { database, keeping } = open()
    expect(keeping).toMatchObject({ keeping: 'yes', setAside: 'history.db.unreadable-1234' })
    expect(countRefreshes(database)).toBe(0)
    database.exec(insertRefresh)
    expect(countRefreshes(database)).toBe(1)
    database.close()
  })

  it('takes an empty file for a new one', () => {
    writeFileSync(file, '')
    const { database, keeping } = open()
    expect(keeping).toEqual({ keeping: 'yes', reason: null, message: '', setAside: null })
    database.exec(insertRefresh)
    database.close()
    expect(countRefreshes(open().database)).toBe(1)
  })

  it('makes tables again that are missing, with their indexes, names them, and keeps the rest', () => {
    keepOneRefresh()
    const broken = new Database(file)
    for (const table of ['sent_part', 'sent']) broken.exec(`DROP TABLE ${table}`)
    broken.exec('DROP INDEX call_by_age')
    broken.close()
    const { database, keeping } = open()
    expect(keeping).toMatchObject({ keeping: 'yes', setAside: null })
    expect(keeping.message).toContain('were missing and start empty: sent, sent_part.')
    expect(countRefreshes(database)).toBe(1)
    database.exec(
      `INSERT INTO sent (id, workspace, at, is_read, head, words, bytes, stored) VALUES ('s', 'w', 1, 0, '', '', 0, 0)`
    )
    database.close()
    const again = open()
    expect(again.keeping.message).toBe('')
    const sql = new Statements(again.database)
    expect(sql.get('SELECT count(*) AS n FROM sent')).toMatchObject({ n: 1 })
    const names = `SELECT name FROM sqlite_schema WHERE name IN ('call_by_age', 'sent_by_time') ORDER BY name`
    expect(sql.all(names)).toMatchObject([{ name: 'call_by_age' }, { name: 'sent_by_time' }])
    again.database.close()
  })

  it('makes what is missing of an older version before it takes the steps to the newest', () => {
    const older = new Database(file)
    migrate(older, migrations.slice(0, 3))
    older.exec('DROP TABLE call')
    older.exec(insertRefresh)
    older.close()
    const { database, keeping } = open()
    expect(keeping.message).toContain('start empty: call.')
    expect([versionOf(database), countRefreshes(database)]).toEqual([newestVersion, 1])
    database.close()
  })

  it.each([
    ['a text that is not UTF-8', Buffer.from([0xff])],
    ['a record that is not JSON', Buffer.from(',')]
  ])('sets %s aside, which SQLite considers sound', (_, instead) => {
    const { database: kept } = open()
    const insert = `INSERT INTO connector (workspace, region, category, connector_id, record, first_walk, first_seen_at)
      VALUES ('w', 'eu', 'HRIS', ?, '{"id":"of a page"}', 1, 1)`
    inTransaction(kept, () => {
      for (let at = 0; at < 6_000; at++) kept.prepare(insert).run([`id ${at}`])
    })
    kept.prepare(insert.replace('of a page', 'damaged')).run(['the last one'])
    kept.pragma('wal_checkpoint(TRUNCATE)')
    kept.close()
    const bytes = readFileSync(file)
    instead.copy(bytes, bytes.indexOf('"damaged"'))
    writeFileSync(file, bytes)
    const copy = openInstead(file, new Error('cannot be written'))
    expect(copy.database.prepare('SELECT count(*) AS n FROM connector').get()).toMatchObject({ n: 0 })
    copy.database.close()
    const { database, keeping } = open()
    expect(keeping).toMatchObject({ keeping: 'yes', setAside: 'history.db.unreadable-1234' })
    database.close()
  })

  it('leaves the file of a newer version alone, and works without', () => {
    keepOneRefresh()
    const newer = new Database(file)
    newer.exec(`PRAGMA user_version = ${newestVersion + 1}`)
    newer.pragma('wal_checkpoint(TRUNCATE)')
    newer.close()
    for (const left of [`${file}-wal`, `${file}-shm`]) rmSync(left, { force: true })
    const before = readFileSync(file)
    const { database, keeping } = open()
    expect(keeping).toMatchObject({ keeping: 'no', reason: 'newer', setAside: null })
    database.exec(insertRefresh)
    expect(countRefreshes(database)).toBe(1)
    database.close()
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(readdirSync(folder)).toEqual(['history.db'])
  })

  it('works in memory where the profile cannot be written to', () => {
    writeFileSync(join(folder, 'in-the-way'), '')
    const { database, keeping } = openDatabase({ file: join(folder, 'in-the-way', 'history.db'), now: 1 })
    expect(keeping.keeping).toBe('no')
    expect(keeping.message).toContain('cannot be kept')
    database.exec(insertRefresh)
    expect(countRefreshes(database)).toBe(1)
    database.close()
  })

  it('works in memory where a folder is in its place', () => {
    mkdirSync(file)
    expect(open()).toMatchObject({ keeping: { keeping: 'no' } })
  })

  it('says that the disk is full, and works in memory', () => {
    const { database, keeping } = open({ maxPages: 3 })
    expect(keeping).toMatchObject({ keeping: 'no', reason: 'disk-full' })
    database.exec(insertRefresh)
    database.close()
  })
})

describe('a file that cannot be written', () => {
  /** A file as an app at that step left it. */
  function keepAt(step: number, ...insert: string[]): void {
    const database = new Database(file)
    database.pragma('journal_mode = WAL')
    migrate(database, migrations.slice(0, step))
    for (const sql of [insertRefresh, ...insert]) database.exec(sql)
    database.close()
  }
  const all = (database: Database.Database, sql: string) => new Statements(database).all(sql)
  /** Opens on a disk without a free page. */
  const openFull = () => {
    const opened = open({ maxPages: 1 })
    expect(opened.keeping).toMatchObject({ keeping: 'no', reason: 'disk-full' })
    expect(versionOf(opened.database)).toBe(newestVersion)
    return opened.database
  }

  const insertSent = `
    INSERT INTO sent (id, workspace, at, is_read, head, words, bytes, stored) VALUES ('s', 'w', 1, 0, '', '', 0, 0);
    INSERT INTO sent_part (sent, part, content) VALUES ('s', 'request', x'01'), ('s', 'body', x'02')`
  const insertCall = `
    INSERT INTO call (workspace, region, at, asker, method, path, query, status, tries, duration_ms, waited_ms, limited,
      bytes, mutation, probe, subject, forwarded)
    VALUES ('w', 'eu', 1, 'webhooks', 'GET', '/api/v1/webhooks', 'page_size', 404, 1, 1, 0, 0, 0, 0, 0, '', '')`
  const insertName = `INSERT INTO workspace_name VALUES ('w', 'Acme')`

  it('of step 1 opens in memory with its walks', () => {
    keepAt(1)
    const database = openFull()
    expect(countRefreshes(database)).toBe(1)
    database.close()
  })

  it('of step 2 opens in memory with what was sent, but for the bodies', () => {
    keepAt(2, insertSent)
    const database = openFull()
    expect(countRefreshes(database)).toBe(1)
    expect(all(database, 'SELECT sent, part FROM sent_part')).toEqual([{ sent: 's', part: 'request' }])
    database.close()
  })

  it('of step 3 opens in memory with its walks and its calls, which take the step as they would in the file', () => {
    keepAt(3, insertSent, insertCall)
    const before = readFileSync(file)
    const database = openFull()
    expect(countRefreshes(database)).toBe(1)
    expect(all(database, 'SELECT path, probe FROM call')).toEqual([{ path: '/api/v1/webhooks', probe: 1 }])
    database.close()
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('of step 4 opens in memory with the names of removed workspaces', () => {
    keepAt(4, insertCall, insertName)
    const { database, keeping } = openInstead(file, new Error('EROFS'))
    expect(keeping.keeping).toBe('no')
    expect(all(database, 'SELECT * FROM workspace_name')).toEqual([{ workspace: 'w', name: 'Acme' }])
    expect(all(database, 'SELECT probe FROM call')).toEqual([{ probe: 0 }])
    database.exec(insertRefresh)
    expect(countRefreshes(database)).toBe(2)
    expect(database.pragma('foreign_keys')).toEqual([{ foreign_keys: 1 }])
    database.close()
  })
})

describe('migrate', () => {
  it('takes each step once, with its version, or not at all', () => {
    const database = new Database(file)
    migrate(database, ['CREATE TABLE a (x)'])
    expect(() => migrate(database, ['CREATE TABLE a (x)', 'CREATE TABLE b (x); CREATE TABLE oops oops'])).toThrow()
    expect(versionOf(database)).toBe(1)
    expect(database.prepare(`SELECT name FROM sqlite_schema`).all()).toEqual([{ name: 'a' }])
    migrate(database, ['CREATE TABLE a (x)', 'CREATE TABLE b (x)', 'CREATE TABLE c (x)'])
    expect(versionOf(database)).toBe(3)
    database.close()
  })

  it('leaves a schema as it is that is up to date', () => {
    const database = new Database(file)
    migrate(database)
    migrate(database)
    expect(versionOf(database)).toBe(migrations.length)
    database.close()
  })
})

describe('inTransaction', () => {
  it('undoes everything, and throws what went wrong', () => {
    const database = new Database(':memory:')
    migrate(database)
    const work = () => {
      database.exec(insertRefresh)
      throw new Error('Stop.')
    }
    expect(() => inTransaction(database, work)).toThrow('Stop.')
    expect(countRefreshes(database)).toBe(0)
    expect(database.inTransaction).toBe(false)
    database.close()
  })
})
