import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asked, receiver, testAlerts, type Receiver } from '../alerts/testing'
import { subjectOf } from '../issues/triage/subject'
import { triage } from '../issues/triage/triage'
import { smtpServer } from '../mail/testing/smtp'
import { Masker } from '../secrets/masker'
import { FakeClock } from '../testing/fakes'
import { place } from '../testing/history'
import { madeUpRow } from '../testing/made-up-rows'
import { passwordOf } from '../team/testing'
import { holdLease } from '../team/refresh/lease'
import { teamSuite } from '../team/testing/suite'
import { WalkerAlerts, type AlertWays, type WalkerReport } from './alerts'
import { openTransport } from './program'
import { TeamDoor, type Session } from './session'

const suite = teamSuite()
const service = 'https://api.example.com'
const { workspaceId } = place
const { signal } = new AbortController()
const transport = openTransport({ proxy: null, certificates: [] })

let slack: Receiver
let sessions: Session[] = []
beforeEach(async () => void (slack = await receiver()))
afterEach(() => {
  slack.close()
  for (const { connection } of sessions) connection.end()
  sessions = []
})

/** What a refresh found: these connectors need a relink. */
function found(ids: readonly string[], well: readonly string[] = []) {
  const now = Date.now()
  const broken = { status: 'RELINK_NEEDED', relink_needed_at: new Date(now - 3_600_000).toISOString() }
  const rows = [...ids.map((id) => madeUpRow(id, now, broken)), ...well.map((id) => madeUpRow(id, now))]
  const subjects = rows.map((row) => subjectOf(row))
  return { triage: triage(subjects, now), since: now, names: { bamboohr: 'BambooHR' } }
}

const toSlack = (): AlertWays => ({
  posted: [{ kind: 'slack', name: '#ops', way: { url: `${slack.url}/of/the/file`, key: null } }],
  recipients: [],
  server: null
})

/** A walker that signs in as Grace, as one that was started anew. */
async function walker(ways = toSlack(), report: WalkerReport | null = null, at = Date.now(), baseUrl = service) {
  const address = suite.as('Grace')
  const database = { address, password: passwordOf(address.user) }
  const door = new TeamDoor({ database, certificates: [], name: 'night-1' })
  const session = await door.open({ ...place, baseUrl, bearerToken: 'x' }, signal)
  sessions.push(session)
  const said: string[] = []
  const clock = report ? new FakeClock(at) : Object.assign(new FakeClock(at), { now: Date.now })
  const alerts = new WalkerAlerts({
    ...{ ways, report, perDay: 20, transport, clock, masker: new Masker(), say: (line) => said.push(line) }
  })
  const look = async (of: ReturnType<typeof found> | null) => (await alerts.claim(session, of))()
  return {
    ...{ said, session, clock, look },
    /**
     * In a refresh that begins less than an answer of the database after the last message, the walker waits for the next
     * one: another's message could be newer than what it found.
     */
    looksUntilSent: (what: () => ReturnType<typeof found>, messages: number) =>
      expect
        .poll(async () => {
          await look(what())
          return slack.received.length
        })
        .toBe(messages),
    wantsReport: () => alerts.wantsReport(baseUrl),
    claim: (of: ReturnType<typeof found> | null) => alerts.claim(session, of)
  }
}

/** Ada's desk, which sends to the same receiver, under another path. */
async function ada() {
  const desk = await suite.joined('Ada', [])
  const { team } = desk
  const own = testAlerts(desk.history, { team, serviceOf: () => service, secrets: desk.secrets })
  return {
    ...{ ...own, desk },
    async makes(rule = asked(slack)) {
      await own.alerts.save(rule)
      await suite.upToDate(desk)
      return rule
    },
    async refreshes(broken: string[], well: string[] = []) {
      desk.refresh(broken, well)
      own.clock.time = desk.history.history.refreshes({ place, limit: 1 })[0]?.endedAt ?? own.clock.time
      await own.alerts.look(place)
    },
    messages: async () => (await own.alerts.list(workspaceId)).rules.flatMap(({ messages }) => messages)
  }
}

const opened = { connector: 'HRIS:a', cause: 'relink' }

