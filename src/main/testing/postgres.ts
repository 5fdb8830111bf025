import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Client from 'pg/lib/client'
import { madeFolder } from './postgres-made'

/** `nobody`: PostgreSQL refuses to run as root. */
export const lowly = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const home = '/usr/lib/postgresql'
const password = 'owner-of-the-server'
/** Small WAL segments make a fast copy. */
const plain = ['-E', 'UTF8', '--no-sync', '--wal-segsize=1']

export interface Postgres {
  host: '127.0.0.1'
  port: number
  /** Of the superuser `postgres`. */
  password: string
  /** With every database and its WAL. */
  folder: string
  create(database: string): Promise<void>
  /** As the superuser. */
  query<Row extends object>(database: string, sql: string, values?: unknown[]): Promise<Row[]>
  /** @param signal SIGINT shuts down, SIGKILL kills */
  stop(signal?: 'SIGINT' | 'SIGKILL'): Promise<void>
  start(settings?: Record<string, string>): Promise<void>
  remove(): Promise<void>
}

/**
 * A real PostgreSQL in its own folder on a free port. A power cut may lose data.
 * @param like folder of a stopped server to copy, for a quarter of the work
 */
export async function startPostgres(like?: string): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'connector-desk-pg-'))
  const data = join(folder, 'data')
  await owned(folder)
  await chmod(folder, 0o700)
  if (like) must('cp', ['-R', like, data], folder)
  else await makeData(folder, data)

  const port = await freePort()
  let child: ChildProcess | null = null
  const server: Postgres = {
    host: '127.0.0.1',
    port,
    password,
    folder: data,
    create: async (database) => void (await server.query('postgres', `CREATE DATABASE ${database} TEMPLATE template0`)),
    async query<Row extends object>(database: string, sql: string, values?: unknown[]) {
      const client = new Client({ host: server.host, port, user: 'postgres', password, database })
      await client.connect()
      try {
        return (await client.query<Row>(sql, values)).rows
      } finally {
        await client.end()
      }
    },
    async stop(signal = 'SIGINT') {
      const stopping = child
      child = null
      if (!stopping || stopping.exitCode !== null || stopping.signalCode !== null) return
      await new Promise<void>((resolve) => {
        stopping.once('exit', () => resolve())
        stopping.kill(signal)
      })
    },
    async start(settings = {}) {
      child = await listening(data, port, settings)
    },
    async remove() {
      await server.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }
  await server.start()
  return server
}

async function makeData(folder: string, data: string): Promise<void> {
  const kept = process.env[madeFolder]
  if (!kept) return initdb(folder, data)
  const made = join(kept, 'data')
  if (!existsSync(made)) {
    await owned(kept)
    const own = join(kept, `of-${process.pid}`)
    await initdb(kept, own)
    // Another process of the run may be first: then this copy stays unused.
    await rename(own, made).catch(() => undefined)
  }
  must('cp', ['-R', made, data], folder)
}

async function initdb(folder: string, data: string): Promise<void> {
  const passwordFile = join(folder, `password-${process.pid}`)
  await writeFile(passwordFile, password)
  await owned(passwordFile)
  const args = ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, ...plain]
  must(program('initdb'), args, folder)
}

async function owned(path: string): Promise<void> {
  if (lowly.uid !== undefined) await chown(path, lowly.uid, lowly.gid)
}

function must(command: string, args: string[], cwd: string): void {
  const done = spawnSync(command, args, { ...lowly, cwd, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } })
  if (done.status !== 0) throw new Error(`${command}: ${done.error?.message ?? done.stderr}`)
}

export function program(name: string): string {
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(home, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter)
  ]
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (!found) throw new Error(`${name} was not found: install PostgreSQL 14 or later (Debian: postgresql).`)
  return found
}

const fast = { fsync: 'off', full_page_writes: 'off', shared_buffers: '16MB', max_connections: '60', autovacuum: 'off' }

/** The message of a server that still finds processes of its killed predecessor. */
const stillThere = 'pre-existing shared memory block'

function listening(data: string, port: number, settings: Record<string, string>): Promise<ChildProcess> {
  const all = { ...fast, listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '', ...settings }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(program('postgres'), ['-D', data, ...args], {
    ...lowly,
    cwd: data,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' }
  })
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-10_000)
      if (said.includes('ready to accept connections')) resolve(child)
    })
    child.once('error', reject)
    child.once('close', (code) => {
      if (said.includes(stillThere)) resolve(pause(20).then(() => listening(data, port, settings)))
      else reject(new Error(`PostgreSQL ended with ${code}: ${said}`))
    })
  })
}

/** Not of those that the system gives to any listener: one could take it while its owner is stopped. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 20_000)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}
