import { readFileSync, writeSync } from 'node:fs'
import { Agent } from 'undici'
import type { StoreMethods } from '../app/store'
import { systemClock } from '../base/clock'
import { personWho } from '../guard/testing'
import { createClient } from '../http/client'
import { RateLimits } from '../http/rate-limit'
import { undiciTransport } from '../http/transport'
import { noPolicy } from '../policy/policy'
import { BoundTokens } from '../secrets/bound-tokens'
import { MemoryStore } from '../secrets/memory-store'
import { storeInThread } from '../store/thread'
import { TicketDesk } from '../tickets/desk'
import { secretAccount } from '../tickets/settings'
import { labelOf } from '../tickets/tracker'
import { compareTaken, killPort, type Left } from './kill-taken'
import { place } from './history'

// scripts/kills/taken.mjs kills this program. `write <file> <round>` opens tickets without end, and looks for those that a
// kill left unknown; `check <file> <list>` starts again, and compares what is written down with what the tracker took.
const [mode, file = '', argument = ''] = process.argv.slice(2)
const service = 'https://api.example.com'
const keyOf = (round: number) => `HRIS:t-${round}`
const address = `http://127.0.0.1:${killPort()}`

const thread = storeInThread<StoreMethods>(new URL('./store.js', import.meta.url), { file, now: Date.now() })
const { store } = thread
const { keeping, setAside, message } = await store.keeping()
if (keeping === 'no' || setAside) throw new Error(`It does not open: ${message}`)
const agent = new Agent()
const secrets = new BoundTokens(new MemoryStore())
await secrets.set(secretAccount(place.workspaceId), { token: 'token', origin: address })
const tracker = { kind: 'jira' as const, address, project: 'OPS', issueType: 'Task', account: '' }
const tickets = new TicketDesk({
  ...{ store, policy: noPolicy, secrets, clock: systemClock, masker: { mask: (text) => text } },
  client: createClient({
    transport: undiciTransport(async () => agent),
    ...{ clock: systemClock, rateLimits: new RateLimits(() => undefined) },
    ...{ redact: (text) => text, log: () => undefined, begin: async () => async () => undefined }
  }),
  confirmer: personWho(() => true).confirmer,
  outside: { ticket: async () => undefined },
  operator: () => 'Ada',
  workspaces: {
    list: () => [
      {
        ...{ id: place.workspaceId, name: 'Live', kind: 'live', baseUrl: service, euBaseUrl: null },
        ...{ region: 'default', tokens: { default: 'none', eu: 'none' }, tracker }
      }
    ]
  },
  team: { mayChange: async () => undefined, live: async () => null, told: () => undefined, joined: () => false },
  about: async (_, key) => ({
    ...{ title: key, words: 'Relink needed', notes: [], facts: [], files: [], hasIssue: true },
    connector: { key, endUser: 'Acme', integrationSlug: 'bamboohr', isTest: false }
  })
})
const of = (round: number) => ({ place, key: keyOf(round), signal: new AbortController().signal })
await store.cutOffTickets({ why: 'The app ended before an answer came.' })
if (mode === 'write') await write(Number(argument))
else await check(JSON.parse(readFileSync(argument, 'utf8')) as { round: number; completed: boolean }[])

async function write(first: number): Promise<void> {
  for (let round = Math.max(0, first - 3); round < first; round++) {
    const before = (await tickets.view(of(round))).ticket
    if (before?.state === 'unknown') await tickets.look(of(round))
  }
  writeSync(1, 'ready\n')
  for (let round = first; ; round++) {
    writeSync(1, `begun ${JSON.stringify({ round, completed: false })}\n`)
    await tickets.open({ ...of(round), title: '' })
    writeSync(1, `completed ${JSON.stringify({ round, completed: true })}\n`)
  }
}

/** @throws Error naming what left twice, is lost, or is not named */
async function check(reported: { round: number; completed: boolean }[]): Promise<void> {
  const lefts = new Map<string, Left>()
  for (const { round, completed } of reported) {
    const ticket = await store.ticketOf({ service, key: keyOf(round) })
    const state = ticket?.state ?? 'refused'
    if (completed && state !== 'open') throw new Error(`The ticket of round ${round} was opened, and is ${state}.`)
    lefts.set(labelOf(service, keyOf(round)), state === 'open' ? 'sent' : state === 'unknown' ? 'unknown' : 'no')
  }
  compareTaken(lefts)
  await thread.stop()
}
