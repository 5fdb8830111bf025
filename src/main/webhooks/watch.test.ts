import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors'
import type { Webhook } from '../../shared/webhooks/webhook'
import type { WebhookIssue } from '../../shared/webhooks/webhook-issue'
import { maskerOf } from '../secrets/testing'
import { FakeClock } from '../testing/fakes'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { readDelivery } from './read'
import { WebhookWatch } from './watch'
import type { Webhooks } from './webhooks'

const minute = 60_000
const hour = 60 * minute
const token = 'ct_live_8fK2mQ7x'
const { mask } = maskerOf(token)

type Item = Record<string, unknown>
let test: TestHistory
let clock: FakeClock
let webhooks: Webhook[] | null
/** Newest first. */
let log: Item[]
let asked: string[]
let refusal: AppError | null
let watched: boolean
let changed: number
let watch: WebhookWatch

const hook = (name: string | null, change: Partial<Webhook> = {}): Webhook => ({
  ...{ id: `id-${name}`, name, url: `https://${name}.example/hook`, enabled: true, forTests: false },
  ...{ createdAt: null, lastTriggeredAt: null, ...change }
})
const lines = (count: number, name: string | null, code: number | null, change: Item = {}): Item[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ id: `${name}-${code}-${log.length}-${n}`, connector_id: `c-${n}`, url: `https://${name}.example/hook` },
    ...{ created_at: new Date(clock.now() - (2 + n) * minute).toISOString(), response_code: code },
    ...{ webhook_name: name, webhook_action: 'connector_synced', ...change }
  }))

const service: Pick<Webhooks, 'list' | 'newest'> = {
  async list() {
    asked.push('list')
    if (refusal) throw refusal
    return { offered: webhooks !== null, webhooks: webhooks ?? [], readAt: clock.now() }
  },
  async newest(_place, { filters, most, enough }) {
    const its = log.filter(({ webhook_name: name }) => !filters?.webhookId || `id-${name}` === filters.webhookId)
    const read = []
    for (let from = 0; from < its.length || from === 0; from += 50) {
      asked.push(filters?.webhookId ?? 'page')
      const page = its.slice(from, from + 50).map((item) => ({ ...readDelivery(item, mask), connectorKey: null }))
      read.push(...page)
      if (from + 50 < its.length && (read.length >= most || enough(page))) return { lines: read, more: true }
    }
    return { lines: read, more: false }
  }
}

beforeEach(() => {
  test = testHistory()
  clock = new FakeClock(start)
  ;[webhooks, log, asked, refusal, watched, changed] = [[hook('a'), hook('b')], [], [], null, true, 0]
  watch = watcher()
})
afterEach(() => test.remove())

const watcher = () =>
  new WebhookWatch({
    webhooks: service,
    history: { settleWebhooks: async (of) => test.history.settleWebhooks(of) },
    now: () => clock.now(),
    watches: () => watched,
    changed: () => void changed++,
    failed(error) {
      throw error
    }
  })

const issues = (): WebhookIssue[] => test.history.issueList({ place, now: clock.now() }).webhooks
const said = () => issues().map(({ facts, closed }) => [facts.name, closed?.why ?? 'open'])

