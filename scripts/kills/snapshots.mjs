// The database must open, be sound, and have every completed snapshot.
import { killHistory } from './writer.mjs'

const nextRound = (last) => (last?.round ?? -1) + 1
// ms: a few refreshes on a slow machine.
const latestMs = 700

/** @throws if a snapshot is lost */
export async function killSnapshots(options) {
  const reported = await killHistory({ program: 'kill-snapshots', latestMs, nextRound, ...options })
  return `${reported.length} snapshots reported`
}

/** Ends the database's thread first. Node's `terminate` comes closest to a kill of a thread. */
export async function killThreads(options) {
  const moments = { program: 'kill-snapshots', latestMs, nextRound, endThread: true }
  const reported = await killHistory({ ...moments, ...options })
  return `${reported.length} snapshots reported by a thread that was ended as well`
}
