import { readFileSync, appendFileSync } from 'node:fs'

/** Of what left: `no` certainly did not. */
export type Left = 'sent' | 'no' | 'unknown'

/**
 * Compares what is written down with what the server of scripts/kills/taken.mjs took, and names what is unknown.
 * @param all how each ended, by its id
 * @returns the ids that arrived
 * @throws Error naming what left twice, is lost, or is said wrongly
 */
export function compareTaken(all: ReadonlyMap<string, Left>): ReadonlySet<string> {
  const times = new Map<string, number>()
  for (const id of readFileSync(process.env['KILL_TAKEN'] ?? '', 'utf8')
    .split('\n')
    .filter(Boolean))
    times.set(id, (times.get(id) ?? 0) + 1)
  for (const [id, count] of times) {
    if (count > 1) throw new Error(`${id} left ${count} times.`)
    if (!all.has(id)) throw new Error(`${id} arrived and is not written down.`)
  }
  for (const [id, left] of all) {
    const arrived = times.has(id)
    if (left === 'unknown') appendFileSync(process.env['KILL_UNKNOWN'] ?? '', `${id}\n`)
    else if (arrived !== (left === 'sent')) throw new Error(`${id} is ${left}, and ${arrived ? 'arrived' : 'did not'}.`)
  }
  return new Set(times.keys())
}

export const killPort = (): number => Number(process.env['KILL_PORT'])
