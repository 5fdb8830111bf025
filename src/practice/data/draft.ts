import type { PracticeConnector } from '../connector'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** A connector being written, with the rhythm its times were drawn from. */
export interface Draft {
  record: PracticeConnector
  /** From one sync to the next, ms. */
  cadence: number
  /** Nothing begins or ends here any more: a stall, a run that hangs. */
  stuck?: true
}

export function iso(at: number): string {
  return new Date(at).toISOString()
}
