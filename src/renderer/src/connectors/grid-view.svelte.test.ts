import { expect, onTestFinished, test } from 'vitest'
import { byAttention, noFilters } from '../../../shared/connectors/list/query'
import type { Response } from '../../../shared/ipc'
import { Clock } from '../kit/clock.svelte'
import { Connectors } from '../records/connectors.svelte'
import { FakeClient } from '../testing/fake-client'
import { row, workspace } from '../testing/made-up'
import { AskService } from './ask-service.svelte'
import { GridView } from './grid-view.svelte'
import { ConnectorFilters } from './saved-filters.svelte'

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => row('HRIS', String(at).padStart(4, '0'), { end_user: 'Of one name' }))

/** As the view does: it reads whenever what it shows may differ. */
async function setUp(count = 300) {
  const client = new FakeClient()
  const connectors = new Connectors(client)
  const ask = new AskService(client, connectors)
  const grid = new GridView(connectors, ask, new Clock(), new ConnectorFilters(client))
  const moves: number[] = []
  client.connectors.hold(rows(count))
  connectors.show(workspace(), true)
  onTestFinished(
    $effect.root(() => {
      $effect(() => grid.draw(0, 20, () => []))
      $effect(() => void grid.read((by) => moves.push(by)))
    })
  )
  await expect.poll(() => grid.count).toBe(count)
  const drawn = () => grid.rows(0, 20).map(({ entry }) => entry.id)
  return { client, connectors, ask, grid, moves, drawn }
}

/** Answers of main that wait until the test lets them go, the oldest first. */
function held(client: FakeClient) {
  const { connectors } = client
  const waiting: (() => void)[] = []
  const made = new FakeClient()
  // What main would answer at that moment.
  made.connectors.hold(rows(300))
  client.answer('connectors:list', async (request) => {
    const answer: Response<'connectors:list'> = await made.call('connectors:list', request)
    await new Promise<void>((resolve) => waiting.push(resolve))
    return answer
  })
  return {
    connectors,
    waiting,
    async next() {
      await expect.poll(() => waiting.length).toBeGreaterThan(0)
      waiting.shift()?.()
    }
  }
}

test('rows of another region go at once, and no count is told before main has answered for this one', async () => {
  const { client, connectors, grid, drawn } = await setUp()
  const { next } = held(client)
  connectors.show(workspace({ region: 'eu', euBaseUrl: 'https://eu.example.com' }), true)
  expect([drawn(), grid.count, grid.isRead, grid.isCurrent]).toEqual([[], 0, false, false])
  await next()
  await expect.poll(() => grid.isCurrent).toBe(true)
})

test('a list that changes faster than main answers is shown all the same, with one question at a time', async () => {
  const { client, connectors, drawn } = await setUp()
  const { waiting, next } = held(client)
  await connectors.active?.change()
  await expect.poll(() => waiting.length).toBe(1)
  const asked = client.asked('connectors:list').length
  for (let change = 0; change < 5; change++) await connectors.active?.change()
  expect(waiting).toHaveLength(1)
  expect(client.asked('connectors:list')).toHaveLength(asked)
  await next()
  // Changed since: asked for once more, whatever the number of changes.
  await next()
  await expect.poll(() => waiting.length).toBe(0)
  expect(client.asked('connectors:list')).toHaveLength(asked + 1)
  expect(drawn()[0]).toBe('0000')
})

test('an answer to earlier filters is dropped; until there is one for these, nothing acts on the rows', async () => {
  const { client, grid } = await setUp()
  const { next, waiting } = held(client)
  grid.text = '029'
  expect(grid.isCurrent).toBe(false)
  await expect.poll(() => waiting.length).toBe(1)
  grid.text = '0299'
  await next()
  await expect.poll(() => waiting.length).toBe(1)
  expect([grid.count, grid.isCurrent]).toEqual([300, false])
  await next()
  await expect.poll(() => [grid.count, grid.isCurrent]).toEqual([1, true])
})

test('keys are those that were counted, or none: more may have come since', async () => {
  const { client, grid } = await setUp(3)
  expect(await grid.keys(3)).toHaveLength(3)
  client.connectors.hold([row('HRIS', 'new')])
  expect(await grid.keys(3)).toBeNull()
  client.answer('connectors:listKeys', () => {
    throw new Error('stopped')
  })
  expect(await grid.keys(100)).toBeNull()
})

test('rows that main cannot read are asked for once, not without end', async () => {
  const { client, connectors, grid } = await setUp()
  client.answer('connectors:list', () => ({ count: 300, position: -1, rows: [], settled: true }))
  const before = client.asked('connectors:list').length
  await connectors.active?.change()
  await expect.poll(() => client.asked('connectors:list').length).toBe(before + 1)
  await connectors.active?.counts([])
  expect(client.asked('connectors:list')).toHaveLength(before + 1)
  expect(grid.count).toBe(300)
})

test('from one connector to another far away the drawer goes at once: it never closes between, and then the list scrolls', async () => {
  const { client, connectors, grid } = await setUp()
  grid.openAt(2)
  expect([grid.opened?.id, grid.isPlaced]).toEqual(['0002', true])
  let answer: () => void = () => undefined
  const made = client.asked('connectors:rowsOf').length
  const entry = await connectors.active?.range(grid.query, 250, 251)
  client.answer('connectors:rowsOf', async () => {
    await new Promise<void>((resolve) => (answer = resolve))
    return (entry?.entries ?? []).map(({ row, seenAt, diagnosis, twice }) => ({ ...row, seenAt, diagnosis, twice }))
  })
  const opened: (string | undefined)[] = []
  onTestFinished(
    $effect.root(() => {
      $effect(() => void opened.push(grid.opened?.id))
    })
  )
  void grid.show('HRIS:0250')
  await expect.poll(() => client.asked('connectors:rowsOf').length).toBeGreaterThan(made)
  answer()
  await expect.poll(() => [grid.opened?.id, grid.isPlaced, grid.cursor]).toEqual(['0250', true, 250])
  expect([...new Set(opened)]).toEqual(['0002', '0250'])
})

