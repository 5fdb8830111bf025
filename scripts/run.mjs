// Small helpers the set-up scripts share. Node built-ins only: they run before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder; every script works from here, whatever folder it was started in. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

export const isRoot = process.getuid?.() === 0

/** Says one line about what set-up is doing. */
export const say = (line) => console.log(`[connector-desk] ${line}`)

/** Where a command is on PATH, or undefined. */
export function which(command) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, command)).find((file) => existsSync(file))
}

/** False on Linux without X or Wayland; other systems always have a display for our purposes. */
export function hasDisplay(env = process.env, platform = process.platform) {
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

/** Command and leading arguments that give `command` a display of its own ("1440x900x24" is width, height, depth). */
export function underXvfb(screen, command, args) {
  // By itself Xvfb restarts when its last client leaves: an app that starts at that moment finds no display.
  return ['xvfb-run', ['-a', '-s', `-screen 0 ${screen} -nolisten tcp -noreset`, command, ...args]]
}

/** npm as [command, leading arguments]: the very npm that runs us, so its registry configuration is the user's. */
function npm() {
  const script = process.env.npm_execpath
  if (script?.endsWith('.js') && existsSync(script)) return [process.execPath, [script]]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
}

/**
 * Runs a command without stdin, and answers its exit code (a signal counts as 1). Its output goes to `output`, a file
 * descriptor, else to ours. `timeoutMs` bounds it; `quiet` drops its stdout.
 */
export function run(command, args, options = {}) {
  const { env = process.env, timeoutMs, quiet = false, stdin = 'ignore', output = 'inherit' } = options
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: [stdin, quiet ? 'ignore' : output, output],
      shell: command.endsWith('.cmd')
    })
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

/** Runs a quick command and answers its stdout, or undefined when it fails. */
export function read(command, args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return status === 0 ? stdout : undefined
}

/** True when this module was started by name (`node scripts/x.mjs`), not imported. */
export const isMain = (meta) => process.argv[1] !== undefined && fileURLToPath(meta.url) === process.argv[1]
