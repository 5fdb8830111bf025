// Prints how long the history takes with many connectors: node scripts/bench-history.mjs [100000]
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { main } from './bootstrap.mjs'
import { bundleHistory } from './history-bundle.mjs'
import { run } from './run.mjs'

await main(async () => {
  const folder = await bundleHistory('bench-history')
  try {
    return await run(process.execPath, [join(folder, 'bench-history.js'), ...process.argv.slice(2)])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
