// npm run bench: measures the app and its peers, and keeps the table in bench/results/latest.json and
// docs/performance.md. `-- --only refresh,growth` measures these groups (e2e/bench/<group>.bench.ts). Slow figures are
// no failure.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { continued, linesOf, withGroup } from './bench/results.mjs'
import { tableOf, withTable } from './bench/table.mjs'
import { takenOn } from './bench/taken.mjs'
import { bootstrap, main } from './bootstrap.mjs'
import { root, run, say } from './run.mjs'

const latest = join(root, 'bench/results/latest.json')
const page = join(root, 'docs/performance.md')

/** They look for faults, and no peer has their figures. */
const notOfTheTable = ['kills', 'soak']

const groups = readdirSync(join(root, 'e2e/bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))
  .filter((group) => !notOfTheTable.includes(group))

function chosen(args) {
  const { values } = parseArgs({ args, options: { only: { type: 'string', multiple: true } } })
  const only = values.only?.flatMap((names) => names.split(',')) ?? groups
  const unknown = only.filter((name) => !groups.includes(name))
  if (unknown.length > 0) throw new Error(`--only takes some of ${groups.join(', ')}; not ${unknown.join(', ')}`)
  return only
}

/** @returns undefined if it broke */
async function measure(group, commit) {
  const folder = mkdtempSync(join(tmpdir(), 'connector-desk-bench-'))
  const rows = join(folder, 'rows')
  try {
    const e2e = [join(root, 'scripts/e2e.mjs'), '--config', 'playwright.bench.config.ts', `bench/${group}.bench.ts`]
    if ((await run(process.execPath, e2e, { env: { ...process.env, BENCH_ROWS: rows } })) !== 0) return undefined
    return existsSync(rows) ? linesOf(readFileSync(rows, 'utf8'), { group, commit }) : []
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await main(async () => {
  const wanted = chosen(process.argv.slice(2))
  const { runtime } = await bootstrap({ forTests: true })
  const now = takenOn(runtime.executable)
  const earlier = existsSync(latest) ? JSON.parse(readFileSync(latest, 'utf8')) : undefined
  let results = continued(earlier, now, groups)
  if (earlier?.rows.length && !results.rows.length) say('figures of another machine or Electron leave the table')
  const broken = []
  for (const group of wanted) {
    say(`measuring ${group}`)
    const lines = await measure(group, now.runtime.commit)
    if (!lines) broken.push(group)
    else results = withGroup(results, group, lines)
    // A stopped run keeps its figures.
    writeFileSync(latest, `${JSON.stringify(results, null, 2)}\n`)
    writeFileSync(page, withTable(readFileSync(page, 'utf8'), results))
  }
  console.log(`\n${tableOf(results.rows)}\n`)
  if (broken.length > 0) throw new Error(`${broken.join(', ')} broke: the table has what they measured before.`)
})
