import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Letter } from '../../shared/mail/channels'
import { place, testHistory } from '../testing/history'
import type { Second, SecondAsked } from '../guard/confirmer'
import type { LetterParts } from './letters'
import type { StandingLetters } from './standing'
import { key, mailDesk } from './testing/desk'
import { smtpServer, textOf } from './testing/smtp'

const never = new AbortController().signal
const letter = (customer: string, change: Partial<Letter> = {}): Letter => ({
  ...{ keys: [`HRIS:${customer}`], to: [`hr@${customer}.example`] },
  ...{ subject: 'Please reconnect', body: `Hello ${customer}, open https://link.example/${customer}` },
  ...change
})

let server: Awaited<ReturnType<typeof smtpServer>>
let test: ReturnType<typeof testHistory>
beforeEach(async () => {
  server = await smtpServer()
  test = testHistory()
})
afterEach(async () => {
  await server.close()
  test.remove()
})

const desk = (more: { port?: number; second?: Second } & Partial<LetterParts> = {}) =>
  mailDesk(test, { port: server.port, ...more })

describe('letters', () => {
  it('leave once each, after one confirmation that shows each of them, and their issues say so', async () => {
    const { letters, acts, requested, calls, list } = await desk()
    const two = letter('harrow', { keys: ['HRIS:harrow', 'ATS:harrow'] })
    const ended = await letters.send(place, [letter('umber'), two], never)
    expect(ended.map(({ originId, state }) => [originId, state])).toEqual([
      ['umber', 'sent'],
      ['harrow', 'sent']
    ])
    expect(acts).toHaveLength(1)
    expect(acts[0]).toMatchObject({
      title: 'Send 2 letters to 2 customers?',
      origin: `smtp://127.0.0.1:${server.port}`,
      requests: [
        { what: 'umber Ltd', method: 'SEND', path: 'hr@umber.example', body: { text: letter('umber').body } },
        { what: 'harrow Ltd', path: 'hr@harrow.example' }
      ]
    })
    expect(server.taken.map(({ to }) => to)).toEqual([['hr@umber.example'], ['hr@harrow.example']])
    expect(server.taken[0] && textOf(server.taken[0])).toContain('https://link.example/umber')
    expect(requested).toEqual([['HRIS:umber'], ['HRIS:harrow', 'ATS:harrow']])
    expect(calls.map(({ status, unknown }) => [status, unknown])).toEqual([
      [null, true],
      [250, false],
      [null, true],
      [250, false]
    ])
    expect(JSON.stringify(calls)).not.toContain('hr@')
    expect(await list('umber')).toMatchObject([
      { state: 'sent', to: ['hr@umber.example'], subject: 'Please reconnect' }
    ])
  })

  it('that the person declines do not leave, and are not written down', async () => {
    const { letters, decline, list } = await desk()
    decline()
    await expect(letters.send(place, [letter('umber')], never)).rejects.toMatchObject({ code: 'cancelled' })
    expect(server.connections).toBe(0)
    expect(await list('umber')).toEqual([])
  })

  it.each<[string, Letter[], RegExp]>([
    ['of two customers in one', [letter('umber', { keys: ['HRIS:umber', 'HRIS:harrow'] })], /different customers/],
    [
      'to an address that is no contact of the customer',
      [letter('umber', { to: ['hr@harrow.example'] })],
      /no contact/
    ],
    ['without its link', [letter('umber', { body: 'Open [relink link]' })], /lacks its relink link/],
    ['to a customer twice', [letter('umber'), letter('umber', { keys: ['ATS:umber'] })], /two letters/],
    ['to a customer without an origin ID', [letter('nobody')], /no origin ID/],
    ['of a connector that nobody knows', [letter('gone')], /no origin ID/],
    ['without a text', [letter('umber', { body: ' \n' })], /a subject and a text/]
  ])('@attack %s are refused before anything is asked or sent', async (_, all, words) => {
    const { letters, acts } = await desk()
    await expect(letters.send(place, all, never)).rejects.toThrow(words)
    expect(acts).toEqual([])
    expect(server.connections).toBe(0)
  })

  it('@attack a line break in a subject writes no further line of the head', async () => {
    const { letters } = await desk()
    const subject = 'Hello\r\nBcc: all@elsewhere.example'
    await letters.send(place, [letter('umber', { subject })], never)
    expect(server.taken[0]?.to).toEqual(['hr@umber.example'])
    expect(server.taken[0]?.text).not.toMatch(/^bcc:/im)
  })

  it('are not sent at all where they cannot be written down', async () => {
    const { letters, acts } = await desk({ encrypting: async () => null })
    await expect(letters.send(place, [letter('umber')], never)).rejects.toMatchObject({ code: 'keychain-locked' })
    expect(acts).toEqual([])
    expect(server.connections).toBe(0)
  })

  it('end at the first that finds no server; the others have not left, and say why', async () => {
    await server.close()
    const { letters, requested } = await desk()
    const ended = await letters.send(place, [letter('umber'), letter('harrow')], never)
    expect(ended.map(({ state }) => state)).toEqual(['refused', 'refused'])
    expect(ended[1]?.why).toContain('It was not tried')
    expect(requested).toEqual([])
    server = await smtpServer()
  })

  it('that the server takes for an hour with 4xx are refused one by one, and can be sent again by a person', async () => {
    const busy = { responseCode: 451 }
    const one = await smtpServer({ onRcptTo: (_, __, done) => done(Object.assign(new Error('Busy'), busy)) })
    const first = await desk({ port: one.port })
    const all = [letter('umber'), letter('harrow')]
    const ended = await first.letters.send(place, all, never)
    expect(ended.map(({ state, why }) => [state, why.includes('451')])).toEqual([
      ['refused', true],
      ['refused', true]
    ])
    expect(first.calls.at(-1)).toMatchObject({ status: 451, unknown: false })
    await one.close()
    const again = await desk()
    expect((await again.letters.send(place, all, never)).map(({ state }) => state)).toEqual(['sent', 'sent'])
    expect(server.taken).toHaveLength(2)
  })

  it('that a server takes before it dies are unknown, stay so, and no issue says that it was requested', async () => {
    const dying = await smtpServer({ onData: (stream) => void stream.resume().on('end', () => dying.drop()) })
    const { letters, requested, restarted, told, list } = await desk({ port: dying.port })
    const ended = await letters.send(place, [letter('umber'), letter('harrow')], never)
    expect(ended.map(({ state }) => state)).toEqual(['unknown', 'refused'])
    expect(requested).toEqual([])
    await restarted().begin()
    expect(told).toEqual([])
    expect(await list('umber')).toMatchObject([{ state: 'unknown' }])
    await dying.close()
  })

  it('to a customer who was told not to relink wait, unless a person says so', async () => {
    const waits = new Map([['HRIS:umber', { integration: 'workday', since: 1 }]])
    const { letters, acts } = await desk({ heldBack: async () => waits })
    const send = (despite: boolean) => letters.send(place, [letter('umber', { despite })], never)
    await expect(send(false)).rejects.toMatchObject({ code: 'invalid-input' })
    expect(server.taken).toEqual([])
    expect(await send(true)).toMatchObject([{ state: 'sent' }])
    expect(acts[0]?.warnings).toEqual(['umber Ltd was told not to relink: the outage of workday is not over.'])
  })

  it('that a kill cut off are unknown if they were leaving, else not sent; each customer is named, and nothing leaves again', async () => {
    const { history, restarted, told, list } = await desk()
    const encrypted = new Uint8Array(key.encrypt('letter x', Buffer.from('{}')))
    const written = (id: string, originId: string) => ({
      ...{ id, at: 1, originId, kind: 'relink' as const, keys: [`HRIS:${originId}`], digest: '', encrypted }
    })
    await history.addMessages({
      place,
      consent: null,
      campaign: null,
      messages: [written('a', 'umber'), written('b', 'harrow')]
    })
    expect(await history.leaveMessage({ id: 'a' })).toBe(true)
    expect(await history.leaveMessage({ id: 'a' })).toBe(false)
    test.restart()
    await restarted().begin()
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('the letter to umber arrived')
    expect(told[0]).toContain('Not sent: harrow')
    expect([(await list('umber'))[0]?.state, (await list('harrow'))[0]?.state]).toEqual(['unknown', 'refused'])
    await restarted().begin()
    expect(told).toHaveLength(1)
    expect(server.connections).toBe(0)
  })

  it('say in the confirmation whom they would reach a second time', async () => {
    const { letters, acts } = await desk()
    await letters.send(place, [letter('umber')], never)
    expect(acts[0]?.warnings).toEqual([])
    await letters.send(place, [letter('umber')], never)
    expect(acts[1]?.warnings).toEqual([expect.stringContaining('umber Ltd')])
  })

  it('say so too where the customer was asked before the issue became another', async () => {
    const { letters, acts, before, broken, clock } = await desk()
    const at = clock.now() - 86_400_000
    const opened = (detail: string | null) => ({ at, kind: 'opened' as const, detail, operator: null })
    broken.set('HRIS:umber', { cause: 'incident', events: [opened('relink')] })
    const asked = { at, kind: 'requested' as const, detail: 'copied', operator: 'Grace' }
    before.set('HRIS:umber', [{ closedAt: at, events: [opened(null), asked] }])
    await letters.send(place, [letter('umber')], never)
    expect(acts[0]?.warnings).toEqual([expect.stringContaining('umber Ltd was asked before')])
  })

  it('are files of mail programs in a dry run, and nothing leaves', async () => {
    const { letters, acts } = await desk()
    const files = await letters.files(place, [letter('umber'), letter('harrow')])
    expect(files.map(({ name }) => name)).toEqual(['001 umber Ltd.eml', '002 harrow Ltd.eml'])
    expect(files[0]?.bytes.toString()).toMatch(/^From: Harbourline <ops@harbourline.example>\r\n/)
    expect(acts).toEqual([])
    expect(server.connections).toBe(0)
  })
})

