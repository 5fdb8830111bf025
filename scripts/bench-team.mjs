// npm run bench:team: 30 desks with 100,000 connectors each and one PostgreSQL. Keeps its table in
// bench/results/team.json and docs/performance/team.md. `--part changes` or `--part refreshes` measures one part. Slow
// figures are no failure.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { tableOf, withTable } from './bench/table.mjs'
import { takenOn } from './bench/taken.mjs'
import { lineOf } from './bench/results.mjs'
import { measureTeam, parts } from './bench/team.mjs'
import { bootstrap, main } from './bootstrap.mjs'
import { root, say } from './run.mjs'

const latest = join(root, 'bench/results/team.json')
const page = join(root, 'docs/performance/team.md')

await main(async () => {
  const { values } = parseArgs({
    options: {
      desks: { type: 'string', default: '30' },
      connectors: { type: 'string', default: '100000' },
      part: { type: 'string', multiple: true, default: Object.keys(parts) }
    }
  })
  const { runtime } = await bootstrap({ forTests: true })
  const taken = takenOn(runtime.executable)
  const of = { count: Number(values.desks), connectors: Number(values.connectors), tell: say }
  const before = JSON.parse(readFileSync(latest, 'utf8')).rows.filter(({ group }) => !values.part.includes(group))
  const rows = []
  for (const part of values.part) {
    const measured = await measureTeam(part, of)
    rows.push(...measured.map((row) => lineOf(row, { group: part, commit: taken.runtime.commit })))
  }
  console.log(`\n${tableOf(rows)}\n`)
  // Figures of smaller teams do not compare.
  if (of.count !== 30 || of.connectors !== 100_000) return
  const results = { ...taken, rows: [...before, ...rows].filter(({ group }) => group in parts) }
  writeFileSync(latest, `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), results))
})
