import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export type Log = (message: string, error?: unknown) => void

const largestBytes = 1_000_000

/** Where the entries before those of a log are. */
export const olderLog = (file: string) => `${file}.1`

/**
 * A log file in the profile, mode 600, with known secrets taken out by value; one older file is kept.
 * A log that cannot be written never stops the app: it works on a full disk, too.
 */
export function openLog(file: string, redact: (text: string) => string): Log {
  return (message, error) => {
    const entry = error instanceof Error ? `${message}: ${error.stack ?? error.message}` : message
    try {
      mkdirSync(dirname(file), { recursive: true })
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > largestBytes) renameSync(file, olderLog(file))
      appendFileSync(file, `${new Date().toISOString()} ${redact(entry)}\n`, { mode: 0o600 })
    } catch {
      console.error(redact(entry))
    }
  }
}