/** Letters need a colleague, who agrees. */
const colleague = (agreed: (asked: SecondAsked) => void = () => undefined): Second => ({
  needs: ({ act }) => act === 'letters',
  colleagues: async () => ['grace'],
  agreed: async (asked) => (agreed(asked), async () => true)
})

describe('letters that need a colleague', () => {
  it('name each customer and connector to the colleague', async () => {
    const asked: SecondAsked[] = []
    const { letters } = await desk({ second: colleague((one) => asked.push(one)) })
    const two = letter('harrow', { keys: ['HRIS:harrow', 'ATS:harrow'] })
    await letters.send(place, [letter('umber'), two], never)
    expect(asked[0]?.requests.map(({ what }) => what)).toEqual(['umber Ltd', 'harrow Ltd'])
    expect(asked[0]?.about).toEqual(['HRIS:umber', 'HRIS:harrow', 'ATS:harrow'])
    expect(server.taken).toHaveLength(2)
  })

  it('do not leave, and are not written down, where a customer was forgotten while they waited', async () => {
    const forget = () => test.history.forgetCustomer({ workspaceId: place.workspaceId, originId: 'umber' })
    const { letters, list } = await desk({ second: colleague(forget) })
    const send = letters.send(place, [letter('harrow'), letter('umber')], never)
    await expect(send).rejects.toThrow(/umber Ltd has no contact with this address any more. Nothing was sent/)
    expect(server.connections).toBe(0)
    expect([await list('umber'), await list('harrow')]).toEqual([[], []])
  })
})

