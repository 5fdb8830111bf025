// Makes the app with electron-builder, in a process of its own: its output goes to a log, and a hook that fails there
// would end `npm run package` with 0. Writes made.json into the folder of its output.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { main } from '../bootstrap.mjs'
import { root } from '../run.mjs'
import { configuration } from './config.mjs'

await main(async () => {
  const options = JSON.parse(process.argv[2])
  const { Arch, build, Platform } = await import('electron-builder')
  const here = Arch[process.arch]
  const targets = {
    linux: () => Platform.LINUX.createTarget(options.standIn ? ['dir'] : ['dir', 'AppImage'], here),
    win32: () => Platform.WINDOWS.createTarget(['nsis', 'msi'], here),
    darwin: () => Platform.MAC.createTarget(['dmg', 'pkg', 'zip'], Arch.universal)
  }
  const config = configuration(options)
  let app
  const hooks = { ...config, afterPack: (context) => config.afterPack((app = context)) }
  const files = await build({ projectDir: root, targets: targets[process.platform](), config: hooks, publish: 'never' })
  writeFileSync(join(options.output, 'made.json'), JSON.stringify({ files, app: app.appOutDir }))
})
