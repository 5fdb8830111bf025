// npm run practice -- --port 0 --connectors 50000 --latency 20: the practice service alone.
import { join } from 'node:path'
import { bootstrap, main } from './bootstrap.mjs'
import { buildIfStale } from './build.mjs'
import { root, run } from './run.mjs'

await main(async () => {
  await bootstrap()
  await buildIfStale()
  return run(process.execPath, [join(root, 'out/main/practice.js'), ...process.argv.slice(2)])
})
