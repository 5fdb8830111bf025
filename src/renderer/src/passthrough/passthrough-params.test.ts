import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PassthroughDraft } from '../../../shared/passthrough/passthrough'
import { open } from '../testing/open'
import { draft, passthroughClient } from '../testing/passthrough'

const send = page.getByRole('button', { name: 'Send', exact: true })
const path = page.getByRole('combobox', { name: 'Path' })
const kind = page.getByRole('group', { name: 'Kind of params' })
const json = page.getByRole('textbox', { name: 'Params as JSON' })

async function withTab(one: PassthroughDraft) {
  const client = passthroughClient(one)
  await open(client, '#/passthrough')
  await expect.element(path).toBeVisible()
  await page.getByRole('tab', { name: 'Params', exact: true }).click()
  return client
}

test('params as JSON begin as the rows are, keep their types, and are sent as typed', async () => {
  const client = await withTab(draft({ params: [{ name: 'limit', value: '50', enabled: true }] }))
  await kind.getByRole('button', { name: 'JSON' }).click()
  await expect.element(json).toHaveTextContent('"limit": "50"')
  await json.fill('{"limit": 50, "active": true}')
  await send.click()
  await expect.poll(() => client.asked('passthrough:send')[0]?.draft.paramsJson).toBe('{"limit": 50, "active": true}')
  await kind.getByRole('button', { name: 'Rows' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Param 1 value' })).toHaveValue('50')
  await kind.getByRole('button', { name: 'JSON' }).click()
  await expect.element(json).toHaveTextContent('"active": true')
})

test('params that are not an object stop the request, and a pasted query goes into the JSON', async () => {
  const client = await withTab(draft({ paramsJson: '[1]' }))
  await send.click()
  await expect.element(page.getByText('Params must be an object: { "name": value }.', { exact: true })).toBeVisible()
  expect(client.asked('passthrough:send')).toHaveLength(0)
  await json.fill('{"limit": 50}')
  await path.fill('/employees?after=7')
  await userEvent.tab()
  await expect.element(path).toHaveValue('/employees')
  await expect.element(json).toHaveTextContent('"after": "7"')
  await expect.element(json).toHaveTextContent('"limit": 50')
})

test('a query that is typed again replaces params of the same names, at another path all typed before; rows entered by hand stay', async () => {
  const client = await withTab(draft({ path: '/search', params: [{ name: 'rows', value: '10', enabled: true }] }))
  const sent = () =>
    client
      .asked('passthrough:send')
      .at(-1)
      ?.draft.params.map(({ name, value }) => `${name}=${value}`)
  await path.fill('/search?rows=50&page=1')
  await send.click()
  await expect.poll(sent).toEqual(['rows=10', 'rows=50', 'page=1'])
  await path.fill('/search?rows=51')
  await send.click()
  await expect.poll(sent).toEqual(['rows=10', 'page=1', 'rows=51'])
  // A changed row was entered by hand, and a path without a query says nothing about params.
  await page.getByRole('textbox', { name: 'Param 3 value' }).fill('52')
  await path.fill('/people')
  await send.click()
  await expect.poll(sent).toEqual(['rows=10', 'page=1', 'rows=52'])
  await path.fill('/people?page=2')
  await path.fill('/people?page=3')
  await send.click()
  await expect.poll(sent).toEqual(['rows=10', 'rows=52', 'page=3'])
  await path.fill('/people?')
  await send.click()
  await expect.poll(sent).toEqual(['rows=10', 'rows=52', 'page=3'])
  await path.fill('/absences?')
  await send.click()
  await expect.poll(sent).toEqual(['rows=10', 'rows=52'])
})

test('a query appended to the path that is shown without it keeps the params of the earlier one', async () => {
  const client = await withTab(draft({ path: '' }))
  const sent = () => {
    const { path, params } = client.asked('passthrough:send').at(-1)?.draft ?? {}
    return [path, ...(params ?? []).map(({ name, value }) => `${name}=${value}`)]
  }
  await path.fill('/a?status=draft')
  await userEvent.tab()
  await expect.element(path).toHaveValue('/a')
  await path.fill('/a?page=2')
  await send.click()
  await expect.poll(sent).toEqual(['/a', 'status=draft', 'page=2'])
})

test('a query that is typed again replaces the earlier one in params as JSON too', async () => {
  const client = await withTab(draft({ paramsJson: '{"limit": 50}' }))
  const sent = () => JSON.parse(client.asked('passthrough:send').at(-1)?.draft.paramsJson ?? 'null') as unknown
  const jsonText = () => client.asked('passthrough:send').at(-1)?.draft.paramsJson ?? ''
  await path.fill('/search?rows=50')
  await send.click()
  await expect.poll(sent).toEqual({ limit: 50, rows: '50' })
  await path.fill('/search?rows=51&page=2')
  await send.click()
  await expect.poll(sent).toEqual({ limit: 50, rows: '51', page: '2' })
  expect(jsonText()).not.toContain('"50"')
})
