import type { ServerResponse } from 'node:http'
import { AppError } from '../../shared/errors'
import { createHmac } from 'node:crypto'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { smtpServer } from '../mail/testing/smtp'
import { noPolicy, Policy } from '../policy/policy'
import { place, start, testHistory, type RefreshChange, type TestHistory } from '../testing/history'
import { madeUpRow } from '../testing/made-up-rows'
import { asked, messagesIn, receiver, testAlerts, type Receiver } from './testing'

const { workspaceId } = place
const minute = 60_000
const hour = 60 * minute

let test: TestHistory
let slack: Receiver
beforeEach(async () => {
  test = testHistory()
  slack = await receiver()
})
afterEach(() => {
  slack.close()
  test.remove()
})

const relink = (id: string, at: number, change = {}) =>
  madeUpRow(id, at, { status: 'RELINK_NEEDED', relink_needed_at: new Date(at - hour).toISOString(), ...change })

/** A desk whose refreshes are judged. */
function desk(more: Parameters<typeof testAlerts>[1] = {}) {
  const own = testAlerts(test, more)
  return {
    ...own,
    async refresh(rows: ReturnType<typeof madeUpRow>[], change: RefreshChange = {}) {
      own.clock.pass(minute)
      test.refresh(rows, own.clock.now(), change)
      await own.alerts.look(place)
    },
    messages: async () => (await own.alerts.list(workspaceId)).rules.flatMap(({ messages }) => messages),
    stands: async () => (await own.alerts.list(workspaceId)).rules.map(({ stands }) => stands)
  }
}

