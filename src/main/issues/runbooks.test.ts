import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors'
import { contract, type Channel, type Request, type Response } from '../../shared/ipc'
import type { ConnectorHealth } from '../../shared/connectors/health'
import { runbookLimits, type RunbookContent, type RunbookHead } from '../../shared/issues/runbook'
import type { Handlers } from '../base/room'
import { Outside } from '../base/outside'
import { promised } from '../base/promised'
import { personWho } from '../guard/testing'
import { CallLog } from '../http/call-log'
import { guarded } from '../ipc/guarded'
import { maskerOf } from '../secrets/testing'
import { FakeClock } from '../testing/fakes'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { madeUpRow } from '../testing/made-up-rows'
import { Passing } from '../base/turns'
import { openIssues } from './room'
import { bestRunbooks } from './runbook-desk'
import type { RunbookStore } from './runbooks'

const { workspaceId } = place
const hour = 3_600_000
let test: TestHistory
let clock: FakeClock
let opened: string[]
let viewer: boolean
let agrees: boolean
let kind: 'live' | 'practice'
let told: number
let person: ReturnType<typeof personWho>
let handlers: Handlers
let saved: string | Uint8Array

const broken = (id: string, more = {}) =>
  madeUpRow(id, start, {
    ...{ status: 'RELINK_NEEDED', relink_needed_at: new Date(start - hour).toISOString() },
    ...{ integration_slug: 'bamboohr', ...more }
  })

beforeEach(() => {
  test = testHistory()
  clock = new FakeClock(start)
  ;[opened, viewer, agrees, kind, told, saved] = [[], false, true, 'live', 0, '']
  person = personWho(() => agrees)
  const masker = maskerOf('ct_secret_token')
  const workspaces = {
    ...{ list: () => [{ id: workspaceId, kind }], nameOf: () => 'Harbourline' },
    ...{ relinkOf: () => undefined, dueTimesOf: () => undefined }
  }
  const issues = openIssues({
    ...{ history: promised(() => test.history), clock, masker, workspaces: workspaces as never },
    ...{ about: { version: '1', runtime: {} }, calls: new CallLog(), confirmer: person.confirmer },
    ...{ keeping: () => test.history.keeping(), operator: () => 'Maya Okafor' },
    activity: { unknownAbout: async () => new Map() },
    ...{ ticketOf: async () => null, earlier: new Passing() },
    ...{ heldBack: async () => new Map(), toldOf: async () => [] },
    statusPages: { look: () => undefined, list: async () => [] },
    outside: new Outside(async (address) => void opened.push(address)),
    team: {
      told: () => void told++,
      async mayChange() {
        if (viewer) throw new AppError('team-read-only', 'A viewer.')
      }
    },
    save: async (name, content) => ((saved = content), name)
  })
  handlers = guarded(issues.handlers as Handlers, masker, () => new Set())
})
afterEach(() => test.remove())

/** Checks request and answer against the contract. */
async function ask<C extends Channel>(channel: C, request: Request<C>): Promise<Response<C>> {
  const answer = await handlers[channel](contract[channel].request.parse(request) as never, null as never)
  return contract[channel].response.parse(structuredClone(answer)) as Response<C>
}

const content: RunbookContent = {
  ...{ title: 'BambooHR: ask for a relink', integration: 'bamboohr', cause: 'relink', matches: [] },
  ...{ steps: '1. Ask\n2. Wait: https://help.example/relink', requests: [], letter: '' }
}
async function save(more: Partial<RunbookContent> = {}, id: string = randomUUID(), before: number | null = null) {
  const answer = await ask('issues:saveRunbook', { workspaceId, id, before, content: { ...content, ...more } })
  return { id, ...answer }
}
const about = async (key = 'HRIS:a') => ask('issues:runbooksFor', { ...place, key })

