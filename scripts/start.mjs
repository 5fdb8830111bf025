// npm start: sets up, builds if needed, opens the app. Arguments after `--` go to the app.
import { join } from 'node:path'
import { bootstrap, main } from './bootstrap.mjs'
import { buildIfStale } from './build.mjs'
import { describe } from './electron-runtime.mjs'
import { hasDisplay, isRoot, root, run, say, underXvfb } from './run.mjs'

await main(async () => {
  const given = process.argv.slice(2)
  const { runtime, env } = await bootstrap()
  await buildIfStale()
  say(`opening Connector Desk on ${describe(runtime)}`)
  const switches = isRoot ? ['--no-sandbox'] : []
  if (isRoot) say('running as root: the sandbox is off (--no-sandbox), as Chromium’s cannot run under root')
  const args = [...switches, root, ...given]
  if (hasDisplay()) {
    say('Ctrl+C here, or Quit in the menu of the window, ends it; `npm start -- --help` lists its options')
    return run(runtime.executable, args, { env, stdin: 'inherit' })
  }

  // These open no window; the exit code is the answer.
  if (given.some((one) => ['--diagnose', '--version', '--help'].includes(one)))
    return run(...underXvfb('1440x900x24', runtime.executable, args), { env })

  say('there is no display here: opening under Xvfb, to show what the window holds and close it again')
  const headless = [join(root, 'scripts/start-headless.mjs'), ...args]
  return run(...underXvfb('1440x900x24', process.execPath, headless), { env })
})
