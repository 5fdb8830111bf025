import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../app/store'
import { newestVersion, versionOf } from '../store/migrations'
import { openDatabase, tablesIn } from '../store/open'
import { released } from './released'

// From each released schema to the newest. The files are stored, because those apps are gone.
const folderOf = join(import.meta.dirname, 'released')
const versions = Array.from({ length: newestVersion }, (_, step) => step + 1)

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'connector-desk-'))
  file = join(folder, 'history.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

const unpack = (version: number) =>
  writeFileSync(file, gunzipSync(readFileSync(join(folderOf, released.fileOf(version)))), { mode: 0o600 })

/** Columns and indexes; how a table got its columns does not matter. */
function shapeOf(database: Database.Database) {
  const columns = (table: string) =>
    database.prepare(`SELECT name, type, "notnull", pk FROM pragma_table_info(?) ORDER BY name`).all([table])
  const indexes = `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name`
  return {
    tables: tablesIn(database, 'main')
      .sort()
      .map((table) => [table, columns(table)]),
    indexes: database.prepare(indexes).all()
  }
}

describe('a history of an earlier version', () => {
  it('is kept for each version: node scripts/keep-released.mjs keeps the newest', () => {
    const missing = versions.filter((version) => !existsSync(join(folderOf, released.fileOf(version))))
    expect(missing).toEqual([])
  })

  it.each(versions)('%i is taken to the newest, with all that was in it', (version) => {
    unpack(version)
    const before = new Database(file)
    expect(versionOf(before)).toBe(version)
    before.close()
    const { database, keeping } = openDatabase({ file, now: 1 })
    expect(keeping).toEqual({ keeping: 'yes', reason: null, message: '', setAside: null })
    expect(versionOf(database)).toBe(newestVersion)
    for (const { since, count } of released.rows) {
      expect(database.prepare(count).get(), count).toMatchObject({ n: since <= version ? 1 : 0 })
    }
    expect(database.pragma('foreign_key_check')).toEqual([])
    const fresh = openDatabase({ file: join(folder, 'fresh.db'), now: 1 }).database
    expect(shapeOf(database)).toEqual(shapeOf(fresh))
    fresh.close()
    database.close()
  })

  it.each(versions)('%i is used like any other after that', (version) => {
    unpack(version)
    const history = openStore({ file, now: 1 }, () => undefined)
    const place = { workspaceId: 'w', region: 'eu' as const }
    expect(history.lastRows({ place, after: 0, limit: 10 }).rows).toMatchObject([{ record: { id: 'c-1' } }])
    expect(history.prune({ now: 2_000 })).toBe(false)
    history.removeWorkspace({ workspaceId: 'w' })
    expect(history.lastRows({ place, after: 0, limit: 10 }).rows).toEqual([])
    history.close()
  })
})

it('a history of a newer version is left as it is, byte for byte, and both versions are named', () => {
  unpack(newestVersion)
  const newer = new Database(file)
  newer.exec(`PRAGMA user_version = ${newestVersion + 1}`)
  newer.close()
  const before = readFileSync(file)
  const { database, keeping } = openDatabase({ file, now: 1 })
  expect(keeping).toMatchObject({ keeping: 'no', reason: 'newer' })
  expect(keeping.message).toContain(`is of version ${newestVersion + 1}`)
  expect(keeping.message).toContain(`this app knows versions up to ${newestVersion}`)
  expect(tablesIn(database, 'main')).toContain('walk')
  database.close()
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(readdirSync(folder)).toEqual(['history.db'])
})
