import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../store/open'
import { openStore, type StoreOptions } from './store'

const day = 86_400_000
let file: string
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'connector-desk-')), 'history.db')
  const { database } = openDatabase({ file, now: 0 })
  for (const mutation of [0, 1]) {
    database.exec(`
      INSERT INTO call (workspace, region, at, asker, method, path, query, status, tries, duration_ms, waited_ms, limited,
        bytes, mutation, probe, subject, forwarded)
      VALUES ('w', 'eu', 0, 'connectors', 'GET', '/x', '', 200, 1, 1, 0, 0, 0, ${mutation}, 0, '', '')`)
  }
  database.exec(`INSERT INTO walk (workspace, region, started_at, verdict) VALUES ('w', 'eu', 0, 'complete')`)
  database.close()
})
afterEach(() => rmSync(join(file, '..'), { recursive: true }))

/** After so many days: calls that read, calls that wrote, refreshes. */
function leftAfter(days: number, keep?: StoreOptions['keep']): number[] {
  const store = openStore({ file, now: 0, ...(keep !== undefined && { keep }) }, () => undefined)
  store.prune({ now: days * day })
  store.close()
  const { database } = openDatabase({ file, now: 0 })
  const count = (of: string) => (database.prepare(`SELECT count(*) AS n FROM ${of}`).get() as { n: number }).n
  const left = [count('call WHERE mutation = 0'), count('call WHERE mutation = 1'), count('walk')]
  database.close()
  return left
}

it('keeps what it holds as long as the app does by itself, where the organization says nothing', () => {
  expect(leftAfter(29)).toEqual([1, 1, 1])
  expect(leftAfter(31)).toEqual([0, 1, 1])
  expect(leftAfter(401)).toEqual([0, 0, 0])
})

it('keeps it as long as the organization says, longer or shorter', () => {
  expect(leftAfter(31, { reads: 40, history: 20 })).toEqual([1, 1, 0])
  expect(leftAfter(401, { changes: 500 })).toEqual([0, 1, 0])
  expect(leftAfter(12, { changes: 10 })).toEqual([0, 0, 0])
})

it('drops nothing because of its age while the policy cannot be read', () => {
  expect(leftAfter(10_000, null)).toEqual([1, 1, 1])
})
