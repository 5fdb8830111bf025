// Kills a process that keeps passthrough sends at random moments, and checks after each kill that every send that was
// reported is there: a completed one whole, one that was cut off marked as such, and no file without an entry:
//   node scripts/kill-sends.mjs [--times 50] [--seed 1]
import { killCommand, killHistory } from './kill-writer.mjs'
import { isMain } from './run.mjs'

/** @returns how many sends were reported completed. @throws when one is lost */
export async function killSends(options) {
  // What was begun and not reported may be there: its number is not used again.
  const nextRound = (last) => (last?.round ?? -2) + 2
  // Long enough for a few sends on a slow machine.
  const reported = await killHistory({ name: 'kill-sends', latestMs: 400, nextRound, ...options })
  return reported.filter(({ completed }) => completed).length
}

if (isMain(import.meta)) {
  await killCommand(async (options) => `${await killSends(options)} sends reported completed, none lost`)
}