describe('a runbook', () => {
  it('is saved, read, changed and deleted, with its time and nobody’s name on its own desk', async () => {
    const { id, saved, runbook } = await save()
    expect([saved, runbook]).toEqual([true, { id, at: start, by: null, isShared: false, content }])
    clock.pass(hour)
    expect(await save({ title: 'Another' }, id, start)).toMatchObject({ saved: true, runbook: { at: start + hour } })
    const { runbooks, isKept } = await ask('issues:runbooks', { workspaceId })
    expect(isKept).toBe(true)
    expect(runbooks).toMatchObject([{ id, title: 'Another', integration: 'bamboohr', hasLetter: false }])
    expect(JSON.stringify(runbooks)).not.toContain('help.example')
    test.restart()
    expect(await ask('issues:runbook', { workspaceId, id })).toMatchObject({ content: { title: 'Another' } })
    await ask('issues:removeRunbook', { workspaceId, id })
    expect(await ask('issues:runbook', { workspaceId, id })).toBeNull()
    expect(told).toBe(3)
  })

  it('that changed since it was opened stays, and is told with what it is now', async () => {
    const { id } = await save()
    clock.pass(hour)
    await save({ steps: 'By another window' }, id, start)
    expect(await save({ steps: 'Mine' }, id, start)).toMatchObject({
      saved: false,
      runbook: { at: start + hour, content: { steps: 'By another window' } }
    })
    await ask('issues:removeRunbook', { workspaceId, id })
    expect(await save({ steps: 'Mine' }, id, start)).toMatchObject({ saved: false, runbook: null })
  })

  it('is tidied: one line for a title, plain line ends, no control characters', async () => {
    const { runbook } = await save({
      ...{ title: ' A\u202Etitle\non lines ', matches: [' invalid_grant ', '', 'invalid_grant'] },
      steps: 'One\r\nTwo\rThree\u0007\t\u0000end\n\n'
    })
    expect(runbook?.content).toMatchObject({
      ...{ title: 'A title on lines', matches: ['invalid_grant'], steps: 'One\nTwo\nThree \t end' }
    })
  })

  it.each<[string, Partial<RunbookContent>, string, string]>([
    ['of 5 MB', { steps: 'x'.repeat(5_000_000) }, 'steps', 'Keep it to 32,000 characters. It has 5,000,000.'],
    ['without a title', { title: ' \u202E ' }, 'title', 'Enter a title.'],
    ['with a long title', { title: 'x'.repeat(121) }, 'title', 'Keep it to 120 characters. It has 121.'],
    ['without a step', { steps: ' \n' }, 'steps', 'Say what to do.'],
    [
      'with many texts',
      { matches: Array.from({ length: 11 }, (_, at) => `e${at}`) },
      'matches',
      'Give at most 10 texts.'
    ],
    [
      'with a long text',
      { matches: ['x'.repeat(121)] },
      'matches',
      `“${'x'.repeat(20)}…” is too long: at most 120 characters.`
    ],
    [
      'with a letter that leads nowhere',
      { letter: 'Hello' },
      'letter',
      'Say where the relink link goes: {relink_link}.'
    ]
  ])('%s is refused in words, and nothing is kept', async (_, more, field, words) => {
    await expect(save(more)).rejects.toMatchObject({ code: 'invalid-input', info: { fields: { [field]: words } } })
    expect((await ask('issues:runbooks', { workspaceId })).runbooks).toEqual([])
  })

  it.each(['title', 'steps', 'letter', 'matches'] as const)(
    'with a known token in its %s is refused',
    async (field) => {
      const text = 'with ct_secret_token {relink_link}'
      await expect(save({ [field]: field === 'matches' ? [text] : text })).rejects.toMatchObject({
        code: 'leak-refused'
      })
      expect((await ask('issues:runbooks', { workspaceId })).runbooks).toEqual([])
    }
  )

  it('is one of 500: the next is refused, a change is not', async () => {
    const { id } = await save()
    for (let more = 1; more < runbookLimits.ofWorkspace; more++)
      test.history.saveRunbook({ workspaceId, id: randomUUID(), content, at: start, before: null })
    await expect(save()).rejects.toMatchObject({ message: expect.stringContaining('at most 500 runbooks') })
    expect(await save({ title: 'Changed' }, id, start)).toMatchObject({ saved: true })
  })

  it('is only read where the account may only read', async () => {
    const { id } = await save()
    viewer = true
    await expect(save()).rejects.toMatchObject({ code: 'team-read-only' })
    await expect(ask('issues:removeRunbook', { workspaceId, id })).rejects.toMatchObject({ code: 'team-read-only' })
    expect((await ask('issues:runbooks', { workspaceId })).runbooks).toHaveLength(1)
  })

  it('goes with its workspace', async () => {
    await save()
    test.history.removeWorkspace({ workspaceId })
    expect((await ask('issues:runbooks', { workspaceId })).runbooks).toEqual([])
  })

  it('is there twice in the practice workspace, once each, as nobody wrote any', async () => {
    kind = 'practice'
    const ask2 = () => ask('issues:runbooks', { workspaceId })
    const { runbooks } = await ask2()
    expect(runbooks.map(({ integration, cause, by }) => [integration, cause, by])).toEqual([
      ['personio', 'relink', 'Connector Desk'],
      [null, 'relink', 'Connector Desk']
    ])
    await ask('issues:removeRunbook', { workspaceId, id: runbooks[0]?.id ?? '' })
    expect((await ask2()).runbooks).toHaveLength(1)
  })
})

