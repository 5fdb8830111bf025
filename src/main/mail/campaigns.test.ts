import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { IssueRecord } from '../../shared/issues/issue'
import type { CampaignChange } from '../../shared/mail/campaign'
import { freshRelinkSettings } from '../../shared/issues/relink/relink'
import type { Region } from '../../shared/workspaces/region'
import { place, testHistory } from '../testing/history'
import { Campaigns } from './campaigns'
import { contact, key, mailDesk } from './testing/desk'
import { smtpServer, textOf } from './testing/smtp'

const never = new AbortController().signal
const rule = { days: 3, most: 2, from: '09:00', to: '17:00' }
const day = 86_400_000

let server: Awaited<ReturnType<typeof smtpServer>>
let test: ReturnType<typeof testHistory>
/** What the server answers to a recipient. */
let refuses: (address: string) => number | null
beforeEach(async () => {
  refuses = () => null
  server = await smtpServer({
    onRcptTo({ address }, _, done) {
      const code = refuses(address)
      done(code === null ? null : Object.assign(new Error('No such user'), { responseCode: code }))
    }
  })
  test = testHistory()
})
afterEach(async () => {
  await server.close()
  test.remove()
})

/** A campaign about these connectors. Its Tuesday begins at 10:00. */
async function campaign(keys = ['HRIS:umber', 'HRIS:harrow', 'ATS:harrow'], port = server.port) {
  const own = await mailDesk(test, { port })
  own.clock.time += 10 * 3_600_000
  for (const one of keys) own.broken.set(one, {})
  const errors: unknown[] = []
  const held = new Set<string>()
  const make = () =>
    new Campaigns({
      ...{ history: own.history, clock: own.clock, contacts: own.contacts, connector: own.connector },
      ...{ letters: own.restarted(), standing: own.standing, lock: own.lock },
      heldBack: async () => held,
      encrypting: async () => key,
      account: () => own.account,
      relinkOf: () => freshRelinkSettings,
      endConsent: (workspaceId, id) => own.consents.end(workspaceId, id),
      changed: () => undefined,
      failed: (error) => errors.push(error)
    })
  let campaigns = make()
  const { id } = await campaigns.start(place, { name: 'March', keys, integrations: {}, zone: 'UTC' })
  const change = (one: CampaignChange) => campaigns.change(place, id, one)
  const link = (of: string, url = `https://link.example/${of}`) => change({ link: { key: of, link: url } })
  return {
    ...own,
    held,
    ...{ id, change, link, errors },
    /** All that each needs, and their letters. */
    async sent() {
      for (const one of keys) await link(one)
      return campaigns.send(place, id, never)
    },
    send: () => campaigns.send(place, id, never),
    look: () => campaigns.look(),
    remind: (of: typeof rule | null = rule) => campaigns.remind(place, id, of, never),
    remove: () => campaigns.remove(place, id),
    forget: (of: { region: Region; key: string }) => campaigns.forget([{ workspaceId: place.workspaceId, ...of }]),
    kept: async () =>
      (await own.history.campaigns()).map((row) => key.open(`campaign ${row.id}`, row.encrypted).toString()),
    list: () => campaigns.list(place),
    show: () => campaigns.show(place, id),
    states: async () => Object.fromEntries((await campaigns.show(place, id)).rows.map((one) => [one.id, one.state])),
    async restart() {
      test.restart()
      await own.restarted().begin()
      campaigns = make()
    }
  }
}

