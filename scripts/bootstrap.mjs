// Sets the project up. Node built-ins only until `npm ci` has run.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, electronEnv, electronRuntime } from './electron-runtime.mjs'
import { isMain, root, runNpm, say, step } from './run.mjs'
import { installSystemPackages } from './system-packages.mjs'

/** @throws a readable sentence unless the tools support this Node (package.json, engines) */
export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number)
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24) return
  throw new Error(`Connector Desk needs Node 20.19 or later, 22.12 or later, or 24 or later; this is Node ${version}.`)
}

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

/** npm writes this record at the end, so an interrupted install shows. Packages for other platforms may be missing. */
export function dependenciesAreInstalled(folder = root) {
  const record = join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const installed = packagesOf(record)
  const wanted = Object.entries(packagesOf(join(folder, 'package-lock.json')))
  return wanted.every(([path, { version, integrity, optional, devOptional }]) => {
    if (path === '') return true
    const there = installed[path]
    if (!there) return Boolean(optional || devOptional)
    return there.version === version && there.integrity === integrity
  })
}

/** No install script runs: native modules bring prebuilt binaries. */
async function installDependencies() {
  if (dependenciesAreInstalled()) return
  const code = await step('installing the npm packages (npm ci)', () =>
    runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  )
  if (code !== 0) throw new Error(`npm ci failed with exit code ${code}.`)
}

/**
 * @param {{forTests?: boolean, forPackages?: boolean}} purpose tests also need a keyring, a virtual display and a
 *   Chromium; packages need the system's tools
 * @returns the runtime, and process.env with its variables
 */
export async function bootstrap({ forTests = false, forPackages = false } = {}) {
  checkNode()
  await installDependencies()
  await installSystemPackages({ forTests, forPackages })
  const runtime = await electronRuntime()
  return { runtime, env: { ...process.env, ...electronEnv(runtime) } }
}

/** A failure is one sentence on stderr, not a stack. */
export async function main(steps) {
  try {
    process.exitCode = (await steps()) ?? 0
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  }
}

if (isMain(import.meta)) {
  await main(async () => {
    const { runtime } = await bootstrap({ forTests: process.argv.includes('--tests') })
    say(`ready: ${describe(runtime)}`)
  })
}
