import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ExportFormat } from '../../shared/data/collection'
import { asking, idOf, key, place, testData, type TestData } from './testing'

// As JavaScript numbers, 2^53 and its neighbour are equal.
const items = [
  '{"id":9007199254740992,"pay":{"account":-9007199254740993},"groups":[9007199254740993,1]}',
  '{"id":9007199254740993,"connector_token":"connector-secret-1","pay":{"account":9007199254740995}}'
]
const kept = [items[0], items[1]?.replace('connector-secret-1', '[token]')]
const fetchId = idOf(1)

let test: TestData
beforeEach(async () => {
  test = await testData(() => ({ text: `{"cursor": null, "page_size": 2, "items": [\n${items.join(' ,\n')}]}` }))
  await (
    await test.fetch()
  ).ended
})
afterEach(() => test.remove())

async function exported(format: ExportFormat, columns: string[] = []): Promise<string> {
  test.chosen = join(test.folder, `out.${format}`)
  const begun = await test.collections.export({ fetchId, format, columns })
  for (;;) {
    const file = (await test.collections.list(place)).open[0]?.exports.find(({ id }) => id === begun?.id)
    if (file?.state === 'done') return readFileSync(test.chosen, 'utf8')
    if (file?.state !== 'writing') throw new Error(JSON.stringify(file))
    await new Promise((resolve) => setImmediate(resolve))
  }
}

it('are shown as they came, and stay distinct', async () => {
  const columns = ['id', 'pay.account', 'groups']
  const { rows } = await test.collections.rows({ fetchId, from: 0, count: 2, columns })
  expect(rows.map(({ id, cells }) => [id, ...cells])).toEqual([
    ['9007199254740992', '9007199254740992', '-9007199254740993', '[9007199254740993,1]'],
    ['9007199254740993', '9007199254740993', '9007199254740995', null]
  ])
  await test.collections.openRecord(fetchId, 1)
  expect(test.bodies).toEqual([kept[1]])
})

it('are exported as they came', async () => {
  expect(await exported('ndjson')).toBe(`${kept.join('\n')}\n`)
  expect(await exported('json')).toBe(`[\n${kept.join(',\n')}\n]\n`)
  expect(await exported('csv', ['id', 'pay.account', 'groups'])).toBe(
    '\ufeffid,pay.account,groups\r\n9007199254740992,-9007199254740993,"[9007199254740993,1]"\r\n' +
      '9007199254740993,9007199254740995,\r\n'
  )
})

it('are counted and compared as they came', async () => {
  const { repeated, byValue } = await test.collections.reconcile(fetchId, 'id')
  expect(repeated).toBe(0)
  expect(byValue.map(({ value }) => value)).toEqual(['9007199254740992', '9007199254740993'])
  expect(await test.collections.compareIds(fetchId, '9007199254740993')).toMatchObject({
    both: 1,
    missingThere: ['9007199254740992']
  })
  const { connectorKey: _, ...request } = asking
  const count = { place, request, keys: [key], signal: new AbortController().signal, tell: () => undefined }
  expect(await test.collections.countMany(count)).toMatchObject([{ items: 2, repeated: 0 }])
})
