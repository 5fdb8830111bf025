import { expect, it } from 'vitest'
import { LabSets } from './sets'

const place = { workspaceId: '00000000-0000-4000-8000-000000000001', region: 'default' as const }
const eu = { ...place, region: 'eu' as const }
const from = { source: 'paste' as const, name: 'pasted', of: null, readAt: 1 }
const records = (...sizes: number[]) => ({
  records: sizes.map((size) => Buffer.alloc(size, '1')),
  notices: ['first'],
  itemsOf: null
})
const limits = { sets: 3, bytes: 100, setBytes: 50, records: 4 }

it('keeps sets apart by region', () => {
  const sets = new LabSets()
  const one = sets.put(place, from, records(1, 2))
  sets.put(eu, from, records(3))
  expect(sets.list(place)).toEqual([{ ...from, id: one.id, records: 2, bytes: 3, itemsOf: null, notices: ['first'] }])
  expect(sets.record(one.id, 1)).toHaveLength(2)
  expect(() => sets.record(one.id, 2)).toThrow('no such record')
  sets.drop(one.id)
  expect(() => sets.get(one.id)).toThrow('no longer in memory')
})

it('drops the least recently used beyond a number of sets, and beyond their size', () => {
  const sets = new LabSets(limits)
  const [a, b, c] = [1, 2, 3].map((size) => sets.put(place, from, records(size)).id)
  sets.record(a ?? '', 0)
  // A run on all sets does not change which was used last.
  for (const id of [c, b, a]) sets.get(id ?? '')
  const d = sets.put(place, from, records(4)).id
  const ids = () => sets.list(place).map(({ id }) => id)
  expect(new Set(ids())).toEqual(new Set([a, c, d]))
  expect(ids()).not.toContain(b)
  const large = sets.put(place, from, records(49)).id
  const larger = sets.put(place, from, records(50)).id
  expect(ids()).toEqual([large, larger])
})

it('cuts a set at its size and number of records, says so, and refuses what does not fit at all', () => {
  const sets = new LabSets(limits)
  expect(sets.put(place, from, records(30, 20, 1))).toMatchObject({
    records: 2,
    bytes: 50,
    notices: ['first', expect.stringMatching(/2 of 3 records/)]
  })
  expect(sets.put(place, from, records(1, 1, 1, 1, 1))).toMatchObject({ records: 4 })
  expect(() => sets.put(place, from, records(51))).toThrow(expect.objectContaining({ code: 'too-large' }))
  expect(() => sets.put(place, from, records())).toThrow(expect.objectContaining({ code: 'bad-response' }))
})
