import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { mostShared } from '../../shared/team/library-change'
import { place, start, testHistory } from '../testing/history'
import { Statements } from '../store/statements'
import type { TeamChange } from './change'
import type { TestDesk } from './testing'
import { teamSuite } from './testing/suite'

const suite = teamSuite()
const { workspaceId } = place
const service = 'https://api.example.com'
const row = { account: 'eve', operator: 'Eve', service, desk: randomUUID() }
const reader = { account: 'ada', operator: 'Ada' }
afterEach(() => void vi.restoreAllMocks())

function statementsOf(feed: readonly Record<string, unknown>[]): number {
  const test = testHistory()
  try {
    test.history.joinTeam({ team: randomUUID(), writes: true, newsAfter: 0 })
    test.history.takeUpIssues({ places: [{ ...place, service }], writes: true })
    const asked = (['run', 'get', 'all'] as const).map((name) => vi.spyOn(Statements.prototype, name))
    const changes = feed.map((one, at) => ({ ...row, id: randomUUID(), at: start + at, ...one, seq: at + 1 }))
    for (let at = 0; at < changes.length; at += 200) {
      const piece = changes.slice(at, at + 200)
      const readTo = piece.at(-1)?.seq ?? 0
      test.history.receiveChanges({ changes: piece as unknown as TeamChange[], unread: [], readTo, reader })
    }
    const times = asked.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
    vi.restoreAllMocks()
    return times
  } finally {
    test.remove()
  }
}
const id = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
const many = (count: number, of: (at: number) => Record<string, unknown>[]) =>
  Array.from({ length: count }, (_, at) => of(at)).flat()

describe('@attack a feed of twice the length takes twice the statements', () => {
  it.each<[string, (at: number) => Record<string, unknown>[]]>([
    [
      'one connector that fails again and again',
      (at) => [
        { kind: 'case', subject: id(at), field: 'opened', value: { connector: 'HRIS:a', cause: 'relink' } },
        { kind: 'case', subject: id(at), field: 'closed', value: 'recovered' }
      ]
    ],
    [
      'with a word on each that is over',
      (at) => [
        { kind: 'case', subject: id(at), field: 'opened', value: { connector: 'HRIS:a', cause: 'relink' } },
        { kind: 'case', subject: id(at), field: 'closed', value: 'recovered' },
        { kind: 'case', subject: id(Math.floor(at / 2)), field: 'note', value: `Late ${at}` }
      ]
    ],
    [
      'one issue opened again and again',
      (at) => [{ kind: 'case', subject: id(at), field: 'opened', value: { connector: 'HRIS:a', cause: 'relink' } }]
    ],
    ['folders', (at) => [{ kind: 'folder', subject: id(at), field: 'place', value: { name: 'F', within: null } }]],
    [
      'folders that come and go',
      (at) => [
        { kind: 'folder', subject: id(at), field: 'place', value: { name: 'F', within: null } },
        { kind: 'folder', subject: id(at), field: 'removed', value: true }
      ]
    ],
    ['filters', (at) => [{ kind: 'filter', subject: id(at), field: 'name', value: 'F' }]]
  ])('%s', (_, of) => {
    const [once, twice] = [statementsOf(many(400, of)), statementsOf(many(800, of))]
    expect(twice).toBeLessThanOrEqual(2 * once + 10)
    expect(once).toBeGreaterThan(400)
  })
})

const insert = (kind: string, field: string, value: string, count: number, from = 0) =>
  suite.server.query(
    suite.database,
    `INSERT INTO connector_desk.change (id, desk, operator, service, kind, subject, field, value)
      SELECT gen_random_uuid(), gen_random_uuid(), 'Mallory', '${service}', '${kind}',
        '00000000-0000-4000-8000-' || lpad((n + ${from})::text, 12, '0'), '${field}', '${value}'
      FROM generate_series(1, ${count}) AS n`
  )
