// npm run package: sets up, builds, and makes what this system can make, in dist/. `-- --version 0.0.9 --only deb` makes
// another version, or one kind; `-- --output <folder>` puts it elsewhere.
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bootstrap, main } from './bootstrap.mjs'
import { buildIfStale, commitHere } from './build.mjs'
import { describe, wantedVersion } from './electron-runtime.mjs'
import { isMain, root, say } from './run.mjs'

/**
 * The version of the packages. One that sorts before its release does so in packages too, and one with another
 * Electron than the official one says so.
 */
export function versionOfPackages(version, standIn) {
  const sorted = version.replace('-', '~')
  return standIn ? `${sorted}+electron${standIn.version}` : sorted
}

/** What stands in for the official Electron: a folder, its version; undefined where electron-builder gets it itself. */
const standInOf = ({ version, dist }) => (version === wantedVersion() ? undefined : { version, dist })

/** Packages of electron-builder's own: what it makes for this system with what it may download. */
async function withElectronBuilder(config, standIn) {
  const { Arch, build, Platform } = await import('electron-builder')
  const here = Arch[process.arch]
  const targets = {
    linux: () => Platform.LINUX.createTarget(standIn ? ['dir'] : ['dir', 'AppImage'], here),
    win32: () => Platform.WINDOWS.createTarget(['nsis', 'msi'], here),
    darwin: () => Platform.MAC.createTarget(['dmg', 'pkg', 'zip'], Arch.universal)
  }
  let app
  const hooks = { ...config, afterPack: (context) => config.afterPack((app = context)) }
  const files = await build({ projectDir: root, targets: targets[process.platform](), config: hooks, publish: 'never' })
  return { files, app: app.appOutDir }
}

/** deb and rpm, with the system's own tools. */
async function forLinux(app, about, { only, output, work }) {
  const { layOut } = await import('./packages/linux-tree.mjs')
  const { makeDeb } = await import('./packages/deb.mjs')
  const { makeRpm } = await import('./packages/rpm.mjs')
  const tree = join(work, 'tree')
  layOut(app, tree)
  const made = []
  for (const [kind, make] of Object.entries({ deb: makeDeb, rpm: makeRpm })) {
    if (only === undefined || only === kind) made.push(await make(tree, about, output))
  }
  return made
}

const OPTIONS = { version: { type: 'string' }, only: { type: 'string' }, output: { type: 'string', default: 'dist' } }

if (isMain(import.meta)) {
  await main(async () => {
    const { values } = parseArgs({ options: OPTIONS })
    const { runtime } = await bootstrap({ forPackages: true })
    await buildIfStale(commitHere())
    const { configuration } = await import('./packages/config.mjs')
    const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const standIn = standInOf(runtime)
    const version = versionOfPackages(values.version ?? about.version, standIn)
    say(`packaging ${version} with ${standIn ? describe(runtime) : `the official Electron ${wantedVersion()}`}`)

    const output = resolve(root, values.output)
    const work = join(output, 'work')
    rmSync(work, { recursive: true, force: true })
    mkdirSync(work, { recursive: true })
    const { files, app } = await withElectronBuilder(configuration({ version, output: work, standIn }), standIn)
    const made = files.filter((file) => dirname(file) === work).map((file) => join(output, basename(file)))
    for (const file of made) renameSync(join(work, basename(file)), file)
    if (process.platform === 'linux') {
      const { description } = about
      made.push(...(await forLinux(app, { version, arch: process.arch, description }, { ...values, output, work })))
    }
    rmSync(work, { recursive: true })
    for (const file of made) say(`made ${file}`)
  })
  // A hook of electron-builder's would end the process with 0, whatever failed.
  process.exit(process.exitCode)
}
