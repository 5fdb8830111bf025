import Database from 'libsql'
import { beforeEach, describe, expect, it } from 'vitest'
import { practiceHookKey, practiceTrackerToken } from '../../practice/routes/tracker'
import { startPractice, type PracticeService } from '../../practice/server'
import { noPolicy, Policy } from '../policy/policy'
import type { PolicySettings } from '../../shared/policy/file'
import type { Workspace } from '../../shared/workspaces/workspace'
import { ofJira, readTicket, type Ticket, type Tracker } from '../../shared/tickets/ticket'
import { storeTexts } from '../app/store-texts'
import { promised } from '../base/promised'
import { systemClock } from '../base/clock'
import { personWho } from '../guard/testing'
import { createClient } from '../http/client'
import type { LoggedCall } from '../http/call-log'
import { RateLimits } from '../http/rate-limit'
import { undiciTransport } from '../http/transport'
import { Agent } from 'undici'
import { BoundTokens } from '../secrets/bound-tokens'
import { Masker } from '../secrets/masker'
import { MemoryStore } from '../secrets/memory-store'
import { maskedStore } from '../store/masked'
import { madeUpRow } from '../testing/made-up-rows'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { firstTicket } from './claim'
import { TicketDesk, type About } from './desk'
import { secretAccount, setTracker, trackerOf } from './settings'
import { labelOf } from './tracker'

const key = 'HRIS:1'
const service = 'https://api.example.com'
let practice: PracticeService
let history: TestHistory
let agents: Agent[]

beforeEach(async () => {
  practice = await startPractice({ connectors: 5 })
  history = testHistory()
  agents = []
  history.refresh([madeUpRow('1', start, { status: 'RELINK_NEEDED' })], start)
  return async () => {
    await Promise.all(agents.map((agent) => agent.close()))
    history.remove()
    await practice.close()
  }
})

const jiraTracker = (): Tracker => ({
  ...{ kind: 'jira', address: `${practice.url}/jira`, project: 'OPS', issueType: 'Task', account: 'ada@example.com' }
})
const hook = (): Tracker => ({
  ...{ kind: 'webhook', address: `${practice.url}/hooks/tickets`, project: '', issueType: '', account: '' }
})

const secretText = 'a-secret-in-a-note-0123456789'
const about: About = {
  title: 'Acme:\nRelink needed',
  words: `The access ended. Someone wrote ${secretText}.`,
  notes: [],
  facts: [
    ['Integration', 'bamboohr'],
    ['Note', `line\nbreak ${secretText}`]
  ],
  files: [
    { name: 'evidence.md', type: 'text/markdown', text: `# Evidence\n${secretText}\n` },
    { name: 'evidence.json', type: 'application/json', text: JSON.stringify({ note: secretText }) }
  ],
  connector: { key, endUser: 'Acme', integrationSlug: 'bamboohr', isTest: false },
  hasIssue: true
}

interface Change {
  tracker?: Tracker
  token?: string
  agrees?: () => boolean
  about?: Partial<About>
}

async function deskWith({ tracker = jiraTracker(), token, agrees = () => true, about: other = {} }: Change = {}) {
  const masker = new Masker()
  masker.add(secretText)
  const calls: LoggedCall[] = []
  let now = Date.now()
  const clock = { ...systemClock, now: () => now }
  const { acts, confirmer } = personWho(agrees)
  const agent = new Agent()
  agents.push(agent)
  const client = createClient({
    transport: undiciTransport(async () => agent),
    clock: systemClock,
    rateLimits: new RateLimits(() => undefined),
    redact: masker.mask,
    log: (call) => void calls.push(call),
    begin: async (call) => {
      calls.push(call)
      return async (ended) => void calls.push(ended)
    }
  })
  const secrets = new BoundTokens(new MemoryStore())
  const kept = token ?? (tracker.kind === 'jira' ? practiceTrackerToken : practiceHookKey)
  masker.add(kept)
  await secrets.set(secretAccount(place.workspaceId), { token: kept, origin: new URL(tracker.address).origin })
  const workspace: Workspace = {
    ...{ id: place.workspaceId, name: 'Live', kind: 'live', baseUrl: service, euBaseUrl: null, region: 'default' },
    ...{ tokens: { default: 'none', eu: 'none' }, tracker }
  }
  const opened: string[] = []
  const store = maskedStore(
    promised(() => history.history),
    masker,
    storeTexts
  )
  const desk = new TicketDesk({
    ...{ store, client, confirmer, masker, clock, secrets, policy: noPolicy },
    outside: { ticket: async (address) => void opened.push(address) },
    operator: () => 'Ada',
    workspaces: { list: () => [workspace] },
    team: { mayChange: async () => undefined, live: async () => null, told: () => undefined, joined: () => false },
    about: async () => ({ ...about, ...other })
  })
  const of = { place, key, signal: new AbortController().signal }
  return {
    ...{ acts, calls, opened, store, of, desk },
    later: (ms: number) => void (now += ms),
    open: (title = '') => desk.open({ ...of, title }),
    look: () => desk.look(of),
    creations: () =>
      practice.requests.filter(({ method, path }) => method === 'POST' && /(\/issue|\/hooks\/tickets)$/.test(path))
  }
}

