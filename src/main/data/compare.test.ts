import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { idOf, page, people, testData, type TestData } from './testing'

let test: TestData
beforeEach(async () => {
  // e0..e49, then e40..e59 (ten again), and one without an id.
  const pages = [page('next', people(0, 50)), page(null, [...people(40, 20), { team: null }])]
  test = await testData(({ number }) => pages[number - 1] ?? page(null, []))
  await (
    await test.fetch()
  ).ended
})
afterEach(() => test.remove())

const fetchId = idOf(1)

describe('reconcile', () => {
  it('counts what came, distinct and repeated', async () => {
    expect(await test.collections.reconcile(fetchId, null)).toEqual({
      items: 71,
      distinctIds: 60,
      repeated: 10,
      withoutId: 1,
      whole: true,
      byValue: [],
      moreValues: 0
    })
  })

  it('counts by value, the most frequent first; missing and null are one', async () => {
    const { byValue } = await test.collections.reconcile(fetchId, 'team')
    expect(byValue).toEqual([
      { value: '1', count: 24 },
      { value: '0', count: 23 },
      { value: '2', count: 23 },
      { value: null, count: 1 }
    ])
    expect((await test.collections.reconcile(fetchId, 'nowhere')).byValue).toEqual([{ value: null, count: 71 }])
  })

  it('lists 200 values and counts the others, beyond 10,000 too', async () => {
    await test.remove()
    test = await testData(({ number }) => page(number < 11 ? `c${number}` : null, people(number * 1_200, 1_200)))
    await (
      await test.fetch()
    ).ended
    const { byValue, moreValues } = await test.collections.reconcile(fetchId, 'id')
    expect([byValue.length, moreValues]).toEqual([200, 13_000])
  })
})

describe('comparing ids', () => {
  const list = `id\n${people(55, 10)
    .map(({ id }) => id)
    .join('\n')}\n\n`

  it('tells what is missing here and there, each id once', async () => {
    const compared = await test.collections.compareIds(fetchId, list)
    expect(compared).toMatchObject({
      here: 60,
      there: 10,
      both: 5,
      missingHere: ['e60', 'e61', 'e62', 'e63', 'e64'],
      missingHereTotal: 5,
      missingThereTotal: 55,
      skipped: 2
    })
    expect(compared?.missingThere).toEqual(people(0, 55).map(({ id }) => id))
  })

  it('reads a file the operator chose, and writes the whole answer to another', async () => {
    const chosen = (test.chosen = join(test.folder, 'ids.csv'))
    writeFileSync(chosen, `\ufeff${list.replaceAll('\n', '\r\n')}`)
    expect(await test.collections.compareIds(fetchId, null)).toMatchObject({ there: 10, both: 5 })
    const file = (test.chosen = join(test.folder, 'answer.csv'))
    expect(await test.collections.exportIds(fetchId)).toEqual({ file })
    const lines = readFileSync(file, 'utf8').trim().split('\r\n')
    expect([lines.length, lines[0], lines[1], lines[6]]).toEqual([
      61,
      'id,missing',
      'e60,in the fetched data',
      'e0,in the list'
    ])
    test.chosen = null
    expect(await test.collections.compareIds(fetchId, null)).toBeNull()
  })

  it('lists 1,000 and counts the rest', async () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `x${at}`).join('\n')
    const compared = await test.collections.compareIds(fetchId, many)
    expect([compared?.missingHere.length, compared?.missingHereTotal]).toEqual([1_000, 5_000])
  })

  it('needs ids, and a comparison before its file', async () => {
    await expect(test.collections.compareIds(fetchId, 'id\n\n')).rejects.toMatchObject({ code: 'invalid-input' })
    test.chosen = join(test.folder, 'answer.csv')
    await expect(test.collections.exportIds(fetchId)).rejects.toMatchObject({ code: 'not-found' })
  })
})
