// npm run dev: the app from its sources, with hot reload.
import { join } from 'node:path'
import { bootstrap, main } from './bootstrap.mjs'
import { describe } from './electron-runtime.mjs'
import { hasDisplay, isRoot, root, run, say, underXvfb } from './run.mjs'

await main(async () => {
  const { runtime, env } = await bootstrap()
  say(`developing on ${describe(runtime)}`)
  const sandbox = isRoot ? ['--noSandbox'] : []
  const viteArgs = [join(root, 'node_modules/electron-vite/bin/electron-vite.js'), 'dev', '--watch', ...sandbox]
  const given = process.argv.slice(2)
  const command = [process.execPath, given.length > 0 ? [...viteArgs, '--', ...given] : viteArgs]
  return run(...(hasDisplay() ? command : underXvfb('1440x900x24', ...command)), { env, stdin: 'inherit' })
})
