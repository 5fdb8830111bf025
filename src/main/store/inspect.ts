import { existsSync, statSync } from 'node:fs'
import Database from 'libsql'
import { AppError } from '../../shared/errors'
import { Thread } from '../base/thread'
import { newestVersion } from './migrations'
import { fileUrl, inMemory, tablesIn } from './open'

export type HistoryState =
  | { kind: 'none' }
  | { kind: 'unreadable'; why: string }
  | {
      kind: 'read'
      /** The file's version, and the newest that this app knows. */
      version: number
      newest: number
      /** SQLite's own check; null for a sound file. */
      problem: string | null
      missing: string[]
      bytes: number
    }

export interface InspectMethods {
  inspect(file: string): HistoryState
}

/** Changes nothing, also while the file is open elsewhere. Slow for a large file. */
export function inspectHistory(file: string): HistoryState {
  if (!existsSync(file)) return { kind: 'none' }
  const database = new Database(':memory:')
  try {
    database.exec(`ATTACH '${fileUrl(file)}?mode=ro' AS kept`)
    const [row] = database.pragma('kept.user_version') as { user_version: number }[]
    const [found] = database.pragma('kept.quick_check(1)') as { quick_check: string }[]
    const said = found?.quick_check ?? 'nothing was checked'
    const here = new Set(tablesIn(database, 'kept'))
    const expected = inMemory()
    const missing = tablesIn(expected, 'main').filter((table) => !here.has(table))
    expected.close()
    return {
      kind: 'read',
      version: row?.user_version ?? 0,
      newest: newestVersion,
      problem: said === 'ok' ? null : said,
      missing,
      bytes: statSync(file).size
    }
  } catch (thrown) {
    return { kind: 'unreadable', why: (thrown as Error).message }
  } finally {
    database.close()
  }
}

/** Inspects in a thread of its own, which ends with the signal. @throws AppError cancelled */
export async function inspectInThread(bundle: URL, file: string, signal: AbortSignal): Promise<HistoryState> {
  const thread = new Thread<InspectMethods>(bundle, { gone: (why) => new AppError('cancelled', why) })
  const end = () => void thread.end('It was stopped.')
  signal.addEventListener('abort', end, { once: true })
  try {
    return await thread.remote.inspect(file)
  } finally {
    signal.removeEventListener('abort', end)
    end()
  }
}
