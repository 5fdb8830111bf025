// What the kill scripts share: a process that writes is killed at random moments, which a seed repeats.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { main } from './bootstrap.mjs'
import { bundleHistory } from './history-bundle.mjs'
import { say } from './run.mjs'

const READY_WITHIN_MS = 60_000

/** Numbers 0 ≤ x < 1, the same for the same seed (mulberry32). */
export function seeded(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Starts a writer, kills it `afterMs` after it is ready, and answers what it reported: lines of a word and JSON. */
export function writeUntilKilled(program, file, round, afterMs) {
  return new Promise((resolve, reject) => {
    const writer = spawn(process.execPath, [program, 'write', file, String(round)], {
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
      if (signal !== 'SIGKILL' || !output.includes('ready\n')) {
        return reject(new Error(`The writer ended by itself (${code ?? signal}).`))
      }
      // A line that the kill cut off was not reported.
      const lines = output.slice(0, output.lastIndexOf('\n')).split('\n')
      const reported = lines.filter((line) => /^\w+ \{/.test(line))
      resolve(reported.map((line) => JSON.parse(line.slice(line.indexOf('{')))))
    })
  })
}

/**
 * Kills a writer of one history again and again, each time at most `latestMs` after it is ready, and lets the same
 * program check after each kill that everything it ever reported is there.
 * @param nextRound the number the next writer begins with, from the last report
 * @returns all reports. @throws when one is lost
 */
export async function killHistory({ name, latestMs, nextRound, times, seed, tell = () => undefined }) {
  const random = seeded(seed)
  const folder = mkdtempSync(join(tmpdir(), 'connector-desk-kill-'))
  const bundle = await bundleHistory(name)
  const program = join(bundle, `${name}.js`)
  const file = join(folder, 'history.db')
  const list = join(folder, 'reported.json')
  const reported = []
  try {
    for (let time = 1; time <= times; time++) {
      const afterMs = Math.floor(random() * latestMs)
      reported.push(...(await writeUntilKilled(program, file, nextRound(reported.at(-1)), afterMs)))
      writeFileSync(list, JSON.stringify(reported))
      const { status, stderr } = spawnSync(process.execPath, [program, 'check', file, list], { encoding: 'utf8' })
      if (status !== 0) throw new Error(`After kill ${time} of seed ${seed} (${afterMs} ms): ${stderr}`)
      tell(`kill ${time} after ${afterMs} ms: sound, all found of ${reported.length} reports`)
    }
    return reported
  } finally {
    rmSync(bundle, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs a kill script as a command, `[--times 50] [--seed 1]`; `kill` answers what to say at the end. */
export function killCommand(kill) {
  return main(async () => {
    const { values } = parseArgs({ options: { times: { type: 'string' }, seed: { type: 'string' } } })
    const times = Number(values.times ?? 50)
    const seed = Number(values.seed ?? Date.now() % 1_000_000)
    say(`killing ${times} times, seed ${seed}`)
    say(`${times} kills: ${await kill({ times, seed, tell: say })}`)
  })
}
