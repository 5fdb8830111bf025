import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Keeping, Snapshot, RefreshPart } from '../../shared/connectors/snapshot'
import { lineOf, pageOf, type SeenRow } from '../store/tables/connectors/page-lines'
import type { Place } from '../../shared/workspaces/place'
import { openStore, type StoreMethods } from '../app/store'

export const start = Date.parse('2026-03-10T12:00:00Z')
export const place: Place = { workspaceId: '00000000-0000-4000-8000-000000000001', region: 'default' }

export interface TestHistory {
  history: StoreMethods
  file: string
  announced: Keeping[]
  /** Reopens the same file, like a restart. */
  restart(): StoreMethods
  /** A whole refresh. */
  refresh(rows: readonly SeenRow[], at: number, change?: RefreshChange): Snapshot | null
  remove(): void
}

export interface RefreshChange {
  place?: Place
  whole?: boolean
  parts?: Partial<RefreshPart>[]
}

/** A history with a real database in its own folder. */
export function testHistory(options: { maxPages?: number } = {}): TestHistory {
  const folder = mkdtempSync(join(tmpdir(), 'connector-desk-'))
  const file = join(folder, 'history.db')
  const announced: Keeping[] = []
  const open = (more = {}) => openStore({ file, now: start, ...more }, (keeping) => announced.push(keeping))
  const test: TestHistory = {
    history: open(options),
    file,
    announced,
    restart() {
      test.history.close()
      test.history = open()
      return test.history
    },
    refresh(rows, at, change = {}) {
      const { history } = test
      const refresh = history.beginRefresh({ place: change.place ?? place, startedAt: at, whole: change.whole ?? true })
      history.appendPage({ refresh, page: pageOf(rows.map(lineOf)), at })
      const part: RefreshPart = { category: 'HRIS', state: 'done', items: rows.length, repeated: 0 }
      const parts = (change.parts ?? [{}]).map((one) => ({ ...part, ...one }))
      return history.endRefresh({ refresh, at, parts })
    },
    remove() {
      test.history.close()
      rmSync(folder, { recursive: true })
    }
  }
  return test
}
