import type { Keeping } from '../../shared/connectors/snapshot'

type Reason = NonNullable<Keeping['reason']>

/** SQLite's primary result codes that mean something to the operator. */
const reasons: Record<number, Reason> = { 5: 'in-use', 6: 'in-use', 8: 'read-only', 13: 'disk-full', 14: 'read-only' }

const notADatabase = 26
const corrupt = 11

/** The primary result code of an error of libsql, or null. An error while connecting carries it in its text only. */
function primaryCode(thrown: unknown): number | null {
  const { rawCode, message } = (thrown ?? {}) as { rawCode?: unknown; message?: unknown }
  if (typeof rawCode === 'number') return rawCode & 0xff
  const code = /Unable to open connection to local database .*: (\d+)/s.exec(String(message))?.[1]
  return code ? Number(code) & 0xff : null
}

/** Whether the file itself is damaged, or never was a database. */
export function isCorrupt(thrown: unknown): boolean {
  const code = primaryCode(thrown)
  return code === corrupt || code === notADatabase
}

/** Why nothing can be kept, by an error of the file system or of SQLite. */
export function reasonOf(thrown: unknown): Reason {
  const code = (thrown as { code?: unknown } | null)?.code
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'disk-full'
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return 'read-only'
  return reasons[primaryCode(thrown) ?? -1] ?? 'other'
}

/** Whether the place is at fault, not the statement: then the same can be done in memory. */
export function isStorageFailure(thrown: unknown): boolean {
  const ioError = 10
  const code = primaryCode(thrown)
  return code !== null && (code in reasons || code === ioError || isCorrupt(thrown))
}
