import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ConnectorHealth } from '../../shared/connectors/health'
import type { LetterKind } from '../../shared/mail/outage'
import type { MailAccount } from '../../shared/mail/mail'
import { promised } from '../base/promised'
import { personWho } from '../guard/testing'
import { zoneWriter } from '../issues/room'
import { Encryption } from '../secrets/encryption'
import { Consents } from '../settings/consents'
import { teamSuite } from '../team/testing/suite'
import type { TestDesk } from '../team/testing'
import { FakeClock } from '../testing/fakes'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { madeUpRow } from '../testing/made-up-rows'
import { Contacts } from './contacts'
import { Letters } from './letters'
import { heldBack, Outages } from './outages'
import { StandingMail } from './standing'
import { smtpServer, textOf } from './testing/smtp'

const { workspaceId } = place
const never = () => new AbortController().signal
const minute = 60_000
const day = 1_440 * minute
const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

let server: Awaited<ReturnType<typeof smtpServer>>
/** What the server answers to a recipient; 0 takes it. */
let refusing: number
beforeEach(async () => {
  refusing = 0
  server = await smtpServer({
    onRcptTo: (_, __, done) =>
      done(refusing > 0 ? Object.assign(new Error('No'), { responseCode: refusing }) : undefined)
  })
})
afterEach(() => server.close())

/** Who writes to customers; alone, or with a team. */
function teller(test: TestHistory, desk: TestDesk | null = null, operator = 'Ada') {
  const clock = new FakeClock(start)
  const { confirmer, acts } = personWho(() => teller.agrees)
  const store = promised(() => test.history)
  const encrypting = async () => new Encryption(Buffer.alloc(32, 7))
  const team = desk?.team ?? null
  const contacts = desk?.contacts ?? new Contacts({ history: store, encrypting, told: () => undefined })
  const parts = {
    ...{ clock, contacts, history: store },
    ...{ operator: () => operator, serviceOf: () => (desk ? 'https://api.example.com' : null) },
    team: team ?? {
      told: () => undefined,
      mayChange: async () => undefined,
      live: async () => null,
      readMessages: async () => undefined
    }
  }
  const account: MailAccount = {
    ...{ host: '127.0.0.1', port: server.port, security: 'none', user: '' },
    ...{ from: 'ops@harbourline.example', fromName: '', replyTo: '' }
  }
  const lock: { state: unknown } = { state: null }
  const consents = new Consents({ store, clock, changed: () => undefined })
  const standing = new StandingMail({ history: store, clock, confirmer, consents, account: () => account })
  const letters = new Letters({
    ...{ ...parts, confirmer, encrypting, standing, lock },
    connector: (of) => store.connector(of) as Promise<ConnectorHealth | null>,
    server: async () => ({ account: { ...account, port: server.port }, password: '', certificates: [] }),
    activity: { begin: async () => async () => undefined },
    requested: async () => undefined,
    heldBack: (of, keys) => heldBack(store, of, keys, clock.now()),
    mayChange: async () => undefined,
    tell: () => undefined
  })
  const outages = new Outages({
    ...{ ...parts, letters, consents, standing, lock, masker: { mask: (text) => text } },
    nameOf: async () => 'BambooHR',
    zone: () => 'UTC',
    failed(error) {
      throw error
    },
    learn: async () => desk?.team?.readOutages('https://api.example.com'),
    templatesOf: () => ({}),
    writeTime: zoneWriter,
    changed: () => undefined
  })
  const teller_ = {
    ...{ clock, contacts, letters, outages, acts, operator, consents, lock, account },
    /** These of `all` fail since then. */
    refresh(failing: Readonly<Record<string, number>>) {
      const now = clock.now()
      const row = (id: string) => {
        const at = failing[id]
        return madeUpRow(
          id,
          now,
          at === undefined ? {} : { status: 'RELINK_NEEDED', relink_needed_at: new Date(at).toISOString() }
        )
      }
      test.refresh(all.map(row), now)
    },
    knows: (...ids: string[]) =>
      contacts.save(
        workspaceId,
        ids.map((id) => ({
          originId: `origin-${id}`,
          contacts: [{ address: `hr@${id}.example`, name: `Person ${id}`, language: '', relinks: true }]
        }))
      ),
    desk: () => outages.desk(place, 'bamboohr'),
    tell: (kind: LetterKind, step: number, ids: string[], letters_ = {}) =>
      outages.tell(
        {
          ...{
            place,
            integration: 'bamboohr',
            name: 'BambooHR',
            number: 1,
            step,
            kind,
            letters: letters_,
            zone: 'UTC'
          },
          customers: ids.map((id) => `origin-${id}`)
        },
        never()
      )
  }
  return teller_
}
teller.agrees = true

