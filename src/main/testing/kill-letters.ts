import { readFileSync, writeSync } from 'node:fs'
import type { ConnectorHealth } from '../../shared/connectors/health'
import type { Place } from '../../shared/workspaces/place'
import type { StoreMethods } from '../app/store'
import { systemClock } from '../base/clock'
import { Grant } from '../guard/grant'
import { Letters } from '../mail/letters'
import { Encryption } from '../secrets/encryption'
import { storeInThread } from '../store/thread'
import { compareTaken, killPort, type Left } from './kill-taken'

// scripts/kills/letters.mjs kills this program. `write <file> <round>` sends letters without end; `check <file> <list>`
// starts again, and compares what is written down with what the server took.
const [mode, file = '', argument = ''] = process.argv.slice(2)
const place: Place = { workspaceId: '00000000-0000-4000-8000-000000000001', region: 'default' }
const perRound = 4
const customerOf = (round: number, at: number) => `c-${round}-${at}`

const told: string[] = []
const thread = storeInThread<StoreMethods>(new URL('./store.js', import.meta.url), { file, now: Date.now() })
const { store } = thread
const { keeping, setAside, message } = await store.keeping()
if (keeping === 'no' || setAside) throw new Error(`It does not open: ${message}`)
const letters = new Letters({
  // The key of each connector is its customer.
  connector: async ({ key }) => healthOf(key),
  history: store,
  clock: systemClock,
  confirmer: {
    confirm: async ({ requests }) =>
      new Grant(
        requests.map(({ leaving }) => leaving),
        Number.MAX_SAFE_INTEGER,
        Date.now
      )
  },
  contacts: {
    of: async (_, originId) => [{ address: `${originId}@customer.example`, name: '', language: '', relinks: true }]
  },
  encrypting: async () => new Encryption(Buffer.alloc(32, 7)),
  server: async () => ({
    account: {
      ...{ host: '127.0.0.1', port: killPort(), security: 'none', user: '' },
      ...{ from: 'ops@harbourline.example', fromName: '', replyTo: '' }
    },
    ...{ password: '', certificates: [] }
  }),
  activity: { begin: async () => async () => undefined },
  requested: async () => undefined,
  mayChange: async () => undefined,
  tell: (words) => told.push(words)
})
if (mode === 'write') await write(Number(argument))
else await check(JSON.parse(readFileSync(argument, 'utf8')) as { round: number }[])

function healthOf(key: string): ConnectorHealth {
  const fields = [{ field: 'origin_id', value: key }]
  return { key, fields, issues: [] } as unknown as ConnectorHealth
}

async function write(first: number): Promise<void> {
  writeSync(1, 'ready\n')
  for (let round = first; ; round++) {
    writeSync(1, `begun ${JSON.stringify({ round, completed: false })}\n`)
    const all = Array.from({ length: perRound }, (_, at) => {
      const customer = customerOf(round, at)
      return { keys: [customer], to: [`${customer}@customer.example`], subject: 'Please reconnect', body: 'Hello' }
    })
    await letters.send(place, all, new AbortController().signal)
    writeSync(1, `completed ${JSON.stringify({ round, completed: true })}\n`)
  }
}

/** @throws Error naming what left twice, is lost, or is not named */
async function check(reported: { round: number }[]): Promise<void> {
  const rounds = [...new Set(reported.map(({ round }) => round))]
  const list = async () => {
    const customers = rounds.flatMap((round) => Array.from({ length: perRound }, (_, at) => customerOf(round, at)))
    const found = await Promise.all(customers.map((one) => letters.list(place.workspaceId, one)))
    return found.flat()
  }
  const cut = (await list()).filter(({ state }) => state === 'leaving' || state === 'waiting')
  await letters.begin()
  const words = told.join(' ')
  for (const { originId } of cut) if (!words.includes(originId)) throw new Error(`${originId} is not named: ${words}`)
  const lefts = (await list()).map(({ id, state }): [string, Left] => {
    if (state === 'leaving' || state === 'waiting') throw new Error(`${id} is still ${state}.`)
    return [id, state === 'refused' ? 'no' : state]
  })
  compareTaken(new Map(lefts))
  await thread.stop()
}
