import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { KeptStore } from './kept-store'
import { remember } from '../issues/triage/remember'

const day = 86_400_000
let folder: string
let file: string
let note: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'connector-desk-'))
  file = join(folder, 'history.db')
  note = `${file}.closed`
})
afterEach(() => rmSync(folder, { recursive: true }))

const start = (now: number) => new KeptStore({ file, now }, () => undefined, remember)
/** Only the complete check finds this row: a renamed file shows that it ran. */
const insertOdd = `INSERT INTO connector (workspace, region, category, connector_id, record, first_walk, first_seen_at)
  VALUES ('w', 'eu', 'HRIS', 'odd', 'is not JSON', 1, 1)`
const setAsideAt = (now: number) => {
  const store = start(now)
  const { setAside } = store.keeping
  store.close()
  return setAside
}

function endOrderly(now = 0): void {
  const store = start(now)
  store.run(({ sql }) => sql.run(insertOdd))
  store.close()
}

describe('the start after an orderly end', () => {
  it('does not check the file, which is as that end left it', () => {
    endOrderly()
    expect(statSync(note).mode & 0o777).toBe(0o600)
    expect(setAsideAt(1)).toBeNull()
    expect(setAsideAt(2)).toBeNull()
  })

  it('checks it where a week has passed since the last check, or the clock was set back before it', () => {
    endOrderly(8 * day)
    expect(setAsideAt(15 * day - 1)).toBeNull()
    expect(setAsideAt(15 * day)).toBe(`history.db.unreadable-${15 * day}`)
    endOrderly(15 * day)
    expect(setAsideAt(15 * day - 1)).toBe(`history.db.unreadable-${15 * day - 1}`)
  })

  it.each<[what: string, change: () => void]>([
    ['one byte is another, whatever the time of the file says', () => damage()],
    ['it is shorter', () => writeFileSync(file, readFileSync(file).subarray(0, -4096))],
    ['it is longer', () => writeFileSync(file, Buffer.alloc(4096), { flag: 'a' })],
    ['another program wrote to it', () => writeBeside()],
    ['a log lies beside it', () => writeFileSync(`${file}-wal`, 'left behind')],
    ['the note is cut short', () => writeFileSync(note, readFileSync(note).subarray(0, -1))],
    ['the note is empty', () => writeFileSync(note, '')],
    ['the note is gone', () => rmSync(note)]
  ])('checks it where %s', (_, change) => {
    endOrderly()
    change()
    expect(setAsideAt(1)).toBe('history.db.unreadable-1')
  })
})

it('a file that is open has no note, so that it is checked after a kill', () => {
  endOrderly()
  const killed = start(1)
  expect(existsSync(note)).toBe(false)
  // A kill does not close the store.
  killed.run(({ sql }) => sql.database.close())
  expect(setAsideAt(2)).toBe('history.db.unreadable-2')
})

it('a store that left its file for memory notes nothing about it', () => {
  const store = start(0)
  let tries = 0
  store.run(() => {
    if (++tries === 1) throw Object.assign(new Error('of SQLite'), { rawCode: 11 })
  })
  store.close()
  expect(existsSync(note)).toBe(false)
})

function damage(): void {
  const { atime, mtime } = statSync(file)
  const bytes = readFileSync(file)
  const at = bytes.length - 1
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(file, bytes)
  utimesSync(file, atime, mtime)
}

function writeBeside(): void {
  const other = new Database(file)
  other.exec(`INSERT INTO workspace_name VALUES ('w', 'Acme')`)
  other.pragma('wal_checkpoint(TRUNCATE)')
  other.close()
}