const to = () => server.taken.flatMap((one) => one.to)
/** Five of eight fail within minutes. */
const five = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((id, at) => [id, start - 30 * minute + at * minute]))

/** A person agrees to what late customers are told, and then f fails. */
async function lateFails(ada: ReturnType<typeof teller>) {
  await ada.outages.late(place, 'bamboohr', true, never())
  ada.clock.pass(minute)
  ada.refresh({ ...five, f: ada.clock.now() - 1 })
}

describe('an outage', () => {
  let test: TestHistory
  beforeEach(() => {
    test = testHistory()
    teller.agrees = true
  })
  afterEach(() => test.remove())

  it('is told to each customer once for each step, and those who join late are named and told what they missed', async () => {
    const ada = teller(test)
    ada.refresh(five)
    await ada.knows(...all)
    expect(await ada.outages.list(place)).toEqual([])
    await ada.tell('first', 1, ['a', 'b', 'c', 'd', 'e'])
    expect(to()).toEqual(['a', 'b', 'c', 'd', 'e'].map((id) => `hr@${id}.example`))
    expect(server.taken[0] && textOf(server.taken[0])).toContain('Please do not reconnect')
    expect(server.taken[0] && textOf(server.taken[0])).toContain('Hello Person a,')
    await expect(ada.tell('first', 1, ['a'])).rejects.toMatchObject({ code: 'outdated' })
    // Far later than an hour: no new outage, and yet of this one.
    ada.clock.pass(120 * minute)
    ada.refresh({ ...five, f: ada.clock.now() })
    expect((await ada.outages.list(place))[0]).toMatchObject({ state: 'open', failing: 6, untold: 1, owed: 5 })
    await expect(ada.tell('update', 2, ['f'])).rejects.toThrow('did not get the first letter')
    await ada.tell('first', 1, ['f'])
    await ada.tell('update', 2, ['a', 'f'], { '': 'Subject: Still\n\n{customer} waits.' })
    expect(to().slice(5)).toEqual(['hr@f.example', 'hr@a.example', 'hr@f.example'])
    expect(server.taken.at(-1) && textOf(server.taken.at(-1) as never)).toContain('End user f waits.')
    // Recovered by itself: named until everybody knows.
    ada.clock.pass(10 * minute)
    ada.refresh({})
    expect((await ada.outages.list(place))[0]).toMatchObject({ state: 'open', failing: 0, owed: 6 })
    await ada.tell('clear', 3, ['a', 'b'])
    expect((await ada.outages.list(place))[0]).toMatchObject({ state: 'clearing', owed: 4 })
    await ada.tell('clear', 3, ['c', 'd', 'e', 'f'])
    expect(await ada.outages.list(place)).toEqual([])
    expect(new Set(to()).size).toBe(6)
    expect(to()).toHaveLength(6 + 2 + 6)
  })

  /** Ada's desk, which told the first of five. */
  async function told() {
    const ada = teller(test)
    ada.refresh(five)
    await ada.knows(...all)
    await ada.tell('first', 1, ['a'])
    return ada
  }

  it('is told by itself to those who fail after a person agreed to it, once, and to nobody else', async () => {
    const ada = teller(test)
    ada.refresh({ ...five, g: start - 31 * minute })
    await ada.knows(...all.filter((id) => id !== 'f'))
    await expect(ada.outages.late(place, 'bamboohr', true, never())).rejects.toMatchObject({ code: 'outdated' })
    await ada.tell('first', 1, ['a', 'b'], { '': 'Subject: Wait\n\nWe are on it, {customer}.' })
    ada.clock.pass(minute)
    await ada.outages.look()
    expect((await ada.outages.late(place, 'bamboohr', true, never())).late).toBe(ada.clock.now() + 7 * day)
    expect(ada.acts.at(-1)).toMatchObject({ title: 'Send these letters by themselves?' })
    expect(JSON.stringify(ada.acts.at(-1))).toContain('We are on it, {customer}.')
    // c, d and e failed before, and were left out on purpose; f has no contact.
    ada.clock.pass(30 * minute)
    ada.refresh({ ...five, g: start - 31 * minute, f: ada.clock.now() - minute, h: ada.clock.now() - minute })
    await ada.outages.look()
    test.restart()
    await ada.outages.look()
    expect(to().slice(2)).toEqual(['hr@h.example'])
    expect(server.taken.at(-1) && textOf(server.taken.at(-1) as never)).toContain('We are on it, End user h.')
    expect(ada.acts).toHaveLength(2)
    // Ended by a person, and by the all clear.
    expect((await ada.outages.late(place, 'bamboohr', false, never())).late).toBeNull()
    await ada.knows(...all)
    await ada.outages.look()
    expect(to()).toHaveLength(3)
    await ada.outages.late(place, 'bamboohr', true, never())
    await ada.tell('clear', 2, ['a', 'b', 'h'])
    ada.clock.pass(minute)
    ada.refresh({ ...five, f: ada.clock.now(), g: ada.clock.now() })
    await ada.outages.look()
    expect(to()).toHaveLength(6)
    expect(await ada.consents.list()).toEqual([])
  })

  it('is told by itself to those who failed after the refresh that the person saw, and before they agreed', async () => {
    const ada = await told()
    ada.clock.pass(5 * minute)
    await ada.outages.late(place, 'bamboohr', true, never())
    ada.refresh({ ...five, f: ada.clock.now() - 4 * minute })
    await ada.outages.look()
    expect(to()).toEqual(['hr@a.example', 'hr@f.example'])
  })

  it('is told by itself to nobody whom the person saw and left out, though they fail anew', async () => {
    const ada = teller(test)
    ada.refresh(five)
    await ada.knows(...all)
    await ada.tell('first', 1, ['a', 'b', 'c', 'd'])
    await ada.outages.late(place, 'bamboohr', true, never())
    const { a, b, c, d } = five
    const four = { ...(a && { a }), ...(b && { b }), ...(c && { c }), ...(d && { d }) }
    ada.clock.pass(10 * minute)
    ada.refresh(four)
    ada.clock.pass(10 * minute)
    ada.refresh({ ...four, e: ada.clock.now() - minute })
    await ada.outages.look()
    test.restart()
    await ada.outages.look()
    expect(to()).toHaveLength(4)
    expect(JSON.stringify(await ada.consents.list())).not.toContain('origin-')
  })

  it('is told by itself to nobody once all recovered, though nobody gave the all clear', async () => {
    const ada = teller(test)
    ada.refresh(five)
    await ada.knows(...all)
    await ada.tell('first', 1, ['a', 'b', 'c', 'd', 'e'])
    await ada.outages.late(place, 'bamboohr', true, never())
    ada.clock.pass(60 * minute)
    ada.refresh({})
    // Their own credentials expire.
    ada.clock.pass(120 * minute)
    ada.refresh({ f: ada.clock.now() - minute })
    await ada.outages.look()
    expect(to()).toHaveLength(5)
    // It is not over for the consent: they all fail again.
    ada.refresh({ ...Object.fromEntries(Object.keys(five).map((id) => [id, ada.clock.now()])), f: ada.clock.now() })
    await ada.outages.look()
    expect(to().slice(5)).toEqual(['hr@f.example'])
  })

  it('tells a late customer nothing by itself while locked, declined, or after the server changed; tries again after an hour', async () => {
    const ada = await told()
    teller.agrees = false
    await expect(ada.outages.late(place, 'bamboohr', true, never())).rejects.toMatchObject({ code: 'cancelled' })
    teller.agrees = true
    await lateFails(ada)
    ada.lock.state = 'locked'
    await ada.outages.look()
    ada.lock.state = null
    ada.account.from = 'else@harbourline.example'
    await ada.outages.look()
    ada.account.from = 'ops@harbourline.example'
    expect(to()).toHaveLength(1)
    refusing = 451
    for (let time = 0; time < 3; time++) await ada.outages.look()
    expect((await ada.desk()).outage?.told.at(-1)).toMatchObject({ originId: 'origin-f', try: 1, state: 'refused' })
    refusing = 0
    await ada.outages.look()
    expect(to()).toHaveLength(1)
    ada.clock.pass(61 * minute)
    await Promise.all([ada.outages.look(), ada.outages.look()])
    expect(to()).toEqual(['hr@a.example', 'hr@f.example'])
  })

  it('says why late customers are told no more by itself, until a person agrees anew', async () => {
    const ada = await told()
    const { account, clock, outages } = ada
    expect(await ada.desk()).toMatchObject({ late: null, lateNot: null })
    expect(await outages.late(place, 'bamboohr', true, never())).toMatchObject({ lateNot: null })
    account.from = 'else@harbourline.example'
    expect(await ada.desk()).toMatchObject({ late: null, lateNot: 'changed' })
    await outages.late(place, 'bamboohr', true, never())
    clock.pass(7 * day)
    expect(await ada.desk()).toMatchObject({ late: null, lateNot: 'ended' })
    await outages.late(place, 'bamboohr', false, never())
    expect(await ada.desk()).toMatchObject({ late: null, lateNot: null })
  })

  it.each([
    [550, 1],
    [451, 3]
  ])('whose letter to a late customer the server refuses with %i is tried %i times by itself', async (code, tries) => {
    const ada = await told()
    await lateFails(ada)
    refusing = code
    for (let hour = 0; hour < 5; hour++) {
      await ada.outages.look()
      ada.clock.pass(61 * minute)
    }
    expect(await ada.letters.list(workspaceId, 'origin-f')).toHaveLength(tries)
    refusing = 0
    await ada.outages.look()
    expect(to()).toEqual(['hr@a.example'])
    // A person still can.
    await ada.tell('first', 1, ['f'])
    expect(to()).toEqual(['hr@a.example', 'hr@f.example'])
  })

  it('is told by itself at another address, where the server refused the first for good', async () => {
    const ada = await told()
    await lateFails(ada)
    refusing = 550
    await ada.outages.look()
    refusing = 0
    ada.clock.pass(61 * minute)
    const contact = { address: 'it@f.example', name: '', language: '', relinks: true }
    await ada.contacts.save(workspaceId, [{ originId: 'origin-f', contacts: [contact] }])
    await ada.outages.look()
    expect(to()).toEqual(['hr@a.example', 'it@f.example'])
  })

  it('has one letter for a customer with more than one connector, in the language of the contact', async () => {
    const ada = teller(test)
    const now = ada.clock.now()
    const since = new Date(now - 30 * minute).toISOString()
    const rows = all.map((id, at) =>
      madeUpRow(id, now, { status: 'RELINK_NEEDED', relink_needed_at: since, ...(at < 4 && { origin_id: 'origin-a' }) })
    )
    test.refresh(rows, now)
    const contact = { address: 'hr@a.example', name: '', language: 'de', relinks: true }
    await ada.contacts.save(workspaceId, [{ originId: 'origin-a', contacts: [contact] }])
    expect((await ada.desk()).customers[0]).toMatchObject({
      keys: ['HRIS:a', 'HRIS:b', 'HRIS:c', 'HRIS:d'],
      employees: 480
    })
    await ada.tell('first', 1, ['a'], { de: 'Subject: Ausfall\n\nHallo {contact},\n\nbitte nicht neu verbinden.' })
    expect(server.taken).toHaveLength(1)
    expect(server.taken[0] && textOf(server.taken[0])).toContain('bitte nicht neu verbinden')
  })

  it('holds relink requests back from the first letter to the all clear', async () => {
    const ada = teller(test)
    ada.refresh(five)
    await ada.knows(...all)
    const held = async () => [
      ...(
        await heldBack(
          promised(() => test.history),
          place,
          ['HRIS:a', 'HRIS:h'],
          start
        )
      ).keys()
    ]
    expect(await held()).toEqual([])
    await ada.tell('first', 1, ['a'])
    expect(await held()).toEqual(['HRIS:a'])
    const letter = { keys: ['HRIS:b'], to: ['hr@b.example'], subject: 'Please reconnect', body: 'Now.' }
    await expect(ada.letters.send(place, [letter], never())).rejects.toThrow('was told not to relink')
    test.restart()
    expect(await held()).toEqual(['HRIS:a'])
    await ada.tell('clear', 2, ['a'])
    expect(await held()).toEqual([])
    await ada.letters.send(place, [letter], never())
    expect(to()).toEqual(['hr@a.example', 'hr@a.example', 'hr@b.example'])
  })

  it('that nobody agreed to, or whose letter was refused, can be told again; an unknown one cannot', async () => {
    const ada = teller(test)
    ada.refresh(five)
    await ada.knows('a')
    teller.agrees = false
    await expect(ada.tell('first', 1, ['a'])).rejects.toMatchObject({ code: 'cancelled' })
    expect(await ada.outages.list(place)).toEqual([])
    teller.agrees = true
    await server.close()
    server = await smtpServer({
      onRcptTo: (_, __, done) => done(Object.assign(new Error('Later'), { responseCode: 451 }))
    })
    await ada.tell('first', 1, ['a'])
    expect((await ada.desk()).outage?.told).toMatchObject([{ step: 1, try: 1, state: 'refused' }])
    await server.close()
    const dying = await smtpServer({ onData: (stream) => void stream.resume().on('end', () => dying.drop()) })
    server = dying
    await ada.tell('first', 1, ['a'])
    expect((await ada.desk()).outage?.told).toMatchObject([{ step: 1, try: 2, state: 'unknown' }])
    await expect(ada.tell('first', 1, ['a'])).rejects.toMatchObject({ code: 'outdated' })
  })

  it('that a kill cut off says what is not known, and is over without a letter where a person says so', async () => {
    const ada = teller(test)
    ada.refresh(five)
    const row = { integration: 'bamboohr', number: 1, step: 1 }
    const made = { at: start, by: null }
    test.history.addOutageStep({ place, row: { ...row, ...made, kind: 'first', first: start, letters: {} } })
    const letter = { at: start, keys: ['HRIS:a'], digest: '', encrypted: new Uint8Array([1]), kind: 'outage' as const }
    const ids = ['a', 'b'].map((id) => ({ id, originId: `origin-${id}` }))
    test.history.addMessages({
      place,
      consent: null,
      campaign: null,
      messages: ids.map((of) => ({ ...letter, ...of }))
    })
    const told = ids.map(({ id, originId }) => ({ ...row, ...made, originId, try: 1, keys: letter.keys, message: id }))
    test.history.addOutageTold({ place, rows: told.map((one) => ({ ...one, state: null })) })
    test.history.leaveMessage({ id: 'a' })
    test.restart()
    await ada.letters.begin()
    expect((await ada.outages.list(place))[0]?.told).toMatchObject([{ state: 'unknown' }, { state: 'refused' }])
    await ada.outages.close(place, 'bamboohr', 1)
    expect(await ada.outages.list(place)).toEqual([])
  })
})

