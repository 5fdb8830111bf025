import { Agent } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { practiceTrackerToken } from '../../practice/routes/tracker'
import { startPractice, type PracticeService } from '../../practice/server'
import type { Tracker } from '../../shared/tickets/ticket'
import { storeTexts } from '../app/store-texts'
import { promised } from '../base/promised'
import { systemClock } from '../base/clock'
import { personWho } from '../guard/testing'
import { createClient } from '../http/client'
import { RateLimits } from '../http/rate-limit'
import { undiciTransport } from '../http/transport'
import { noPolicy } from '../policy/policy'
import { BoundTokens } from '../secrets/bound-tokens'
import { MemoryStore } from '../secrets/memory-store'
import { maskedStore } from '../store/masked'
import { ticketSubject } from '../store/tables/connectors/tickets'
import type { TestDesk } from '../team/testing'
import { teamSuite } from '../team/testing/suite'
import { place } from '../testing/history'
import { TicketDesk } from './desk'
import { secretAccount } from './settings'
import { labelOf } from './tracker'

const suite = teamSuite()
const service = 'https://api.example.com'
const key = 'HRIS:a'
let practice: PracticeService
const agents: Agent[] = []
beforeEach(async () => void (practice = await startPractice({ connectors: 5 })))
afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.close()))
  await practice.close()
})

async function ticketsOf(desk: TestDesk, operator: string, agrees: () => boolean | Promise<boolean> = () => true) {
  const tracker: Tracker = {
    ...{ kind: 'jira', address: `${practice.url}/jira`, project: 'OPS', issueType: 'Task', account: '' }
  }
  const secrets = new BoundTokens(new MemoryStore())
  await secrets.set(secretAccount(place.workspaceId), { token: practiceTrackerToken, origin: practice.url })
  const agent = new Agent()
  agents.push(agent)
  let now = Date.now()
  const tickets = new TicketDesk({
    store: maskedStore(
      promised(() => desk.history.history),
      desk.masker,
      storeTexts
    ),
    client: createClient({
      transport: undiciTransport(async () => agent),
      clock: systemClock,
      rateLimits: new RateLimits(() => undefined),
      redact: desk.masker.mask,
      log: () => undefined
    }),
    ...{ policy: noPolicy, masker: desk.masker, secrets, confirmer: personWho(agrees).confirmer },
    clock: { ...systemClock, now: () => now },
    outside: { ticket: async () => undefined },
    operator: () => operator,
    workspaces: {
      list: () => [
        {
          ...{ id: place.workspaceId, name: 'Live', kind: 'live', baseUrl: service, euBaseUrl: null },
          ...{ region: 'default', tokens: { default: 'none', eu: 'none' }, tracker }
        }
      ]
    },
    team: {
      mayChange: () => desk.team.mayChange(),
      live: () => desk.team.live(),
      told: () => desk.team.told(),
      joined: () => desk.settings().team !== null
    },
    about: async () => ({
      ...{ title: 'Acme: Relink needed', words: 'It ended.', notes: [], facts: [], files: [], hasIssue: true },
      connector: { key, endUser: 'Acme', integrationSlug: 'bamboohr', isTest: false }
    })
  })
  const of = { place, key, signal: new AbortController().signal }
  return {
    ...{ of, tickets },
    later: (ms: number) => void (now += ms),
    open: () => tickets.open({ ...of, title: '' }),
    look: () => tickets.look(of),
    seen: async () => (await tickets.view(of)).ticket
  }
}

const pair = async (): Promise<[TestDesk, TestDesk]> => [await suite.joined('Ada'), await suite.joined('Grace')]
const creations = () => practice.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/issue'))