const folders = async (desk: TestDesk) => (await (await desk.library).saved.tree(workspaceId)).folders

describe('@attack more folders than a team has', () => {
  const over = 30

  it('are known and not shown, are counted, also after a restart, and the feed goes on', async () => {
    const ada = await suite.joined('Ada')
    await insert('folder', 'place', '{"name":"F","within":null}', mostShared.folder + over)
    await expect.poll(async () => (await ada.team.pending()).leftOut).toBe(over)
    expect(await folders(ada)).toHaveLength(mostShared.folder)
    ada.change('a', { note: 'Still at work' })
    await suite.upToDate(ada)
    await ada.restart()
    await suite.upToDate(ada)
    expect((await ada.team.pending()).leftOut).toBe(over)
    expect(ada.team.state.unread).toBe(0)
  })

  it('are shown where others are removed, and an own folder is there in any case', async () => {
    const [ada, grace] = [await suite.joined('Ada'), await suite.joined('Grace')]
    await insert('folder', 'place', '{"name":"F","within":null}', mostShared.folder + over)
    await expect.poll(async () => (await folders(ada)).length).toBe(mostShared.folder)
    const own = randomUUID()
    await (await ada.library).saved.saveFolder(workspaceId, { id: own, parentId: null, name: 'Own' })
    await suite.upToDate(ada)
    await expect.poll(async () => (await grace.team.pending()).leftOut).toBe(over + 1)
    expect((await folders(ada)).map(({ name }) => name)).toContain('Own')
    await insert('folder', 'removed', 'true', 2 * over)
    for (const desk of [ada, grace]) {
      await expect.poll(async () => (await desk.team.pending()).leftOut).toBe(0)
      await expect.poll(async () => (await folders(desk)).length).toBe(mostShared.folder - over + 1)
    }
    expect((await suite.stored()).filter(({ subject }) => subject === own)).toHaveLength(1)
  })

  it('that come back are as many as there is room for', async () => {
    const ada = await suite.joined('Ada')
    await insert('folder', 'place', '{"name":"F","within":null}', over)
    await insert('folder', 'removed', 'true', over)
    await insert('folder', 'place', '{"name":"G","within":null}', mostShared.folder, over)
    await insert('folder', 'place', '{"name":"F","within":null}', over)
    await expect.poll(async () => (await ada.team.pending()).leftOut).toBe(over)
    expect(await folders(ada)).toHaveLength(mostShared.folder)
  })
})

it('@attack a feed of long texts comes in pages that a slow line can bring', async () => {
  await suite.joined('Ada')
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  await insert('later', 'text', `"${'x'.repeat(150_000)}"`, 60)
  const grace = await suite.joined('Grace')
  await expect.poll(() => grace.team.state.unread).toBe(60)
  const answers = await Promise.all(asked.mock.results.map(({ value }) => value as Promise<{ rows?: unknown[] }>))
  const lengths = answers.map(({ rows }) => JSON.stringify(rows ?? []).length)
  expect(Math.max(...lengths)).toBeLessThan(4_300_000)
  expect(lengths.filter((length) => length > 1_000_000).length).toBeGreaterThan(2)
})

it('@attack tags that are given and taken away without end fill no issue', async () => {
  const ada = await suite.joined('Ada')
  const subject = (await suite.stored()).find(({ field }) => field === 'opened')?.subject ?? ''
  await suite.server.query(
    suite.database,
    `INSERT INTO connector_desk.change (id, desk, operator, service, kind, subject, field, value)
      SELECT gen_random_uuid(), gen_random_uuid(), 'Mallory', '${service}', 'case', '${subject}', 'untagged',
        to_jsonb('t' || n) FROM generate_series(1, 1000) AS n`
  )
  ada.change('a', { tagged: 'VIP' })
  await suite.upToDate(ada)
  const events = () => ada.events('a').filter(([kind]) => kind === 'untagged')
  await expect.poll(() => events().length).toBe(200)
})
