import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FakeClient } from '../testing/fake-client'
import { appState, ended, row, workspace } from '../testing/made-up'
import { open } from '../testing/open'

const box = page.getByRole('combobox', { name: 'Search or run' })
const options = page.getByRole('option')

async function withPalette() {
  const client = new FakeClient(appState())
  client.answer('workspaces:open', ({ region }) => appState({ workspaces: [workspace({ region })] }))
  const desk = await open(client, '#/connectors')
  await expect.poll(() => client.refreshId).not.toBe('')
  const rows = [
    row('HRIS', 'a', { end_user: 'Umber Textiles', origin_id: 'umb-0001' }),
    row('ATS', 'b', { end_user: 'Hollis Freight', origin_id: 'hol-0002' })
  ]
  client.emit('connectors:rows', { requestId: client.refreshId, rows })
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await expect.poll(() => desk.connectors.active?.rows.length).toBe(2)
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(box).toHaveFocus()
  return { client, desk }
}

test('a connector is found by customer or origin ID, whatever the grid is narrowed to, and opened', async () => {
  const { desk } = await withPalette()
  desk.grid.text = 'nobody of that name'
  await box.fill('hol-00')
  await expect.element(options.filter({ hasText: 'Hollis Freight' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(box).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Hollis Freight' })).toBeVisible()
})

test('views and actions go by their names, with the arrows', async () => {
  const { client, desk } = await withPalette()
  await box.fill('mappings')
  await userEvent.keyboard('{Enter}')
  expect(desk.router.view).toBe('mappings')
  await userEvent.keyboard('{Control>}k{/Control}')
  await box.fill('re')
  await expect.element(options.filter({ hasText: 'Refresh' })).toBeVisible()
  await box.fill('switch eu')
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}')
  await expect.poll(() => client.asked('workspaces:open').map(({ region }) => region)).toEqual(['eu'])
})

test('what fits nothing says so; Esc goes back', async () => {
  await withPalette()
  await box.fill('zzz')
  await expect.element(page.getByText('No results. Switch to EU to search its connectors.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Switch to EU' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(box).not.toBeInTheDocument()
})

test('what is open offers what its drawer and its menu do', async () => {
  const { desk } = await withPalette()
  await box.fill('umber')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Umber Textiles' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  const group = page.getByRole('group', { name: 'Umber Textiles' })
  await expect.element(group.getByRole('option', { name: 'Open in Passthrough' })).toBeVisible()
  await box.fill('passthrough open')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => desk.router.view).toBe('passthrough')
})

test('views and actions show their keys, and what was run last comes first', async () => {
  await withPalette()
  await expect.element(options.filter({ hasText: 'Connectors' }).first()).toHaveTextContent('Ctrl2')
  await box.fill('lookups')
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('{Control>}k{/Control}')
  const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option')
  await expect.element(recent.first()).toHaveTextContent('Lookups')
  await box.fill('hollis')
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(recent.first()).toHaveTextContent('Hollis Freight')
  await expect.element(recent.nth(1)).toHaveTextContent('Lookups')
})

test('it does what the menu does', async () => {
  const { client } = await withPalette()
  client.answer('app:menuAct', () => undefined)
  await box.fill('zoom in')
  await userEvent.keyboard('{Enter}')
  expect(client.asked('app:menuAct')).toEqual([{ act: 'larger' }])
})
