// Sets the project up; quick if nothing is to do. Node built-ins only until `npm ci` has run.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, electronEnv, electronRuntime } from './electron-runtime.mjs'
import { isMain, root, runNpm, say } from './run.mjs'
import { installSystemPackages } from './system-packages.mjs'

/** Throws a readable sentence unless the tools support this Node (package.json, engines). */
export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number)
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24) return
  throw new Error(`Connector Desk needs Node 20.19 or later, 22.12 or later, or 24 or later; this is Node ${version}.`)
}

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

/**
 * Compares the lockfile with the record that npm writes when it is done, so it notices an interrupted install. Packages
 * for other platforms may be missing.
 */
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

/** Native modules bring prebuilt binaries, so no install script runs. */
async function installDependencies() {
  if (dependenciesAreInstalled()) return
  say('installing the npm packages (npm ci)')
  const code = await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  if (code !== 0) throw new Error(`npm ci failed with exit code ${code}.`)
}

/**
 * Prepares packages, the Electron runtime and system libraries.
 * @param {{forTests?: boolean, forPackages?: boolean}} purpose tests also need a keyring, a virtual display and a
 *   Chromium; packages need the system's packaging tools
 * @returns the runtime, and process.env with its variables
 */
export async function bootstrap({ forTests = false, forPackages = false } = {}) {
  checkNode()
  await installDependencies()
  await installSystemPackages({ forTests, forPackages })
  const runtime = await electronRuntime()
  return { runtime, env: { ...process.env, ...electronEnv(runtime) } }
}

/** A failure is one sentence on stderr and exit code 1, not a stack. */
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
