import type { ChangeOutcome } from '../../../../shared/ipc-actions'
import { safeString } from '../../lib/words/safe-text'

/**
 * How a write ended, in a sentence or two.
 *
 * @param what "The mapping"
 * @param act "saved", "deleted"
 */
export function writeWords(what: string, act: string, { outcome, message }: ChangeOutcome): string {
  const reason = safeString(message)
  if (outcome === 'done') return `${what} is ${act}.`
  if (outcome === 'refused') return `The service refused; nothing changed. ${reason}`.trim()
  return `Outcome unknown. ${reason} It is not repeated by itself: read again and look before you try once more.`
}

/** "1 of 200". */
export const ofTotal = (at: number, total: number): string =>
  `${at.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`

/** Offsets to where a person counts: lines and columns from 1. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
