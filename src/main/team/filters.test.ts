import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { filterLimits, type SavedContent } from '../../shared/connectors/saved-filter'
import { place } from '../testing/history'
import type { TestDesk } from './testing'
import { teamSuite } from './testing/suite'

const suite = teamSuite()
const { workspaceId } = place
const stalled: SavedContent = { quick: 'stalled', categories: ['HRIS'], employees: 50 }
const failed: SavedContent = { quick: 'failed' }
const overdue: SavedContent = { place: 'issues', cause: 'relink', integrations: ['bamboohr'], due: 'over', tag: 'vip' }

const list = (desk: TestDesk) => desk.history.history.savedFilters({ workspaceId })
const names = (desk: TestDesk) => list(desk).map(({ name, maker }) => (maker === null ? name : `${name}, ${maker}`))
const told = async (id: string) =>
  (await suite.stored()).filter(({ subject }) => subject === id).map(({ field }) => field)

function save(desk: TestDesk, name: string, filters: SavedContent, id: string = randomUUID()): string {
  expect(desk.history.history.saveFilter({ workspaceId, id, name, filters })).toBe(true)
  desk.team.told()
  return id
}
function remove(desk: TestDesk, id: string): void {
  desk.history.history.removeFilter({ workspaceId, id })
  desk.team.told()
}
const pair = async (): Promise<[TestDesk, TestDesk]> => [await suite.joined('Ada', []), await suite.joined('Grace', [])]

/** Reconnects in this order. */
async function apart(desks: TestDesk[], work: () => void): Promise<void> {
  for (const { team } of desks) await team.stop()
  work()
  for (const desk of desks) {
    await desk.restart()
    await suite.upToDate(desk)
  }
}

async function two(): Promise<[TestDesk, TestDesk, string]> {
  const [ada, grace] = await pair()
  const id = save(ada, 'Stalled', stalled)
  await expect.poll(() => names(grace)).toEqual(['Stalled, Ada'])
  await suite.upToDate(ada, grace)
  return [ada, grace, id]
}

