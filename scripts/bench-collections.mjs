// Prints how fast walks over collections are, bare and with exports, and what a long one takes in memory:
//   node scripts/bench-collections.mjs [1000000]
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { main } from './bootstrap.mjs'
import { bundleHistory } from './history-bundle.mjs'
import { run } from './run.mjs'

await main(async () => {
  const folder = await bundleHistory('bench-collections')
  try {
    return await run(process.execPath, [join(folder, 'bench-collections.js'), ...process.argv.slice(2)])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
