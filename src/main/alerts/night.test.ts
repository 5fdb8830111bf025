import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { promised } from '../base/promised'
import { zoneWriter } from '../issues/room'
import { Outages } from '../mail/outages'
import { place, testHistory } from '../testing/history'
import { madeUpRow } from '../testing/made-up-rows'
import { timeIn } from './judge'
import { asked, receiver, testAlerts } from './testing'

const minute = 60_000
const hour = 60 * minute

/** 17:00 to 09:00, a refresh every half hour: what a person wants to read of it the next morning. */
it('a night of 200 failures, an outage and its recovery gives a handful of messages', async () => {
  const test = testHistory()
  const slack = await receiver()
  const { alerts, clock } = testAlerts(test)
  const evening = Date.parse('2026-03-10T17:00:00Z')
  const morning = evening + 16 * hour
  clock.time = evening
  const quiet = { from: '20:00', to: '07:00', weekend: true }
  const rules = [
    asked(slack, { name: 'Possible outage', when: { watches: 'outage' } }),
    asked(slack, { name: 'Many relinks', when: { causes: ['relink'], count: 10, within: 24 }, quiet }),
    asked(slack, { name: 'Many failed syncs', when: { causes: ['failed'], count: 20 } }),
    asked(slack, { name: 'No refresh', when: { watches: 'refresh', refresh: 2 } }),
    asked(slack, { name: 'Morning', digest: '08:00' })
  ]
  for (const rule of rules) await alerts.save(rule)

  const iso = (ms: number) => new Date(ms).toISOString()
  /** BambooHR: one after the other fails from 18:00 on, 200 by 02:40, and all sync again from 06:00. */
  const failed = (id: number, now: number) => {
    const at = evening + hour + id * 2.6 * minute
    const isFailed = now >= at && now < evening + 13 * hour
    const begun = isFailed ? at : now - hour
    return madeUpRow(`b${id}`, now, {
      ...{ sync_status: isFailed ? 'Failed' : 'Done', last_sync_start_time: iso(begun) },
      next_sync_start_time: iso(now + 4 * hour)
    })
  }
  /** Workday: 40 of 50 break within 10 minutes at 22:00, and 38 connect again by 06:30. */
  const relinks = (id: number, now: number) => {
    const at = evening + 5 * hour + (id % 10) * minute
    const isOut = now >= at && (id < 2 || now < evening + 13.5 * hour) && id < 40
    return madeUpRow(`w${id}`, now, {
      ...{ integration_slug: 'workday', sync_status: 'Done' },
      ...(isOut && { status: 'RELINK_NEEDED', relink_needed_at: iso(at) })
    })
  }
  /** Personio: 12 customers lose their access in the afternoon, one each quarter of an hour: no outage. */
  const access = (id: number, now: number) =>
    madeUpRow(`p${id}`, now, {
      integration_slug: 'personio',
      ...(id < 12 && { status: 'RELINK_NEEDED', relink_needed_at: iso(evening - (12 - id) * 15 * minute) })
    })
  // A person tells customers of the outage at 23:00, and gives the all clear in the morning.
  const letters: [number, string, number][] = []
  const outages = new Outages({
    ...{ clock, history: promised(() => test.history), writeTime: zoneWriter, templatesOf: () => ({}) },
    learn: async () => undefined,
    ...{ lock: { state: null }, zone: () => 'UTC', nameOf: async () => 'Workday' },
    standing: {
      allow: async () => undefined,
      stands: async () => ({ left: 0, why: 'not-agreed', until: 0, wasShown: () => false })
    },
    consents: { list: async () => [], end: async () => undefined },
    failed(error) {
      throw error
    },
    contacts: {
      all: async () =>
        Array.from({ length: 50 }, (_, id) => ({
          originId: `origin-w${id}`,
          contacts: [{ address: `hr@w${id}.example`, name: '', language: '', relinks: true }]
        }))
    },
    letters: {
      list: async () => [],
      send: async (_, all, __, ___, ____, purpose) => {
        const message = (originId: string) => ({ id: randomUUID(), at: clock.now(), originId })
        const asked = all.map(({ keys: [key = ''] }) => message(`origin-${key.split(':')[1]}`))
        const ours = await purpose?.claim(asked)
        letters.push([clock.now(), purpose?.facts[0]?.[1] ?? '', ours?.size ?? 0])
        return []
      }
    },
    masker: { mask: (text) => text },
    ...{ operator: () => 'Ada', serviceOf: () => null, changed: () => undefined },
    team: { told: () => undefined, mayChange: async () => undefined, live: async () => null }
  })
  async function tell(kind: 'first' | 'clear') {
    const { number, outage, customers } = await outages.desk(place, 'workday')
    const wanted = customers.filter(({ fails }) => fails === (kind === 'first')).flatMap((one) => one.originId ?? [])
    const of = { place, integration: 'workday', name: 'Workday', number, zone: 'UTC', letters: {} }
    const step = (outage?.steps.length ?? 0) + 1
    await outages.tell({ ...of, step, kind, customers: wanted }, new AbortController().signal)
  }
  const times: [number, string][] = []
  for (; clock.now() <= morning; clock.pass(30 * minute)) {
    const now = clock.now()
    const hourOf = (now - evening) / hour
    // The walker is away from 03:00 to 05:30.
    const isAway = hourOf > 10 && hourOf < 12.5
    const rows = [
      ...Array.from({ length: 260 }, (_, id) => (id < 200 ? failed(id, now) : madeUpRow(`b${id}`, now))),
      ...Array.from({ length: 50 }, (_, id) => relinks(id, now)),
      ...Array.from({ length: 60 }, (_, id) => access(id, now))
    ]
    if (!isAway) test.refresh(rows, now)
    const before = slack.received.length
    await alerts.look(place)
    for (const text of slack.texts().slice(before)) times.push([now, text])
    if (hourOf === 6) await tell('first')
    if (hourOf === 14) await tell('clear')
  }
  const table = times.map(([at, text]) => {
    const lines = text.split('\n')
    return `${timeIn('UTC', at)} | ${/rule “(.+)”/.exec(text)?.[1]} | ${lines[0]}`
  })
  slack.close()
  test.remove()
  expect(table).toEqual([
    '10 Mar, 17:00 | Many relinks | 12 of personio: Relink needed',
    '10 Mar, 19:00 | Many failed syncs | 24 of BambooHR: Last sync failed',
    '10 Mar, 22:30 | Possible outage | Possible outage of Workday: 40 of 50 connectors failed within 9 min',
    '11 Mar, 05:00 | No refresh | No refresh for 2 h',
    '11 Mar, 05:30 | No refresh | Over: No refresh for 2 h',
    '11 Mar, 06:00 | Many failed syncs | Over: 24 of BambooHR: Last sync failed',
    '11 Mar, 06:30 | Possible outage | Over: Possible outage of Workday: 40 of 50 connectors failed within 9 min',
    '11 Mar, 08:00 | Morning | Morning: 2 integrations'
  ])
  expect(table.length).toBeLessThanOrEqual(12)
  // Customers get two letters each, colleagues none of them.
  expect(letters.map(([at, what, customers]) => `${timeIn('UTC', at)} | ${what} | ${customers} customers`)).toEqual([
    '10 Mar, 23:00 | Workday: first letter | 40 customers',
    '11 Mar, 07:00 | Workday: all clear | 38 customers'
  ])
})
