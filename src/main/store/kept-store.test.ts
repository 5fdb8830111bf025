import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Keeping } from '../../shared/connectors/snapshot'
import { KeptStore } from './kept-store'
import { remember } from '../issues/triage/remember'

let folder: string
let told: Keeping[]
let store: KeptStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'connector-desk-'))
  told = []
  store = new KeptStore({ file: join(folder, 'history.db'), now: 1 }, (keeping) => told.push(keeping), remember)
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

const name = (workspace: string) =>
  store.run(({ sql }) => sql.run('INSERT INTO workspace_name VALUES (?, ?)', workspace, 'Acme'))
const names = () => store.run(({ sql }) => sql.all('SELECT workspace FROM workspace_name ORDER BY workspace'))
/** Work whose first try fails with an SQLite error. */
const failing = (rawCode: number, workspace: string) => {
  let tries = 0
  return store.run(({ sql }) => {
    if (++tries === 1) throw Object.assign(new Error('of SQLite'), { rawCode })
    return sql.run('INSERT INTO workspace_name VALUES (?, ?)', workspace, 'Acme')
  })
}

it.each<[what: string, rawCode: number, reason: Keeping['reason']]>([
  ['a full disk', 13, 'disk-full'],
  ['a disk that turned read-only', 8, 'read-only'],
  ['one that turned read-only while the log was written', 8 | (3 << 8), 'read-only'],
  ['a folder that may not be opened any more', 14, 'read-only'],
  ['a disk that cannot be read', 10 | (1 << 8), 'other'],
  ['a page that was damaged', 11, 'other']
])('goes on in memory with all it had after %s, and says so once', (_, rawCode, reason) => {
  name('a')
  failing(rawCode, 'b')
  name('c')
  expect(names()).toMatchObject([{ workspace: 'a' }, { workspace: 'b' }, { workspace: 'c' }])
  expect(told).toMatchObject([{ keeping: 'no', reason, message: expect.stringContaining('cannot be kept') }])
})

it('leaves its file for no mistake in what is asked of it', () => {
  expect(() => failing(19, 'b')).toThrow('of SQLite')
  expect(() => store.run(({ sql }) => sql.run('INSERT INTO nowhere VALUES (1)'))).toThrow('no such table')
  expect([store.keeping.keeping, told]).toEqual(['yes', []])
})
