import { flushSync } from 'svelte'
import { expect, test } from 'vitest'
import { FakeClient } from '../testing/fake-client'
import { colleagues, withFilters } from '../testing/made-up-filters'
import { keptFilters, noFilters } from '../../../shared/connectors/list/query'
import { ConnectorFilters } from './saved-filters.svelte'

const one = '00000000-0000-4000-8000-000000000001'
const two = '00000000-0000-4000-8000-000000000002'
const stalled = { ...noFilters, quick: 'stalled' as const }

function shelfOf(kept: Record<string, string> = {}) {
  const all = new Map(Object.entries(kept))
  return {
    all,
    shelf: { getItem: (key: string) => all.get(key) ?? null, setItem: (key: string, to: string) => all.set(key, to) }
  }
}

test('filters of a workspace are those that main keeps for it, by their names', async () => {
  const client = new FakeClient()
  withFilters(client, [colleagues('Grace', 'Part 10', stalled), colleagues('Grace', 'Part 2', {})])
  const saved = new ConnectorFilters(client, shelfOf().shelf)
  void saved.show(one)
  await expect.poll(() => saved.all.map(({ name }) => name)).toEqual(['Part 2', 'Part 10'])
  expect(saved.all[0]?.filters).toEqual(noFilters)
  expect(saved.named(stalled)?.name).toBe('Part 10')
  await saved.save('Workday', keptFilters.parse({ integration: 'workday' }))
  expect(saved.own.map(({ name }) => name)).toEqual(['Workday'])
  client.answer('connectors:savedFilters', () => ({ filters: [], isKept: true }))
  void saved.show(two)
  expect(saved.all).toEqual([])
  await expect.poll(() => client.asked('connectors:savedFilters')).toEqual([{ workspaceId: one }, { workspaceId: two }])
})

test('a name of this desk that is taken gets the new filters; one of a colleague stays theirs', async () => {
  const client = new FakeClient()
  const there = withFilters(client, [colleagues('Grace', 'Mine', stalled)])
  const saved = new ConnectorFilters(client, shelfOf().shelf)
  void saved.show(one)
  await expect.poll(() => saved.all).toHaveLength(1)
  await saved.save('Mine', noFilters)
  await saved.save(' Mine ', { ...noFilters, text: 'b' })
  expect(there.map(({ maker, filters }) => [maker, 'quick' in filters && filters.quick, filters.text])).toEqual([
    ['Grace', 'stalled', ''],
    [null, 'all', 'b']
  ])
})

test('one that filters by what this version does not know is left out', async () => {
  const client = new FakeClient()
  const unknown = [colleagues('Grace', 'New', { quick: 'of a later version' }), colleagues('Grace', 'Old', stalled)]
  withFilters(client, unknown)
  const saved = new ConnectorFilters(client, shelfOf().shelf)
  void saved.show(one)
  await expect.poll(() => saved.all.map(({ name }) => name)).toEqual(['Old'])
})

test('what colleagues change is shown', async () => {
  const client = new FakeClient()
  const there = withFilters(client)
  const saved = new ConnectorFilters(client, shelfOf().shelf)
  void saved.show(one)
  await expect.poll(() => client.asked('connectors:savedFilters')).toHaveLength(1)
  there.push(colleagues('Grace', 'Stalled', stalled))
  client.emit('team:filtersChanged', undefined)
  await expect.poll(() => saved.colleagues.map(({ name }) => name)).toEqual(['Stalled'])
  expect(flushSync(() => saved.own)).toEqual([])
})

test('filters that an earlier version kept are handed over once, and what cannot be read is left out', async () => {
  const client = new FakeClient()
  const there = withFilters(client, [{ ...colleagues('', 'There', stalled), maker: null }])
  const kept = [{ name: 'Old', filters: { good: 'no such' } }, { name: 'There', filters: {} }, { name: 7 }, 7]
  const { all, shelf } = shelfOf({ [`connectors.filters.${one}`]: JSON.stringify(kept) })
  void new ConnectorFilters(client, shelf).show(one)
  await expect.poll(() => all.get(`connectors.filters.${one}`)).toBe('[]')
  expect(there.map(({ name }) => name)).toEqual(['There', 'Old'])
  expect(there[1]?.filters).toEqual(noFilters)
  const again = new ConnectorFilters(client, shelf)
  void again.show(one)
  await expect.poll(() => again.all).toHaveLength(2)
  expect(client.asked('connectors:saveFilter')).toHaveLength(1)
})

test('filters of an earlier version stay in the window as long as main cannot keep them', async () => {
  const client = new FakeClient()
  withFilters(client, [], false)
  const kept = JSON.stringify([{ name: 'Old', filters: stalled }])
  const { all, shelf } = shelfOf({ [`connectors.filters.${one}`]: kept })
  const saved = new ConnectorFilters(client, shelf)
  void saved.show(one)
  await expect.poll(() => saved.own.map(({ name }) => name)).toEqual(['Old'])
  await expect
    .poll(() => JSON.parse(all.get(`connectors.filters.${one}`) ?? '[]'))
    .toEqual([{ name: 'Old', filters: stalled }])
})

test('filters of an earlier version come to their own workspace, once, also where it is left and shown again meanwhile', async () => {
  const client = new FakeClient()
  const there = withFilters(client)
  const answered: (() => void)[] = []
  client.answer('connectors:savedFilters', async () => {
    const list = { filters: [...there], isKept: true }
    await new Promise<void>((done) => answered.push(done))
    return list
  })
  const kept = (name: string) => JSON.stringify([{ name, filters: stalled }])
  const [ofOne, ofTwo] = [`connectors.filters.${one}`, `connectors.filters.${two}`]
  const { all, shelf } = shelfOf({ [ofOne]: kept('One'), [ofTwo]: kept('Two') })
  const saved = new ConnectorFilters(client, shelf)
  for (const id of [one, two, one]) void saved.show(id)
  for (const answer of answered) answer()
  await expect.poll(() => [all.get(ofOne), all.get(ofTwo)]).toEqual(['[]', '[]'])
  expect(client.asked('connectors:saveFilter').map(({ workspaceId, name }) => [workspaceId, name])).toEqual([
    [one, 'One'],
    [two, 'Two']
  ])
})

test('a text of an earlier version that is too long to be kept is cut, between characters', async () => {
  const client = new FakeClient()
  const there = withFilters(client)
  const long = { ...noFilters, text: `${'x'.repeat(499)}🙂`, endUser: 'y'.repeat(500) }
  const { all, shelf } = shelfOf({ [`connectors.filters.${one}`]: JSON.stringify([{ name: 'Long', filters: long }]) })
  void new ConnectorFilters(client, shelf).show(one)
  await expect.poll(() => all.get(`connectors.filters.${one}`)).toBe('[]')
  expect(there.map(({ filters }) => filters)).toEqual([{ ...long, text: 'x'.repeat(499) }])
})