describe('a link of a runbook', () => {
  const open = (link: string, id: string) => ask('issues:openRunbookLink', { workspaceId, id, link })

  it('opens in the browser once a person agreed to the whole address', async () => {
    const { id } = await save()
    await open('https://help.example/relink', id)
    expect(opened).toEqual(['https://help.example/relink'])
    expect(person.acts[0]).toMatchObject({
      title: 'Open a page at help.example in your browser',
      facts: [
        ['Runbook', content.title],
        ['Page', 'https://help.example/relink']
      ]
    })
    agrees = false
    await expect(open('https://help.example/relink', id)).rejects.toMatchObject({ code: 'cancelled' })
    expect(opened).toHaveLength(1)
  })

  it.each([
    'https://other.example/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://a@b.example/',
    'mailto:a@b.example'
  ])('%s opens nothing and asks nothing', async (link) => {
    const steps = link.startsWith('https://other') ? content.steps : `Look at ${link}`
    const { id } = await save({ steps })
    await expect(open(link, id)).rejects.toMatchObject({ code: 'not-found' })
    expect([opened, person.acts]).toEqual([[], []])
  })
})

describe('the runbooks of an issue', () => {
  it('begin with the most specific and say why; of another integration or cause there are none', async () => {
    test.refresh([broken('a'), madeUpRow('fine', start)], start)
    const any = await save({ title: 'Any', integration: null, cause: null })
    const both = await save({ title: 'Both' })
    await save({ title: 'Text', integration: null, cause: null, matches: ['RELINK_NEEDED'] })
    await save({ title: 'Not here', matches: ['expired_token'] })
    await save({ title: 'Personio', integration: 'personio' })
    const found = await about()
    expect(found).toMatchObject({
      ...{ integration: 'bamboohr', cause: 'relink' },
      first: { runbook: { content: { title: 'Text' } }, reason: { text: { match: 'RELINK_NEEDED', where: 'status' } } }
    })
    expect(found?.others.map(({ head, reason }) => [head.title, reason !== null])).toEqual([
      ['Both', true],
      ['Any', true],
      ['Not here', false]
    ])
    expect([both.id, any.id]).toEqual(found?.others.slice(0, 2).map(({ head }) => head.id))
    expect(await about('HRIS:fine')).toMatchObject({ cause: null, ended: [], first: { runbook: { id: any.id } } })
    expect(await about('HRIS:unknown')).toBeNull()
  })

  it('look into the answers to requests on this computer: status and code', async () => {
    test.refresh([broken('a'), broken('b')], start)
    await save({ title: 'Grant', matches: ['invalid_grant'] })
    expect((await about())?.first).toBeNull()
    const connector = { key: 'HRIS:a', endUser: 'End user a', integrationSlug: 'bamboohr' }
    const head = { workspaceId, region: 'default', connector, method: 'GET', path: '/employees' }
    const error = { ...head, providerError: { status: 401, code: 'invalid_grant' } }
    const sent = { id: randomUUID(), words: '', parts: [], answer: null }
    test.history.beginSent({ ...sent, workspaceId, at: start, isRead: true, head: JSON.stringify(head) })
    test.history.endSent({ ...sent, outcome: 'refused', status: 200, bytes: 0, head: JSON.stringify(error) })
    expect((await about())?.first?.reason.text).toEqual({
      ...{ match: 'invalid_grant', where: 'the answer to GET /employees' }
    })
    expect((await about('HRIS:b'))?.first).toBeNull()
  })

  it('do not take the customer’s name for an error', async () => {
    test.refresh([broken('a', { end_user: 'invalid_grant Ltd', origin_id: 'invalid_grant' })], start)
    await save({ matches: ['invalid_grant'] })
    expect((await about())?.first).toBeNull()
  })

  it('come with how the last five ended, latest first: their time, their end and note', async () => {
    const { history } = test
    const at = (hours: number) => start + hours * hour
    const good = (id: string) => madeUpRow(id, start, { integration_slug: 'bamboohr' })
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'open']
    // Far apart: no possible outage.
    const failing = (id: string) => {
      const relink_needed_at = new Date(start - (1 + ids.indexOf(id)) * 50 * hour).toISOString()
      return broken(id, { relink_needed_at })
    }
    const settle = (rows: Parameters<TestHistory['refresh']>[0], hours: number) => {
      test.refresh(rows, at(hours))
      history.issueList({ place, now: at(hours) })
    }
    settle([...ids.map(failing), broken('test', { is_test_connector: true })], 0)
    history.changeIssues({ place, keys: ['HRIS:b'], change: { requested: 'copied', note: 'By phone' }, now: at(1) })
    settle([good('a'), ...ids.slice(1).map(failing)], 1)
    settle([...['a', 'b'].map(good), ...ids.slice(2).map(failing)], 2)
    settle([...['a', 'b', 'c'].map(good), ...ids.slice(3).map(failing)], 3)
    settle([...['a', 'b', 'c', 'd', 'e'].map(good), failing('f'), failing('open')], 4)
    // f is deleted.
    settle([...['a', 'b', 'c', 'd', 'e'].map(good), failing('open')], 5)
    clock.pass(6 * hour)
    const ended = (await about('HRIS:open'))?.ended.map((one) => [
      one.key,
      one.closedAt - one.openedAt,
      one.ended,
      one.note
    ])
    expect(ended?.[0]).toEqual(['HRIS:f', 5 * hour, 'gone', ''])
    expect(ended?.slice(1, 3).sort()).toEqual([
      ['HRIS:d', 4 * hour, 'recovered', ''],
      ['HRIS:e', 4 * hour, 'recovered', '']
    ])
    expect(ended?.slice(3)).toEqual([
      ['HRIS:c', 3 * hour, 'recovered', ''],
      ['HRIS:b', 2 * hour, 'relinked', 'By phone']
    ])
  })

  it('give their letter to a relink request, and their title, author and date to the evidence file', async () => {
    test.refresh([broken('a')], start)
    const { id } = await save({ letter: 'Subject: From the runbook\nOpen {relink_link}' })
    const asked = { ...place, keys: ['HRIS:a'], integrations: {}, zone: 'UTC' }
    const [own] = await ask('issues:relinkLetters', { ...asked, runbook: id })
    expect(own?.subject).toBe('From the runbook')
    const [usual] = await ask('issues:relinkLetters', asked)
    expect(usual?.subject).toContain('Please reconnect')
    const [gone] = await ask('issues:relinkLetters', { ...asked, runbook: randomUUID() })
    expect(gone?.subject).toBe(usual?.subject)
    await ask('issues:saveEvidence', { ...place, keys: ['HRIS:a'] })
    const { strFromU8, unzipSync } = await import('fflate')
    const files = unzipSync(saved as Uint8Array)
    const text = (name: string) => strFromU8(files[name] ?? new Uint8Array())
    expect(JSON.parse(text('evidence.json'))).toMatchObject({
      cases: [{ runbook: { title: content.title, changedBy: 'Maya Okafor', changedAt: '2026-03-10T12:00:00.000Z' } }]
    })
    expect(text('evidence.html')).toContain(`${content.title}, changed 2026-03-10`)
    expect(text('evidence.md')).toContain('by Maya Okafor')
    expect(text('evidence.json')).not.toContain('Ask\\n2. Wait')
  })
})

it('runbooks of many are looked for in pieces, each in its order: the database has other work between them', async () => {
  const pieces: number[] = []
  const rankRunbooks: RunbookStore['rankRunbooks'] = async ({ asked }) => {
    pieces.push(asked.length)
    const reason = { text: null, integration: false, cause: true }
    return asked.map(({ key }) => [{ head: { id: key } as RunbookHead, reason }])
  }
  const health = (at: number) =>
    ({
      key: `HRIS:${at}`,
      fields: [],
      access: [],
      diagnosis: { kind: 'relink', evidence: [], notes: [] }
    }) as unknown as ConnectorHealth
  const many = Array.from({ length: 120 }, (_, at) => health(at))
  const found = await bestRunbooks({ rankRunbooks } as RunbookStore, place, many, start)
  expect(found.map((one) => one?.id)).toEqual(many.map(({ key }) => key))
  expect(Math.max(...pieces)).toBeLessThanOrEqual(50)
})