describe('a rule', () => {
  it('tells an incident once, and its end, which names the first', async () => {
    const ada = desk()
    await ada.alerts.save(asked(slack))
    await ada.refresh([relink('a', start), madeUpRow('b', start)])
    await ada.refresh([relink('a', start), relink('b', start)])
    expect(slack.received).toHaveLength(1)
    await ada.refresh([madeUpRow('a', start), madeUpRow('b', start)])
    await ada.refresh([madeUpRow('a', start)])
    expect(slack.texts()).toEqual([
      '1 of BambooHR: Relink needed\n120 employees. The oldest since 10 Mar, 11:00.\nBambooHR has 2 connectors.\nConnector Desk, Harbourline, rule “Many failures”',
      'Over: 1 of BambooHR: Relink needed\nTold 10 Mar, 12:01 as “1 of BambooHR: Relink needed”.\nConnector Desk, Harbourline, rule “Many failures”'
    ])
    // It begins anew.
    await ada.refresh([relink('a', start)])
    expect(slack.received).toHaveLength(3)
    expect(await ada.messages()).toMatchObject([
      { part: 'first', outcome: 'sent', said: '200', by: null },
      { part: 'end' },
      { part: 'first' }
    ])
    expect(ada.calls[0]).toMatchObject({ asker: 'alerts', path: '/', status: 200 })
  })

  it('of many within a time begins with so many new ones, and is over once fewer are open', async () => {
    const ada = desk()
    await ada.alerts.save(asked(slack, { when: { count: 2, within: 24, causes: ['relink'] } }))
    const old = relink('old', start, { relink_needed_at: new Date(start - 50 * hour).toISOString() })
    await ada.refresh([old, relink('a', start)])
    expect(slack.received).toHaveLength(0)
    await ada.refresh([old, relink('a', start), relink('b', start)])
    expect(slack.texts()[0]).toContain('3 of BambooHR: Relink needed\n2 of them began in the last 24 h.')
    await ada.refresh([old, relink('a', start), madeUpRow('b', start)])
    expect(slack.received).toHaveLength(1)
    await ada.refresh([old, madeUpRow('a', start), madeUpRow('b', start)])
    expect(slack.received).toHaveLength(2)
  })

  it('of each connector tells all new ones in one message, with names only if it says so', async () => {
    const ada = desk()
    await ada.alerts.save(asked(slack, { when: { of: 'connector' } }))
    await ada.refresh([relink('a', start), relink('b', start, { end_user: '<!channel> Acme' })])
    expect(slack.texts()[0]).not.toContain('Acme')
    await ada.alerts.save(asked(slack, { when: { of: 'connector' }, names: true, name: 'Named' }))
    await ada.alerts.look(place)
    expect(slack.received).toHaveLength(2)
    expect(slack.texts()[1]).toContain('&lt;!channel&gt; Acme (BambooHR): Relink needed')
  })

  it('names a forgotten customer nowhere on this computer any more, and no other customer less', async () => {
    const ada = desk()
    await ada.alerts.save(asked(slack, { when: { of: 'connector' }, names: true }))
    const rows = [relink('a', start, { end_user: 'Acme' }), relink('b', start, { end_user: 'Bolt' })]
    await ada.refresh(rows)
    test.history.forgetCustomer({ workspaceId, originId: 'origin-a' })
    const titles = (await ada.messages()).flatMap((one) => one.titles)
    expect(titles.toSorted()).toEqual(['Bolt (BambooHR): Relink needed', 'Forgotten customer'])
    await ada.refresh([madeUpRow('a', start), madeUpRow('b', start)])
    expect(slack.texts().at(-1)).not.toContain('Acme')
    expect(slack.texts().at(-1)).toContain('Over: Forgotten customer\nTold 10 Mar, 12:01 as “Forgotten customer”.')
  })

  it('is silent in quiet hours; what is still so afterwards is told, and what came and went is not', async () => {
    const ada = desk()
    await ada.alerts.save(asked(slack, { quiet: { from: '11:00', to: '13:00', weekend: false } }))
    await ada.refresh([relink('a', start), madeUpRow('w', start, { integration_slug: 'workday' })])
    await ada.refresh([relink('a', start), relink('w', start, { integration_slug: 'workday' })])
    await ada.refresh([relink('a', start), madeUpRow('w', start, { integration_slug: 'workday' })])
    expect(slack.received).toHaveLength(0)
    ada.clock.pass(58 * minute)
    await ada.alerts.look(place)
    expect(slack.texts()).toEqual([expect.stringContaining('BambooHR')])
  })

  it('as a digest tells once a day what is open', async () => {
    const ada = desk()
    await ada.alerts.save(asked(slack, { name: 'Morning', digest: '12:30' }))
    await ada.refresh([relink('a', start)])
    expect(slack.received).toHaveLength(0)
    ada.clock.pass(30 * minute)
    await ada.alerts.look(place)
    await ada.alerts.look(place)
    expect(slack.texts()).toEqual([expect.stringMatching(/^Morning: 1 integration\n1 of BambooHR: Relink needed\n/)])
  })

  it('tells that nobody has refreshed, and judges no issues by what is old', async () => {
    const ada = desk()
    await ada.alerts.save(asked(slack, { name: 'Old', when: { watches: 'refresh', refresh: 2 } }))
    await ada.refresh([madeUpRow('a', start)])
    ada.clock.pass(3 * hour)
    await ada.alerts.save(asked(slack, { name: 'Age', when: { age: 1 } }))
    await ada.alerts.look(place)
    expect(slack.texts()).toEqual([expect.stringMatching(/^No refresh for 3 h\n/)])
    await ada.refresh([madeUpRow('a', start)])
    expect(slack.texts()[1]).toMatch(/^Over: No refresh for 3 h\n/)
  })

  it('is judged by refreshes in which an ID came twice, too, now and in what it would have sent', async () => {
    const ada = desk()
    const rule = asked(slack)
    await ada.alerts.save(rule)
    await ada.alerts.save(asked(slack, { name: 'Old', when: { watches: 'refresh', refresh: 2 } }))
    await ada.refresh([madeUpRow('a', start)])
    ada.clock.pass(3 * hour)
    const twice = { parts: [{ repeated: 1 }] }
    await ada.refresh([relink('a', start)], twice)
    const first = /^1 of BambooHR: Relink needed/
    expect(slack.texts()).toEqual([expect.stringMatching(first)])
    // It does not prove that a connector is gone.
    await ada.refresh([madeUpRow('b', start)], twice)
    expect(slack.received).toHaveLength(1)
    const { channel: _, name: __, on: ___, ...when } = rule.content
    const { messages } = await ada.alerts.past({ ...place, when, perDay: 20 })
    expect(messages.map(({ titles }) => titles)).toEqual([[expect.stringMatching(first)]])
  })

  it('counts employees together', async () => {
    const ada = desk()
    await ada.alerts.save(asked(slack, { when: { employees: 200 } }))
    await ada.refresh([relink('a', start)])
    expect(slack.received).toHaveLength(0)
    await ada.refresh([relink('a', start), relink('b', start)])
    expect(slack.received).toHaveLength(1)
  })
})

