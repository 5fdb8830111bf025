import type { Keeping } from '../../shared/connectors/snapshot'

type Reason = NonNullable<Keeping['reason']>

/** SQLite's primary result codes that the operator can act on. */
const reasons: Record<number, Reason> = { 5: 'in-use', 6: 'in-use', 8: 'read-only', 13: 'disk-full', 14: 'read-only' }

const notADatabase = 26
const corrupt = 11

/** The primary result code, or null. Connection errors have it only in their text. */
function primaryCode(thrown: unknown): number | null {
  const { rawCode, message } = (thrown ?? {}) as { rawCode?: unknown; message?: unknown }
  if (typeof rawCode === 'number') return rawCode & 0xff
  const code = /Unable to open connection to local database .*: (\d+)/s.exec(String(message))?.[1]
  return code ? Number(code) & 0xff : null
}

/** True for a damaged file, and for a file that is no database. */
export function isCorrupt(thrown: unknown): boolean {
  const code = primaryCode(thrown)
  return code === corrupt || code === notADatabase
}

/** From an error of the file system or SQLite. */
export function reasonOf(thrown: unknown): Reason {
  const code = (thrown as { code?: unknown } | null)?.code
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'disk-full'
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return 'read-only'
  return reasons[primaryCode(thrown) ?? -1] ?? 'other'
}

/** True if the disk failed: the same work can succeed in memory. */
export function isStorageFailure(thrown: unknown): boolean {
  const ioError = 10
  const code = primaryCode(thrown)
  return code !== null && (code in reasons || code === ioError || isCorrupt(thrown))
}