describe('an outage in a team', () => {
  const suite = teamSuite()

  async function desks() {
    const [one, two] = [await suite.joined('Ada', []), await suite.joined('Grace', [])]
    const both = [teller(one.history, one), teller(two.history, two, 'Grace')] as const
    for (const desk of both) {
      desk.refresh(five)
      await desk.knows(...all)
    }
    return [...both, one, two] as const
  }
  const toldOf = async (desk: ReturnType<typeof teller>) =>
    (await desk.outages.list(place))[0]?.told.map(({ originId, by, state }) => [originId, by, state]) ?? []

  it('one desk tells each customer, also where two press at once, and both know who was told', async () => {
    const [ada, grace] = await desks()
    const ended = await Promise.allSettled([ada.tell('first', 1, ['a', 'b']), grace.tell('first', 1, ['a', 'b'])])
    expect(to().toSorted()).toEqual(['hr@a.example', 'hr@b.example'])
    expect(ended.map(({ status }) => status)).toContain('fulfilled')
    for (const desk of [ada, grace])
      await expect.poll(async () => (await toldOf(desk)).map(([, , state]) => state)).toEqual(['sent', 'sent'])
    const makers = [...(await toldOf(ada)), ...(await toldOf(grace))].map(([, by]) => by)
    expect(makers.filter((by) => by === null)).toHaveLength(2)
    // A late one, at both desks.
    await Promise.allSettled([ada.tell('first', 1, ['c']), grace.tell('first', 1, ['c'])])
    expect(to()).toHaveLength(3)
  })

  it('both desks may tell late customers by themselves: one does', async () => {
    const [ada, grace] = await desks()
    await ada.tell('first', 1, ['a'])
    await expect.poll(() => toldOf(grace)).toHaveLength(1)
    for (const desk of [ada, grace]) {
      await desk.outages.late(place, 'bamboohr', true, never())
      desk.clock.pass(minute)
      desk.refresh({ ...five, f: desk.clock.now() - 1, g: desk.clock.now() - 1 })
    }
    await Promise.all([ada.outages.look(), grace.outages.look()])
    for (const desk of [ada, grace]) await desk.outages.look()
    expect(to().toSorted()).toEqual(['hr@a.example', 'hr@f.example', 'hr@g.example'])
  })

  it('without the database nobody is told, and a desk that comes back knows what its colleague told', async () => {
    const [ada, grace, one, two] = await desks()
    await suite.apart(one, two)
    await expect(ada.tell('first', 1, ['a'])).rejects.toMatchObject({ code: 'busy' })
    expect([ada.acts, await ada.letters.list(workspaceId, 'origin-a')]).toEqual([[], []])
    await suite.together(one, two)
    await ada.tell('first', 1, ['a'])
    await expect.poll(() => toldOf(grace)).toEqual([['origin-a', 'Ada', 'sent']])
    await expect(grace.tell('first', 1, ['a'])).rejects.toMatchObject({ code: 'outdated' })
    expect(to()).toEqual(['hr@a.example'])
  })

  it('late customers wait for the database, and nothing is written down of letters that cannot leave', async () => {
    const [ada, , one, two] = await desks()
    await ada.tell('first', 1, ['a'])
    await lateFails(ada)
    await suite.apart(one, two)
    for (let time = 0; time < 3; time++) await ada.outages.look()
    expect(await ada.letters.list(workspaceId, 'origin-f')).toEqual([])
    await suite.together(one, two)
    await ada.outages.look()
    expect((await ada.letters.list(workspaceId, 'origin-f')).map(({ state }) => state)).toEqual(['sent'])
    expect(to()).toEqual(['hr@a.example', 'hr@f.example'])
  })
})
