// Kills the desk that asks and sends, the desk that agrees, and their PostgreSQL server. Then each send arrived at most
// once, and none without an approval that was agreed to by the other account and taken.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { bundleHistory } from '../history-bundle.mjs'
import { seeded } from './writer.mjs'

/** ms between two kills at most: a send takes a second, as desks look once a second. */
const MOST_MS = 3_000
const ROWS = `SELECT operator, agreed, decider, used_at IS NOT NULL AS used, withdrawn_at IS NOT NULL AS withdrawn
  FROM connector_desk.approval`

/** @throws if something was sent twice or without an approval */
export async function killApprovals({ times, seed, tell = () => undefined }) {
  const folder = mkdtempSync(join(tmpdir(), 'connector-desk-kill-'))
  const bundle = await bundleHistory('kill-approvals', { postgres: 'testing/postgres.ts', team: 'team/testing.ts' })
  const { startPostgres } = await import(join(bundle, 'postgres.js'))
  const { teamDatabase, addressOf, passwordOf } = await import(join(bundle, 'team.js'))
  const arrived = []
  const service = createServer((request, response) => {
    arrived.push(Number(request.url.slice(1)))
    response.end('{}')
  })
  await new Promise((resolve) => service.listen(0, '127.0.0.1', resolve))
  const server = await startPostgres()
  const random = seeded(seed)
  const below = (n) => Math.floor(random() * n)
  let next = 0
  const desks = ['sends', 'agrees'].map((role) => ({
    role,
    child: null,
    start() {
      const of = { role, operator: role, folder: join(folder, role), port: service.address().port, first: next }
      const account = { address: addressOf(server, 'team', role), password: passwordOf(role) }
      const program = join(bundle, 'kill-approvals.js')
      this.child = spawn(process.execPath, [program, JSON.stringify({ ...of, ...account })], {
        stdio: ['ignore', 'pipe', 'inherit']
      })
      createInterface({ input: this.child.stdout }).on('line', (line) => {
        const found = /"number":(\d+)/.exec(line)
        if (found) next = Math.max(next, Number(found[1]) + 1)
      })
    }
  }))
  try {
    await teamDatabase(server, 'team', { sends: 'operator', agrees: 'operator' })
    for (const desk of desks) desk.start()
    const counts = { sends: 0, agrees: 0, server: 0 }
    const until = async (isEnough) => {
      while (!isEnough()) await pause(20)
    }
    for (let time = 1; time <= times; time++) {
      // Each life of the desks sends something, or a kill would meet nothing.
      const before = arrived.length
      await until(() => arrived.length > before)
      await pause(below(MOST_MS))
      const victim = ['sends', 'sends', 'agrees', 'server'][below(4)]
      counts[victim]++
      tell(`kill ${time}: ${victim}`)
      if (victim === 'server') {
        await server.stop('SIGKILL')
        await server.start()
        continue
      }
      const desk = desks.find(({ role }) => role === victim)
      desk.child.kill('SIGKILL')
      await once(desk.child, 'close')
      desk.start()
    }
    const last = arrived.length
    await until(() => arrived.length > last)
    for (const { child } of desks) {
      child.kill('SIGKILL')
      await once(child, 'close')
    }
    const rows = await server.query('team', ROWS)
    const faults = faultsOf(arrived, rows)
    if (faults.length > 0) throw new Error(`With seed ${seed}: ${faults.slice(0, 20).join(' ')}`)
    const unsent = rows.filter(({ used }) => used).length - arrived.length
    return `${arrived.length} sends of ${rows.length} requests for approval, ${unsent} taken and cut off before they left; ${counts.sends} senders, ${counts.agrees} approvers, ${counts.server} servers; 0 used twice, 0 sent without`
  } finally {
    for (const { child } of desks) child?.kill('SIGKILL')
    service.close()
    await server.remove()
    rmSync(bundle, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param arrived numbers of what arrived @param rows of all approvals */
export function faultsOf(arrived, rows) {
  const used = new Map()
  for (const row of rows.filter((one) => one.used)) {
    const number = Number(row.operator.replace('send ', ''))
    used.set(number, [...(used.get(number) ?? []), row])
  }
  const faults = []
  for (const number of new Set(arrived)) {
    const times = arrived.filter((one) => one === number).length
    const approvals = used.get(number) ?? []
    if (times > 1) faults.push(`${number} arrived ${times} times.`)
    if (approvals.length !== 1) faults.push(`${number} arrived, and ${approvals.length} approvals were taken for it.`)
    for (const { agreed, decider, withdrawn } of approvals)
      if (!agreed || decider !== 'agrees' || withdrawn) faults.push(`${number} arrived without an agreement.`)
  }
  return faults
}