describe('webhooks that fail', () => {
  it('open and close by themselves after a refresh', async () => {
    log = [...lines(18, 'a', 503), ...lines(2, 'a', 200, { created_at: new Date(start - 3 * hour).toISOString() })]
    await watch.look(place)
    const [one] = issues()
    expect(one).toMatchObject({
      since: start - 19 * minute,
      closed: null,
      facts: {
        ...{ name: 'a', url: 'https://a.example/hook', webhookId: 'id-a', webhooks: 1 },
        ...{ newest: { deliveries: 20, failed: 18 }, codes: [{ code: 503, count: 18 }], judgedAt: start, lines: 20 },
        ...{ actions: [{ action: 'connector_synced', count: 18 }], from: start - 3 * hour, to: start - 2 * minute }
      }
    })
    expect(changed).toBe(1)
    clock.time = start + 25 * hour
    log = [...lines(15, 'a', 200), ...log]
    await watch.look(place)
    expect(issues()).toMatchObject([{ id: one?.id, closed: { at: clock.now(), why: 'recovered' } }])
    clock.time = start + 50 * hour
    expect(issues()).toEqual([])
  })

  it('stay closed for a success on the fifth attempt', async () => {
    const tried = [200, 500, 500, null, 500]
    log = [0, 1, 2, 3].flatMap((n) =>
      tried.map((code, at) => ({
        ...{ id: `${n}-${at}`, connector_id: `c-${n}`, webhook_name: 'a', response_code: code },
        ...{ created_at: new Date(start - n * hour - 5 * minute - at * 10_000).toISOString() }
      }))
    )
    await watch.look(place)
    expect(said()).toEqual([])
  })

  it('without a name are known by address, whose secrets stay out of the database', async () => {
    webhooks = [hook(null, { url: 'https://n.example/hook?key=…' })]
    log = lines(5, null, null, { url: `https://n.example/hook?key=${token}` })
    await watch.look(place)
    expect(issues()).toMatchObject([{ facts: { name: null, url: 'https://n.example/hook?key=…' } }])
    expect(JSON.stringify(issues())).not.toContain(token)
  })

  it('with one address are one issue, if the log does not tell them apart', async () => {
    webhooks = [hook('a'), hook('c', { url: 'https://a.example/hook' })]
    log = lines(5, 'a', 503, { webhook_name: null })
    await watch.look(place)
    expect(issues()).toMatchObject([{ facts: { name: 'a, c', webhooks: 2, webhookId: null } }])
  })

  it('close with a word when they are deleted, or turned off, or nobody wants to know', async () => {
    webhooks = [hook('a'), hook('b'), hook('c')]
    log = [...lines(5, 'a', 503), ...lines(5, 'b', 503), ...lines(5, 'c', 503)]
    await watch.look(place)
    expect(said()).toEqual([
      ['a', 'open'],
      ['b', 'open'],
      ['c', 'open']
    ])
    webhooks = [hook('b', { enabled: false }), hook('c')]
    await watch.look(place)
    test.history.endWebhookIssues({ workspaceId: place.workspaceId, at: clock.now() })
    expect(said()).toEqual([
      ['a', 'gone'],
      ['b', 'off'],
      ['c', 'unwatched']
    ])
    watched = false
    asked = []
    await watch.look(place)
    expect(asked).toEqual([])
  })

  it('that are turned off or for test connectors open none, and then the log is not read', async () => {
    webhooks = [hook('a', { enabled: false }), hook('b', { forTests: true })]
    log = [...lines(5, 'a', 503), ...lines(5, 'b', 503)]
    await watch.look(place)
    expect(said()).toEqual([])
    expect(asked).toEqual(['list'])
  })

  it('stay as they are after an answer that says nothing', async () => {
    log = lines(5, 'a', 503)
    await watch.look(place)
    refusal = new AppError('service-unavailable', 'Down', { status: 503 })
    await watch.look(place)
    expect(said()).toEqual([['a', 'open']])
    ;[refusal, log] = [null, []]
    watch = watcher()
    await watch.look(place)
    expect(said()).toEqual([['a', 'open']])
  })

  it('are not asked about again where the key may not read them, until the window could', async () => {
    refusal = new AppError('forbidden', 'Not allowed', { status: 403 })
    await watch.look(place)
    await watch.look(place)
    expect(asked).toEqual(['list'])
    refusal = null
    await watch.saw(place, { lines: [] })
    await watch.look(place)
    expect(asked).toEqual(['list', 'list', 'page'])
  })

  it('are asked about again an hour after a refusal: the key may have changed', async () => {
    refusal = new AppError('forbidden', 'Not allowed', { status: 403 })
    await watch.look(place)
    refusal = null
    clock.time = start + hour
    log = lines(5, 'a', 503)
    await watch.look(place)
    expect(said()).toEqual([['a', 'open']])
  })

  it('stay open around half, with their owner, until a quarter or less fails', async () => {
    const mixed = (failed: number) => [
      ...lines(20 - failed, 'a', 200, { webhook_action: 'model_synced' }),
      ...lines(failed, 'a', 503)
    ]
    const readings = [10, 9, 10, 6, 9]
    log = mixed(10)
    await watch.look(place)
    const id = issues()[0]?.id ?? 0
    test.history.changeWatchedIssue({ place, id, change: { owner: 'Ada' } })
    for (const failed of readings) {
      watch = watcher()
      log = mixed(failed)
      await watch.look(place)
      expect(issues()).toMatchObject([{ id, owner: 'Ada', closed: null, facts: { newest: { failed } } }])
    }
    watch = watcher()
    log = mixed(5)
    await watch.look(place)
    expect(said()).toEqual([['a', 'recovered']])
  })

  it('are known without a list of webhooks', async () => {
    webhooks = null
    log = lines(5, 'a', 503)
    await watch.look(place)
    await watch.look(place)
    expect(said()).toEqual([['a', 'open']])
    expect(asked).toEqual(['list', 'page', 'page'])
  })

  it('are judged by what the window reads, too', async () => {
    const read = lines(5, 'a', 503).map((item) => ({ ...readDelivery(item, mask), connectorKey: 'HRIS:c' }))
    await watch.saw(place, { lines: read })
    expect(said()).toEqual([])
    await watch.saw(place, { webhooks })
    expect(said()).toEqual([['a', 'open']])
  })

  it('cost ten pages at most of a log of 100,000 lines, and one once they are known', async () => {
    log = [
      ...lines(99_000, 'a', 200, { created_at: new Date(start - minute * 5).toISOString() }),
      ...lines(20, 'b', 500)
    ]
    await watch.look(place)
    expect(asked).toEqual(['list', ...Array.from({ length: 10 }, () => 'page'), 'id-b'])
    expect(said()).toEqual([['b', 'open']])
    asked = []
    await watch.look(place)
    expect(asked).toEqual(['list', 'page'])
  })

  const aDayAgo = () => ({ created_at: new Date(clock.now() - 25 * hour).toISOString() })

  it('stay open until as many lines were read as it takes, or all of the webhook', async () => {
    log = [...lines(12, 'b', 500, aDayAgo())]
    await watch.look(place)
    const id = issues()[0]?.id ?? 0
    test.history.changeWatchedIssue({ place, id, change: { owner: 'Ada' } })
    watch = watcher()
    const few = lines(2, 'b', 200)
    log = [...few, ...lines(500, 'a', 200), ...log]
    await watch.saw(place, { webhooks })
    await watch.saw(place, { lines: few.map((item) => ({ ...readDelivery(item, mask), connectorKey: null })) })
    expect(issues()).toMatchObject([{ id, owner: 'Ada', closed: null, facts: { newest: { deliveries: 2 } } }])
    // It asks for the other lines of the webhook.
    await watch.look(place)
    expect(issues()).toMatchObject([{ id, closed: null, facts: { newest: { deliveries: 14, failed: 12 } } }])
    watch = watcher()
    log = log.slice(0, 502)
    await watch.look(place)
    expect(said()).toEqual([['b', 'recovered']])
  })

  it('stay open while more quiet ones than a look asks about wait for their turn', async () => {
    const names = Array.from({ length: 11 }, (_, n) => `q${n}`)
    webhooks = [hook('a'), ...names.map((name) => hook(name))]
    const failed = names.flatMap((name) => lines(12, name, 500, aDayAgo()))
    log = failed
    await watch.look(place)
    await watch.look(place)
    expect(said()).toHaveLength(11)
    watch = watcher()
    log = [...names.flatMap((name) => lines(1, name, 200)), ...lines(500, 'a', 200), ...failed]
    await watch.look(place)
    expect(said()).toEqual(names.map((name) => [name, 'open']))
  })

  it('stay open while a busy one fills what is kept in memory', async () => {
    log = [...lines(60, 'a', 200), ...lines(12, 'b', 500, aDayAgo())]
    await watch.look(place)
    await watch.look(place)
    expect(said()).toEqual([['b', 'open']])
    clock.time = start + hour
    const read = [
      ...lines(2, 'b', 200),
      ...lines(5_000, 'a', 200, { created_at: new Date(start + minute).toISOString() })
    ]
    await watch.saw(place, { lines: read.map((item) => ({ ...readDelivery(item, mask), connectorKey: null })) })
    expect(issues()).toMatchObject([{ closed: null, facts: { newest: { deliveries: 14, failed: 12 }, lines: 5_012 } }])
  })

  it('with less than it takes in a log that was read to its end can recover', async () => {
    log = lines(5, 'a', 503)
    await watch.look(place)
    watch = watcher()
    log = lines(5, 'a', 200)
    await watch.look(place)
    expect(said()).toEqual([['a', 'recovered']])
  })

  it('that cannot be asked for on their own recover by what was read', async () => {
    webhooks = null
    log = [...lines(60, 'busy', 200), ...lines(5, 'a', 503, aDayAgo())]
    await watch.look(place)
    const read = async (items: Item[]) =>
      watch.saw(place, { lines: items.map((item) => ({ ...readDelivery(item, mask), connectorKey: null })) })
    await read(lines(5, 'a', 503))
    expect(said()).toEqual([['a', 'open']])
    clock.time = start + 25 * hour
    await read(lines(15, 'a', 200))
    expect(said()).toEqual([['a', 'recovered']])
  })

  it('go on being judged where the lines of one cannot be read', async () => {
    webhooks = [hook('a'), hook('b')]
    log = [...lines(600, 'a', 503), ...lines(2, 'b', 200, aDayAgo())]
    const failing = new WebhookWatch({
      webhooks: {
        ...service,
        async newest(at, of, signal) {
          if (of?.filters?.webhookId) throw new Error('Too slow.')
          return service.newest(at, of, signal)
        }
      },
      history: { settleWebhooks: async (of) => test.history.settleWebhooks(of) },
      ...{ now: () => clock.now(), watches: () => true, changed: () => undefined, failed: () => undefined }
    })
    await failing.look(place)
    await failing.look(place)
    expect(said()).toEqual([['a', 'open']])
  })

  it('are judged after the refresh of another desk only now and then', async () => {
    await watch.look(place, true)
    await watch.look(place, true)
    expect(asked).toEqual(['list', 'page'])
    clock.time = start + hour
    await watch.look(place, true)
    expect(asked).toHaveLength(4)
  })

  it('keep owner, note and snooze while they last', async () => {
    log = lines(5, 'a', 503)
    await watch.look(place)
    const id = issues()[0]?.id ?? 0
    const change = { owner: 'Ada', note: 'Asked', snoozedUntil: start + hour }
    test.history.changeWatchedIssue({ place, id, change })
    await watch.look(place)
    expect(issues()).toMatchObject([{ ...change, closed: null }])
    clock.time = start + hour
    expect(issues()).toMatchObject([{ ...change, snoozedUntil: null }])
    test.history.removeWorkspace({ workspaceId: place.workspaceId })
    expect(issues()).toEqual([])
  })
})
