import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleHistory } from '../history-bundle.mjs'

const READY_WITHIN_MS = 60_000
/** Kills beyond those asked for, each with up to twice the time of the one before. */
const MOST_FURTHER = 10

/** 0 ≤ x < 1, repeatable (mulberry32). */
export function seeded(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * @returns reports: lines of a word and JSON
 * @param more further arguments of the program
 */
export function writeUntilKilled(program, file, round, afterMs, ...more) {
  return new Promise((resolve, reject) => {
    const writer = spawn(process.execPath, [program, 'write', file, String(round), ...more.map(String)], {
      stdio: ['ignore', 'pipe', 'inherit']
    })
    let output = ''
    let timer = setTimeout(() => writer.kill('SIGKILL'), READY_WITHIN_MS)
    writer.stdout.setEncoding('utf8').on('data', (text) => {
      const ready = output.includes('ready\n')
      output += text
      if (ready || !output.includes('ready\n')) return
      clearTimeout(timer)
      timer = setTimeout(() => writer.kill('SIGKILL'), afterMs)
    })
    writer.once('error', reject)
    writer.once('close', (code, signal) => {
      clearTimeout(timer)
      // A thread ended inside a SQLite call makes libsql abort the process.
      const killed = signal === 'SIGKILL' || (more.length > 0 && signal === 'SIGABRT')
      if (!killed || !output.includes('ready\n')) {
        return reject(new Error(`The writer ended by itself (${code ?? signal}).`))
      }
      // A cut-off line is no report.
      const lines = output.slice(0, output.lastIndexOf('\n')).split('\n')
      const reported = lines.filter((line) => /^\w+ \{/.test(line))
      resolve(reported.map((line) => JSON.parse(line.slice(line.indexOf('{')))))
    })
  })
}

/**
 * Whether there is a further kill: also after the last one, while there is no report.
 * @throws if there is none after many
 */
export function goesOn(time, times, reports) {
  if (reports === 0 && time > times + MOST_FURTHER)
    throw new Error(`${time - 1} writers were killed, and none reported.`)
  return time <= times || reports === 0
}

/**
 * Kills writers of one history, each at most `latestMs` after it is ready, and checks that all reports are there. A
 * machine too slow for a single report gets twice the time at each kill, until there is one.
 * @param program its name in src/main/testing
 * @param nextRound the next writer's first number, from the last report
 * @param endThread whether the writer first ends its own thread
 * @returns all reports. @throws if one is lost, or none comes
 */
export async function killHistory(options) {
  const { program: name, latestMs, nextRound, endThread = false, times, seed, tell = () => undefined } = options
  const random = seeded(seed)
  const folder = mkdtempSync(join(tmpdir(), 'connector-desk-kill-'))
  const bundle = await bundleHistory(name)
  const program = join(bundle, `${name}.js`)
  const file = join(folder, 'history.db')
  const list = join(folder, 'reported.json')
  const reported = []
  let first = -1
  let upToMs = latestMs
  try {
    for (let time = 1; goesOn(time, times, reported.length); time++) {
      const afterMs = Math.floor(random() * upToMs)
      const more = endThread ? [Math.floor(random() * afterMs)] : []
      // A writer without a report has used its first number.
      first = Math.max(nextRound(reported.at(-1)), first + 1)
      reported.push(...(await writeUntilKilled(program, file, first, afterMs, ...more)))
      writeFileSync(list, JSON.stringify(reported))
      const { status, stderr } = spawnSync(process.execPath, [program, 'check', file, list], { encoding: 'utf8' })
      if (status !== 0) throw new Error(`After kill ${time} of seed ${seed} (${afterMs} ms): ${stderr}`)
      if (reported.length === 0) upToMs *= 2
      tell(`kill ${time} after ${afterMs} ms: sound, all found of ${reported.length} reports`)
    }
    return reported
  } finally {
    rmSync(bundle, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
}