describe('a ticket of a team', () => {
  it('that two desks open at once is one, and both show its number', async () => {
    const [ada, grace] = await pair()
    // Both have looked, and found none, before either claims.
    let waiting = 0
    let go: () => void = () => undefined
    const both = new Promise<void>((resolve) => (go = resolve))
    const together = async () => {
      if (++waiting === 2) go()
      await both
      return true
    }
    const desks = [await ticketsOf(ada, 'Ada', together), await ticketsOf(grace, 'Grace', together)]
    const ended = await Promise.allSettled(desks.map((desk) => desk.open()))
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const lost = ended.find((one) => one.status === 'rejected')
    expect(String(lost?.reason)).toContain('A colleague opens a ticket of this connector')
    expect(creations()).toHaveLength(1)
    expect(practice.tickets).toHaveLength(1)
    for (const desk of desks) await expect.poll(desk.seen).toMatchObject({ number: 'OPS-1', state: 'open' })
    const by = await Promise.all(desks.map(async (desk) => (await desk.seen())?.by))
    expect(by.filter((one) => one === null)).toHaveLength(1)
    // The claim that lost was given up: the connector has one.
    await suite.upToDate(ada, grace)
    const fields = (await suite.stored()).filter(({ kind }) => kind === 'ticket').map(({ field }) => field)
    expect(fields.sort()).toEqual(['claimed', 'claimed', 'released', 'seen'])
  })

  it('is not opened while the database is out of reach', async () => {
    const ada = await suite.joined('Ada')
    const one = await ticketsOf(ada, 'Ada')
    await suite.apart(ada)
    await expect(one.open()).rejects.toThrow(/out of reach/)
    expect(creations()).toEqual([])
    await suite.together(ada)
    expect((await one.open()).ticket?.number).toBe('OPS-1')
  })

  it('of a desk that died while it opened one is found by its label on another', async () => {
    const [ada, grace] = await pair()
    practice.set({ faults: [{ name: 'lost-answer', path: '/rest/api/3/issue', times: 1 }, { name: 'slow', delayMs: 600_000, path: '/search', nth: 2 }] }) // prettier-ignore
    const [first, second] = [await ticketsOf(ada, 'Ada'), await ticketsOf(grace, 'Grace')]
    const dying = first.open().catch(() => undefined)
    await expect.poll(() => practice.tickets.length).toBe(1)
    await expect.poll(second.seen).toMatchObject({ state: 'leaving', by: 'Ada' })
    expect((await second.open()).ticket).toMatchObject({ state: 'leaving' })
    practice.set({ faults: [] })
    expect((await second.look()).ticket).toMatchObject({ state: 'open', number: 'OPS-1' })
    await dying
    await suite.upToDate(ada, grace)
    await expect.poll(first.seen).toMatchObject({ number: 'OPS-1' })
    expect(creations()).toHaveLength(1)
  })

  it('that is closed, unlinked or linked on one desk is so on the other', async () => {
    const [ada, grace] = await pair()
    const [first, second] = [await ticketsOf(ada, 'Ada'), await ticketsOf(grace, 'Grace')]
    await first.open()
    await expect.poll(second.seen).toMatchObject({ number: 'OPS-1', by: 'Ada', state: 'open' })
    await second.tickets.close(second.of)
    await expect.poll(first.seen).toMatchObject({ state: 'closed', status: 'Done' })
    await first.tickets.unlink(first.of)
    await expect.poll(second.seen).toBeNull()
    await second.tickets.link({ ...second.of, typed: 'OPS-1' })
    await expect.poll(first.seen).toMatchObject({ number: 'OPS-1', by: 'Grace' })
  })

  it('that one desk links while another opens one stays alone: who claimed first has it', async () => {
    const [ada, grace] = await pair()
    const [first, second] = [await ticketsOf(ada, 'Ada'), await ticketsOf(grace, 'Grace')]
    practice.tickets.push({ ...{ id: '900', key: 'OPS-900', summary: 'By hand', labels: [], text: '' }, ...{ state: 'open', created: '', files: [] } }) // prettier-ignore
    practice.set({ faults: [{ name: 'slow', delayMs: 600_000, path: '/rest/api/3/issue', times: 1 }] })
    const opening = first.open().catch(() => undefined)
    await expect.poll(() => creations().length).toBe(1)
    await expect(second.tickets.link({ ...second.of, typed: 'OPS-900' })).rejects.toThrow(/A colleague opens/)
    practice.set({ faults: [] })
    await opening
    for (const desk of [first, second]) await expect.poll(desk.seen).toMatchObject({ number: 'OPS-2', state: 'open' })
  })

  it('that two desks link at once to other numbers is one of both', async () => {
    const [ada, grace] = await pair()
    const [first, second] = [await ticketsOf(ada, 'Ada'), await ticketsOf(grace, 'Grace')]
    for (const key of ['OPS-900', 'OPS-901'])
      practice.tickets.push({ ...{ id: key, key, summary: 'By hand', labels: [], text: '' }, ...{ state: 'open', created: '', files: [] } }) // prettier-ignore
    const ended = await Promise.allSettled([
      first.tickets.link({ ...first.of, typed: 'OPS-900' }),
      second.tickets.link({ ...second.of, typed: 'OPS-901' })
    ])
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await suite.upToDate(ada, grace)
    const numbers = () => Promise.all([first, second].map(async (one) => (await one.seen())?.number))
    const won = ended[0]?.status === 'fulfilled' ? 'OPS-900' : 'OPS-901'
    await expect.poll(numbers).toEqual([won, won])
  })

  it('of a viewer is never opened, and one of before is brought along', async () => {
    const alone = suite.desk('Ada')
    alone.refresh(['a'])
    await (await ticketsOf(alone, 'Ada')).open()
    await suite.join(alone, 'Ada')
    const vera = await suite.joined('Vera')
    const viewer = await ticketsOf(vera, 'Vera')
    await expect.poll(viewer.seen).toMatchObject({ number: 'OPS-1', by: 'Ada' })
    await expect(viewer.open()).rejects.toMatchObject({ code: 'team-read-only' })
  })

  it('written by hand, of another form or of another service, is left unread', async () => {
    const ada = await suite.joined('Ada')
    const one = await ticketsOf(ada, 'Ada')
    const row = { kind: 'ticket', subject: ticketSubject(service, key), field: 'seen' }
    const value = { connector: key, ticket: '00000000-0000-4000-8000-0000000000aa', tracker: 'https://x.example' }
    await suite.insert({ ...row, value: { ...value, number: 'OPS-9', url: null, title: 'x'.repeat(1_000), status: '', over: false } }) // prettier-ignore
    await suite.insert({ ...row, value, service: 'https://else.example' })
    ada.team.tryNow()
    await expect.poll(() => ada.team.state.unread).toBe(2)
    expect(await one.seen()).toBeNull()
    expect(labelOf(service, key)).toMatch(/^connector-desk-[0-9a-f]{24}$/)
  })
})
