// Kills a process that writes snapshots at random moments, and checks after each kill that the database opens, is
// sound, and holds every snapshot that was reported completed:
//   node scripts/kill-snapshots.mjs [--times 50] [--seed 1]
import { killCommand, killHistory } from './kill-writer.mjs'
import { isMain } from './run.mjs'

/** @returns how many snapshots were reported and found. @throws when one is lost */
export async function killSnapshots(options) {
  const nextRound = (last) => (last?.round ?? -1) + 1
  // Long enough for a few walks on a slow machine.
  const reported = await killHistory({ name: 'kill-snapshots', latestMs: 700, nextRound, ...options })
  return reported.length
}

if (isMain(import.meta)) {
  await killCommand(async (options) => `${await killSnapshots(options)} snapshots reported, none lost`)
}