/** A rule, and changes of issues that desks wrote. */
async function byHand() {
  const desk = await ada()
  const rule = await desk.makes()
  const issue = (subject: string, field: string, value: unknown) =>
    suite.insert({ kind: 'case', subject, field, value })
  return { issue, rules: { ...desk, rule } }
}

describe('a walker', () => {
  it('is first, sends once, and tells the end of what it began; desks show who sent', async () => {
    const desk = await ada()
    await desk.makes()
    const night = await walker()
    // It has claimed before desks can know.
    const send = await night.claim(found(['a']))
    await desk.refreshes(['a'])
    expect(slack.received).toEqual([])
    await send()
    await night.look(found(['a']))
    expect(slack.received.map(({ path }) => path)).toEqual(['/of/the/file'])
    expect(slack.texts()[0]).toMatch(
      /^1 of BambooHR: Relink needed\n[^]*Connector Desk, api\.example\.com, rule “Many failures”$/
    )
    await expect
      .poll(async () => (await desk.messages())[0])
      .toMatchObject({ by: 'night-1', outcome: 'sent', said: '200' })
    // Another one with its name, which knows nothing of its own.
    const again = await walker()
    await again.looksUntilSent(() => found([], ['a']), 2)
    expect(slack.texts()[1]).toMatch(/^Over: 1 of BambooHR: Relink needed\nTold .+ as “1 of BambooHR: Relink needed”\./)
    await again.looksUntilSent(() => found(['a']), 3)
    expect(again.said.at(-1)).toBe('Alert rule “Many failures” to #ops: sent, 200')
  })

  it('is silent about what a desk told, and a desk takes over where it is gone', async () => {
    const desk = await ada()
    await desk.makes()
    await desk.refreshes(['a'])
    const night = await walker()
    await night.look(found(['a']))
    expect(slack.received).toHaveLength(1)
    // A desk judges by earlier refreshes too, so its own incidents are its own to end.
    await night.look(found([], ['a']))
    expect(slack.received).toHaveLength(1)
    await desk.refreshes([], ['a'])
    expect(slack.texts()[1]).toMatch(/^Over: /)
  })

  it('@attack sends only where its own file says, never to what stands in the database', async () => {
    const smtp = await smtpServer()
    const account = { host: '127.0.0.1', port: smtp.port, security: 'none' as const, user: '', from: 'ops@h.example', fromName: '', replyTo: '' } // prettier-ignore
    const server = { account, password: '', certificates: [] }
    const desk = await ada()
    const rule = await desk.makes()
    const content = (change: object) => ({
      ...{ ...rule.content, ...change, channel: { host: '', ...rule.content.channel, ...change } }
    })
    const write = (change: object) =>
      suite.insert({ kind: 'alert', subject: crypto.randomUUID(), field: 'content', value: content(change) })
    await desk.alerts.remove(workspaceId, rule.id)
    await suite.upToDate(desk.desk)
    await suite.insert({ kind: 'alert', subject: crypto.randomUUID(), field: 'content', value: { url: slack.url } })
    const { name: _, ...whole } = content({})
    const mail = (to: string[]) => ({ ...whole, name: 'Mail', channel: { kind: 'email', name: 'x', host: '', to } })
    for (const to of [['x@evil.example'], ['ada@h.example', 'x@evil.example'], ['ada@h.example']])
      await suite.insert({ kind: 'alert', subject: crypto.randomUUID(), field: 'content', value: mail(to) })
    await write({ name: '#elsewhere', host: new URL(slack.url).host })
    const night = await walker({ ...toSlack(), recipients: ['ada@h.example'], server })
    await night.look(found(['a']))
    expect(slack.received).toEqual([])
    expect(smtp.taken.map(({ to }) => to)).toEqual([['ada@h.example']])
    await smtp.close()
  })

  it('@attack writes no mail address into its log, also where the mail server’s answer has one', async () => {
    const smtp = await smtpServer({ onRcptTo: ({ address }, _, done) => done(new Error(`No ${address} here`)) })
    const account = { host: '127.0.0.1', port: smtp.port, security: 'none' as const, user: '', from: 'ops@h.example', fromName: '', replyTo: '' } // prettier-ignore
    const desk = await ada()
    const { content } = await desk.makes()
    const channel = { kind: 'email', name: 'ada@h.example', host: '', to: ['ada@h.example'] }
    await suite.insert({
      kind: 'alert',
      subject: crypto.randomUUID(),
      field: 'content',
      value: { ...content, channel }
    })
    const server = { account, password: '', certificates: [] }
    const night = await walker({ posted: [], recipients: ['ada@h.example'], server })
    await night.look(found(['a']))
    expect(night.said).toEqual([expect.stringMatching(/^Alert rule “Many failures” by mail: refused, .*No \[address\] here/)]) // prettier-ignore
    await smtp.close()
  })

  it('that was killed after its claim leaves an unknown outcome, which the next one names and nobody repeats', async () => {
    const desk = await ada()
    await desk.makes()
    await (await walker()).claim(found(['a']))
    const next = await walker()
    await next.look(found(['a']))
    await desk.refreshes(['a'])
    await expect.poll(async () => (await desk.messages())[0]).toMatchObject({ outcome: null, by: 'night-1' })
    await suite.server.query(suite.database, `UPDATE connector_desk.change SET at = at - interval '6 minutes'`)
    await next.look(found(['a']))
    await desk.refreshes(['a'])
    await expect
      .poll(async () => (await desk.messages())[0])
      .toMatchObject({ outcome: 'unknown', said: 'The walker ended before an answer came. It is not sent again.' })
    expect(slack.received).toEqual([])
  })

  it('tells nothing of what is snoozed, of a part of the connectors, or that it cannot know', async () => {
    const desk = await ada()
    await desk.makes()
    await desk.makes(asked(null, { when: { due: 2 }, name: 'Due' }))
    const night = await walker()
    // A desk that has not begun to share an issue has nothing that waits.
    const snoozed = async () => (await suite.stored()).findLast(({ field }) => field === 'snoozedUntil')?.value
    desk.desk.refresh(['a'])
    desk.desk.change('a', { snoozedUntil: Date.now() + 3_600_000 })
    await expect.poll(snoozed).toEqual(expect.any(Number))
    await night.look(found(['a']))
    await night.look(null)
    expect(slack.received).toEqual([])
    desk.desk.change('a', { snoozedUntil: null })
    await expect.poll(snoozed).toBeNull()
    await night.look(found(['a']))
    expect(slack.received).toHaveLength(1)
  })

  it('does not take over the snooze of an issue that ended, and takes that of the next, though the end is told twice', async () => {
    const { rules, issue } = await byHand()
    const night = await walker()
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
    await issue(first, 'opened', opened)
    await issue(first, 'owner', 'Ada')
    await issue(first, 'snoozedUntil', Date.now() + 3_600_000)
    await night.look(found(['a']))
    expect(slack.received).toEqual([])
    await issue(first, 'closed', 'recovered')
    await night.look(found(['a']))
    expect(slack.received).toHaveLength(1)
    await rules.alerts.remove(workspaceId, rules.rule.id)
    // A desk that opens the next issue, and one that tells late that the first ended.
    await issue(second, 'opened', opened)
    await issue(second, 'snoozedUntil', Date.now() + 3_600_000)
    await issue(first, 'closed', 'recovered')
    await rules.makes()
    await night.look(found(['a']))
    expect(slack.received).toHaveLength(1)
  })

  it('takes the snooze of an issue that two desks opened apart from either, and its end for both', async () => {
    const { issue } = await byHand()
    const night = await walker()
    const [first, joined] = [crypto.randomUUID(), crypto.randomUUID()]
    await issue(first, 'opened', opened)
    await issue(joined, 'opened', opened)
    await issue(first, 'snoozedUntil', Date.now() + 3_600_000)
    await night.look(found(['a']))
    await issue(joined, 'snoozedUntil', Date.now() + 7_200_000)
    await night.look(found(['a']))
    expect(slack.received).toEqual([])
    await issue(first, 'closed', 'recovered')
    await night.look(found(['a']))
    expect(slack.received).toHaveLength(1)
  })

  it('tells that nobody refreshes, also when it could not, by the server’s time', async () => {
    const desk = await ada()
    await desk.makes(asked(slack, { when: { watches: 'refresh', refresh: 1 } }))
    const night = await walker()
    await night.look(null)
    expect(slack.received).toEqual([])
    const lease = await holdLease(night.session.connection, night.session.of)
    lease?.stop()
    await suite.server.query(
      suite.database,
      `INSERT INTO connector_desk.walk (service, scope, number, desk, name, account, started_at, ended_at)
        SELECT service, scope, 1000, gen_random_uuid(), 'x', 'x', now() - interval '3 hours', now() - interval '2 hours'
          FROM connector_desk.lease`
    )
    await night.look(null)
    await night.look(null)
    expect(slack.texts()).toEqual([expect.stringMatching(/^No refresh for 2 h\n/)])
  })
})

