import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Database from 'libsql'
import { migrate, migrations } from '../store/migrations'
import { released } from './released'

// For scripts/keep-released.mjs: writes a history for each version that has none in the folder. It never rewrites one,
// because it stands for a real app's history.
const [folder = ''] = process.argv.slice(2)
const temporary = mkdtempSync(join(tmpdir(), 'connector-desk-'))

for (const [step] of migrations.entries()) {
  const version = step + 1
  const kept = join(folder, released.fileOf(version))
  if (existsSync(kept)) continue
  const file = join(temporary, `${version}.db`)
  const database = new Database(file)
  migrate(database, migrations.slice(0, version))
  for (const { since, sql } of released.rows) if (since <= version) database.exec(sql)
  database.close()
  writeFileSync(kept, gzipSync(readFileSync(file), { level: 9 }))
  console.log(kept)
}
rmSync(temporary, { recursive: true })
