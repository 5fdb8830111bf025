// A process that writes snapshots: the database opens, is sound, and holds every snapshot that was reported completed.
import { killHistory } from './writer.mjs'

const nextRound = (last) => (last?.round ?? -1) + 1
// Long enough for a few walks on a slow machine.
const latestMs = 700

/** @returns in words what was found. @throws when a snapshot is lost */
export async function killSnapshots(options) {
  const reported = await killHistory({ program: 'kill-snapshots', latestMs, nextRound, ...options })
  return `${reported.length} snapshots reported`
}

/**
 * The same with the database's thread ended in the middle, too. A thread cannot be killed from outside: Node's own
 * `terminate`, which stops it at whatever it does, is the nearest to that. The process is killed later.
 */
export async function killThreads(options) {
  const moments = { program: 'kill-snapshots', latestMs, nextRound, endThread: true }
  const reported = await killHistory({ ...moments, ...options })
  return `${reported.length} snapshots reported by a thread that was ended as well`
}