describe('what was told', () => {
  const days = 86_400_000

  it('goes after 400 days, but for what is still open, and with its rule', async () => {
    const ada = desk()
    const rule = asked(slack, { when: { of: 'connector' }, names: true })
    await ada.alerts.save(rule)
    await ada.refresh([relink('a', start), relink('b', start)])
    await ada.refresh([relink('a', start), madeUpRow('b', start)])
    expect(messagesIn(test.file)).toEqual([3, 2])
    test.history.prune({ now: start + 401 * days })
    expect(messagesIn(test.file)).toEqual([1, 1])
    await ada.refresh([relink('a', start)])
    expect(slack.received).toHaveLength(2)
    await ada.alerts.remove(workspaceId, rule.id)
    expect(messagesIn(test.file)).toEqual([0, 0])
  })

  it('leaves no address behind when its channel is renamed, or another is chosen', async () => {
    const ada = desk()
    const rule = asked(slack)
    await ada.alerts.save(rule)
    const before = async () => (await ada.alerts.list(workspaceId)).rules[0]?.at ?? null
    ada.clock.pass(1)
    const channel = { kind: 'slack' as const, name: '#renamed' }
    await ada.alerts.save({ ...rule, before: await before(), content: { ...rule.content, channel } })
    expect(ada.secrets.secrets.size).toBe(1)
    // Another rule uses it as well.
    const other = asked(null, { channel: { ...channel, host: '' } })
    await ada.alerts.save(other)
    ada.clock.pass(1)
    const desktop = { kind: 'desktop' as const, name: 'This desktop' }
    const asIs = (await ada.alerts.list(workspaceId)).rules
    await ada.alerts.save({ ...rule, address: null, before: asIs.find(({ id }) => id === rule.id)?.at ?? null, content: { ...rule.content, channel: desktop } }) // prettier-ignore
    expect(ada.secrets.secrets.size).toBe(1)
    await ada.alerts.remove(workspaceId, other.id)
    expect(ada.secrets.secrets.size).toBe(0)
  })
})

describe('what a rule would have sent', () => {
  it('in 30 days of a kept history is what it then sends, once for each incident and its end', async () => {
    const ada = desk()
    const rule = asked(slack, { when: { of: 'connector' }, names: true })
    await ada.alerts.save(rule)
    const refresh = async (broken: string[]) => {
      ada.clock.pass(hour)
      const at = ada.clock.now()
      test.refresh(
        ['a', 'b'].map((id) => (broken.includes(id) ? relink(id, at) : madeUpRow(id, at))),
        at
      )
      await ada.alerts.look(place)
    }
    for (const broken of [[], ['a'], ['a', 'b'], ['b'], ['b'], [], ['a']]) await refresh(broken)
    const { channel: _, name: __, on: ___, ...when } = rule.content
    const past = async (change = {}, perDay = 20) =>
      (await ada.alerts.past({ ...place, when: { ...when, ...change }, perDay })).messages
    const sent = (await ada.messages()).map(({ at, part, titles }) => ({ at, part, titles }))
    expect((await past()).map(({ part, titles }) => [part, titles])).toEqual(
      sent.toReversed().map(({ part, titles }) => [part, titles])
    )
    expect((await past()).map(({ part }) => part)).toEqual(['first', 'first', 'end', 'end', 'first'])
    expect(await past({}, 2)).toHaveLength(2)
    expect(await past({ when: { ...when.when, causes: ['failed'] } })).toEqual([])
    expect((await past({ digest: '14:30' })).map(({ part }) => part)).toEqual(['digest'])
    ada.clock.pass(5 * hour)
    expect(
      (await past({ when: { ...when.when, watches: 'refresh', refresh: 3 } })).map(({ titles }) => titles)
    ).toEqual([['No refresh for 3 h']])
    ada.clock.pass(40 * 24 * hour)
    expect(await past()).toEqual([])
    expect(slack.received).toHaveLength(5)
  })
})

