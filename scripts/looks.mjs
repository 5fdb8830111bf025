// npm run visual compares with e2e/looks/baselines; --update rewrites those that differ. npm run pictures makes the
// documents' pictures. Other arguments go to Playwright, such as `-g data`.
import { main } from './bootstrap.mjs'
import { root, run, say } from './run.mjs'
import { join } from 'node:path'

await main(async () => {
  const args = process.argv.slice(2).map((one) => (one === '--update' ? '--update-snapshots=changed' : one))
  const code = await run(process.execPath, [
    join(root, 'scripts/e2e.mjs'),
    ...['--config', 'playwright.looks.config.ts'],
    ...args
  ])
  if (code !== 0) say('What differs is shown in test-results/visual/report/index.html')
  return code
})
