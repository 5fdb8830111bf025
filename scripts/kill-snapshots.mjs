// Kills a process that writes snapshots at random moments, and checks after each kill that the database opens, is
// sound, and holds every snapshot that was reported completed:
//   node scripts/kill-snapshots.mjs [--times 50] [--seed 1]
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { main } from './bootstrap.mjs'
import { bundleHistory } from './history-bundle.mjs'
import { isMain, say } from './run.mjs'

/** From when the writer is ready, ms: long enough for a few walks on a slow machine. */
const LATEST_MS = 700
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
    let told = ''
    let timer = setTimeout(() => writer.kill('SIGKILL'), READY_WITHIN_MS)
    writer.stdout.setEncoding('utf8').on('data', (text) => {
      const ready = told.includes('ready\n')
      told += text
      if (ready || !told.includes('ready\n')) return
      clearTimeout(timer)
      timer = setTimeout(() => writer.kill('SIGKILL'), afterMs)
    })
    writer.once('error', reject)
    writer.once('close', (code, signal) => {
      clearTimeout(timer)
      if (signal !== 'SIGKILL' || !told.includes('ready\n')) {
        return reject(new Error(`The writer ended by itself (${code ?? signal}).`))
      }
      // A line that the kill cut off was not reported.
      const lines = told.slice(0, told.lastIndexOf('\n')).split('\n')
      const reported = lines.filter((line) => /^\w+ \{/.test(line))
      resolve(reported.map((line) => JSON.parse(line.slice(line.indexOf('{')))))
    })
  })
}

/** @returns how often it was killed, and how many snapshots were reported and found. @throws when one is lost */
export async function killSnapshots({ times, seed, tell = () => undefined }) {
  const random = seeded(seed)
  const folder = mkdtempSync(join(tmpdir(), 'connector-desk-kill-'))
  const bundle = await bundleHistory('kill-snapshots')
  const program = join(bundle, 'kill-snapshots.js')
  const file = join(folder, 'history.db')
  const list = join(folder, 'completed.json')
  const completed = []
  try {
    for (let time = 1; time <= times; time++) {
      const afterMs = Math.floor(random() * LATEST_MS)
      const next = (completed.at(-1)?.round ?? -1) + 1
      const reported = await writeUntilKilled(program, file, next, afterMs)
      completed.push(...reported)
      writeFileSync(list, JSON.stringify(completed))
      const { status, stderr } = spawnSync(process.execPath, [program, 'check', file, list], { encoding: 'utf8' })
      if (status !== 0) throw new Error(`After kill ${time} of seed ${seed} (${afterMs} ms): ${stderr}`)
      tell(`kill ${time} after ${afterMs} ms: sound, ${reported.length} new snapshots, all ${completed.length} found`)
    }
    return { kills: times, snapshots: completed.length }
  } finally {
    rmSync(bundle, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
}

if (isMain(import.meta)) {
  await main(async () => {
    const { values } = parseArgs({ options: { times: { type: 'string' }, seed: { type: 'string' } } })
    const times = Number(values.times ?? 50)
    const seed = Number(values.seed ?? Date.now() % 1_000_000)
    say(`killing ${times} times, seed ${seed}`)
    const { kills, snapshots } = await killSnapshots({ times, seed, tell: say })
    say(`${kills} kills, ${snapshots} snapshots reported, none lost`)
  })
}
