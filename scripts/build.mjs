// Builds the app, only when something it is built from has changed since.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, say } from './run.mjs'

const SOURCES = [
  'src',
  'resources',
  'docs/user-guide.md',
  'scripts/bundled-packages.ts',
  'scripts/guide.ts',
  'package.json',
  'package-lock.json',
  'electron.vite.config.ts',
  'svelte.config.js'
]

const OUTPUTS = ['out/main/index.js', 'out/main/practice.js', 'out/preload/index.cjs', 'out/renderer/index.html']

const stamp = join(root, 'out/.built')

/** The latest change below a path, ms; folders count too, so that a removed file is noticed. */
export function lastChange(path) {
  if (!existsSync(path)) return 0
  const { mtimeMs } = statSync(path)
  const entries = statSync(path).isDirectory() ? readdirSync(path) : []
  return entries.reduce((latest, name) => Math.max(latest, lastChange(join(path, name))), mtimeMs)
}

function isFresh() {
  if (!existsSync(stamp) || !OUTPUTS.every((file) => existsSync(join(root, file)))) return false
  return SOURCES.every((source) => lastChange(join(root, source)) < Number(readFileSync(stamp, 'utf8')))
}

const electronVite = join(root, 'node_modules/electron-vite/bin/electron-vite.js')

/** Builds into out/, with the options of `run`. What changes while it builds counts as newer. Throws when it fails. */
export async function build(options) {
  const started = Date.now()
  const code = await run(process.execPath, [electronVite, 'build'], options)
  if (code !== 0) throw new Error(`The build failed with exit code ${code}.`)
  writeFileSync(stamp, String(started))
}

export async function buildIfStale() {
  if (isFresh()) return
  say('building')
  await build()
}
