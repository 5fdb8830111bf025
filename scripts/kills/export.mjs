// Kills an exporting process: files under their real names must be complete, with at most one `.part` beside them.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleHistory } from '../history-bundle.mjs'
import { seeded, writeUntilKilled } from './writer.mjs'

/** ms: a few exports on a slow machine. */
const LATEST_MS = 900
const ROWS = 2_000

/** @throws if a file under its real name is incomplete */
export async function killExport({ times, seed, tell = () => undefined }) {
  const random = seeded(seed)
  const bundle = await bundleHistory('kill-export')
  const program = join(bundle, 'kill-export.js')
  const found = { whole: 0, parts: 0, reported: 0 }
  try {
    for (let time = 1; time <= times; time++) {
      const folder = mkdtempSync(join(tmpdir(), 'connector-desk-kill-'))
      try {
        const afterMs = Math.floor(random() * LATEST_MS)
        const reported = await writeUntilKilled(program, folder, ROWS, afterMs)
        const { whole, parts } = check(folder, reported)
        found.whole += whole
        found.parts += parts
        found.reported += reported.filter(({ finished }) => finished).length
        tell(`kill ${time} after ${afterMs} ms: ${whole} whole files, ${parts} .part`)
      } catch (error) {
        throw new Error(`After kill ${time} of seed ${seed}: ${error.message}`, { cause: error })
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    }
    return `${found.whole} files under their names, all whole (${found.reported} reported), and ${found.parts} .part`
  } finally {
    rmSync(bundle, { recursive: true, force: true })
  }
}

function check(folder, reported) {
  const files = readdirSync(folder).filter((name) => name !== 'spill')
  const parts = files.filter((name) => name.endsWith('.part'))
  const whole = files.filter((name) => name.endsWith('.ndjson'))
  if (parts.length > 1 || parts.length + whole.length !== files.length) throw new Error(`It left ${files.join(', ')}.`)
  for (const name of whole) {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n')
    const rows = lines.slice(0, -1).map((line) => JSON.parse(line))
    if (lines.at(-1) !== '' || rows.length !== ROWS) throw new Error(`${name} has ${rows.length} of ${ROWS} rows.`)
    if (!rows.every((row, at) => row.employee_number === String(at))) throw new Error(`${name} has the wrong rows.`)
  }
  for (const { name, finished } of reported) {
    if (finished && !whole.includes(name)) throw new Error(`${name} was reported and is not there.`)
  }
  return { whole: whole.length, parts: parts.length }
}
