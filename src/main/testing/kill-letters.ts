import Database from 'libsql'
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
import type { LetterKind } from '../../shared/mail/outage'
import { zoneWriter } from '../issues/room'
import { Outages } from '../mail/outages'
import type { KeptConsent } from '../settings/consents'
import { lineOf, pageOf } from '../store/tables/connectors/page-lines'
import { compareTaken, killPort, type Left } from './kill-taken'
import { madeUpRow } from './made-up-rows'

// scripts/kills/letters.mjs kills this program. `write <file> <round>` sends letters without end, and first ends what the last
// kill cut off: in turn by hand and as a campaign with its reminders, or with KILL_OUTAGES each step of an outage. `check
// <file> <list>` starts again, and compares what is written down with what the server took.
const [mode, file = '', argument = ''] = process.argv.slice(2)
const place: Place = { workspaceId: '00000000-0000-4000-8000-000000000001', region: 'default' }
const isOutage = process.env['KILL_OUTAGES'] !== undefined
/** So many failures are a possible outage, and the last customer joins late. */
const perRound = isOutage ? 7 : 4
const customerOf = (round: number, at: number) => `c-${round}-${at}`
const customersOf = (round: number) => Array.from({ length: perRound }, (_, at) => customerOf(round, at))
const day = 86_400_000
/** A Tuesday, on which all kills happen: no reminder waits for a Monday. */
const tuesday = Date.UTC(2026, 2, 10, 8) - Number(process.env['KILLS_BEGAN'])
let later = 0
/** Who joined late. */
let late: string | undefined
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
  connector,
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
const contacts = {
  // Those that a kill left, too.
  all: async () =>
    Array.from({ length: 50 }, (_, back) => round - back)
      .flatMap(customersOf)
      .map((originId) => ({ originId, contacts: [contactOf(originId)] }))
}
const standing = {
  allow: async () => undefined,
  stands: async () => ({ left: 500, why: null, until: Infinity, wasShown: (originId: string) => originId !== late })
}
const campaigns = new Campaigns({
  heldBack: async () => new Set<string>(),
  ...{ history: store, clock, encrypting, letters, lock: { state: null }, account: () => account },
  ...{ connector, contacts, standing },
  relinkOf: () => freshRelinkSettings,
  endConsent: async () => undefined,
  changed: () => undefined,
  failed: (error) => {
    throw error
  }
})
const outages = new Outages({
  ...{ clock, history: store, letters, contacts, standing, lock: { state: null }, masker: { mask: (text) => text } },
  ...{ operator: () => 'Ada', templatesOf: () => ({}), writeTime: zoneWriter, nameOf: async () => 'BambooHR' },
  ...{ zone: () => 'UTC', serviceOf: () => null, learn: async () => undefined, changed: () => undefined },
  team: { told: () => undefined, mayChange: async () => undefined, live: async () => null },
  consents: {
    list: async () => [{ workspaceId: place.workspaceId, about: 'outage' }] as KeptConsent[],
    end: async () => undefined
  },
  failed: (error) => {
    throw error
  }
})
if (mode === 'write') await write()
else await check(JSON.parse(readFileSync(argument, 'utf8')) as { round: number }[])

/** The key of each connector is its customer, but of an outage. */
async function connector(of: { place: Place; key: string; now: number }): Promise<ConnectorHealth | null> {
  return isOutage ? store.connector(of) : healthOf(of.key)
}

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
  for (const { integration } of await outages.list(place)) await tellAgain(integration)
  for (; ; round++) {
    writeSync(1, `begun ${JSON.stringify({ round, completed: false })}\n`)
    if (isOutage) await tellOutage()
    else if (round % 2 === 0) {
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

/** First letter, one that leaves by itself, an update, the all clear. */
async function tellOutage(): Promise<void> {
  const all = customersOf(round)
  const known = all.slice(0, -1)
  await refresh(known)
  await tell('first', 1, known)
  late = all.at(-1)
  await refresh(all)
  await outages.look()
  late = undefined
  const reached = async () => (await outages.desk(place, slugOf(round))).outage?.told.flatMap(({ originId, state }) => (state === 'sent' ? originId : [])) ?? [] // prettier-ignore
  await tell('update', 2, [...new Set(await reached())])
  await refresh([])
  await tell('clear', 3, [...new Set(await reached())])
}

/** As a person would after a kill: those of the last letter who certainly did not get it. */
async function tellAgain(integration: string): Promise<void> {
  const { customers, outage } = await outages.desk(place, integration)
  const last = outage?.steps.at(-1)
  if (!outage || !last || last.kind === 'over') return
  const got = (originId: string | null, step: number) =>
    outage.told.some((one) => one.originId === originId && one.step === step && one.state !== 'refused')
  const missed = customers.flatMap(({ originId }) =>
    originId === null || got(originId, last.step) || (last.step > 1 && !got(originId, 1)) ? [] : originId
  )
  if (missed.length > 0) await tell(last.kind, last.step, missed, integration)
}

function slugOf(of: number): string {
  return `i${of}`
}

function tell(kind: LetterKind, step: number, customers: string[], integration = slugOf(round)): Promise<string> {
  const of = { place, integration, name: 'BambooHR', number: 1, step, kind, letters: {}, zone: 'UTC' }
  return outages.tell({ ...of, customers }, new AbortController().signal)
}

/** These of the round fail, the last one since now. */
async function refresh(failing: readonly string[]): Promise<void> {
  const at = clock.now()
  const rows = customersOf(round).map((id, nth) => {
    const since = new Date(at - (nth < perRound - 1 ? 1_800_000 : 0)).toISOString()
    const broken = failing.includes(id) ? { status: 'RELINK_NEEDED', relink_needed_at: since } : {}
    return madeUpRow(id, at, { ...{ origin_id: id, integration_slug: slugOf(round) }, ...broken })
  })
  const made = await store.beginRefresh({ place, startedAt: at, whole: true })
  await store.appendPage({ refresh: made, page: pageOf(rows.map(lineOf)), at })
  const parts = [{ category: 'HRIS' as const, state: 'done' as const, items: rows.length, repeated: 0 }]
  await store.endRefresh({ refresh: made, at, parts })
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
  if (isOutage) {
    const database = new Database(file)
    const told = database.prepare(`SELECT message, integration || ' ' || step || ' ' || customer AS name FROM outage_told`).all() as { message: string; name: string }[] // prettier-ignore
    database.close()
    const names = told.flatMap(({ message, name }) => (arrived.has(message) ? name : []))
    const twice = names.find((name, at) => names.indexOf(name) !== at)
    if (twice !== undefined) throw new Error(`${twice} was told twice.`)
    if (names.length !== arrived.size)
      throw new Error(`${arrived.size} letters arrived, of which ${names.length} are told.`)
    return thread.stop()
  }
  const perCustomer = new Map<string, number>()
  for (const { id, originId } of all)
    if (arrived.has(id)) perCustomer.set(originId, (perCustomer.get(originId) ?? 0) + 1)
  // A letter by hand is one; a campaign's may be followed by its one reminder.
  for (const [customer, count] of perCustomer)
    if (count > (Number(customer.split('-')[1]) % 2 === 0 ? 1 : 2)) throw new Error(`${customer} got ${count} letters.`)
  await thread.stop()
}
