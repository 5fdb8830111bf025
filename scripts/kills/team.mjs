// Kills desks of a team and their PostgreSQL server, while all desks change the same issues. Then each accepted change
// is once in the database and once in every desk's history, and all desks agree.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { bundleHistory } from '../history-bundle.mjs'
import { faultsOf } from './team-check.mjs'
import { seeded } from './writer.mjs'

const OPERATORS = ['Ada', 'Grace', 'Linus']
const CONNECTORS = 12
/** Changes until the next kill, plus ms. Few: desks still wait to reconnect; many: an exchange is running. */
const MOST_CHANGES = [30, 120]
const JITTER_MS = 25
const ALL_ROWS = 'SELECT seq::int, subject, field, value FROM connector_desk.change ORDER BY seq'
const BACKENDS = "SELECT pid FROM pg_stat_activity WHERE application_name = 'Connector Desk' ORDER BY pid"

class Desk {
  /** `{ key, field, value, accepted }`. */
  journal = []
  shared = false
  child = null
  constructor(program, of, heard) {
    Object.assign(this, { program, of, heard })
  }

  start() {
    const { journal, shared } = this
    const asked = { ...this.of, first: journal.length, shared, connectors: CONNECTORS }
    const child = spawn(process.execPath, [this.program, JSON.stringify(asked)], { stdio: ['pipe', 'pipe', 'inherit'] })
    this.child = child
    child.stdin.on('error', () => undefined)
    createInterface({ input: child.stdout }).on('line', (line) => this.take(line))
    child.once('exit', (code) => {
      if (code !== null) this.heard({ desk: this, event: 'ended', code })
    })
  }

  take(line) {
    if (!line.endsWith('}')) return // cut off by the kill
    const { event, ...said } = JSON.parse(line)
    if (event === 'begun') this.journal.push({ ...said, accepted: false })
    if (event === 'accepted') this.journal.at(-1).accepted = true
    if (event === 'working') this.shared = true
    this.heard({ desk: this, event, ...said })
  }

  async kill() {
    const { child } = this
    this.child = null
    child.kill('SIGKILL')
    await once(child, 'close')
  }

  ask(what) {
    this.child.stdin.write(`${what}\n`)
  }
}

/** @throws if a change is lost or doubled, or desks differ */
export async function killTeam({ times, seed, tell = () => undefined }) {
  const folder = mkdtempSync(join(tmpdir(), 'connector-desk-kill-'))
  const bundle = await bundleHistory('kill-team', { postgres: 'testing/postgres.ts', team: 'team/testing.ts' })
  const { startPostgres } = await import(join(bundle, 'postgres.js'))
  const server = await startPostgres()
  const desks = []
  try {
    const { teamDatabase, addressOf, passwordOf } = await import(join(bundle, 'team.js'))
    const users = OPERATORS.map((operator) => operator.toLowerCase())
    await teamDatabase(server, 'team', Object.fromEntries(users.map((user) => [user, 'operator'])))
    const ears = new Set()
    const heard = (said) => ears.forEach((ear) => ear(said))
    const until = (isEnough) =>
      new Promise((resolve, reject) => {
        const ear = (said) => {
          if (said.event === 'ended') reject(new Error(`${said.desk.of.operator}'s desk ended with ${said.code}.`))
          else if (!isEnough(said)) return
          else resolve(said)
          ears.delete(ear)
        }
        ears.add(ear)
      })
    const program = join(bundle, 'kill-team.js')
    for (const [at, operator] of OPERATORS.entries()) {
      const address = addressOf(server, 'team', users[at])
      const of = { operator, folder: join(folder, users[at]), address, password: passwordOf(users[at]) }
      desks.push(new Desk(program, of, heard))
    }
    for (const desk of desks) desk.start()
    const { counts, sharedFrom } = await killing({ times, random: seeded(seed), server, desks, until, tell })
    const { faults, rows } = faultsOf({ ...(await settled(server, desks, until)), sharedFrom })
    if (faults.length > 0) throw new Error(`With seed ${seed}: ${faults.slice(0, 20).join(' ')}`)
    return `${counts.desk} desks, ${counts.server} servers, ${counts.backend} server processes; ${rows} changes`
  } finally {
    for (const { child } of desks) child?.kill('SIGKILL')
    await server.remove()
    rmSync(bundle, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * A victim restarts at once, or after the next kill.
 * @returns kills of each kind, and the last change before all desks had all issues
 */
async function killing({ times, random, server, desks, until, tell }) {
  const below = (n) => Math.floor(random() * n)
  const counts = { desk: 0, server: 0, backend: 0 }
  let down = []
  let sharedFrom = null
  for (let time = 1; time <= times; time++) {
    let wanted = 1 + below(MOST_CHANGES[time % 2])
    await until(({ event }) => event === 'accepted' && --wanted <= 0)
    await pause(below(JITTER_MS))
    const up = desks.filter(({ child }) => child)
    const isServerUp = !down.some(({ kind }) => kind === 'server')
    const possible = [...(up.length > 1 ? ['desk', 'desk'] : []), ...(isServerUp ? ['server', 'backend'] : [])]
    if (possible.length > 0) {
      const victim = await kills[possible[below(possible.length)]]({ server, up, below })
      counts[victim.kind]++
      down.push(victim)
      tell(`kill ${time}: ${victim.kind} ${victim.name}`)
    } else time--
    const isWorking = desks.some(({ child, shared }) => child && shared)
    if (isWorking && time < times && below(2) > 0) continue
    for (const { start } of down) await start()
    down = []
    if (desks.every(({ shared }) => shared)) sharedFrom ??= await lastNumber(server)
  }
  return { counts, sharedFrom: sharedFrom ?? (await lastNumber(server)) }
}

const kills = {
  async desk({ up, below }) {
    const desk = up[below(up.length)]
    await desk.kill()
    return { kind: 'desk', name: desk.of.operator, start: () => desk.start() }
  },
  async server({ server }) {
    await server.stop('SIGKILL')
    return { kind: 'server', name: '', start: () => server.start() }
  },
  /** The server then ends all connections and recovers. */
  async backend({ server, up, below }) {
    const all = await server.query('team', BACKENDS).catch(() => [])
    const pid = all[below(all.length)]?.pid
    if (!pid || !isKilled(pid)) return kills.server({ server, up, below })
    return { kind: 'backend', name: String(pid), start: () => undefined }
  }
}

/** False if the process was gone. */
function isKilled(pid) {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (error.code === 'ESRCH') return false
    throw error
  }
}

/** Retries while the server recovers. */
async function lastNumber(server) {
  for (;;) {
    const [team] = await server.query('team', 'SELECT last_seq::int FROM connector_desk.team').catch(() => [])
    if (team) return team.last_seq
    await pause(20)
  }
}

/** Waits until all desks have exchanged everything. */
async function settled(server, desks, until) {
  for (const desk of desks) {
    const resting = until((said) => said.desk === desk && said.event === 'resting')
    desk.ask('rest')
    await resting
  }
  for (;;) {
    const rows = await server.query('team', ALL_ROWS)
    const states = []
    for (const desk of desks) {
      const state = until((said) => said.desk === desk && said.event === 'state')
      desk.ask('state')
      states.push(await state)
    }
    const last = rows.at(-1)?.seq ?? 0
    if (states.every(({ isUpToDate, readTo }) => isUpToDate && readTo === last)) return { rows, states, desks }
    await pause(50)
  }
}
