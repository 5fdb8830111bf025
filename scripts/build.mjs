// npm run build, and the build of other scripts.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMain, logged, read, root, run, step } from './run.mjs'

const SOURCES = [
  'src',
  'resources',
  'docs/user-guide.md',
  'scripts/bundled-packages.ts',
  'scripts/guide.ts',
  'package.json',
  'package-lock.json',
  'electron.vite.config.ts',
  'walker.vite.config.ts',
  'svelte.config.js'
]

const OUTPUTS = [
  'out/main/index.js',
  'out/main/practice.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'out/walker/connector-desk-walker.js'
]

/** ms and commit of the build. */
const stamp = join(root, 'out/.built')

/** ms; folders count too, because of removed files. */
export function lastChange(path) {
  if (!existsSync(path)) return 0
  const { mtimeMs } = statSync(path)
  const entries = statSync(path).isDirectory() ? readdirSync(path) : []
  return entries.reduce((latest, name) => Math.max(latest, lastChange(join(path, name))), mtimeMs)
}

function isFresh(commit) {
  if (!existsSync(stamp) || !OUTPUTS.every((file) => existsSync(join(root, file)))) return false
  const [built, named] = readFileSync(stamp, 'utf8').split(' ')
  if (commit !== undefined && commit !== named) return false
  return SOURCES.every((source) => lastChange(join(root, source)) < Number(built))
}

/**
 * As "0f1e2d3c4b5a", with "-dirty" if files differ; undefined outside a repository. A build from a copy names it in
 * MAIN_VITE_COMMIT.
 */
export const commitHere = (env = process.env) =>
  env.MAIN_VITE_COMMIT ||
  read('git', ['-C', root, 'describe', '--always', '--dirty', '--exclude=*', '--abbrev=12'])?.trim()

const BUILDS = [
  ['electron-vite/bin/electron-vite.js', 'build'],
  ['vite/bin/vite.js', 'build', '--config', 'walker.vite.config.ts']
]

/** Options as `run`. Changes during the build count as newer. Throws if it fails. */
export async function build(options) {
  const started = Date.now()
  const commit = commitHere() ?? ''
  const env = { ...process.env, MAIN_VITE_COMMIT: commit }
  for (const [tool, ...args] of BUILDS) {
    const code = await run(process.execPath, [join(root, 'node_modules', tool), ...args], { ...options, env })
    if (code !== 0) throw new Error(`The build failed with exit code ${code}.`)
  }
  writeFileSync(stamp, `${started} ${commit}`)
}

/** @param commit that a build for packages must name */
export async function buildIfStale(commit) {
  if (isFresh(commit)) return
  await step('building the app (test-results/build.log)', () => logged('build', build))
}

if (isMain(import.meta)) await build()
