import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectorFilters, filterLimits, savedContent, type SavedContent } from '../../shared/connectors/saved-filter'
import { promised } from '../base/promised'
import { place, testHistory, type TestHistory } from '../testing/history'
import { savedFilterHandlers } from './room'

const { workspaceId } = place
let test: TestHistory
let told = 0
const handlers = () =>
  savedFilterHandlers({
    history: promised(() => test.history),
    keeping: () => test.history.keeping(),
    mayChange: async () => undefined,
    changed: () => void told++
  })
const save = (name: string, id: string = randomUUID(), filters: SavedContent = { quick: 'stalled' }) =>
  handlers()['connectors:saveFilter']({ workspaceId, id, name, filters }, {} as never)
const list = () => handlers()['connectors:savedFilters']({ workspaceId }, {} as never)

beforeEach(() => {
  test = testHistory()
  told = 0
})
afterEach(() => test.remove())

it('keeps filters of a workspace by their names, over a restart', async () => {
  const id = randomUUID()
  await save('  zeta\u202E ', id)
  await save('Alpha')
  expect(await save('Beta', id)).toMatchObject({ isKept: true })
  test.restart()
  const { filters } = await list()
  expect(filters).toMatchObject([
    { name: 'Alpha', maker: null, isShared: false },
    { id, name: 'Beta', filters: { quick: 'stalled' } }
  ])
  expect((await handlers()['connectors:savedFilters']({ workspaceId: randomUUID() }, {} as never)).filters).toEqual([])
  expect((await handlers()['connectors:removeFilter']({ workspaceId, id }, {} as never)).filters).toHaveLength(1)
  expect(told).toBe(4)
  test.history.removeWorkspace({ workspaceId })
  expect((await list()).filters).toEqual([])
})

it.each([
  ['', 'Enter a name.'],
  [' \u202E\n', 'Enter a name.'],
  ['x'.repeat(61), 'Keep the name to 60 characters.']
])('refuses the name %j, and says why at its field', async (name, message) => {
  await expect(save(name)).rejects.toMatchObject({ code: 'invalid-input', info: { fields: { name: message } } })
  expect((await list()).filters).toEqual([])
})

it('refuses one too many, and still changes those that are there', async () => {
  const id = randomUUID()
  await save('First', id)
  for (let at = 1; at < filterLimits.own; at++) await save(`Filter ${at}`)
  const full = { fields: { name: 'You can save 20 filters: delete one first.' } }
  await expect(save('One more')).rejects.toMatchObject({ code: 'invalid-input', info: full })
  expect((await save('Renamed', id)).filters).toHaveLength(filterLimits.own)
})

it('limits filters of Connectors and of Issues apart, and keeps what each narrows', async () => {
  const overdue: SavedContent = { place: 'issues', cause: 'relink', integrations: ['bamboohr'], due: 'over' }
  for (let at = 0; at < filterLimits.own; at++) await save(`Filter ${at}`)
  for (let at = 0; at < filterLimits.own; at++) await save(`Issues ${at}`, randomUUID(), overdue)
  await expect(save('One more', randomUUID(), overdue)).rejects.toMatchObject({ code: 'invalid-input' })
  const { filters } = await list()
  expect(filters).toHaveLength(2 * filterLimits.own)
  expect(filters.find(({ name }) => name === 'Issues 7')?.filters).toEqual(overdue)
})

it('writes a filter of Issues so that a version before, which knows those of Connectors only, leaves it unread', () => {
  for (const one of [{}, { cause: 'relink' }, { text: 'ravens' }]) {
    const ofIssues = { place: 'issues', ...one }
    expect(connectorFilters.safeParse(ofIssues).success).toBe(false)
    expect(savedContent.parse(ofIssues)).toEqual(ofIssues)
  }
  expect(savedContent.safeParse({ place: 'connectors', text: 'ravens' }).success).toBe(false)
})
