// npm run soak: repeats a day's work and checks that memory does not grow: `-- --minutes 20`.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { main } from './bootstrap.mjs'
import { root, run } from './run.mjs'

await main(() => {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '120' } } })
  if (!(Number(values.minutes) > 0)) throw new Error('--minutes is how long, above 0')
  const e2e = [join(root, 'scripts/e2e.mjs'), '--config', 'playwright.bench.config.ts', 'soak.bench.ts']
  return run(process.execPath, e2e, { env: { ...process.env, SOAK_MINUTES: values.minutes } })
})
