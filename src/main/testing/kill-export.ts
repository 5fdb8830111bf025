import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { ExportedFetch } from '../data/export'
import { listingServer } from './listing-server'
import { fetchIn } from './fetch-parts'

// scripts/kills/export.mjs kills this program during exports: `write <folder> <rows>`.
const [, folder = '', rows = '0'] = process.argv.slice(2)

const listed = await listingServer(Number(rows))
writeSync(1, 'ready\n')
for (let round = 0; ; round++) {
  const fetch = await fetchIn(join(folder, 'spill'), listed, randomUUID())
  const name = `export-${process.pid}-${round}.ndjson`
  const export_ = await ExportedFetch.begin(fetch, {
    id: randomUUID(),
    file: join(folder, name),
    format: 'ndjson',
    columns: []
  })
  writeSync(1, `begun ${JSON.stringify({ name, finished: false })}\n`)
  await Promise.all([fetch.run(), export_.run()])
  if (export_.state.state !== 'done') throw new Error(JSON.stringify(export_.state))
  writeSync(1, `finished ${JSON.stringify({ name, finished: true })}\n`)
  await fetch.spill.remove()
}
