// Kills a process that writes snapshots: the database opens, is sound, and has every snapshot reported as completed.
import { killHistory } from './writer.mjs'

const nextRound = (last) => (last?.round ?? -1) + 1
// A few refreshes on a slow machine.
const latestMs = 700

/** @returns the findings in words. @throws if a snapshot is lost */
export async function killSnapshots(options) {
  const reported = await killHistory({ program: 'kill-snapshots', latestMs, nextRound, ...options })
  return `${reported.length} snapshots reported`
}

/**
 * Also ends the database's thread. A thread cannot be killed from outside; Node's `terminate`, which stops it anywhere,
 * comes closest. The kill of the process follows.
 */
export async function killThreads(options) {
  const moments = { program: 'kill-snapshots', latestMs, nextRound, endThread: true }
  const reported = await killHistory({ ...moments, ...options })
  return `${reported.length} snapshots reported by a thread that was ended as well`
}
