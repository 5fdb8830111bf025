// npm run kill -- [--times 240] [--seed 1] [--kind app]: kills writers at random moments and checks that nothing is
// lost, doubled or damaged. A seed repeats the moments.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { main } from './bootstrap.mjs'
import { killApprovals } from './kills/approvals.mjs'
import { killExport } from './kills/export.mjs'
import { killLetters, killOutages } from './kills/letters.mjs'
import { killSends } from './kills/sends.mjs'
import { killSnapshots, killThreads } from './kills/snapshots.mjs'
import { killAlerts, killTickets } from './kills/taken.mjs'
import { killTeam } from './kills/team.mjs'
import { root, run, say } from './run.mjs'

const kinds = {
  snapshots: killSnapshots,
  sends: killSends,
  letters: killLetters,
  outages: killOutages,
  alerts: killAlerts,
  tickets: killTickets,
  export: killExport,
  threads: killThreads,
  team: killTeam,
  approvals: killApprovals,
  app: killApp
}

/** e2e/bench/kills.bench.ts prints the findings. */
async function killApp({ times, seed }) {
  const e2e = [join(root, 'scripts/e2e.mjs'), '--config', 'playwright.bench.config.ts', 'kills.bench.ts']
  const env = { ...process.env, KILL_TIMES: String(times), KILL_SEED: String(seed) }
  if ((await run(process.execPath, e2e, { env })) !== 0) throw new Error(`The app lost something with seed ${seed}.`)
  return 'as printed above'
}

await main(async () => {
  const { values } = parseArgs({
    options: { times: { type: 'string', default: '240' }, seed: { type: 'string' }, kind: { type: 'string' } }
  })
  const chosen = values.kind ? [values.kind] : Object.keys(kinds)
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  const times = Math.ceil(Number(values.times) / chosen.length)
  const found = []
  for (const kind of chosen) {
    if (!(kind in kinds)) throw new Error(`--kind is one of ${Object.keys(kinds).join(', ')}`)
    say(`killing ${kind} ${times} times, seed ${seed}`)
    found.push(`${kind}: ${times} kills, ${await kinds[kind]({ times, seed, tell: say })}; 0 lost, 0 twice, 0 corrupt`)
  }
  for (const line of found) say(line)
})
