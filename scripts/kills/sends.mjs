// Each reported send must be there, a completed one whole, a cut-off one marked, and no file without an entry.
import { killHistory } from './writer.mjs'

/** @throws if a send is lost */
export async function killSends(options) {
  // An unreported send may exist, so its number is not reused.
  const nextRound = (last) => (last?.round ?? -2) + 2
  // ms: a few sends on a slow machine.
  const reported = await killHistory({ program: 'kill-sends', latestMs: 400, nextRound, ...options })
  return `${reported.filter(({ completed }) => completed).length} sends reported completed`
}