describe('saved filters', () => {
  it('are named by the confirmation of joining', async () => {
    const ada = await suite.joined('Ada', [])
    expect(ada.acts[0]?.facts).toContainEqual([
      'Saved',
      expect.stringContaining('filters with the names and IDs in them')
    ])
  })

  it('come with their name, all that they filter, and who made them', async () => {
    const [ada, grace, id] = await two()
    expect(list(grace)).toEqual([{ id, name: 'Stalled', filters: stalled, maker: 'Ada', isShared: true }])
    expect(list(ada)).toEqual([{ id, name: 'Stalled', filters: stalled, maker: null, isShared: true }])
    expect(await told(id)).toEqual(['name', 'content'])
  })

  it('of Issues come with all that they filter, beside those of Connectors', async () => {
    const [ada, grace] = await two()
    const id = save(ada, 'Stalled', overdue)
    await expect.poll(() => list(grace)).toHaveLength(2)
    expect(list(grace).find((one) => one.id === id)).toMatchObject({ name: 'Stalled', filters: overdue, maker: 'Ada' })
  })

  it('are renamed, changed and removed on either desk, each told once', async () => {
    const [ada, grace, id] = await two()
    save(grace, 'Stalled for long', stalled, id)
    await expect.poll(() => names(ada)).toEqual(['Stalled for long'])
    save(ada, 'Stalled for long', failed, id)
    await expect.poll(() => list(grace)[0]?.filters).toEqual(failed)
    expect(names(grace)).toEqual(['Stalled for long, Ada'])
    remove(grace, id)
    await expect.poll(() => names(ada)).toEqual([])
    expect(await told(id)).toEqual(['name', 'content', 'name', 'content', 'removed'])
  })

  it('keep the rename of one desk and the change of the other; of two renames the later one', async () => {
    const [ada, grace, id] = await two()
    await apart([grace, ada], () => {
      save(ada, 'By Ada', stalled, id)
      save(grace, 'By Grace', failed, id)
    })
    for (const desk of [ada, grace])
      await expect.poll(() => list(desk).map(({ name, filters }) => [name, filters])).toEqual([['By Ada', failed]])
  })

  it('that one desk removed and the other renamed are gone; that the other changed later are there', async () => {
    const [ada, grace, id] = await two()
    const other = save(ada, 'Failed', failed)
    await expect.poll(() => names(grace)).toHaveLength(2)
    await suite.upToDate(ada, grace)
    await apart([grace, ada], () => {
      remove(grace, id)
      remove(grace, other)
      save(ada, 'Renamed', stalled, id)
      save(ada, 'Failed', stalled, other)
    })
    await expect.poll(() => names(ada)).toEqual(['Failed'])
    await expect.poll(() => names(grace)).toEqual(['Failed, Ada'])
  })

  it('of the same name from two desks are two', async () => {
    const [ada, grace] = await pair()
    await suite.whileApart([ada, grace], () => {
      save(ada, 'Mine', stalled)
      save(grace, 'Mine', failed)
    })
    await suite.back(ada, grace)
    await expect.poll(() => names(ada).sort()).toEqual(['Mine', 'Mine, Grace'])
    await expect.poll(() => names(grace).sort()).toEqual(['Mine', 'Mine, Ada'])
  })

  it('survive a kill before they were sent, and after, and are there once', async () => {
    const [ada, grace] = await pair()
    let id = ''
    await suite.whileApart([ada, grace], async () => {
      id = save(ada, 'Stalled', stalled)
      await ada.restart()
    })
    await suite.back(ada)
    await ada.restart()
    await grace.restart()
    await suite.back(ada, grace)
    await expect.poll(() => names(grace)).toEqual(['Stalled, Ada'])
    expect(await told(id)).toEqual(['name', 'content'])
  })

  it('of before are brought along; the same one of two desks becomes one', async () => {
    const [ada, grace] = [suite.desk('Ada'), suite.desk('Grace')]
    save(ada, 'Stalled', stalled)
    save(grace, 'Stalled', stalled)
    save(grace, 'Failed', failed)
    await suite.join(ada, 'Ada')
    await suite.join(grace, 'Grace')
    expect(names(grace)).toEqual(['Failed', 'Stalled'])
    await expect.poll(() => names(ada).sort()).toEqual(['Failed, Grace', 'Stalled'])
  })

  it('stay with a desk that leaves, and what it changes then is one more when it joins again', async () => {
    const [ada, grace, id] = await two()
    save(ada, 'Failed', failed)
    await expect.poll(() => names(grace)).toEqual(['Failed, Ada', 'Stalled, Ada'])
    await grace.team.leave()
    expect(list(grace).map(({ name, isShared }) => [name, isShared])).toEqual([
      ['Failed', false],
      ['Stalled', false]
    ])
    const own = list(grace).find(({ name }) => name === 'Stalled')?.id ?? ''
    expect(own).not.toBe(id)
    save(grace, 'Stalled', failed, own)
    await suite.join(grace, 'Grace')
    const sorted = (desk: TestDesk) =>
      list(desk)
        .map(({ name, filters }) => `${name} ${'quick' in filters && filters.quick}`)
        .sort()
    for (const desk of [ada, grace])
      await expect.poll(() => sorted(desk)).toEqual(['Failed failed', 'Stalled failed', 'Stalled stalled'])
  })

  it('of a viewer are their own', async () => {
    const [ada, vera] = [await suite.joined('Ada', []), await suite.joined('Vera', [])]
    save(ada, 'Team’s', stalled)
    save(vera, 'Vera’s', failed)
    await expect.poll(() => names(vera)).toEqual(['Team’s, Ada', 'Vera’s'])
    await suite.upToDate(vera)
    expect(list(vera).map(({ isShared }) => isShared)).toEqual([true, false])
    expect(names(ada)).toEqual(['Team’s'])
  })

  it('that a viewer saved and renamed are told with all of them once the account may write', async () => {
    const [ada, vera] = [await suite.joined('Ada', []), await suite.joined('Vera', [])]
    const id = save(vera, 'Mine', stalled)
    await expect.poll(() => vera.team.state.status?.waiting).toBe(0)
    await suite.server.query(suite.database, `GRANT connector_desk_operator TO ${suite.as('Vera').user}`)
    await apart([vera], () => save(vera, 'Renamed', stalled, id))
    await expect.poll(() => names(ada)).toEqual(['Renamed, Vera'])
  })

  it('that wait as the account loses the right to write are filters of the desk, beside those of the team', async () => {
    const [ada, grace, id] = await two()
    const other = save(ada, 'Failed', failed)
    await expect.poll(() => names(grace)).toHaveLength(2)
    await suite.upToDate(ada, grace)
    await grace.team.stop()
    save(grace, 'Stalled', { employees: 7 }, id)
    remove(grace, other)
    const { user } = suite.as('Grace')
    await suite.server.query(
      suite.database,
      `REVOKE connector_desk_operator FROM ${user}; GRANT connector_desk_viewer TO ${user}`
    )
    await grace.restart()
    const shown = () => list(grace).map(({ filters, maker, isShared }) => ({ filters, maker, isShared }))
    await expect.poll(shown).toHaveLength(3)
    const teams = { maker: 'Ada', isShared: true }
    expect(shown()).toEqual(
      expect.arrayContaining([
        { ...teams, filters: stalled },
        { ...teams, filters: failed },
        { filters: { employees: 7 }, maker: null, isShared: false }
      ])
    )
    save(ada, 'Stalled', failed, id)
    await expect.poll(() => list(grace).find((one) => one.id === id)?.filters).toEqual(failed)
    expect(grace.team.state.status?.waiting).toBe(0)
  })

  it('take no known token to the database', async () => {
    const token = 'ct_practice_8fK2mQ7xLwCanary'
    const [ada, grace] = await pair()
    ada.masker.add(token)
    save(ada, `Of ${token}`, { text: token })
    await expect.poll(() => list(grace)).toHaveLength(1)
    expect(JSON.stringify(await suite.stored())).not.toContain(token)
  })
})