describe('mail', () => {
  const account = (port: number, change = {}) => ({
    ...{ host: '127.0.0.1', port, security: 'none' as const, user: '', from: 'ops@harbourline.example' },
    ...{ fromName: 'Harbourline', replyTo: '', ...change }
  })
  const through = (port: number, change = {}) => {
    const server = { account: account(port, change), password: '', certificates: [] }
    const state = { account: server.account, managed: false, refused: null as string | null }
    return { state: () => state, server: async () => server, given: { server, state } }
  }
  const people = ['ada@example.com', 'grace@example.com']
  const byMail = (to = people) => asked(null, { channel: { kind: 'email', name: '', host: '', to } })
  let smtp: Awaited<ReturnType<typeof smtpServer>>
  beforeEach(async () => void (smtp = await smtpServer()))
  afterEach(() => smtp.close())

  it('leaves once for all recipients, who are agreed to by name, and again for its end', async () => {
    const ada = desk({ mail: through(smtp.port) })
    await ada.alerts.save(byMail())
    const [act] = ada.person.acts
    expect(act?.title).toBe('Send messages to 2 people by themselves?')
    expect(act?.facts).toContainEqual(['To', 'E-mail, ada@example.com, grace@example.com'])
    expect(act?.facts).toContainEqual(['Mail server', `smtp://127.0.0.1:${smtp.port}, from ops@harbourline.example`])
    await ada.refresh([relink('a', start)])
    await ada.refresh([relink('a', start)])
    expect(smtp.taken.map(({ to }) => to)).toEqual([people])
    expect(smtp.taken[0]?.text).toMatch(/^Subject: 1 of BambooHR: Relink needed\r$/m)
    await ada.refresh([madeUpRow('a', start)])
    expect(smtp.taken[1]?.text).toMatch(/^Subject: Over: 1 of BambooHR: Relink needed\r$/m)
    expect((await ada.messages()).map(({ outcome, said }) => [outcome, said])).toEqual([
      ['sent', '250'],
      ['sent', '250']
    ])
    expect(ada.calls[0]).toMatchObject({ asker: 'alerts', method: 'SEND', path: `127.0.0.1:${smtp.port}`, status: 250 })
    expect((await ada.alerts.list(workspaceId)).known).toEqual([])
  })

  it.each([
    [[], 'Enter an address.'],
    [['ada@example.com\nBcc: x@evil.example'], 'An address has no line break.'],
    [['ada@example.com,x@evil.example'], 'This is more than one address: give each its own line.'],
    [['"ada@example.com" <x@evil.example>'], 'Enter the address alone, as ada@example.com, and the name beside it.'],
    [Array.from({ length: 21 }, (_, at) => `a${at}@example.com`), 'Enter at most 20 addresses.']
  ])('@attack is not asked for to %j', async (to, words) => {
    const ada = desk({ mail: through(smtp.port) })
    await expect(ada.alerts.save(byMail(to))).rejects.toMatchObject({ info: { fields: { 'channel.to': words } } })
    expect(ada.person.acts).toEqual([])
  })

  it('@attack goes to no recipient and through no server that was not agreed to', async () => {
    const mail = through(smtp.port)
    const ada = desk({ mail })
    const rule = byMail()
    await ada.alerts.save(rule)
    const [kept] = (await ada.alerts.list(workspaceId)).rules
    if (!kept) throw new Error('There is none.')
    // As a colleague's change arrives.
    const channel = { ...kept.content.channel, to: ['x@evil.example'] }
    const change = { workspaceId, id: rule.id, at: start + 1, before: kept.at }
    test.history.saveAlertRule({ ...change, content: { ...kept.content, channel } })
    expect(await ada.stands()).toEqual(['changed'])
    test.history.saveAlertRule({ ...change, content: kept.content, at: start + 2, before: start + 1 })
    expect(await ada.stands()).toEqual([null])
    mail.given.state.account = mail.given.server.account = account(smtp.port + 1)
    expect(await ada.stands()).toEqual(['no-mail'])
    mail.given.state.refused = 'Your organization allows no mail from this app.'
    expect(await ada.stands()).toEqual(['forbidden'])
    await ada.refresh([relink('a', start)])
    expect(smtp.taken).toEqual([])
  })

  it('that the server took without an answer is unknown, and one that it refuses is told again in an hour', async () => {
    await smtp.close()
    let ends = true
    let code = 0
    smtp = await smtpServer({
      onData(stream, _, done) {
        stream.resume().on('end', () => {
          code++
          if (ends) return smtp.drop()
          done(Object.assign(new Error('Try later'), { responseCode: 451 }))
        })
      }
    })
    const ada = desk({ mail: through(smtp.port) })
    await ada.alerts.save(byMail())
    await ada.refresh([relink('a', start)])
    await ada.refresh([relink('a', start)])
    expect((await ada.messages()).map(({ outcome, said }) => [outcome, said])).toEqual([
      ['unknown', 'The connection ended before the server said whether it took it. It is not sent again.']
    ])
    ends = false
    await ada.refresh([madeUpRow('a', start)])
    await ada.refresh([relink('a', start)])
    expect((await ada.messages()).map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'unknown'])
    expect((await ada.messages())[0]?.said).toMatch(/127\.0\.0\.1 said: 451 Try later/)
    ada.clock.pass(hour)
    await ada.refresh([relink('a', start)])
    expect(code).toBe(4)
  })
})

