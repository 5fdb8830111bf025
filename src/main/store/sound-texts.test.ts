import Database from 'libsql'
import { expect, it } from 'vitest'
import { textsAreSound } from './open'

it('reads large texts a few at a time, and every one', () => {
  const database = new Database(':memory:')
  database.exec(`CREATE TABLE large (id INTEGER PRIMARY KEY);
    WITH RECURSIVE ids (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids WHERE id < 1000)
      INSERT INTO large SELECT id FROM ids;
    ALTER TABLE large ADD COLUMN text TEXT DEFAULT '${'x'.repeat(20_000)}'`)
  const sizes: number[] = []
  const prepare = database.prepare.bind(database)
  database.prepare = ((sql: string) => {
    const statement = prepare(sql)
    const get = statement.get.bind(statement)
    statement.get = (...params) => {
      const row = get(...params) as { bytes?: ArrayBuffer | null } | undefined
      sizes.push(row?.bytes?.byteLength ?? 0)
      return row
    }
    return statement
  }) as typeof prepare
  expect(textsAreSound(database)).toBe(true)
  expect(Math.max(...sizes)).toBeLessThan(4_000_000)
  expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(20_000_000)
  database.close()
})