describe('letters that leave by themselves', () => {
  const weekly = (change: Partial<StandingLetters> = {}): StandingLetters => ({
    ...{ about: 'reminder', rule: '00000000-0000-4000-8000-000000000009', name: 'March relinks', place },
    ...{
      template: 'Hello {customer}',
      recipients: 'Customers of this campaign',
      facts: [['Working hours', '09:00–17:00']]
    },
    ...change
  })
  const terms = { perDay: 2, days: 30 }

  it('leave under what a person read and agreed to before, and never more than they agreed to', async () => {
    const { acts, clock, letters, standing } = await desk()
    await standing.allow(weekly(), terms, never)
    expect(acts[0]).toMatchObject({
      verb: 'Allow',
      facts: [
        ['Letters', 'March relinks'],
        ['Working hours', '09:00–17:00'],
        ['At most', '2 messages in 24 hours'],
        ['Until', '2026-04-09']
      ],
      requests: [{ path: 'Customers of this campaign', body: { text: 'Hello {customer}' } }]
    })
    await letters.send(place, [letter('umber')], never, weekly())
    await letters.send(place, [letter('harrow')], never, weekly())
    expect(acts).toHaveLength(1)
    expect(server.taken).toHaveLength(2)
    await expect(letters.send(place, [letter('larkfield')], never, weekly())).rejects.toThrow(/at most 0 more letters/)
    clock.pass(25 * 3_600_000)
    await letters.send(place, [letter('larkfield')], never, weekly())
    expect(server.taken).toHaveLength(3)
  })

  it.each<[string, Partial<StandingLetters>]>([
    ['text', { template: 'Hello' }],
    ['recipients', { recipients: 'Everybody' }],
    ['kind', { about: 'outage' }],
    ['rule', { facts: [] }]
  ])('do not leave when the %s changed after that', async (_, change) => {
    const { letters, standing } = await desk()
    await standing.allow(weekly(), terms, never)
    await expect(letters.send(place, [letter('umber')], never, weekly(change))).rejects.toThrow(/was changed after/)
    expect(server.connections).toBe(0)
  })

  it('do not leave through another server or sender, after the end, or while the app is locked', async () => {
    const { account, clock, consents, letters, lock, standing } = await desk()
    const send = () => letters.send(place, [letter('umber')], never, weekly())
    await expect(send()).rejects.toThrow(/no person agreed/)
    await standing.allow(weekly(), terms, never)
    account.from = 'other@harbourline.example'
    await expect(send()).rejects.toThrow(/was changed/)
    account.from = 'ops@harbourline.example'
    lock.state = 'locked'
    await expect(send()).rejects.toMatchObject({ code: 'app-locked' })
    lock.state = null
    clock.pass(31 * 86_400_000)
    await expect(send()).rejects.toThrow(/has ended/)
    await standing.allow(weekly(), terms, never)
    await consents.end(place.workspaceId, weekly().rule)
    await expect(send()).rejects.toThrow(/no person agreed/)
    expect(server.connections).toBe(0)
  })

  it('do not leave under a consent without a colleague, once letters need one', async () => {
    const needed = { now: false }
    const second = { ...colleague(), needs: ({ requests }: { requests: number }) => needed.now && requests > 1 }
    const { letters, standing } = await desk({
      second: { ...second, colleagues: async (of) => (second.needs(of) ? ['grace'] : null) }
    })
    const send = (rule = weekly()) => letters.send(place, [letter('umber')], never, rule)
    await standing.allow(weekly(), terms, never)
    const few = weekly({ rule: '00000000-0000-4000-8000-000000000010' })
    await standing.allow(few, { perDay: 1, days: 30 }, never)
    needed.now = true
    await expect(send()).rejects.toThrow(/a colleague has to agree to it by now/)
    expect(await standing.stands(weekly())).toMatchObject({ left: 0, why: 'no-colleague' })
    expect(server.connections).toBe(0)
    // As few as may leave without one.
    await send(few)
    await standing.allow(weekly(), terms, never)
    await letters.send(place, [letter('harrow')], never, weekly())
    expect(server.taken).toHaveLength(2)
  })

  it('whose recipients nobody knows need a colleague however many leave each day', async () => {
    const needed = { now: false }
    const needs = ({ requests }: { requests: number }) => needed.now && requests >= 200
    const { acts, standing } = await desk({
      second: { ...colleague(), needs, colleagues: async (of) => (needs(of) ? ['grace'] : null) }
    })
    const late = weekly({ about: 'outage' })
    await standing.allow(late, terms, never)
    needed.now = true
    expect(await standing.stands(late)).toMatchObject({ left: 0, why: 'no-colleague' })
    await standing.allow(late, terms, never)
    expect(acts.at(-1)?.asksWhy).toBe(true)
    expect((await standing.stands(late)).why).toBeNull()
    // Its recipients are known, and fewer.
    await standing.allow(weekly(), terms, never)
    expect(acts.at(-1)?.asksWhy).toBeUndefined()
  })

  it('that a person declines are not agreed to', async () => {
    const { consents, decline, standing } = await desk()
    decline()
    await expect(standing.allow(weekly(), terms, never)).rejects.toMatchObject({ code: 'cancelled' })
    expect(await consents.list()).toEqual([])
  })
})

describe('@attack what is kept of contacts and letters', () => {
  it('is nowhere in the clear in the history', async () => {
    const { letters } = await desk()
    await letters.send(place, [letter('umber', { subject: 'Secret subject' })], never)
    test.restart()
    const { readFileSync, readdirSync } = await import('node:fs')
    const { dirname, join } = await import('node:path')
    const folder = dirname(test.file)
    const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name)).toString('latin1'))
    expect(bytes.join('')).not.toMatch(/hr@umber|Secret subject/)
  })
})