test('End chooses the last row, whatever was asked before; the drawer goes along', async () => {
  const { client, grid } = await setUp()
  grid.openAt(2)
  const { next, waiting } = held(client)
  // A question that is on its way when the key is pressed.
  grid.choose('HRIS:0005')
  await expect.poll(() => waiting.length).toBe(1)
  grid.moveTo(299)
  expect([grid.cursor, grid.opened?.id]).toEqual([299, '0005'])
  await next()
  await next()
  await expect.poll(() => [grid.cursor, grid.chosen, grid.opened?.id]).toEqual([299, 'HRIS:0299', '0299'])
})

test('a connector that is opened from elsewhere does not take the place of what is chosen meanwhile', async () => {
  const { client, grid } = await setUp()
  let answer: () => void = () => undefined
  client.answer('connectors:rowsOf', async () => {
    await new Promise<void>((resolve) => (answer = resolve))
    return []
  })
  for (const meanwhile of [() => grid.openAt(3), () => grid.close(), () => grid.narrow({ text: 'of' })]) {
    grid.openAt(2)
    const shown = grid.show('HRIS:0250')
    await expect.poll(() => client.asked('connectors:rowsOf').length).toBeGreaterThan(0)
    meanwhile()
    const before = [grid.chosen, grid.opened?.id, grid.text]
    answer()
    await shown
    expect([grid.chosen, grid.opened?.id, grid.text]).toEqual(before)
  }
})

test('End and Enter open the last row once it is here; a filter that is set meanwhile leaves the row of before', async () => {
  const { client, grid } = await setUp()
  grid.moveTo(2)
  const { next, waiting } = held(client)
  grid.openAt(299)
  expect([grid.cursor, grid.opened]).toEqual([299, null])
  await next()
  await expect.poll(() => grid.opened?.id).toBe('0299')
  grid.close()
  grid.moveTo(2)
  waiting.length = 0
  grid.moveTo(290)
  await expect.poll(() => waiting.length).toBe(1)
  grid.text = '01'
  await next()
  await expect.poll(() => grid.cursor).toBeLessThan(290)
  expect(grid.chosen).toBe('HRIS:0002')
})

test('a row that is chosen while main puts the list in order has its place in the new one', async () => {
  const { client, connectors, grid } = await setUp()
  const { next, waiting } = held(client)
  await connectors.active?.change()
  await expect.poll(() => waiting.length).toBe(1)
  grid.moveTo(5)
  const asked = client.asked('connectors:list').length
  await next()
  await expect.poll(() => client.asked('connectors:list').length).toBe(asked + 1)
  expect(client.asked('connectors:list').at(-1)?.at).toBe('HRIS:0005')
  await next()
  await expect.poll(() => [grid.cursor, grid.isPlaced]).toEqual([5, true])
})

test('a connector that is chosen in the drawer has the cursor', async () => {
  const { grid } = await setUp()
  grid.openAt(2)
  await grid.show('HRIS:0003')
  grid.choose('HRIS:0120')
  await expect.poll(() => [grid.cursor, grid.isPlaced]).toEqual([120, true])
})

test('keys of other filters or of another region than were shown are not acted on', async () => {
  const { client, connectors, grid } = await setUp()
  let answer: () => void = () => undefined
  client.answer('connectors:listKeys', async () => {
    await new Promise<void>((resolve) => (answer = resolve))
    return ['HRIS:0001']
  })
  const ofFilters = grid.keys(500)
  grid.text = '02'
  answer()
  expect(await ofFilters).toBeNull()
  const ofRegion = grid.keys(500)
  connectors.show(workspace({ region: 'eu', euBaseUrl: 'https://eu.example.com' }), true)
  answer()
  expect(await ofRegion).toBeNull()
})

test('a range that was told before its rows were in order is asked for again, and nothing else is', async () => {
  const { client, connectors, drawn } = await setUp(3)
  let settled = false
  client.answer('connectors:list', () => {
    const rows = ['b', 'a'].map((id) => ({ ...row('HRIS', id), seenAt: 0, diagnosis: null, twice: false }))
    const answer = { count: 2, position: -1, rows: settled ? rows.reverse() : rows, settled }
    settled = true
    return answer
  })
  const tallies = client.asked('connectors:tally').length
  await connectors.active?.change()
  await expect.poll(drawn).toEqual(['a', 'b'])
  expect(client.asked('connectors:tally')).toHaveLength(tallies + 1)
})

test('an answer of the API is counted by itself, and a row of it is known though no refresh saw it', async () => {
  const { client, ask, grid } = await setUp()
  client.connectors.answer([row('HRIS', 'found', { end_user: 'Only there' }), row('ATS', 'other')])
  await ask.look({ workspaceId: workspace().id, region: 'default' }, { isActive: false })
  await expect.poll(() => grid.count).toBe(2)
  expect(grid.known('HRIS:found')?.connector.endUser).toBe('Only there')
  expect(grid.known('HRIS:0001')).toBeNull()
  const filters = { ...noFilters, text: 'only' }
  expect(await grid.list?.counts([noFilters, filters])).toEqual([2, 1])
  expect(await grid.list?.keys({ filters, sort: byAttention }, 9)).toEqual(['HRIS:found'])
})

test('a saved state with more text than main takes is asked for without it', async () => {
  const { grid } = await setUp()
  grid.restore({ filters: { ...noFilters, text: 'x'.repeat(2_000) } })
  expect(grid.filters).toEqual(noFilters)
})
