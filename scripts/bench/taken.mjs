import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import os from 'node:os'
import { commitHere } from '../build.mjs'

const release = '/etc/os-release'

function system() {
  const named = existsSync(release) && /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync(release, 'utf8'))?.[1]
  return `${named ? `${named}, ` : ''}${os.type()} ${os.release()}`
}

function versionsOf(executable) {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const asked = spawnSync(executable, ['-p', 'JSON.stringify(process.versions)'], { env, encoding: 'utf8' })
  if (asked.status !== 0) throw new Error(`${executable} did not say its versions: ${asked.error ?? asked.stderr}`)
  const { electron, chrome, node } = JSON.parse(asked.stdout)
  return { electron, chromium: chrome, node }
}

/**
 * @param {string} executable of Electron
 * @returns {import('./results.mjs').Taken}
 */
export function takenOn(executable) {
  const processors = os.cpus()
  return {
    machine: {
      cpu: processors[0]?.model.trim() ?? 'unknown',
      cores: processors.length,
      memoryGB: Math.round(os.totalmem() / 2 ** 30),
      os: system()
    },
    runtime: { ...versionsOf(executable), commit: commitHere() ?? 'unknown' }
  }
}