describe('a ticket in Jira', () => {
  it('is opened once, with the evidence, masked, and named in the activity', async () => {
    const one = await deskWith()
    const view = await one.open()
    expect(view.ticket).toMatchObject({ state: 'open', number: 'OPS-1', evidence: 'attached', by: null })
    expect(view.ticket?.url).toBe(`${practice.url}/jira/browse/OPS-1`)
    expect(practice.tickets).toHaveLength(1)
    const [made] = practice.tickets
    expect(made?.labels).toEqual(['connector-desk', labelOf(service, key)])
    expect(made?.summary).toBe('Acme: Relink needed')
    expect(made?.files.map(({ name }) => name)).toEqual(['evidence.md', 'evidence.json'])
    expect(JSON.stringify(made)).not.toContain(secretText)
    expect(JSON.stringify(made)).toContain('[token]')
    const [act] = one.acts
    expect(act?.origin).toBe(practice.url)
    expect(act?.requests.map(({ path }) => path)).toEqual([
      '/jira/rest/api/3/issue',
      '/jira/rest/api/3/issue/NEW-1/attachments'
    ])
    expect(act?.requests[1]?.body?.text).toContain('# Evidence')
    expect(JSON.stringify(act)).not.toContain(practiceTrackerToken)
    expect(one.calls.every(({ asker }) => asker === 'tickets')).toBe(true)
    expect(one.calls.at(-1)?.path).toBe('/rest/api/3/issue/OPS-1/attachments')
    // Again: the ticket is there.
    expect((await one.open()).ticket?.number).toBe('OPS-1')
    expect(one.creations()).toHaveLength(1)
  })

  it('is not opened if the person declines', async () => {
    const one = await deskWith({ agrees: () => false })
    await expect(one.open()).rejects.toMatchObject({ code: 'cancelled' })
    expect(one.creations()).toEqual([])
    expect((await one.desk.view(one.of)).ticket).toBeNull()
  })

  it('that is there already is found by its label, and linked, not opened again', async () => {
    const one = await deskWith()
    await one.open()
    await one.desk.unlink(one.of)
    const view = await one.open()
    expect(view.ticket).toBeNull()
    expect(view.found).toMatchObject({ tickets: [{ number: 'OPS-1', over: false }], more: false })
    expect(one.creations()).toHaveLength(1)
    expect((await one.desk.link({ ...one.of, typed: 'ops-1' })).ticket).toMatchObject({
      number: 'OPS-1',
      state: 'open'
    })
  })

  it('whose answer was lost is found by its label, and not created again', async () => {
    practice.set({ faults: [{ name: 'lost-answer', path: '/rest/api/3/issue', nth: 1, times: 1 }] })
    const one = await deskWith()
    const view = await one.open()
    expect(view.ticket).toMatchObject({ state: 'open', number: 'OPS-1', evidence: 'attached' })
    expect(practice.tickets).toHaveLength(1)
    expect(one.calls.some(({ unknown, status }) => unknown && status === null)).toBe(true)
  })

  it('that cannot be found stays unknown, and is given up only after it was looked for long enough', async () => {
    practice.set({ faults: [{ name: 'status', status: 502, path: '/rest/api/3/issue', nth: 1, times: 1 }] })
    const one = await deskWith()
    expect((await one.open()).ticket?.state).toBe('unknown')
    expect((await one.open()).ticket?.state).toBe('unknown')
    await expect(one.desk.unlink(one.of)).rejects.toMatchObject({ code: 'tracker-refused' })
    expect((await one.look()).mayGiveUp).toBe(false)
    one.later(3 * 60_000)
    expect((await one.desk.view(one.of)).mayGiveUp).toBe(false)
    expect((await one.look()).mayGiveUp).toBe(true)
    expect((await one.desk.unlink(one.of)).ticket).toBeNull()
    practice.set({ faults: [] })
    expect((await one.open()).ticket).toMatchObject({ state: 'open', number: 'OPS-1' })
    expect(practice.tickets).toHaveLength(1)
  })

  it('that was on its way as the app ended is looked for', async () => {
    const one = await deskWith()
    await one.open()
    const { id = '' } = (await one.desk.view(one.of)).ticket ?? {}
    await one.store.changeTicket({ service, id, change: { state: 'leaving', number: '' }, told: null })
    await one.store.cutOffTickets({ why: 'The app ended.' })
    expect((await one.desk.view(one.of)).ticket).toMatchObject({ state: 'unknown', why: 'The app ended.' })
    expect((await one.look()).ticket).toMatchObject({ state: 'open', number: 'OPS-1' })
  })

  it.each([
    [
      'a redirect',
      { name: 'redirect', location: 'https://else.example/login' },
      /leads elsewhere to else\.example \(307\)/
    ],
    ['410', { name: 'status', status: 410 }, /nothing at this address \(410\)/],
    ['401', { name: 'status', status: 401 }, /does not take the token \(401\)/],
    ['429', { name: 'status', status: 429, headers: { 'retry-after': '120' } }, /asks to wait for 1(19|20) s/],
    ['a web page', { name: 'html' }, /web page/]
  ] as const)('@fault %s instead of the list creates nothing and says why', async (_, fault, words) => {
    practice.set({ faults: [{ ...fault, path: '/search/jql' }] })
    const one = await deskWith()
    const failed = one.open()
    await expect(failed).rejects.toMatchObject({ code: 'tracker-refused' })
    await expect(failed).rejects.toThrow(words)
    expect(one.creations()).toEqual([])
    expect(one.acts).toEqual([])
  })

  it.each([
    ['a redirect', { name: 'redirect', location: 'https://else.example/login' }, 'refused'],
    ['410', { name: 'status', status: 410 }, 'refused'],
    ['429', { name: 'status', status: 429, headers: { 'retry-after': '120' } }, 'refused'],
    ['a web page', { name: 'html' }, 'unknown'],
    ['half an answer', { name: 'truncated' }, 'unknown']
  ] as const)('@fault %s to the creation leaves one that is %s', async (_, fault, state) => {
    practice.set({ faults: [{ ...fault, path: '/rest/api/3/issue' }] })
    const one = await deskWith()
    const ended = one.open()
    if (state === 'refused') await expect(ended).rejects.toMatchObject({ code: 'tracker-refused' })
    else await ended
    expect(one.creations()).toHaveLength(1)
    expect((await one.desk.view(one.of)).ticket?.state ?? 'refused').toBe(state)
  })

  it('in a tracker that lists 100,000 is looked for in two pages, and none is opened', async () => {
    const labels = [labelOf(service, key)]
    for (let n = 1; n <= 100_000; n++)
      practice.tickets.push({ ...{ id: `${n}`, key: `OPS-${n}`, summary: 'x', labels, text: '' }, ...{ state: 'closed', created: '', files: [] } }) // prettier-ignore
    const one = await deskWith()
    await expect(one.open()).rejects.toThrow(/lists more than 200 tickets/)
    expect(practice.requests.filter(({ path }) => path.endsWith('/search/jql'))).toHaveLength(2)
    expect(one.creations()).toEqual([])
  })

  it('has a short title of one line, whatever the customer is called', async () => {
    const one = await deskWith({ about: { title: `${'Ä'.repeat(400)}\r\n\u202eend` } })
    expect((await one.open()).ticket?.state).toBe('open')
    expect(practice.tickets[0]?.summary).toHaveLength(200)
  })

  it('is told what Jira refuses', async () => {
    const one = await deskWith({ tracker: { ...jiraTracker(), project: 'OTHER' } })
    await expect(one.open()).rejects.toThrow(/Specify a valid project ID or key/)
    expect((await one.desk.view(one.of)).ticket).toBeNull()
  })

  it('stays open if its evidence is refused, says so, and gets it by a second try', async () => {
    practice.set({ faults: [{ name: 'status', status: 413, path: '/attachments' }] })
    const one = await deskWith()
    const { ticket } = await one.open()
    expect(ticket).toMatchObject({ state: 'open', evidence: 'refused' })
    expect(ticket?.why).toContain('413')
    // A second try is confirmed, and made once.
    practice.set({ faults: [] })
    const again = await one.desk.attachAgain(one.of)
    expect(one.acts.at(-1)?.title).toMatch(/^Attach the evidence to OPS-1 at /)
    expect(again.ticket).toMatchObject({ evidence: 'attached', why: '' })
    await one.desk.attachAgain(one.of)
    expect(practice.tickets[0]?.files).toHaveLength(2)
    expect(one.acts).toHaveLength(2)
  })

  it('whose evidence may have arrived gets it no second time', async () => {
    practice.set({ faults: [{ name: 'lost-answer', path: '/attachments' }] })
    const one = await deskWith()
    expect((await one.open()).ticket).toMatchObject({ state: 'open', evidence: 'unknown' })
    practice.set({ faults: [] })
    await one.desk.attachAgain(one.of)
    expect(one.acts).toHaveLength(1)
  })

  it.each([
    ['as it opens', 0],
    ['by a second try', 1]
  ])('whose evidence a kill cut off gets it no second time, and says so: %s', async (_, tries) => {
    practice.set({ faults: [{ name: 'status', status: 413, path: '/attachments', times: tries }] })
    const one = await deskWith()
    if (tries === 1) expect((await one.open()).ticket?.evidence).toBe('refused')
    // The tracker has it, and the app ends before it writes that down.
    const { changeTicket } = history.history
    history.history.changeTicket = (of) =>
      of.change.evidence === 'attached' ? (new Promise(() => undefined) as never) : changeTicket(of)
    void (tries === 1 ? one.desk.attachAgain(one.of) : one.open())
    await expect.poll(() => practice.tickets[0]?.files.length).toBe(2)
    history.history.changeTicket = changeTicket
    const again = await deskWith()
    const { ticket } = await again.desk.attachAgain(again.of)
    expect(ticket).toMatchObject({ state: 'open', evidence: 'unknown', why: expect.stringContaining('ended') })
    expect(again.acts).toEqual([])
    expect(practice.tickets[0]?.files).toHaveLength(2)
  })

  it('is listed with number and state, one for each connector', async () => {
    const one = await deskWith()
    await one.open()
    expect(await one.store.allTickets({ service })).toEqual([
      { key, number: 'OPS-1', state: 'open', status: expect.any(String) as string }
    ])
    await one.desk.unlink(one.of)
    expect(await one.store.allTickets({ service })).toEqual([])
  })

  it('has a tracker that the Doctor asks: its secret, its answer, and nothing is created', async () => {
    const examined = async (change: Change = {}) =>
      (await deskWith(change)).desk.trackerOf(place.workspaceId)?.tracker(new AbortController().signal)
    expect(await examined()).toMatchObject({ state: 'ok', words: 'It answers, and takes the secret.' })
    practice.set({ faults: [{ name: 'status', status: 401, path: '/search/jql' }] })
    expect(await examined()).toMatchObject({ state: 'fault', words: expect.stringContaining('(401)') as string })
    expect(practice.tickets).toEqual([])
  })

  it('is seen again when looked at, closed once agreed to, and opened in the browser', async () => {
    const one = await deskWith()
    await one.open()
    expect((await one.desk.close(one.of)).ticket).toMatchObject({ state: 'closed', status: 'Done' })
    expect(one.acts.at(-1)).toMatchObject({ title: expect.stringContaining('Close OPS-1') as string })
    expect(practice.tickets[0]?.state).toBe('closed')
    await one.desk.browse(one.of)
    expect(one.opened).toEqual([`${practice.url}/jira/browse/OPS-1`])
    // A second one may follow, and the closed one is no reason against it.
    expect((await one.open()).ticket?.number).toBe('OPS-2')
    practice.tickets.length = 0
    expect((await one.look()).ticket?.why).toMatch(/no longer has OPS-2/)
  })
})

