// Node built-ins only: this runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

export const isRoot = process.getuid?.() === 0

export const say = (line) => console.log(`[connector-desk] ${line}`)

/** Says what begins, and how long it took. */
export async function step(what, work) {
  say(`${what} …`)
  const began = Date.now()
  const result = await work()
  say(`${what}: done in ${Math.round((Date.now() - began) / 1000)} s`)
  return result
}

const logs = join(root, 'test-results')

/**
 * Calls `work({ output })` with a file descriptor for what its tools print. Who waits needs that only after a failure:
 * then it is printed.
 */
export async function logged(name, work) {
  mkdirSync(logs, { recursive: true })
  const file = join(logs, `${name}.log`)
  const output = openSync(file, 'w')
  try {
    return await work({ output })
  } catch (error) {
    process.stdout.write(readFileSync(file))
    throw error
  } finally {
    closeSync(output)
  }
}

/** undefined if it is not on PATH. */
export function which(command) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, command)).find((file) => existsSync(file))
}

/** False on Linux without X or Wayland; other systems always have a display. */
export function hasDisplay(env = process.env, platform = process.platform) {
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

/** Screen as "1440x900x24": width, height, depth. */
export function underXvfb(screen, command, args) {
  // Otherwise Xvfb restarts when its last client leaves, and an app that starts then finds no display.
  return ['xvfb-run', ['-a', '-s', `-screen 0 ${screen} -nolisten tcp -noreset`, command, ...args]]
}

/** The npm that runs us has the user's registry configuration. */
function npm() {
  const script = process.env.npm_execpath
  if (script?.endsWith('.js') && existsSync(script)) return [process.execPath, [script]]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
}

/**
 * Without stdin. @returns the exit code (a signal counts as 1). `output`: a file descriptor; `quiet`: drops stdout;
 * `idle`: only what others leave of the processor.
 */
export function run(command, args, options = {}) {
  const { env = process.env, timeoutMs, quiet = false, stdin = 'ignore', output = 'inherit', idle = false } = options
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: [stdin, quiet ? 'ignore' : output, output],
      shell: command.endsWith('.cmd')
    })
    if (idle && child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    const timer = timeoutMs && setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    child.once('error', (error) => {
      clearTimeout(timer)
      console.error(error.message)
      resolve(127)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      resolve(code ?? 1)
    })
  })
}

export function runNpm(args, options) {
  const [command, leading] = npm()
  return run(command, [...leading, ...args], options)
}

/** @returns stdout, or undefined after a failure */
export function read(command, args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return status === 0 ? stdout : undefined
}

/** False if it was imported. */
export const isMain = (meta) => process.argv[1] !== undefined && fileURLToPath(meta.url) === process.argv[1]