describe('consent', () => {
  it('names host, conditions, most messages and end; nothing leaves without it', async () => {
    const ada = desk()
    await ada.alerts.save(asked(slack, { when: { count: 10, within: 24 } }, { perDay: 5 }))
    const { acts } = ada.person
    expect(acts[0]?.title).toBe(`Send messages to ${new URL(slack.url).host} by themselves?`)
    const facts = new Map(acts[0]?.facts)
    expect(facts.get('Conditions')).toBe('10 or more of one integration within 24 h')
    expect(facts.get('At most')).toBe('5 messages in 24 hours')
    expect(facts.get('Until')).toBe('2026-06-08')
    expect(JSON.stringify(acts)).not.toContain('abcdefghijklmnop')

    const [rule] = (await ada.alerts.list(workspaceId)).rules
    await ada.consents.end(workspaceId, rule?.id ?? '')
    await ada.refresh(Array.from({ length: 12 }, (_, at) => relink(`${at}`, start)))
    expect(slack.received).toHaveLength(0)
    expect(await ada.stands()).toEqual(['not-agreed'])
    expect([...ada.secrets.secrets]).toEqual([])
  })

  it('is asked for again when a rule changes, also by a colleague', async () => {
    const ada = desk()
    const first = asked(slack)
    await ada.alerts.save(first)
    const before = async () => (await ada.alerts.list(workspaceId)).rules[0]?.at ?? null
    const again = async (content: Partial<typeof first.content>) => {
      ada.clock.pass(1)
      await ada.alerts.save({
        ...first,
        address: null,
        before: await before(),
        content: { ...first.content, ...content }
      })
    }
    await again({ name: 'Renamed' })
    await again({ on: false })
    expect(ada.person.acts).toHaveLength(1)
    await again({ names: true })
    expect(ada.person.acts).toHaveLength(2)
    // As a colleague's change arrives: without the person of this desk.
    const content = (await ada.alerts.list(workspaceId)).rules[0]?.content
    if (!content) throw new Error('There is none.')
    const changed = { ...content, on: true, when: { ...content.when, count: 3 } }
    test.history.saveAlertRule({ workspaceId, id: first.id, content: changed, at: start + 1, before: await before() })
    expect(await ada.stands()).toEqual(['changed'])
    await ada.refresh([relink('a', start), relink('b', start), relink('c', start)])
    expect(slack.received).toHaveLength(0)
  })

  it('ends by itself, and no more leave in a day than it says', async () => {
    const ada = desk()
    await ada.alerts.save(asked(slack, {}, { perDay: 1, days: 1 }))
    await ada.refresh([relink('a', start)])
    await ada.refresh([madeUpRow('a', start)])
    expect(slack.received).toHaveLength(1)
    ada.clock.pass(25 * hour)
    expect(await ada.stands()).toEqual(['ended'])
  })

  it('that is declined keeps nothing', async () => {
    const ada = testAlerts(test, {})
    const { alerts, secrets } = testAlerts(test, {
      confirmer: { confirm: () => Promise.reject(new Error('declined')) }
    })
    await expect(alerts.save(asked(slack))).rejects.toThrow('declined')
    expect((await ada.alerts.list(workspaceId)).rules).toEqual([])
    expect([...secrets.secrets]).toEqual([])
  })

  it('ends with its rule, which a colleague may have deleted', async () => {
    const list = [{ id: workspaceId, euBaseUrl: null }] as never
    const workspaces = { list: () => list, nameOf: () => 'Harbourline', dueTimesOf: () => undefined }
    const ada = desk({ workspaces })
    const rule = asked(slack)
    await ada.alerts.save(rule)
    await ada.alerts.lookAtAll()
    expect(await ada.consents.list()).toHaveLength(1)
    // As the team's feed does it.
    const database = new Database(test.file)
    database.exec('DELETE FROM alert_rule')
    database.close()
    await ada.alerts.lookAtAll()
    expect(await ada.consents.list()).toEqual([])
    expect([...ada.secrets.secrets]).toEqual([])
  })

  it.each([
    ['http://hooks.example/a', 'It must start with https://.'],
    ['https://user:password@hooks.example/a', 'An address with a name and password is not used.'],
    ['hooks', 'This is not an address: paste the whole of it.']
  ])('is not asked for %s', async (address, words) => {
    const ada = desk()
    await expect(ada.alerts.save(asked(null, {}, { address }))).rejects.toMatchObject({ message: words })
    expect(ada.person.acts).toEqual([])
  })

  it.each([
    ['alerts.enabled', { 'alerts.enabled': { value: false, locked: true } }],
    ['alerts.hosts', { 'alerts.hosts': { value: ['hooks.slack.com'], locked: true } }]
  ] as const)('cannot be given where %s forbids it, and one from before sends nothing', async (_, settings) => {
    await desk({ policy: noPolicy }).alerts.save(asked(slack))
    const ada = desk({ policy: new Policy({ source: '/p', problems: [], settings: settings as never }) })
    await expect(ada.alerts.save(asked(slack))).rejects.toMatchObject({ code: 'managed' })
    await ada.refresh([relink('a', start)])
    expect(slack.received).toHaveLength(0)
    expect(await ada.stands()).toEqual(['forbidden'])
  })
})