describe('a ticket of a webhook', () => {
  it('is a signed POST, and its answer names it', async () => {
    const one = await deskWith({ tracker: hook() })
    const { ticket } = await one.open()
    expect(ticket).toMatchObject({ state: 'open', number: 'OPS-1' })
    expect(ticket?.url).toContain('/hooks/tickets/OPS-1')
    expect(practice.tickets[0]?.files).toHaveLength(2)
    expect(JSON.stringify(practice.tickets)).not.toContain(secretText)
    expect(JSON.stringify(one.acts)).not.toContain(practiceHookKey)
  })

  it('signed with another key is refused', async () => {
    const one = await deskWith({ tracker: hook(), token: 'another key of the operator' })
    await expect(one.open()).rejects.toThrow(/Not signed with my key/)
  })

  it('with an unknown outcome stays so until a person says that there is none', async () => {
    practice.set({ faults: [{ name: 'lost-answer', path: '/hooks/tickets', times: 1 }] })
    const one = await deskWith({ tracker: hook() })
    expect((await one.open()).ticket?.state).toBe('unknown')
    expect((await one.look()).ticket?.state).toBe('unknown')
    expect((await one.open()).ticket?.state).toBe('unknown')
    expect(practice.tickets).toHaveLength(1)
    expect((await one.desk.unlink(one.of)).ticket).toBeNull()
    expect(one.acts.at(-1)?.title).toBe('Was no ticket created?')
  })
})

