// npm run package: this system's packages in dist/. `-- --version 0.0.9 --only deb` makes another version, or one kind;
// `-- --output <folder>` puts it elsewhere.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bootstrap, main } from './bootstrap.mjs'
import { buildIfStale, commitHere } from './build.mjs'
import { describe, wantedVersion } from './electron-runtime.mjs'
import { isMain, logged, root, run, say, step } from './run.mjs'

/** A prerelease sorts before its release; an unofficial Electron is named. */
export function versionOfPackages(version, standIn) {
  const sorted = version.replace('-', '~')
  return standIn ? `${sorted}+electron${standIn.version}` : sorted
}

/** undefined: electron-builder downloads the official one. */
const standInOf = ({ version, dist }) => (version === wantedVersion() ? undefined : { version, dist })

/** @returns {Promise<{ files: string[], app: string }>} what electron-builder made, and the folder of the app */
async function withElectronBuilder(options) {
  const made = join(options.output, 'made.json')
  const script = join(root, 'scripts/packages/electron-app.mjs')
  await logged('package', async (to) => {
    await run(process.execPath, [script, JSON.stringify(options)], to)
    if (!existsSync(made)) throw new Error('electron-builder made no app.')
  })
  return JSON.parse(readFileSync(made, 'utf8'))
}

async function forLinux(app, about, { only, output, work }) {
  const { layOut } = await import('./packages/linux-tree.mjs')
  const { makeDeb } = await import('./packages/deb.mjs')
  const { makeRpm } = await import('./packages/rpm.mjs')
  const tree = join(work, 'tree')
  layOut(app, tree)
  const made = []
  for (const [kind, make] of Object.entries({ deb: makeDeb, rpm: makeRpm })) {
    if (only === undefined || only === kind)
      made.push(await step(`making the ${kind}`, () => make(tree, about, output)))
  }
  return made
}

const OPTIONS = { version: { type: 'string' }, only: { type: 'string' }, output: { type: 'string', default: 'dist' } }

if (isMain(import.meta)) {
  await main(async () => {
    const { values } = parseArgs({ options: OPTIONS })
    const { runtime } = await bootstrap({ forPackages: true })
    await buildIfStale(commitHere())
    const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const standIn = standInOf(runtime)
    const version = versionOfPackages(values.version ?? about.version, standIn)
    say(`packaging ${version} with ${standIn ? describe(runtime) : `the official Electron ${wantedVersion()}`}`)

    const output = resolve(root, values.output)
    const work = join(output, 'work')
    rmSync(work, { recursive: true, force: true })
    mkdirSync(work, { recursive: true })
    const { files, app } = await step('putting the app together (test-results/package.log)', () =>
      withElectronBuilder({ version, output: work, standIn })
    )
    const made = files.filter((file) => dirname(file) === work).map((file) => join(output, basename(file)))
    for (const file of made) renameSync(join(work, basename(file)), file)
    if (process.platform === 'linux') {
      const { description } = about
      made.push(...(await forLinux(app, { version, arch: process.arch, description }, { ...values, output, work })))
    }
    rmSync(work, { recursive: true })
    for (const file of made) say(`made ${file} (${Math.round(statSync(file).size / 1_000_000)} MB)`)
    const deb = made.find((file) => file.endsWith('.deb'))
    if (deb) say(`to install it on Debian or Ubuntu: sudo apt install ${deb}`)
  })
}
