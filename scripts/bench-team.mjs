// npm run bench:team: 30 desks of a team with 100,000 connectors each and one PostgreSQL. Prints a table, and keeps it in
// bench/results/team.json and docs/performance/team.md. Whatever the figures are, this is no failure.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { tableOf, withTable } from './bench/table.mjs'
import { takenOn } from './bench/taken.mjs'
import { lineOf } from './bench/results.mjs'
import { measureTeam } from './bench/team.mjs'
import { bootstrap, main } from './bootstrap.mjs'
import { root, say } from './run.mjs'

const latest = join(root, 'bench/results/team.json')
const page = join(root, 'docs/performance/team.md')

await main(async () => {
  const { values } = parseArgs({
    options: { desks: { type: 'string', default: '30' }, connectors: { type: 'string', default: '100000' } }
  })
  const { runtime } = await bootstrap({ forTests: true })
  const taken = takenOn(runtime.executable)
  const of = { desks: Number(values.desks), connectors: Number(values.connectors), tell: say }
  const rows = (await measureTeam(of)).map((row) => lineOf(row, { group: 'team', commit: taken.runtime.commit }))
  console.log(`\n${tableOf(rows)}\n`)
  // Figures of a smaller team say nothing beside the others.
  if (of.desks !== 30 || of.connectors !== 100_000) return
  const results = { ...taken, rows }
  writeFileSync(latest, `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), results))
})