describe('the tracker of a workspace', () => {
  const typed = (change: Partial<Tracker> = {}) => ({
    workspaceId: place.workspaceId,
    tracker: { ...jiraTracker(), ...change },
    secret: practiceTrackerToken
  })
  function parts(agrees = true, settings: PolicySettings = {}) {
    const { acts, confirmer } = personWho(() => agrees)
    let tracker: Tracker | null = null
    const secrets = new MemoryStore()
    const workspaces = {
      list: () => [{ id: place.workspaceId, ...(tracker && { tracker }) } as Workspace],
      setTracker: (_: string, one: Tracker | null) => void (tracker = one)
    }
    const policy = new Policy({ source: '/p', problems: [], settings })
    const all = {
      ...{ confirmer, workspaces, policy, masker: new Masker() },
      secrets: new BoundTokens(secrets)
    }
    return {
      acts,
      secrets,
      set: (asked: Parameters<typeof setTracker>[1]) => setTracker(all, asked),
      kept: () => tracker
    }
  }

  it('is kept once a person agreed in main to its host, and taken away with its secret', async () => {
    const declined = parts(false)
    await expect(declined.set(typed())).rejects.toMatchObject({ code: 'cancelled' })
    expect(declined.kept()).toBeNull()
    expect(declined.secrets.secrets.size).toBe(0)
    const one = parts()
    await one.set(typed())
    expect(one.acts[0]?.title).toBe(`Allow tickets at ${new URL(practice.url).host}?`)
    expect(one.kept()).toEqual(jiraTracker())
    await one.set({ ...typed({ project: 'OPS2' }), secret: '' })
    expect(one.acts).toHaveLength(1)
    await expect(one.set({ ...typed({ address: 'https://else.example' }), secret: '' })).rejects.toMatchObject({
      info: { fields: { secret: 'Enter the token.' } }
    })
    await one.set({ ...typed(), tracker: null })
    expect(one.secrets.secrets.size).toBe(0)
  })

  it('of the organization needs no question, and where it locks them there is no other', async () => {
    const value = [jiraTracker().address]
    const given = parts(false, { 'tickets.addresses': { value, locked: true } })
    await given.set(typed())
    expect(given.acts).toEqual([])
    expect(given.kept()).toEqual(jiraTracker())
    await expect(given.set(typed({ address: 'https://else.example' }))).rejects.toMatchObject({ code: 'managed' })
    const off = parts(true, { 'tickets.enabled': { value: false, locked: true } })
    await expect(off.set(typed())).rejects.toMatchObject({ code: 'managed' })
    expect(off.secrets.secrets.size).toBe(0)
  })

  it('that the organization does not allow any more gets nothing', async () => {
    const workspaces = [{ id: 'w', kind: 'live', baseUrl: service, tracker: jiraTracker() } as Workspace]
    const under = (settings: PolicySettings) =>
      trackerOf(new Policy({ source: '/p', problems: [], settings }), workspaces, 'w')
    expect(under({})).toEqual(jiraTracker())
    expect(under({ 'tickets.addresses': { value: ['https://else.example'], locked: true } })).toBeNull()
    expect(under({ 'tickets.addresses': { value: ['https://else.example'], locked: false } })).toEqual(jiraTracker())
    expect(under({ 'tickets.enabled': { value: false, locked: true } })).toBeNull()
  })

  it.each([
    [{ address: 'http://jira.example.com' }, 'address'],
    [{ project: 'ops" OR project = "X' }, 'project'],
    [{ account: 'two@example.com, more@example.com' }, 'account']
  ])('%o is refused beside its field', async (change, field) => {
    await expect(parts().set(typed(change))).rejects.toMatchObject({
      info: { fields: { [field]: expect.any(String) } }
    })
  })
})