describe('the weekly file of a walker', () => {
  let folder: string
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'walker-report-'))))
  afterEach(() => rm(folder, { recursive: true, force: true }))
  const nowhere: AlertWays = { posted: [], recipients: [], server: null }
  const day = 86_400_000

  it('has the open issues with their owners, once a week, also of a walker that was killed and has no rules', async () => {
    const { desk, refreshes } = await ada()
    await refreshes(['a', 'b'])
    desk.change('a', { owner: 'Ada' })
    await suite.upToDate(desk)
    // A Wednesday.
    const began = Date.UTC(2026, 2, 11, 12)
    const report = { folder, weekday: 3, at: '07:00', zone: 'UTC' }
    const first = await walker(nowhere, report, began)
    await first.look(null)
    expect([first.wantsReport(), await readdir(folder)]).toEqual([true, []])
    // A kill left half of one.
    await writeFile(join(folder, 'open-issues-api.example.com-137b9e5e-2026-03-11.csv.part'), 'half')
    // It failed before, and the next issue is nobody's yet.
    const before = crypto.randomUUID()
    for (const [field, value] of [
      ['opened', { ...opened, connector: 'HRIS:d' }],
      ['owner', 'Ada'],
      ['closed', 'recovered']
    ] as const)
      await suite.insert({ kind: 'case', subject: before, field, value })
    await first.look(found(['a', 'b', 'd'], ['c']))
    expect(first.wantsReport()).toBe(false)
    const name = 'open-issues-api.example.com-137b9e5e-2026-03-11.csv'
    const text = await readFile(join(folder, name), 'utf8')
    expect(text.trimEnd().split('\r\n').slice(1).map((line) => line.replace(/,2\d{3}-[^,]+,/, ',…,')).toSorted()).toEqual([
      'End user a,origin-a,bamboohr,HRIS,relink,…,120,Ada,HRIS:a',
      'End user b,origin-b,bamboohr,HRIS,relink,…,120,,HRIS:b',
      'End user d,origin-d,bamboohr,HRIS,relink,…,120,,HRIS:d'
    ]) // prettier-ignore
    await first.look(found([]))
    expect(await readFile(join(folder, name), 'utf8')).toBe(text)
    const next = await walker(nowhere, report, began + 7 * day)
    expect(next.wantsReport()).toBe(true)
    await next.look(found(['a']))
    expect((await readdir(folder)).toSorted()).toEqual([name, name.replace('11', '18')])
  })

  it('is one for each service, also of addresses that differ in signs only', async () => {
    await ada()
    const report = { folder, weekday: 3, at: '07:00', zone: 'UTC' }
    for (const path of ['/a-b', '/a/b'])
      await (await walker(nowhere, report, Date.UTC(2026, 2, 11, 12), `${service}${path}`)).look(found([]))
    expect(await readdir(folder)).toHaveLength(2)
  })

  it('that cannot be written is said once, and is tried again: refreshes for it come an hour later', async () => {
    const report = { folder: join(folder, 'gone'), weekday: 3, at: '07:00', zone: 'UTC' }
    await ada()
    const one = await walker(nowhere, report, Date.UTC(2026, 2, 11, 12))
    for (let time = 0; time < 2; time++) await one.look(found(['a']))
    expect(one.said).toEqual([expect.stringContaining('The weekly report could not be written: ENOENT')])
    expect(one.wantsReport()).toBe(false)
    one.clock.pass(3_600_000)
    expect(one.wantsReport()).toBe(true)
    await mkdir(report.folder)
    await one.look(found(['a']))
    expect(await readdir(report.folder)).toHaveLength(1)
  })
})
