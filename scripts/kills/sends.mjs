// A process that keeps passthrough sends: every send that was reported is there, a completed one whole, one that was
// cut off marked as such, and no file is without an entry.
import { killHistory } from './writer.mjs'

/** @returns in words what was found. @throws when a send is lost */
export async function killSends(options) {
  // What was begun and not reported may be there: its number is not used again.
  const nextRound = (last) => (last?.round ?? -2) + 2
  // Long enough for a few sends on a slow machine.
  const reported = await killHistory({ program: 'kill-sends', latestMs: 400, nextRound, ...options })
  return `${reported.filter(({ completed }) => completed).length} sends reported completed`
}
