import { text } from 'node:stream/consumers'
import { AppError } from '../../shared/errors'
import { personWho } from '../guard/testing'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contract, type Channel } from '../../shared/ipc'
import { promised } from '../base/promised'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { madeUpRow } from '../testing/made-up-rows'
import { CallLog, type KeptCall } from '../http/call-log'
import { FakeClock } from '../testing/fakes'
import type { RelinkLetter, RelinkSettings } from '../../shared/issues/relink/relink'
import { Outside } from '../base/outside'
import type { Handlers } from '../base/room'
import { openIssues } from '../issues/room'
import type { DueTimes } from '../../shared/issues/due-times'
import { lineOf, pageOf } from '../store/tables/connectors/page-lines'
import { AnswerList } from '../../shared/connectors/list/questions'
import { noFilters } from '../../shared/connectors/list/query'
import { healthHandlers, LastAnswer } from './room'
import { maskerOf } from '../secrets/testing'
import type { IssueNews } from '../../shared/issues/issue'
import { Passing } from '../base/turns'

let test: TestHistory
let saved: { name: string; content: string | Uint8Array }[]
let chosen: string | null
let answers: LastAnswer
let calls: KeptCall[]
let opened: string[]
let issueChanges = 0
let viewer = false
let visits = 0
let onSave = () => undefined as unknown
let relink: RelinkSettings | undefined
let times: DueTimes | undefined

beforeEach(() => {
  test = testHistory()
  saved = []
  calls = []
  opened = []
  relink = undefined
  times = undefined
  chosen = '/chosen/file'
  answers = new LastAnswer()
  test.refresh(
    [
      madeUpRow('a', start, { status: 'RELINK_NEEDED', relink_needed_at: new Date(start - 5_000).toISOString() }),
      madeUpRow('b', start, { end_user: '=SUM(1)', status: { odd: true } }),
      madeUpRow('c', start)
    ],
    start
  )
})
afterEach(() => test.remove())

/** Checks request and answer against the contract. */
async function ask(channel: Channel, request: unknown, handlers: Partial<Handlers> = opening()): Promise<unknown> {
  const run = handlers[channel] as (request: unknown) => Promise<unknown>
  const answer = await run(contract[channel].request.parse(request))
  return contract[channel].response.parse(structuredClone(answer))
}

function opening(): Partial<Handlers> {
  const history = promised(() => test.history)
  const parts = {
    history,
    clock: new FakeClock(start),
    outside: new Outside(async (address) => void opened.push(address)),
    workspaces: { list: () => [], nameOf: () => 'Harbourline', relinkOf: () => relink, dueTimesOf: () => times },
    ...{ confirmer: personWho().confirmer, keeping: () => test.history.keeping(), operator: () => 'Maya' },
    async save(name: string, content: string | Uint8Array | AsyncIterable<string>) {
      onSave()
      const isWhole = typeof content === 'string' || content instanceof Uint8Array
      saved.push({ name, content: isWhole ? content : await text(content) })
      return chosen
    }
  }
  const team = {
    told: () => void issueChanges++,
    async mayChange() {
      if (viewer) throw new AppError('team-read-only', 'A viewer.')
    }
  }
  const about = { version: '1', runtime: {} }
  const lost = { at: start, method: 'DELETE', path: '/x', forwarded: '', subject: '', operator: 'Ada', found: [] }
  const activity = { unknownAbout: async (_: object, keys: readonly string[]) => new Map([[keys[0] ?? '', [lost]]]) }
  const statusPages = { look: () => undefined, list: async () => [] }
  const issues = openIssues({
    ...{ ...parts, team, about, activity, statusPages, ticketOf: async () => null },
    ...{ heldBack: async () => new Map(), toldOf: async () => [] },
    ...{ masker: maskerOf('ct_secret'), calls: log(), earlier: new Passing() }
  })
  return { ...healthHandlers({ ...parts, answers, visits: () => visits }), ...issues.handlers }
}

function log(): CallLog {
  const kept = new CallLog()
  for (const call of calls) kept.add(call)
  return kept
}