describe('a campaign', () => {
  it('gives each customer one letter, also with several connectors, after one confirmation, and survives a restart at each step', async () => {
    const one = await campaign()
    expect(await one.states()).toEqual({ umber: 'link', harrow: 'link' })
    await one.restart()
    await one.link('HRIS:umber')
    await one.link('HRIS:harrow')
    await one.restart()
    expect(await one.states()).toEqual({ umber: 'ready', harrow: 'link' })
    await one.link('ATS:harrow')
    await one.restart()
    const { rows } = await one.send()
    expect(one.acts.map(({ title }) => title)).toEqual(['Send 2 letters to 2 customers?'])
    expect(rows.map(({ state }) => state)).toEqual(['sent', 'sent'])
    expect(server.taken.map(({ to }) => to)).toEqual([['hr@umber.example'], ['hr@harrow.example']])
    const harrow = server.taken[1] ? textOf(server.taken[1]) : ''
    expect(harrow).toContain('https://link.example/HRIS:harrow')
    expect(harrow).toContain('https://link.example/ATS:harrow')
    expect(harrow).not.toContain('umber')
    await one.restart()
    expect(await one.states()).toEqual({ umber: 'sent', harrow: 'sent' })
    await expect(one.send()).rejects.toThrow('No letter is ready.')
    one.broken.delete('HRIS:umber')
    expect(await one.states()).toEqual({ umber: 'relinked', harrow: 'sent' })
    expect(server.taken).toHaveLength(2)
  })

  it('keeps the age of a link, which ends 7 days after it was pasted, and asks for a new one', async () => {
    const one = await campaign(['HRIS:umber'])
    await one.link('HRIS:umber')
    one.clock.pass(6 * day)
    await one.link('HRIS:umber')
    expect(await one.states()).toEqual({ umber: 'ready' })
    one.clock.pass(day)
    expect(await one.states()).toEqual({ umber: 'ended' })
    await expect(one.send()).rejects.toThrow('No letter is ready.')
    await one.link('HRIS:umber', 'https://link.example/new')
    expect(await one.states()).toEqual({ umber: 'ready' })
  })

  it.each<[string, CampaignChange, string]>([
    ['without a contact', { leftOut: { originId: 'x', out: true } }, 'contact'],
    [
      'with the same link twice',
      { link: { key: 'HRIS:nocontact', link: 'https://link.example/HRIS:umber' } },
      'contact'
    ]
  ])('holds back a customer %s', async (_, change, state) => {
    const one = await campaign(['HRIS:umber', 'HRIS:nocontact'])
    await one.link('HRIS:umber')
    await one.change(change)
    expect((await one.states())['nocontact']).toBe(state)
    await one.link('HRIS:nocontact', 'https://link.example/HRIS:umber')
    expect((await one.states())['umber']).toBe('twice')
  })

  it('holds back what is no link, who was taken out, who is in a possible outage, and who has no origin ID', async () => {
    const one = await campaign(['HRIS:umber', 'HRIS:harrow', 'HRIS:larkfield', 'HRIS:nobody'])
    await one.link('HRIS:umber', 'ring them')
    await one.link('HRIS:harrow')
    await one.change({ leftOut: { originId: 'harrow', out: true } })
    one.broken.set('HRIS:larkfield', { cause: 'incident' })
    expect(await one.states()).toEqual({
      ...{ umber: 'wrong', harrow: 'left-out', larkfield: 'held', 'HRIS:nobody': 'origin' }
    })
    await one.change({ leftOut: { originId: 'harrow', out: false } })
    expect((await one.states())['harrow']).toBe('ready')
    one.held.add('HRIS:harrow')
    expect((await one.states())['harrow']).toBe('held')
  })

  it('writes in the language of the contact, and names the fields that are not known', async () => {
    const one = await campaign(['HRIS:umber', 'HRIS:harrow'])
    await one.contacts.save(place.workspaceId, [
      { originId: 'umber', contacts: [contact('it@umber.example', { language: 'de', name: 'Ulla' })] }
    ])
    const { rows } = await one.change({
      template: { language: 'en', text: 'Hello {contact},\nopen {relink_link}\n{sender}' }
    })
    expect(rows[0]).toMatchObject({ language: 'de', missing: [], subject: expect.stringContaining('Bitte verbinden') })
    expect(rows[0]?.body).toMatch(/^Guten Tag Ulla,\n/)
    expect(rows[1]).toMatchObject({ language: 'en', missing: ['contact'] })
    expect(rows[1]?.body).toBe('Hello,\nopen [relink link]\nHarbourline')
    for (const text of ['Hello {name}, {relink_link}', 'Hello {Customer}, {relink_link}', 'No link'])
      await expect(one.change({ template: { language: 'en', text } })).rejects.toMatchObject({ code: 'invalid-input' })
  })

  it('names a bounce of the server or of the mailbox, until the contact is another', async () => {
    refuses = (address) => (address === 'hr@umber.example' ? 550 : address === 'hr@harrow.example' ? 451 : null)
    const one = await campaign(['HRIS:umber', 'HRIS:harrow', 'HRIS:larkfield'])
    const { rows } = await one.sent()
    expect(rows.map(({ state }) => state)).toEqual(['bounced', 'ready', 'sent'])
    expect(rows[0]?.why).toContain('550')
    refuses = () => null
    await one.change({ bounced: { originId: 'larkfield', why: 'Mailbox full' } })
    expect(await one.states()).toEqual({ umber: 'bounced', harrow: 'ready', larkfield: 'bounced' })
    for (const originId of ['umber', 'larkfield'])
      await one.contacts.save(place.workspaceId, [{ originId, contacts: [contact(`it@${originId}.example`)] }])
    expect(await one.states()).toEqual({ umber: 'ready', harrow: 'ready', larkfield: 'ready' })
    one.clock.pass(60_000)
    await one.send()
    expect(await one.states()).toEqual({ umber: 'sent', harrow: 'sent', larkfield: 'sent' })
  })

  it.each<[string, number | null]>([
    ['typed in', null],
    ['said by the server', 550]
  ])('is ready again for another contact after a bounce %s, though that letter was refused', async (_, code) => {
    const one = await campaign(['HRIS:umber'])
    await one.sent()
    await one.remind()
    const to = (address: string) =>
      one.contacts.save(place.workspaceId, [{ originId: 'umber', contacts: [contact(address)] }])
    one.clock.pass(60_000)
    if (code === null) await one.change({ bounced: { originId: 'umber', why: 'Mailbox full' } })
    else {
      await to('old@umber.example')
      refuses = () => code
      one.clock.pass(3 * day)
      await one.look()
    }
    expect(await one.states()).toEqual({ umber: 'bounced' })
    await to('it@umber.example')
    refuses = () => 451
    one.clock.pass(60_000)
    const { rows } = await one.send()
    expect(rows).toMatchObject([{ state: 'ready', why: expect.stringContaining('451'), reminders: 0 }])
    refuses = () => null
    one.clock.pass(3 * day + 1)
    await one.look()
    expect(server.taken.map((mail) => mail.to)).toEqual([['hr@umber.example']])
    expect((await one.send()).rows).toMatchObject([{ state: 'sent', reminders: 0 }])
    expect(server.taken.at(-1)?.text).not.toMatch(/^Subject: Reminder/m)
  })

  it('leaves out whom somebody asked in the last 7 days, by another campaign too, and says who and when', async () => {
    const one = await campaign()
    for (const key of ['HRIS:umber', 'HRIS:harrow', 'ATS:harrow']) await one.link(key)
    const asked = (at: number, kind = 'requested') => ({ kind, at, operator: 'Grace' })
    const events = (...all: object[]) => one.broken.set('ATS:harrow', { events: all as never })
    events(asked(one.clock.now() - day))
    expect(await one.states()).toEqual({ umber: 'ready', harrow: 'asked' })
    expect((await one.show()).rows.find(({ id }) => id === 'harrow')?.why).toBe(
      'Grace asked them on 9 Mar 2026, 10:00 UTC.'
    )
    events(asked(one.clock.now() - day), asked(one.clock.now() - day, 'unrequested'))
    expect(await one.states()).toEqual({ umber: 'ready', harrow: 'ready' })
    events(asked(one.clock.now() - 8 * day))
    expect(await one.states()).toEqual({ umber: 'ready', harrow: 'ready' })
    // What this campaign sent is no reason to leave them out.
    await one.send()
    events(asked(one.clock.now()))
    expect(await one.states()).toEqual({ umber: 'sent', harrow: 'sent' })
  })

  it.each<['asked' | 'ready', IssueRecord['cause'], IssueRecord['cause']]>([
    ['asked', 'relink', 'incident'],
    ['asked', 'incident', 'relink'],
    ['ready', 'relink', 'failed']
  ])('has a customer as %s who was asked before the issue was %s, then %s, then relink', async (state, first, then) => {
    const one = await campaign(['HRIS:umber'])
    await one.link('HRIS:umber')
    const at = one.clock.now() - day
    const opened = (detail: string | null) => ({ at, kind: 'opened' as const, detail, operator: null })
    const asked = { at, kind: 'requested' as const, detail: 'email', operator: 'Grace' }
    one.broken.set('HRIS:umber', { events: [opened(then)] })
    one.before.set('HRIS:umber', [
      { cause: then, closedAt: at, events: [opened(first)] },
      { cause: first, closedAt: at, events: [opened(null), asked] }
    ])
    expect(await one.states()).toEqual({ umber: state })
  })

  it('can write again to a customer who relinked and broke again, and counts no letter of before', async () => {
    const one = await campaign(['HRIS:umber'])
    await one.sent()
    await one.remind()
    one.clock.pass(day)
    const openedAt = one.clock.now()
    one.before.set('HRIS:umber', [{ closedAt: openedAt - 1 }])
    const opened = (detail: string | null) => ({ at: openedAt, kind: 'opened' as const, detail, operator: null })
    one.broken.set('HRIS:umber', { openedAt, events: [opened(null)] })
    expect(await one.states()).toEqual({ umber: 'ready' })
    one.clock.pass(2 * day + 1)
    await one.look()
    expect(server.taken).toHaveLength(1)
    expect((await one.send()).rows).toMatchObject([{ state: 'sent', reminders: 0 }])
    // The same break under another cause.
    one.clock.pass(60_000)
    one.before.set('HRIS:umber', [{ openedAt, closedAt: one.clock.now(), events: [opened(null)] }])
    one.broken.set('HRIS:umber', { cause: 'incident', openedAt: one.clock.now(), events: [opened('relink')] })
    expect(await one.states()).toEqual({ umber: 'sent' })
  })

  it('reminds of no connector that broke after the letter, also where another of the customer is broken still', async () => {
    const one = await campaign(['HRIS:harrow', 'ATS:harrow'])
    one.broken.delete('ATS:harrow')
    await one.sent()
    await one.remind()
    one.clock.pass(day)
    one.broken.set('ATS:harrow', { openedAt: one.clock.now() })
    expect(await one.states()).toEqual({ harrow: 'ready' })
    one.clock.pass(2 * day + 1)
    await one.look()
    expect(server.taken).toHaveLength(1)
    one.broken.delete('ATS:harrow')
    await one.look()
    expect(server.taken).toHaveLength(2)
  })

  it('is nowhere in the clear, and what it knows of a forgotten customer goes', async () => {
    const one = await campaign()
    await one.link('HRIS:umber', 'https://link.example/secret')
    await one.change({ leftOut: { originId: 'umber', out: true } })
    // As a colleague's forgetting notes it.
    await one.forget({ region: 'eu', key: 'HRIS:umber' })
    expect(Object.keys(await one.states())).toHaveLength(2)
    await one.forget({ region: 'default', key: 'HRIS:umber' })
    expect(await one.states()).toEqual({ harrow: 'link' })
    expect(JSON.stringify(await one.kept())).not.toContain('umber')
    const { readFileSync } = await import('node:fs')
    test.restart()
    expect(readFileSync(test.file).toString('latin1')).not.toContain('link.example')
    await one.remove()
    expect(await one.list()).toEqual([])
  })
})

