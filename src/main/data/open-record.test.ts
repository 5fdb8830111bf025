import { afterEach, beforeEach, expect, it } from 'vitest'
import { idOf, listing, person, testData, type TestData } from './testing'

const fetchId = idOf(1)
let test: TestData
beforeEach(async () => {
  test = await testData(listing(100))
  await (
    await test.fetch()
  ).ended
})
afterEach(() => test.remove())

const open = async (index: number) => (await test.collections.openRecord(fetchId, index)).responseId

it('opens a record as it came', async () => {
  const kept = await test.responses.get(await open(60))
  expect(JSON.parse(kept.body.toString())).toEqual(person(60))
  await expect(open(100)).rejects.toMatchObject({ code: 'not-found' })
})

it('gives a row as JSON text, and the whole value of a column', async () => {
  const text = async (index: number, column: string | null) =>
    (await test.collections.rowText(fetchId, index, column)).text
  expect(JSON.parse((await text(60, null)) ?? '')).toEqual(person(60))
  expect([await text(60, 'name.first'), await text(60, 'team'), await text(60, 'none')]).toEqual([
    'First 60',
    '0',
    null
  ])
  await expect(text(100, null)).rejects.toMatchObject({ code: 'not-found' })
})

it('keeps the last few only, so that they push out no response of the operator', async () => {
  const json = { contentType: 'application/json', suggestedName: 'r.json', complete: true, hidden: [] }
  const id = test.responses.put({ body: Buffer.from('{}'), ...json })
  const opened: string[] = []
  for (let index = 0; index < 60; index++) opened.push(await open(index))
  expect((await test.responses.get(id)).body.toString()).toBe('{}')
  await expect(test.responses.get(opened[55] ?? '')).rejects.toThrow('no longer in memory')
  expect((await test.responses.get(opened[56] ?? '')).id).toBe(opened[56])
})

it('closes its records with the walk', async () => {
  const id = await open(0)
  await test.collections.close(fetchId)
  await expect(test.responses.get(id)).rejects.toThrow('no longer in memory')
})
