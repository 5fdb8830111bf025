import { readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent } from 'undici'
import type { TeamAddress } from '../../shared/team/team'
import { systemClock } from '../base/clock'
import { personWho } from '../guard/testing'
import type { Call } from '../http/call'
import { createClient, leavingOf } from '../http/client'
import { RateLimits } from '../http/rate-limit'
import { undiciTransport } from '../http/transport'
import { write } from '../http/write'
import { MemoryStore } from '../secrets/memory-store'
import { place, teamDesk } from './team-desk'

// scripts/kills/approvals.mjs kills these desks: one asks and sends, the other agrees.
export interface ApprovalDesk {
  role: 'sends' | 'agrees'
  folder: string
  operator: string
  address: TeamAddress
  password: string
  /** Of the service that counts what arrives. */
  port: number
  /** The first send's number; numbers are never reused. */
  first: number
}

const asked = JSON.parse(process.argv[2] ?? '') as ApprovalDesk
const say = (event: string, what: object) => void writeSync(1, `${JSON.stringify({ event, ...what })}\n`)
const { signal } = new AbortController()
let number = asked.first

/** As a keychain: what was set is there after a kill. */
class FileSecrets extends MemoryStore {
  private readonly file = join(asked.folder, '..', `${asked.operator}.secrets`)
  constructor() {
    super()
    try {
      for (const [account, secret] of JSON.parse(readFileSync(this.file, 'utf8')) as [string, string][])
        this.secrets.set(account, secret)
    } catch {
      // The first start.
    }
  }
  override async set(account: string, secret: string): Promise<void> {
    await super.set(account, secret)
    writeFileSync(`${this.file}.new`, JSON.stringify([...this.secrets]))
    renameSync(`${this.file}.new`, this.file)
  }
}

const desk = await teamDesk({
  ...asked,
  bundle: new URL('./store.js', import.meta.url),
  secrets: new FileSecrets(),
  // Says in the database which send an approval is for.
  named: () => `send ${number}`
})
const { approvals } = desk.team
desk.team.begin()
say('working', {})
await (asked.role === 'sends' ? sends() : agrees())

async function sends(): Promise<void> {
  const agent = new Agent()
  const client = createClient({
    transport: undiciTransport(async () => agent),
    clock: systemClock,
    rateLimits: new RateLimits(() => undefined),
    redact: (text) => text,
    log: () => undefined
  })
  const target = { ...place, baseUrl: `http://127.0.0.1:${asked.port}`, bearerToken: 'practice_x' }
  const { confirmer } = personWho(undefined, undefined, undefined, {
    needs: () => true,
    colleagues: async () => ['agrees'],
    agreed: (of, stop) => approvals.agreed(of, stop)
  })
  for (; ; number++) {
    const call: Call = { asker: 'connectors', subject: '', method: 'DELETE', path: `/${number}`, signal }
    say('begun', { number })
    try {
      const { colleagues } = await approvals.approvers()
      for (const one of colleagues) if (one.state !== 'compared') await approvals.compare(one)
      const act = { place, title: 'Send', verb: 'Send', second: 'delete-connector' } as const
      const grant = await confirmer.confirm({ ...act, requests: [{ leaving: leavingOf(target, call) }] }, signal)
      await write(client, target, { ...call, grant })
      say('sent', { number })
      // A second try with the same approval.
      await write(client, target, { ...call, grant }).catch(() => undefined)
    } catch {
      await pause(20)
    }
  }
}

async function agrees(): Promise<void> {
  for (;;) {
    try {
      const open = (await approvals.list()).filter(({ state, isMine }) => state === 'open' && !isMine)
      // Twice, as two windows would.
      for (const { id } of open) await Promise.all([approvals.decide(id, true, ''), approvals.decide(id, true, '')])
    } catch {
      // Out of reach, or one that was withdrawn meanwhile.
    }
    await pause(20)
  }
}
