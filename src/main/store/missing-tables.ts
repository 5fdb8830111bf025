import Database from 'libsql'
import { migrate, migrations, versionOf } from './migrations'
import { inTransaction } from './statements'

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
export function makeMissingTables(database: Database.Database): string[] {
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
