import type { PracticeConnector } from '../connector'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export interface Draft {
  record: PracticeConnector
  /** ms between syncs. */
  cadence: number
  /** A stall, or a sync that hangs. */
  stuck?: true
}

export function iso(at: number): string {
  return new Date(at).toISOString()
}
