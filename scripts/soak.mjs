// npm run soak: repeats a day's work and checks that memory does not grow: `-- --minutes 20`.
// npm run soak:outside: asks made-up questions through the door for an hour, and checks that none changes anything or learns
// a token. A seed repeats the questions.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { main } from './bootstrap.mjs'
import { root, run } from './run.mjs'

await main(() => {
  const { values } = parseArgs({
    options: { minutes: { type: 'string' }, of: { type: 'string' }, seed: { type: 'string' } }
  })
  const minutes = values.minutes ?? (values.of === 'outside' ? '60' : '120')
  if (!(Number(minutes) > 0)) throw new Error('--minutes is how long, above 0')
  if (values.of === 'outside') {
    const asked = [join(root, 'scripts/e2e.mjs'), 'outside.spec.ts', '--grep', 'an hour of made-up questions']
    const seed = values.seed ?? String(Date.now() % 1_000_000)
    return run(process.execPath, asked, { env: { ...process.env, ASKED_MINUTES: minutes, ASKED_SEED: seed } })
  }
  const e2e = [join(root, 'scripts/e2e.mjs'), '--config', 'playwright.bench.config.ts', 'soak.bench.ts']
  return run(process.execPath, e2e, { env: { ...process.env, SOAK_MINUTES: minutes } })
})