it('gives what the last session showed page by page, whatever the thread does meanwhile', async () => {
  const broken = { status: 'RELINK_NEEDED' }
  test.refresh(
    Array.from({ length: 2_001 }, (_, at) => madeUpRow(`n${at}`, start, broken)),
    start
  )
  await ask('issues:list', { ...place, since: null })
  test.restart()
  const handlers = opening()
  const { version, more, page } = (await ask('issues:kept', place, handlers)) as IssueNews
  // What was told then is not the thread's last news any more.
  test.history.issueNews({ place, now: start, calm: [], since: null })
  const next = await ask('issues:page', { version, page: 1 }, handlers)
  const issues = [page, next].map((text) => JSON.parse(String(text)) as unknown[])
  expect([more, issues.map(({ length }) => length)]).toEqual([1, [2_000, 1]])
  await ask('issues:list', { ...place, since: null }, handlers)
  await expect(ask('issues:page', { version, page: 1 }, handlers)).rejects.toMatchObject({ code: 'not-found' })
})

const zone = { integrations: { bamboohr: 'BambooHR' }, zone: 'UTC' }

describe('healthHandlers', () => {
  it('answer as the contract says', async () => {
    const [refresh] = (await ask('connectors:snapshots', place)) as { id: number }[]
    const news = await ask('issues:list', { ...place, since: null })
    expect(news).toMatchObject({ more: 0, list: { counts: { issues: 2, connectors: 3 } } })
    expect(await ask('connectors:health', { ...place, key: 'HRIS:a' })).toMatchObject({ diagnosis: { kind: 'relink' } })
    expect(await ask('connectors:health', { ...place, key: 'HRIS:never' })).toBeNull()
    issueChanges = 0
    expect(await ask('issues:change', { ...place, keys: ['HRIS:a'], change: { owner: 'Maya' } })).toMatchObject([
      { owner: 'Maya' }
    ])
    expect(issueChanges).toBe(1)
    viewer = true
    const change = { ...place, keys: ['HRIS:a'], change: { owner: 'Linus' } }
    await expect(ask('issues:change', change)).rejects.toMatchObject({ code: 'team-read-only' })
    viewer = false
    expect(await ask('connectors:compare', { ...place, before: refresh?.id, after: refresh?.id })).toMatchObject({
      counts: { same: 3 }
    })
  })

  describe('of relink requests', () => {
    const own: RelinkSettings = {
      pageAddress: 'https://dashboard.example.com/connectors/{connector_id}',
      template: 'Subject: {customer}\n\nOpen {relink_link}',
      remindAfterDays: 3
    }
    const issueOf = (key: string) => test.history.connector({ place, key, now: start })?.issues[0]
    const letters = async (...keys: string[]) =>
      (await ask('issues:relinkLetters', { ...place, ...zone, keys })) as RelinkLetter[]

    it('write letters, and note nothing yet', async () => {
      const [letter] = await letters('HRIS:a')
      expect(letter?.subject).toBe('Please reconnect BambooHR for End user a')
      expect(letter?.body).toContain('since 10 Mar 2026, 11:59 UTC')
      expect(issueOf('HRIS:a')?.events.map(({ kind }) => kind)).toEqual(['opened'])
      await expect(letters('HRIS:never')).rejects.toMatchObject({ code: 'not-found' })
      await expect(
        ask('issues:relinkLetters', { ...place, ...zone, zone: 'X/Y', keys: ['HRIS:a'] })
      ).rejects.toMatchObject({ code: 'invalid-input' })
    })

    it('follow the workspace’s template, without a token that is in a name', async () => {
      relink = own
      test.refresh([madeUpRow('a', start, { status: 'RELINK_NEEDED', end_user: 'Acme ct_secret' })], start + 1)
      expect(await letters('HRIS:a')).toMatchObject([{ subject: 'Acme [token]', body: 'Open [relink link]' }])
    })

    it('save a row for each customer, harmless in a spreadsheet, and mark nobody as asked', async () => {
      relink = own
      const asked = { ...place, ...zone, keys: ['HRIS:a', 'HRIS:b'], format: 'csv' }
      expect(await ask('issues:saveRelinkLetters', asked)).toEqual({ file: '/chosen/file', letters: 2 })
      expect(saved[0]?.name).toMatch(/^relink-requests-.*\.csv$/)
      expect(saved[0]?.content).toContain(`'=SUM(1)`)
      expect(saved[0]?.content).toContain('https://dashboard.example.com/connectors/a')
      expect(saved[0]?.content).toContain('connector_pages,relink_link\r\n')
      expect(issueOf('HRIS:a')?.events.map(({ kind }) => kind)).not.toContain('requested')
      const { page } = (await ask('issues:list', { ...place, since: null })) as { page: string }
      expect(JSON.parse(page)).toMatchObject([{ key: 'HRIS:a', requestedAt: null }, {}])
      chosen = null
      expect(await ask('issues:saveRelinkLetters', { ...asked, format: 'text' })).toBeNull()
      expect(saved[1]?.content).toContain('----------')
    })

    it('open a letter in the mail program, and note it', async () => {
      await ask('issues:mailRelinkLetter', { ...place, keys: ['HRIS:a'], subject: 'Hello', body: 'Open it' })
      expect(opened).toEqual(['mailto:?subject=Hello&body=Open%20it'])
      expect(issueOf('HRIS:a')?.events.at(-1)).toMatchObject({ kind: 'requested', detail: 'email' })
    })

    it('open the page of the connector at the dashboard, and nothing where none is known', async () => {
      await expect(ask('connectors:openPage', { ...place, key: 'HRIS:a' })).rejects.toMatchObject({ code: 'not-found' })
      relink = own
      await ask('connectors:openPage', { ...place, key: 'HRIS:a' })
      expect(opened).toEqual(['https://dashboard.example.com/connectors/a'])
    })
  })

  it('save evidence where the operator chose, and nothing where they did not', async () => {
    expect(await ask('issues:saveEvidence', { ...place, keys: ['HRIS:a', 'HRIS:b'] })).toEqual({
      file: '/chosen/file',
      masked: 0
    })
    expect(saved[0]?.name).toMatch(/^connector-desk-evidence-.*\.zip$/)
    chosen = null
    expect(await ask('issues:saveEvidence', { ...place, keys: ['HRIS:a'] })).toBeNull()
  })

  it('list in the evidence the reads of its list, and the requests for this connector', async () => {
    const call = (path: string, connectorKey = '', subject = ''): KeptCall => ({
      ...{ workspaceId: place.workspaceId, region: place.region, at: start, asker: 'connectors', subject, path },
      connectorKey,
      partOf: '',
      ...{
        method: 'GET',
        query: '',
        forwarded: '',
        mutation: false,
        unknown: false,
        probe: false,
        status: 200,
        error: null,
        tries: 1
      },
      ...{ limited: 0, durationMs: 5, waitedMs: 0, bytes: 9, requestId: null, headers: { sent: {}, received: null } }
    })
    const list = '/api/hris/v1/connectors'
    const resync = '/api/embedded/v1/connectors/resync'
    const linkToken = '/api/embedded/v1/link/create-link-token'
    const forward = '/api/v1/passthrough'
    calls = [
      call(list),
      call('/api/ats/v1/connectors'),
      call(`${list}/a/delete`, 'HRIS:a'),
      call(`${list}/ab/delete`, 'HRIS:ab'),
      call(resync, 'HRIS:a'),
      call(resync, 'HRIS:aa'),
      call(linkToken, 'HRIS:a', 'In whatever words'),
      call(linkToken, 'ATS:a'),
      call('/api/hris/v1/employees', 'HRIS:a'),
      call(forward, 'HRIS:a', 'End user b (HRIS:b)'),
      call(forward, 'HRIS:b', 'Not of (HRIS:a)'),
      call(forward, '', 'Start a sync of HRIS:a')
    ]
    await ask('issues:saveEvidence', { ...place, keys: ['HRIS:a'] })
    const json = strFromU8(unzipSync(saved[0]?.content as Uint8Array)['evidence.json'] ?? new Uint8Array())
    type Made = { path: string; at: string }
    const { cases, requests } = JSON.parse(json) as { cases: { requests: Made[] }[]; requests: Made[] }
    expect(requests).toMatchObject([{ path: list, at: new Date(start).toISOString() }])
    expect(cases[0]?.requests.map(({ path }) => path)).toEqual([
      `${list}/a/delete`,
      resync,
      linkToken,
      '/api/hris/v1/employees',
      forward
    ])
  })

  it('list in the evidence the changes of unknown outcome of each connector', async () => {
    await ask('issues:saveEvidence', { ...place, keys: ['HRIS:a', 'HRIS:b'] })
    const json = strFromU8(unzipSync(saved[0]?.content as Uint8Array)['evidence.json'] ?? new Uint8Array())
    expect(JSON.parse(json)).toMatchObject({
      cases: [{ unknownChanges: [{ method: 'DELETE', operator: 'Ada' }] }, { unknownChanges: [] }]
    })
  })

  it('save no evidence with a token in a note', async () => {
    await ask('issues:list', { ...place, since: null })
    await ask('issues:change', { ...place, keys: ['HRIS:a'], change: { note: 'Their token is ct_secret.' } })
    await expect(ask('issues:saveEvidence', { ...place, keys: ['HRIS:a'] })).rejects.toMatchObject({
      code: 'leak-refused'
    })
    expect(saved).toEqual([])
  })

  it('export the rows asked for, in their order', async () => {
    const request = { ...place, of: { keys: ['HRIS:c', 'HRIS:b', 'HRIS:gone'] }, format: 'csv' }
    expect(await ask('connectors:exportRows', request)).toEqual({ file: '/chosen/file', rows: 2 })
    expect(saved[0]?.name).toBe('connectors-2026-03-10.csv')
    const lines = String(saved[0]?.content).split('\r\n')
    expect(lines[1]).toMatch(/^c,/)
    expect(lines[2]).toContain("'=SUM(1)")
    expect(lines[0]).toMatch(/,verdict,verdict_since,good_as_of,good_as_of_kind$/)
    expect(lines[1]).toMatch(/,healthy,,\d{4}-\d\d-\d\dT[\d:.]+Z,seen-done$/)
    expect(lines[2]).toMatch(/,unreadable,,/)
    await ask('connectors:exportRows', { ...request, format: 'json' })
    expect(JSON.parse(String(saved[1]?.content))).toHaveLength(2)
  })

  it('export all of a list in its order, however many messages they take', async () => {
    const many = Array.from({ length: 2_300 }, (_, at) => madeUpRow(`m${at}`, start, { end_user: `${9_999 - at}` }))
    test.refresh(many, start + 1_000)
    const sort = { by: 'end-user', descending: false }
    const of = { filters: noFilters, sort }
    expect(await ask('connectors:exportRows', { ...place, of, format: 'csv' })).toMatchObject({ rows: 2_300 })
    const ids = String(saved[0]?.content)
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0])
    expect(ids).toEqual(many.map(({ record }) => record.id).reverse())
    await ask('connectors:exportRows', { ...place, of, format: 'json' })
    const records = JSON.parse(String(saved[1]?.content)) as { id: string }[]
    expect(records.map(({ id }) => id)).toEqual(ids)
  })

  it('export during a refresh with diagnoses of what it has brought', async () => {
    await ask('issues:list', { ...place, since: null })
    const of = { filters: noFilters, sort: { by: 'end-user', descending: false } }
    await ask('connectors:exportRows', { ...place, of, format: 'csv' })
    const refresh = test.history.beginRefresh({ place, startedAt: start, whole: true })
    const changed = madeUpRow('c', start, { status: 'RELINK_NEEDED', relink_needed_at: new Date(start).toISOString() })
    test.history.appendPage({ refresh, page: pageOf([changed].map(lineOf)), at: start })
    await ask('connectors:exportRows', { ...place, of: { keys: ['HRIS:c'] }, format: 'csv' })
    expect(String(saved[1]?.content).split('\r\n')[1]).toMatch(/,relink,\d{4}-/)
  })

  it('write no file once the operator has left for another region or workspace', async () => {
    onSave = () => visits++
    const request = { ...place, of: { keys: ['HRIS:a'] }, format: 'json' }
    await expect(ask('connectors:exportRows', request)).rejects.toMatchObject({ code: 'outdated' })
    onSave = () => undefined
    expect(await ask('connectors:exportRows', request)).toMatchObject({ rows: 1 })
  })

  it('export when issues are due, where the workspace has due times', async () => {
    const always = { from: 0, to: 1_440 }
    const calendar = { zone: 'UTC', week: [0, 1, 2, 3, 4, 5, 6].map(() => always), holidays: [] }
    times = { calendar, tiers: [], targets: [{ cause: 'relink', tier: null, hours: 4 }] }
    const lines = async () => {
      await ask('connectors:exportRows', { ...place, of: { keys: ['HRIS:a', 'HRIS:c'] }, format: 'csv' })
      return String(saved.at(-1)?.content).split('\r\n')
    }
    const [head, due, none] = await lines()
    expect(head).toMatch(/,due_at,due_working_minutes_left,due_breached$/)
    expect(due?.endsWith(`,${new Date(start - 5_000 + 4 * 3_600_000).toISOString()},239,false`)).toBe(true)
    expect(none).toMatch(/,,,$/)
    times.targets = [{ cause: 'relink', tier: null, hours: 0 }]
    expect((await lines())[1]?.endsWith(`,${new Date(start - 5_000).toISOString()},-1,true`)).toBe(true)
  })

  it('export what the service answered as it answered, kept by a walk or not', async () => {
    const answered = [
      madeUpRow('new', start, { end_user: 'No walk saw it', connector_token: 'ct_secret' }),
      madeUpRow('b', start, { end_user: 'Other than kept' })
    ].map((row) => ({ ...row, tokenRef: null }))
    const answer = '22222222-2222-4222-8222-222222222222'
    answers.hold(answer, place, answered, new AnswerList(answered, [], start))
    const request = { ...place, of: { keys: ['HRIS:b', 'HRIS:new'] }, answer, format: 'csv' }
    expect(await ask('connectors:exportRows', request)).toEqual({ file: '/chosen/file', rows: 2 })
    const [, first, second] = String(saved[0]?.content).split('\r\n')
    expect(first).toMatch(/^b,.*Other than kept/)
    expect(second).toMatch(/^new,.*No walk saw it.*,,,,$/)
    await ask('connectors:exportRows', { ...request, format: 'json' })
    expect(JSON.parse(String(saved[1]?.content))).toMatchObject([{ end_user: 'Other than kept' }, { id: 'new' }])
    expect(saved.map(({ content }) => String(content)).join()).not.toContain('ct_secret')
  })

  describe('an export of a comparison', () => {
    const compare = async (request: object) => {
      const refreshes = (await ask('connectors:snapshots', place)) as { id: number }[]
      const [after, before] = refreshes.map(({ id }) => id)
      const answer = await ask('connectors:exportComparison', { ...place, before, after, ...request })
      return { answer, content: String(saved.at(-1)?.content), name: saved.at(-1)?.name }
    }

    beforeEach(() => {
      const leaky = { end_user: '=1+1', total_employees: 130, connector_token: 'ct_secret' }
      test.refresh([madeUpRow('a', start), madeUpRow('c', start, leaky), madeUpRow('d', start)], start + 1_000)
    })

    it('is CSV with a line for each field that changed', async () => {
      const { answer, content, name } = await compare({ list: 'all', format: 'csv' })
      expect(answer).toEqual({ file: '/chosen/file', rows: 4 })
      expect(name).toBe('comparison-all-2026-03-10.csv')
      const cells = content
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(','))
      const exported = cells.map((line) => [line[0], line[1], line[3], line[7], line[8], line[9]])
      expect(exported).toEqual([
        ['new', 'HRIS:d', 'd', '', 'healthy', ''],
        ['gone', 'HRIS:b', 'b', 'unreadable', '', ''],
        ['recovered', 'HRIS:a', 'a', 'relink', 'healthy', 'status'],
        ['recovered', 'HRIS:a', 'a', 'relink', 'healthy', 'relink_needed_at'],
        ['changed', 'HRIS:c', 'c', 'healthy', 'healthy', 'end_user'],
        ['changed', 'HRIS:c', 'c', 'healthy', 'healthy', 'total_employees']
      ])
      expect(cells[4]?.slice(4, 5)).toEqual(["'=1+1"])
      expect(cells[5]?.slice(-3)).toEqual(['total_employees', '120', '130'])
      expect(content).not.toContain('ct_secret')
    })

    it('is JSON with the walks and the fields of each connector', async () => {
      const { answer, content } = await compare({ list: 'changed', format: 'json' })
      expect(answer).toMatchObject({ rows: 1 })
      expect(JSON.parse(content)).toMatchObject({
        before: { verdict: 'complete' },
        gone_known: true,
        warnings: [],
        connectors: [
          {
            happened: 'changed',
            key: 'HRIS:c',
            id: 'c',
            verdict_before: 'healthy',
            fields: [
              { field: 'end_user', after: '=1+1' },
              { field: 'total_employees', before: 120, after: 130 }
            ]
          }
        ]
      })
      expect(content).not.toContain('ct_secret')
    })

    it('holds every row, more than a list shows', async () => {
      const many = Array.from({ length: 2_500 }, (_, index) => madeUpRow(`m${index}`, start))
      test.refresh([madeUpRow('a', start), ...many], start + 2_000)
      expect((await compare({ list: 'new', format: 'csv' })).answer).toMatchObject({ rows: 2_500 })
    })

    it('is nowhere where no place was chosen, and not made of walks that are not kept', async () => {
      chosen = null
      expect((await compare({ list: 'gone', format: 'csv' })).answer).toBeNull()
      await expect(compare({ list: 'all', format: 'csv', before: 99 })).rejects.toMatchObject({ code: 'not-found' })
    })
  })
})