describe('reminders', () => {
  const count = () => server.taken.length

  it('leave after so many days in working hours, at most so often, once each, also through a restart', async () => {
    const one = await campaign(['HRIS:umber'])
    await one.sent()
    await one.remind()
    expect(one.acts.at(-1)?.facts).toContainEqual([
      'Leaves',
      '3 days after the last letter, 2 at most to each customer'
    ])
    await one.look()
    expect(count()).toBe(1)
    // Friday at 8:00 is too early.
    one.clock.pass(3 * day - 2 * 3_600_000)
    await one.look()
    expect(count()).toBe(1)
    one.clock.pass(2 * 3_600_000 + 1)
    await Promise.all([one.look(), one.look()])
    await one.restart()
    await one.look()
    expect(count()).toBe(2)
    expect(server.taken[1]?.text).toMatch(/^Subject: Reminder: Please reconnect/m)
    // Monday: the second, after the weekend; then the link has ended, and no further leaves.
    one.clock.pass(3 * day)
    await one.look()
    await one.look()
    expect(count()).toBe(3)
    one.clock.pass(day)
    await one.look()
    expect(count()).toBe(3)
    expect((await one.show()).rows[0]).toMatchObject({ state: 'sent', reminders: 2, stopped: 'most' })
    expect(one.acts).toHaveLength(2)
    expect(one.errors).toEqual([])
  })

  it.each<[string, (one: Awaited<ReturnType<typeof campaign>>) => unknown]>([
    ['the customer relinked', (one) => one.broken.delete('HRIS:umber')],
    ['the issue is snoozed', (one) => one.broken.set('HRIS:umber', { snoozedUntil: one.clock.now() + 30 * day })],
    ['a possible outage began', (one) => one.broken.set('HRIS:umber', { cause: 'incident' })],
    ['the outage that the customer was told of is not over', (one) => one.held.add('HRIS:umber')],
    [
      'nobody is left to write to',
      (one) => one.contacts.save(place.workspaceId, [{ originId: 'umber', contacts: [] }])
    ],
    ['the addresses that links may lead to changed', (one) => one.change({ host: 'other.example' })],
    ['a person took the customer out', (one) => one.change({ leftOut: { originId: 'umber', out: true } })],
    ['the link has ended', (one) => one.clock.pass(4 * day)],
    ['the consent was ended in Settings', (one) => one.consents.end(place.workspaceId, one.id)],
    ['the template changed', (one) => one.change({ template: { language: 'en', text: 'Now {relink_link}' } })],
    ['the app is locked', (one) => (one.lock.state = 'locked')],
    ['the letter bounced', (one) => one.change({ bounced: { originId: 'umber', why: 'No such user' } })],
    ['a colleague asked today', (one) => one.broken.set('HRIS:umber', { events: [{ at: one.clock.now() + 3 * day, kind: 'requested', detail: 'email', operator: 'Grace' }] })] // prettier-ignore
  ])('stop when %s', async (_, stop) => {
    const one = await campaign(['HRIS:umber'])
    await one.sent()
    await one.remind()
    await stop(one)
    one.clock.pass(3 * day + 1)
    await one.look()
    expect(count()).toBe(1)
    expect(one.errors).toEqual([])
  })

  it('go on for the others after a customer was forgotten', async () => {
    const one = await campaign(['HRIS:umber', 'HRIS:harrow'])
    await one.sent()
    await one.remind()
    await one.forget({ region: 'default', key: 'HRIS:harrow' })
    expect((await one.show()).remindsNot).toBeNull()
    one.clock.pass(3 * day + 1)
    await one.look()
    expect(server.taken.slice(2).map(({ to }) => to)).toEqual([['hr@umber.example']])
  })

  it('leave again with a new link, once the old one has ended', async () => {
    const one = await campaign(['HRIS:umber'])
    await one.sent()
    await one.remind()
    one.clock.pass(7 * day)
    await one.look()
    expect(count()).toBe(1)
    expect((await one.show()).rows[0]?.stopped).toBe('link')
    await one.link('HRIS:umber', 'https://link.example/new')
    await one.look()
    expect(count()).toBe(2)
    expect(server.taken[1] && textOf(server.taken[1])).toContain('https://link.example/new')
  })

  it('do not follow a letter of unknown outcome', async () => {
    const dying = await smtpServer({ onData: (stream) => void stream.resume().on('end', () => dying.drop()) })
    const one = await campaign(['HRIS:umber'], dying.port)
    await one.sent()
    await one.remind()
    expect(await one.states()).toEqual({ umber: 'unknown' })
    one.clock.pass(3 * day + 1)
    await one.look()
    expect(dying.connections).toBe(1)
    await dying.close()
  })

  it('that the server refuses with 4xx are tried again after an hour, not at each look', async () => {
    const one = await campaign(['HRIS:umber'])
    await one.sent()
    await one.remind()
    one.clock.pass(3 * day + 1)
    refuses = () => 451
    await one.look()
    await one.look()
    const before = server.connections
    refuses = () => null
    one.clock.pass(30 * 60_000)
    await one.look()
    expect(server.connections).toBe(before)
    one.clock.pass(31 * 60_000)
    await one.look()
    expect(count()).toBe(2)
  })

  it('are asked for with hours that end after they begin, and end with one press', async () => {
    const one = await campaign(['HRIS:umber'])
    await one.sent()
    await expect(one.remind({ ...rule, to: '08:00' })).rejects.toMatchObject({ code: 'invalid-input' })
    await one.remind()
    expect((await one.show()).remindsNot).toBeNull()
    await one.remind(null)
    expect(await one.consents.list()).toEqual([])
    one.clock.pass(3 * day + 1)
    await one.look()
    expect(count()).toBe(1)
  })
})
