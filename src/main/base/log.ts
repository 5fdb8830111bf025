import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export type Log = (message: string, error?: unknown) => void

const largestBytes = 1_000_000

/** The previous log file. */
export const olderLog = (file: string) => `${file}.1`

/**
 * A log file in the profile, mode 600, with known secrets masked; keeps one older file. Write errors never stop the
 * app: it also runs on a full disk.
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
