import { expect, onTestFinished, test } from 'vitest'
import type { Category } from '../../../shared/connectors/category'
import { FakeClient } from '../testing/fake-client'
import { row, workspace } from '../testing/made-up'
import { ConnectorList } from './connector-list.svelte'
import { FoundConnectors } from './found-connectors.svelte'

/** A search box: `box` is what it asks for. */
async function setUp() {
  const client = new FakeClient()
  client.connectors.hold([
    row('HRIS', 'a', { end_user: 'Umber Textiles' }),
    row('ATS', 'b', { end_user: 'Umber Foods' }),
    row('ATS', 'c', { end_user: 'Hollis Freight' })
  ])
  const list = new ConnectorList(client, workspace().id, 'default')
  const box = $state<{ text: string; category: Category | null }>({ text: 'e', category: null })
  const search = new FoundConnectors()
  onTestFinished(
    $effect.root(() => {
      $effect(() => search.ask({ list, ...box }))
    })
  )
  const found = () => search.answer.found.map(({ id }) => id)
  await expect.poll(found).toEqual(['c', 'b', 'a'])
  return { client, list, box, search, found }
}

test('until main has answered, what was found before narrows to what is asked for now, and its number is not told', async () => {
  const { client, box, search, found } = await setUp()
  client.answer('connectors:find', () => new Promise(() => undefined))
  expect(search.isPartial).toBe(false)
  box.text = 'umber'
  await expect.poll(found).toEqual(['b', 'a'])
  expect(search.isPartial).toBe(true)
  box.category = 'HRIS'
  await expect.poll(found).toEqual(['a'])
  expect(search.isPartial).toBe(true)
})

test('a list that changes all the time takes no answer away', async () => {
  const { client, list, search, found } = await setUp()
  const waiting: (() => void)[] = []
  const made = new FakeClient()
  made.connectors.hold([row('HRIS', 'new', { end_user: 'Umber Anew' })])
  client.answer('connectors:find', async (request) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return made.call('connectors:find', request)
  })
  for (let change = 0; change < 3; change++) await list.change()
  await expect.poll(() => waiting.length).toBe(3)
  waiting.shift()?.()
  await expect.poll(found).toEqual(['new'])
  expect([search.isPartial, search.asking]).toEqual([false, true])
})
