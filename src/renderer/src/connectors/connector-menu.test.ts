import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ended, row } from '../testing/made-up'
import { madeUpIssue, issuesClient } from '../testing/made-up-issues'
import { open } from '../testing/open'

const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
const larkfield = page.getByRole('row', { name: /Larkfield/ })

async function withRows() {
  localStorage.clear()
  const client = issuesClient([madeUpIssue('a', 0, { endUser: 'Larkfield' })])
  client.answer('connectors:operations', () => ({ resync: false, linkToken: false }))
  client.answer('connectors:pinned', () => [])
  client.answer('connectors:readOne', () => row('HRIS', 'a', { end_user: 'Larkfield', sync_status: 'Failed' }))
  const desk = await open(client, '#/connectors')
  await expect.poll(() => client.refreshId).not.toBe('')
  const rows = [row('HRIS', 'a', { end_user: 'Larkfield' }), row('ATS', 'b', { end_user: 'Umber', origin_id: null })]
  client.connectors.hold(rows)
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await expect.element(larkfield).toBeVisible()
  return { client, desk }
}

test('a row offers what can be done with its connector, by pointer and by the menu key', async () => {
  await withRows()
  await larkfield.click({ button: 'right' })
  const names = () =>
    page
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent)
  expect(names()).toEqual([
    'Open',
    'Customer page',
    'Copy name',
    'Copy Origin ID',
    'Copy ID',
    'Open in Passthrough',
    'View data',
    'Open in Mappings',
    'Open in Issues',
    'Refresh this connector'
  ])
  await userEvent.keyboard('{Escape}')
  const grid = page.getByRole('grid', { name: 'Connectors' })
  await expect.element(grid).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  grid.element().dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
  await expect.element(page.getByRole('menu', { name: 'Connector of Umber' })).toBeVisible()
  expect(names()).not.toContain('Copy Origin ID')
  expect(names()).not.toContain('Open in Issues')
})

test('it copies, and says so', async () => {
  await withRows()
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  for (const [name, text] of [
    ['Copy name', 'Larkfield'],
    ['Copy Origin ID', 'origin-a'],
    ['Copy ID', 'a']
  ] as const) {
    await larkfield.click({ button: 'right' })
    await item(name).click()
    await expect.element(page.getByText(`Copied ${text}`, { exact: true })).toBeInTheDocument()
    expect(written).toHaveBeenLastCalledWith(text)
  }
  written.mockRestore()
})

test('it refreshes one connector in its drawer, and leads to its issue', async () => {
  const { client, desk } = await withRows()
  await larkfield.click({ button: 'right' })
  await item('Refresh this connector').click()
  const drawer = page.getByRole('complementary', { name: 'Connector' })
  await expect.element(drawer).toHaveTextContent('Refreshed just now.')
  expect(client.asked('connectors:readOne')).toMatchObject([{ key: 'HRIS:a' }])
  await larkfield.click({ button: 'right' })
  await item('Open in Issues').click()
  await expect.poll(() => [desk.router.view, desk.relink.view.openKey]).toEqual(['issues', 'HRIS:a'])
})

test('it leads to Passthrough, Data and Mappings with the connector chosen', async () => {
  const { desk } = await withRows()
  for (const [name, view] of [
    ['Open in Passthrough', 'passthrough'],
    ['View data', 'data'],
    ['Open in Mappings', 'mappings']
  ] as const) {
    desk.router.go('connectors')
    await larkfield.click({ button: 'right' })
    await item(name).click()
    await expect.poll(() => desk.router.view).toBe(view)
  }
  expect(desk.rooms?.passthrough.bench?.tabs.active?.draft.connector?.key).toBe('HRIS:a')
})

test('a value of the record and the name of its field can be copied', async () => {
  await withRows()
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await larkfield.click()
  const record = page.getByRole('region', { name: 'Record', exact: true })
  await record.getByText('total_employees').click({ button: 'right' })
  await expect.element(page.getByRole('menu', { name: 'Field total_employees' })).toBeVisible()
  await item('Copy value').click()
  expect(written).toHaveBeenLastCalledWith('100')
  const sent = page.getByRole('region', { name: 'As the API sent it' })
  await sent.getByText('integration_slug').click({ button: 'right' })
  await item('Copy field name').click()
  expect(written).toHaveBeenLastCalledWith('integration_slug')
  await expect.element(sent.getByText('Copied integration_slug')).toBeInTheDocument()
  written.mockRestore()
})
