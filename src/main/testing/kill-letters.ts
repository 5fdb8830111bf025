import { readFileSync, writeSync } from 'node:fs'
import type { ConnectorHealth } from '../../shared/connectors/health'
import { freshRelinkSettings } from '../../shared/issues/relink/relink'
import type { MailAccount } from '../../shared/mail/mail'
import type { Place } from '../../shared/workspaces/place'
import type { StoreMethods } from '../app/store'
import { systemClock } from '../base/clock'
import { Grant } from '../guard/grant'
import { Campaigns } from '../mail/campaigns'
import { Letters } from '../mail/letters'
import { Encryption } from '../secrets/encryption'
import { storeInThread } from '../store/thread'
import { compareTaken, killPort, type Left } from './kill-taken'

// scripts/kills/letters.mjs kills this program. `write <file> <round>` sends letters without end, in turn by hand and as a
// campaign with its reminders, and first ends what the last kill cut off; `check <file> <list>` starts again, and compares
// what is written down with what the server took.
const [mode, file = '', argument = ''] = process.argv.slice(2)
const place: Place = { workspaceId: '00000000-0000-4000-8000-000000000001', region: 'default' }
const perRound = 4
const customerOf = (round: number, at: number) => `c-${round}-${at}`
const customersOf = (round: number) => Array.from({ length: perRound }, (_, at) => customerOf(round, at))
const day = 86_400_000
/** A Tuesday, on which all kills happen: no reminder waits for a Monday. */
const tuesday = Date.UTC(2026, 2, 10, 8) - Number(process.env['KILLS_BEGAN'])
let later = 0
const clock = { ...systemClock, now: () => tuesday + Date.now() + later }
const contactOf = (customer: string) => ({
  address: `${customer}@customer.example`,
  name: '',
  language: '',
  relinks: true
})
const account: MailAccount = {
  ...{ host: '127.0.0.1', port: killPort(), security: 'none', user: '' },
  ...{ from: 'ops@harbourline.example', fromName: '', replyTo: '' }
}
const encrypting = async () => new Encryption(Buffer.alloc(32, 7))
/** The round that is sent. */
let round = Number(argument) || 0

const told: string[] = []
const thread = storeInThread<StoreMethods>(new URL('./store.js', import.meta.url), { file, now: Date.now() })
const { store } = thread
const { keeping, setAside, message } = await store.keeping()
if (keeping === 'no' || setAside) throw new Error(`It does not open: ${message}`)
const letters = new Letters({
  // The key of each connector is its customer.
  connector: async ({ key }) => healthOf(key),
  history: store,
  clock,
  confirmer: {
    confirm: async ({ requests }) =>
      new Grant(
        requests.map(({ leaving }) => leaving),
        Number.MAX_SAFE_INTEGER,
        Date.now
      )
  },
  contacts: {
    of: async (_, originId) => [contactOf(originId)]
  },
  encrypting,
  server: async () => ({ account, password: '', certificates: [] }),
  activity: { begin: async () => async () => undefined },
  requested: async () => undefined,
  heldBack: async () => new Map(),
  mayChange: async () => undefined,
  ...{ lock: { state: null }, standing: { check: async () => undefined } },
  ...{
    team: { live: async () => null, readMessages: async () => undefined },
    serviceOf: () => null,
    operator: () => 'Ada'
  },
  tell: (words) => told.push(words)
})
const campaigns = new Campaigns({
  heldBack: async () => new Set<string>(),
  ...{ history: store, clock, encrypting, letters, lock: { state: null }, account: () => account },
  connector: async ({ key }) => healthOf(key),
  contacts: {
    // Those of campaigns that a kill left, too.
    all: async () =>
      Array.from({ length: 50 }, (_, back) => round - back)
        .flatMap(customersOf)
        .map((originId) => ({ originId, contacts: [contactOf(originId)] }))
  },
  standing: { allow: async () => undefined, stands: async () => ({ left: 500, why: null }) },
  relinkOf: () => freshRelinkSettings,
  endConsent: async () => undefined,
  changed: () => undefined,
  failed: (error) => {
    throw error
  }
})
if (mode === 'write') await write()
else await check(JSON.parse(readFileSync(argument, 'utf8')) as { round: number }[])

function healthOf(key: string): ConnectorHealth {
  const fields = [{ field: 'origin_id', value: key }]
  const issues = [{ cause: 'relink', closedAt: null, snoozedUntil: null, events: [] }]
  const diagnosis = { category: 'HRIS', since: null, lastGoodSync: { time: null, kind: 'never' } }
  return { key, fields, issues, diagnosis } as unknown as ConnectorHealth
}

async function write(): Promise<void> {
  writeSync(1, 'ready\n')
  await letters.begin()
  for (const { id } of await campaigns.list(place)) await sendCampaign(id)
  for (; ; round++) {
    writeSync(1, `begun ${JSON.stringify({ round, completed: false })}\n`)
    if (round % 2 === 0) {
      const all = customersOf(round).map((customer) => ({
        ...{ keys: [customer], to: [contactOf(customer).address], subject: 'Please reconnect', body: 'Hello' }
      }))
      await letters.send(place, all, new AbortController().signal)
    } else {
      const of = { name: `Round ${round}`, keys: customersOf(round), integrations: {}, zone: 'UTC' }
      const { id } = await campaigns.start(place, of)
      for (const key of of.keys)
        await campaigns.change(place, id, { link: { key, link: `https://link.example/${key}` } })
      await sendCampaign(id)
    }
    writeSync(1, `completed ${JSON.stringify({ round, completed: true })}\n`)
  }
}

/** What is ready, then the one reminder of each customer. */
async function sendCampaign(id: string): Promise<void> {
  if ((await campaigns.ready(place, id)).length > 0) await campaigns.send(place, id, new AbortController().signal)
  await campaigns.remind(place, id, { days: 1, most: 1, from: '00:00', to: '23:59' }, new AbortController().signal)
  // Again after two hours: also for one that the last kill kept from leaving.
  for (const ms of [day + 60_000, day + 2 * 3_600_000]) {
    later = ms
    await campaigns.look()
  }
  later = 0
  await campaigns.remove(place, id)
}

/** @throws Error naming what left twice, is lost, or is not named */
async function check(reported: { round: number }[]): Promise<void> {
  const rounds = [...new Set(reported.map(({ round }) => round))]
  const list = async () => {
    const customers = rounds.flatMap(customersOf)
    const found = await Promise.all(customers.map((one) => letters.list(place.workspaceId, one)))
    return found.flat()
  }
  const cut = (await list()).filter(({ state }) => state === 'leaving' || state === 'waiting')
  await letters.begin()
  const words = told.join(' ')
  for (const { originId } of cut) if (!words.includes(originId)) throw new Error(`${originId} is not named: ${words}`)
  const all = await list()
  const lefts = all.map(({ id, state }): [string, Left] => {
    if (state === 'leaving' || state === 'waiting') throw new Error(`${id} is still ${state}.`)
    return [id, state === 'refused' ? 'no' : state]
  })
  const arrived = compareTaken(new Map(lefts))
  const perCustomer = new Map<string, number>()
  for (const { id, originId } of all)
    if (arrived.has(id)) perCustomer.set(originId, (perCustomer.get(originId) ?? 0) + 1)
  // A letter by hand is one; a campaign's may be followed by its one reminder.
  for (const [customer, count] of perCustomer)
    if (count > (Number(customer.split('-')[1]) % 2 === 0 ? 1 : 2)) throw new Error(`${customer} got ${count} letters.`)
  await thread.stop()
}