describe('a message', () => {
  it('@attack is signed over its body for a webhook, holds no address, and the masker knows the path', async () => {
    const ada = desk()
    const key = 'a key of more than 16 characters'
    await ada.alerts.save(asked(slack, { channel: { kind: 'webhook', name: 'On call', host: '' } }, { key }))
    await ada.refresh([relink('a', start)])
    const [taken] = slack.received
    if (!taken) throw new Error('Nothing came.')
    const { body, headers } = taken
    expect(headers['x-connector-desk-signature']).toBe(`sha256=${createHmac('sha256', key).update(body).digest('hex')}`)
    expect(JSON.parse(body)).toMatchObject({ workspace: 'Harbourline', incidents: [{ part: 'first', number: 1 }] })
    expect(ada.masker.mask('services/T0/B0/abcdefghijklmnop')).toBe('[token]')
    expect(ada.masker.holds(key)).toBe(true)
    expect(JSON.stringify([ada.calls, await ada.messages(), test.history.consents()])).not.toMatch(
      /abcdefghijklmnop|a key of/
    )
  })

  it('@attack follows no redirect; 410 turns its rule off with a word; other refusals are said', async () => {
    const ada = desk()
    await ada.alerts.save(asked(slack))
    slack.serving.answer = (_, response) => void response.writeHead(302, { location: `${slack.url}/else` }).end()
    await ada.refresh([relink('a', start)])
    expect(slack.received).toHaveLength(1)
    expect((await ada.messages())[0]).toMatchObject({
      outcome: 'refused',
      said: 'It leads to another address (302), which was not agreed to.'
    })
    slack.serving.answer = (_, response) => void response.writeHead(410).end()
    // What nobody was told has no end, and is told again while it is still so.
    await ada.refresh([madeUpRow('a', start)])
    await ada.refresh([relink('a', start)])
    expect(slack.received).toHaveLength(1)
    ada.clock.time += 3_600_000
    await ada.refresh([relink('a', start)])
    expect(slack.received).toHaveLength(2)
    const [rule] = (await ada.alerts.list(workspaceId)).rules
    expect(rule).toMatchObject({ content: { on: false }, consent: null, stands: 'not-agreed' })
    expect(rule?.messages[0]?.said).toBe('The address is gone for good (410). The rule is off.')
  })

  it('waits as a 429 asks, and is not repeated where it may have been taken', async () => {
    const ada = desk()
    await ada.alerts.save(asked(slack))
    let asks = 0
    slack.serving.answer = (_, response) =>
      void (asks++ === 0 ? response.writeHead(429, { 'retry-after': '30' }) : response.writeHead(200)).end()
    await ada.refresh([relink('a', start)])
    expect(ada.clock.naps).toContain(30_000)
    expect((await ada.messages())[0]).toMatchObject({ outcome: 'sent', said: '200, try 2' })
    slack.serving.answer = (request) => void request.socket.destroy()
    await ada.refresh([madeUpRow('a', start)])
    expect(slack.received).toHaveLength(3)
    expect((await ada.messages())[0]).toMatchObject({
      outcome: 'unknown',
      said: expect.stringContaining('It is not sent again.') as string
    })
    await ada.refresh([madeUpRow('a', start)])
    expect(slack.received).toHaveLength(3)
  })

  it.each([
    ['hangs', 'unknown', undefined],
    [
      'hangs in the middle of its answer',
      'unknown',
      (response: ServerResponse) => void response.writeHead(200).write('o')
    ]
  ] as const)('to a webhook that %s is given up, is %s, and is sent once', async (_, outcome, answer) => {
    const ada = desk({ timeoutMs: 200 })
    await ada.alerts.save(asked(slack))
    slack.serving.answer = (__, response) => answer?.(response)
    await ada.refresh([relink('a', start)])
    await ada.refresh([relink('a', start)])
    expect(slack.received).toHaveLength(1)
    expect((await ada.messages()).map((one) => one.outcome)).toEqual([outcome])
  })

  it('of a desk whose clock was set back or forward by a day is told once, and so is its end', async () => {
    const ada = desk()
    await ada.alerts.save(asked(slack))
    await ada.refresh([relink('a', start)])
    ada.clock.time -= 24 * hour
    await ada.refresh([relink('a', start)])
    ada.clock.time += 48 * hour
    await ada.refresh([relink('a', start)])
    expect(slack.received).toHaveLength(1)
    await ada.refresh([madeUpRow('a', ada.clock.now())])
    await ada.refresh([madeUpRow('a', ada.clock.now())])
    expect(slack.received).toHaveLength(2)
  })

  it('of a session that was killed is unknown, and is not sent again', async () => {
    const ada = desk()
    await ada.alerts.save(asked(slack))
    let arrived: () => void = () => undefined
    const came = new Promise<void>((resolve) => (arrived = resolve))
    slack.serving.answer = () => arrived()
    void ada.refresh([relink('a', start)])
    await came
    // The app is gone: another opens the same history.
    const again = desk({ secrets: ada.secrets })
    again.clock.pass(10 * minute)
    await again.alerts.closeCutOff()
    expect((await again.messages())[0]).toMatchObject({
      outcome: 'unknown',
      said: 'Connector Desk ended before an answer came. It is not sent again.'
    })
    await again.refresh([relink('a', start)])
    expect(slack.received).toHaveLength(1)
    await ada.alerts.stop()
  })

  it('of a test is marked, and counts', async () => {
    const ada = desk()
    const rule = asked(slack, {}, { perDay: 1 })
    await ada.alerts.save(rule)
    expect(await ada.alerts.test(place, rule.id)).toMatchObject({ part: 'test', outcome: 'sent' })
    expect(slack.texts()).toEqual([
      expect.stringMatching(/^Test of the alert rule “Many failures” by Ada\nNothing has happened\.\n/)
    ])
    await expect(ada.alerts.test(place, rule.id)).rejects.toThrow('The most messages of a day are reached.')
  })

  it('on the desktop is a notice, and needs no address', async () => {
    const ada = desk()
    await ada.alerts.save(asked(null, { channel: { kind: 'desktop', name: 'This computer', host: '' } }))
    await ada.refresh([relink('a', start)])
    expect(ada.notices).toMatchObject([{ title: '1 of BambooHR: Relink needed' }])
  })

  it('ends at once where the keychain is locked: nothing leaves, and the address is not used', async () => {
    const ada = desk()
    const rule = asked(slack)
    await ada.alerts.save(rule)
    ada.secrets.delete = () => Promise.reject(new AppError('keychain-locked', 'The keychain is locked.'))
    await expect(ada.consents.end(workspaceId, rule.id)).rejects.toMatchObject({ code: 'keychain-locked' })
    expect(await ada.consents.list()).toEqual([])
    await ada.refresh([relink('a', start)])
    expect(slack.received).toHaveLength(0)
  })

  it('does not leave a locked app', async () => {
    const lock = { state: null as unknown }
    const ada = desk({ lock })
    await ada.alerts.save(asked(slack))
    lock.state = {}
    await ada.refresh([relink('a', start)])
    expect(slack.received).toHaveLength(0)
  })
})
