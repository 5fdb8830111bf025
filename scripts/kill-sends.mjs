// Kills a process that keeps passthrough sends at random moments, and checks after each kill that every send that was
// reported is there: a completed one whole, one that was cut off marked as such, and no file that belongs to nobody:
//   node scripts/kill-sends.mjs [--times 50] [--seed 1]
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { main } from './bootstrap.mjs'
import { bundleHistory } from './history-bundle.mjs'
import { seeded, writeUntilKilled } from './kill-snapshots.mjs'
import { isMain, say } from './run.mjs'

/** From when the writer is ready, ms: long enough for a few sends on a slow machine. */
const LATEST_MS = 400

/** @returns how often it was killed, and how many sends were reported completed. @throws when one is lost */
export async function killSends({ times, seed, tell = () => undefined }) {
  const random = seeded(seed)
  const folder = mkdtempSync(join(tmpdir(), 'connector-desk-kill-'))
  const bundle = await bundleHistory('kill-sends')
  const program = join(bundle, 'kill-sends.js')
  const file = join(folder, 'history.db')
  const list = join(folder, 'reported.json')
  const reported = []
  try {
    for (let time = 1; time <= times; time++) {
      const afterMs = Math.floor(random() * LATEST_MS)
      // What was begun and not reported may be there: its number is not used again.
      const next = (reported.at(-1)?.round ?? -2) + 2
      reported.push(...(await writeUntilKilled(program, file, next, afterMs)))
      writeFileSync(list, JSON.stringify(reported))
      const { status, stderr } = spawnSync(process.execPath, [program, 'check', file, list], { encoding: 'utf8' })
      if (status !== 0) throw new Error(`After kill ${time} of seed ${seed} (${afterMs} ms): ${stderr}`)
      tell(`kill ${time} after ${afterMs} ms: all found of ${reported.length} reports`)
    }
    return { kills: times, sends: reported.filter(({ completed }) => completed).length }
  } finally {
    rmSync(bundle, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
}

if (isMain(import.meta)) {
  await main(async () => {
    const { values } = parseArgs({ options: { times: { type: 'string' }, seed: { type: 'string' } } })
    const times = Number(values.times ?? 50)
    const seed = Number(values.seed ?? Date.now() % 1_000_000)
    say(`killing ${times} times, seed ${seed}`)
    const { kills, sends } = await killSends({ times, seed, tell: say })
    say(`${kills} kills, ${sends} sends reported completed, none lost`)
  })
}
