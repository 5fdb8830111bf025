import { expect, test } from 'vitest'
import { row, toEntry } from '../testing/made-up'
import { byAttention, comparing } from './columns'
import type { Entry } from './entry'
import { learnNames, showNames } from './learned-names.svelte'
import { OrderedRows } from './ordered-rows'

const entry = (id: number, record: Record<string, unknown> = {}, refreshRun = 0) =>
  toEntry(row('HRIS', String(id), { end_user: `Name ${(id * 7919) % 1000}`, ...record }), refreshRun)

const inOrder = (rows: readonly Entry[]) => rows.map(({ key }) => key)

test('pages merged one by one give the order of sorting them all', () => {
  const all = Array.from({ length: 600 }, (_, id) => entry(id, id % 9 === 0 ? { sync_status: 'Failed' } : {}))
  const ordered = new OrderedRows(byAttention)
  for (let at = 0; at < all.length; at += 50) ordered.put(all.slice(at, at + 50))
  expect(inOrder(ordered.rows)).toEqual(inOrder(all.toSorted(comparing(byAttention))))
})

test('a row that comes again replaces the old one, also where it sorts elsewhere', () => {
  const ordered = new OrderedRows(byAttention)
  ordered.put([entry(1), entry(2), entry(3)])
  const { added, replaced } = ordered.put([entry(2, { status: 'RELINK_NEEDED' }, 1), entry(4)])
  expect([added.length, replaced.length]).toEqual([2, 1])
  expect(ordered.rows).toHaveLength(4)
  expect(ordered.rows[0]).toMatchObject({ key: 'HRIS:2', refreshRun: 1 })
})

test('of a key twice in one page the later row counts', () => {
  const ordered = new OrderedRows(byAttention)
  ordered.put([entry(1, { origin_id: 'first' }), entry(1, { origin_id: 'second' })])
  expect(ordered.rows.map(({ connector }) => connector.originId)).toEqual(['second'])
})

test('finds where a row is, among all and among a part', () => {
  const ordered = new OrderedRows(byAttention)
  ordered.put(Array.from({ length: 100 }, (_, id) => entry(id)))
  const [, second, third] = ordered.rows as [Entry, Entry, Entry]
  expect(ordered.indexIn(ordered.rows, third)).toBe(2)
  expect(ordered.indexIn(ordered.rows.slice(2), third)).toBe(0)
  expect(ordered.indexIn(ordered.rows.slice(2), second)).toBe(-1)
})

test('rows that come or go while a long list is sorted are right in the new order', async () => {
  const ordered = new OrderedRows(byAttention)
  ordered.put(Array.from({ length: 20_000 }, (_, id) => entry(id)))
  const sorting = ordered.sort({ by: 'origin-id', descending: true })
  ordered.put([entry(50_000), entry(7, { origin_id: 'zz' }, 1)])
  ordered.drop(({ key }) => key === 'HRIS:9')
  expect(await sorting).toBe(true)
  expect(ordered.rows).toHaveLength(20_000)
  expect(ordered.rows[0]).toMatchObject({ key: 'HRIS:7', refreshRun: 1 })
  expect(inOrder(ordered.rows)).toEqual(
    inOrder(ordered.rows.toSorted(comparing({ by: 'origin-id', descending: true })))
  )
  expect(ordered.get('HRIS:9')).toBeUndefined()
})

test('the latest order wins', async () => {
  const ordered = new OrderedRows(byAttention)
  ordered.put(Array.from({ length: 6000 }, (_, id) => entry(id)))
  const first = ordered.sort({ by: 'origin-id', descending: false })
  const second = ordered.sort({ by: 'end-user', descending: true })
  expect([await first, await second]).toEqual([false, true])
  expect(inOrder(ordered.rows)).toEqual(inOrder(ordered.rows.toSorted(comparing({ by: 'end-user', descending: true }))))
})

test('names that are learned between two pages lose no row, and the next sort has their order', async () => {
  const place = { workspaceId: 'one', region: 'default' as const }
  showNames(place)
  const byIntegration = { by: 'integration', descending: false } as const
  const ordered = new OrderedRows(byAttention)
  const page = (refreshRun: number) =>
    Array.from({ length: 60 }, (_, id) => entry(id, { integration_slug: `${'abcdef'[id % 6]}-${id}` }, refreshRun))
  ordered.put(page(0))
  await ordered.sort(byIntegration)
  learnNames(
    place,
    Object.fromEntries(Array.from({ length: 60 }, (_, id) => [`${'abcdef'[id % 6]}-${id}`, `N${59 - id}`]))
  )
  ordered.put([...page(1), entry(60, { integration_slug: 'new' }, 1)])
  expect(new Set(inOrder(ordered.rows)).size).toBe(61)
  expect(ordered.rows).toHaveLength(61)
  expect(ordered.rows.every(({ refreshRun }) => refreshRun === 1)).toBe(true)
  await ordered.sort(byIntegration)
  expect(inOrder(ordered.rows)).toEqual(inOrder(ordered.rows.toSorted(comparing(byIntegration))))
  expect(ordered.rows[0]?.integration).toBe('N0')
})
