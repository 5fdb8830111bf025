// npm run test:node24: Electron 45 carries Node 24 (Electron 33 carries Node 20). npm provides it for this run.
import { bootstrap, main } from './bootstrap.mjs'
import { runNpm, say } from './run.mjs'

const onNode24 = (...args) => runNpm(['exec', '--yes', '--package', 'node@24', '--', 'node', ...args])

await main(async () => {
  await bootstrap()
  const check =
    'const v = process.version; console.log(`[connector-desk] unit tests on Node ${v}`); process.exit(v.startsWith("v24.") ? 0 : 1)'
  if ((await onNode24('-e', check)) !== 0) throw new Error('This is not Node 24: nothing was tested.')
  const code = await onNode24('node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', ...process.argv.slice(2))
  if (code === 0) say('the unit tests pass on Node 24')
  return code
})
