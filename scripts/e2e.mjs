// npm run e2e: arguments go to Playwright, e.g. `npm run e2e -- --grep @main-job`.
import { join } from 'node:path'
import { bootstrap, main } from './bootstrap.mjs'
import { buildIfStale } from './build.mjs'
import { describe } from './electron-runtime.mjs'
import { leftOut } from './packages/can-install.mjs'
import { root, run, say, underXvfb } from './run.mjs'

await main(async () => {
  const { runtime, env } = await bootstrap({ forTests: true })
  await buildIfStale()
  say(`e2e on ${describe(runtime)}`)
  const without = leftOut()
  if (without) say(without)
  const command = [
    process.execPath,
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', ...process.argv.slice(2)]
  ]
  // No window takes the keyboard from a person.
  const ownDisplay = process.platform === 'linux'
  return run(...(ownDisplay ? underXvfb('1600x1000x24', ...command) : command), {
    env: without ? { ...env, DESK_WITHOUT_PACKAGES: '1' } : env
  })
})