describe('a pasted ticket', () => {
  it('is one of the tracker, or none', () => {
    const tracker = { ...jiraTracker(), address: 'https://x.atlassian.net' }
    expect(readTicket(tracker, ' ops-7 ')).toEqual(ofJira(tracker.address, 'OPS-7'))
    expect(readTicket(tracker, 'https://x.atlassian.net/browse/OPS-7')?.number).toBe('OPS-7')
    for (const other of [
      'https://y.atlassian.net/browse/OPS-7',
      'https://x.atlassian.net/wiki/OPS-7',
      'OPS',
      'https://u:p@x.atlassian.net/browse/OPS-7'
    ])
      // prettier-ignore
      expect(readTicket(tracker, other)).toBeNull()
  })
})

describe('tickets of recovered connectors', () => {
  it('are none of a connector whose issue a colleague has open, as only that desk counted its people', () => {
    const ticket: Ticket = {
      ...{ id: 'a', key, tracker: 'https://x.atlassian.net', state: 'open', number: 'OPS-7', url: '', title: 'Fewer' },
      ...{ status: '', at: start, seenAt: null, by: 'Bea', evidence: 'none', why: '' }
    }
    history.history.beginTicket({ service, ticket, told: null })
    const listed = () => history.history.recoveredTickets({ service, place }).map((one) => one.ticket.number)
    expect(listed()).toEqual(['OPS-7'])
    const team = (sql: string) => {
      const database = new Database(history.file)
      database.exec(sql)
      database.close()
    }
    team(`INSERT INTO team_case (id, service, connector, joined, closed) VALUES
      ('over', '${service}', '${key}', NULL, 1), ('theirs', 'https://other.example.com', '${key}', NULL, 0),
      ('other', '${service}', 'HRIS:2', NULL, 0)`)
    expect(listed()).toEqual(['OPS-7'])
    team(
      `INSERT INTO team_case (id, service, connector, joined, closed) VALUES ('open', '${service}', '${key}', NULL, 0)`
    )
    expect(listed()).toEqual([])
    team(`UPDATE team_case SET closed = 1`)
    expect(listed()).toEqual(['OPS-7'])
  })
})

describe('claims of a connector', () => {
  it('count in the order of the feed, until they are given up or over', () => {
    const row = (field: string, ticket: string, over = false) => ({ field, ticket, over })
    const claims = [row('claimed', 'a'), row('claimed', 'b')]
    expect(firstTicket([])).toBeNull()
    expect(firstTicket(claims)).toBe('a')
    expect(firstTicket([...claims, row('released', 'a')])).toBe('b')
    expect(firstTicket([...claims, row('seen', 'a'), row('seen', 'a', true)])).toBe('b')
    expect(firstTicket([row('seen', 'linked'), ...claims])).toBe('linked')
  })
})
