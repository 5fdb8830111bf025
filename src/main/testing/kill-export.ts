import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { WalkExport } from '../collections/export'
import { listingServer } from './listing-server'
import { walkIn } from './walk-parts'

// The program that scripts/kills/export.mjs kills: it walks and exports as NDJSON, one file after the other, and says
// which it finished: `write <folder> <rows>`.
const [, folder = '', rows = '0'] = process.argv.slice(2)

const listed = await listingServer(Number(rows))
writeSync(1, 'ready\n')
for (let round = 0; ; round++) {
  const walk = await walkIn(join(folder, 'spill'), listed, randomUUID())
  const name = `export-${process.pid}-${round}.ndjson`
  const export_ = await WalkExport.begin(walk, {
    id: randomUUID(),
    file: join(folder, name),
    format: 'ndjson',
    columns: []
  })
  writeSync(1, `begun ${JSON.stringify({ name, finished: false })}\n`)
  await Promise.all([walk.run(), export_.run()])
  if (export_.state.state !== 'done') throw new Error(JSON.stringify(export_.state))
  writeSync(1, `finished ${JSON.stringify({ name, finished: true })}\n`)
  await walk.spill.remove()
}