describe('@attack a filter written by hand', () => {
  it.each<[string, string, unknown]>([
    ['a name of 10 kB', 'name', 'x'.repeat(10_000)],
    ['a reversed name', 'name', 'a\u202Eb'],
    ['a name on two lines', 'name', 'a\nb'],
    ['a name that is no text', 'name', { text: 'x' }],
    ['more than it may hold', 'content', { quick: 'all', tokenRef: 'x' }],
    ['a text of 10 kB', 'content', { text: 'x'.repeat(10_000) }],
    ['what no list has', 'content', { place: 'data', text: 'x' }],
    ['what only the other list has', 'content', { place: 'issues', quick: 'failed' }],
    ['a category that is none', 'content', { categories: ['CRM'] }],
    ['a field that is none', 'maker', 'Ada']
  ])('with %s changes nothing, and is counted', async (_, field, value) => {
    const ada = await suite.joined('Ada', [])
    await suite.insert({ kind: 'filter', subject: randomUUID(), field, value })
    await expect.poll(() => ada.team.state.unread).toBe(1)
    expect(list(ada)).toEqual([])
  })

  it('takes over no id of another service or kind, and its maker hides nothing', async () => {
    const [ada, grace, id] = await two()
    const folder = randomUUID()
    await suite.insert({ kind: 'folder', subject: folder, field: 'place', value: { name: 'F', within: null } })
    await suite.insert({ kind: 'filter', subject: folder, field: 'name', value: 'Taken' })
    await suite.insert({ kind: 'filter', subject: folder, field: 'content', value: failed })
    await suite.insert({ kind: 'filter', subject: id, field: 'removed', value: true, service: 'https://else.example' })
    await suite.insert({ kind: 'request', subject: id, field: 'removed', value: true })
    const other = { kind: 'filter', subject: randomUUID(), operator: `<b>\u202E${'x'.repeat(150)}` }
    await suite.insert({ ...other, field: 'name', value: '=cmd|<b>' })
    await suite.insert({ ...other, field: 'content', value: {} })
    for (const desk of [ada, grace])
      await expect.poll(() => list(desk).map(({ name }) => name)).toEqual(['=cmd|<b>', 'Stalled'])
    expect(list(ada)[0]?.maker).toBe(`postgres (as <b>${'x'.repeat(60)}…)`)
  })

  it('of thousands leaves room for own ones', async () => {
    const ada = await suite.joined('Ada', [])
    const insert = (field: string, value: string) =>
      suite.server.query(
        suite.database,
        `INSERT INTO connector_desk.change (id, desk, operator, service, kind, subject, field, value)
          SELECT gen_random_uuid(), gen_random_uuid(), 'Mallory', 'https://api.example.com', 'filter',
            '00000000-0000-4000-8000-' || lpad(n::text, 12, '0'), '${field}', '${value}' FROM generate_series(1, 1000) AS n`
      )
    await insert('name', '"Many"')
    await insert('content', '{}')
    await expect.poll(() => list(ada).length).toBe(filterLimits.colleagues)
    save(ada, 'Own', stalled)
    await suite.upToDate(ada)
    expect(names(ada)).toContain('Own')
  })

  it('of thousands for one list leaves room for the other', async () => {
    const [ada, grace] = await pair()
    await suite.server.query(
      suite.database,
      `INSERT INTO connector_desk.change (id, desk, operator, service, kind, subject, field, value)
        SELECT gen_random_uuid(), gen_random_uuid(), 'Mallory', 'https://api.example.com', 'filter',
          '00000000-0000-4000-8000-' || lpad(n::text, 12, '0'), field, value::jsonb
          FROM generate_series(1, 300) AS n, (VALUES ('name', '"Many"'), ('content', '{}')) AS row (field, value)`
    )
    await expect.poll(() => list(ada).length).toBe(filterLimits.colleagues)
    save(grace, 'Overdue', overdue)
    await expect.poll(() => names(ada)).toContain('Overdue, Grace')
  })
})
