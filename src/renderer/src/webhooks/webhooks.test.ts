import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import type { Delivery, Webhook } from '../../../shared/webhooks/webhook'
import type { FakeClient } from '../testing/fake-client'
import { appState, row, workspace } from '../testing/made-up'
import { madeUpDelivery, madeUpWebhook, webhooksClient } from '../testing/made-up-activity'
import { open } from '../testing/open'

const grid = page.getByRole('grid', { name: 'Deliveries' })
const list = page.getByRole('region', { name: 'Webhooks' })
const drawer = page.getByRole('complementary', { name: 'Delivery' })
const refresh = page.getByRole('button', { name: 'Refresh webhooks' })
const rowOf = (text: string) => grid.getByRole('row').filter({ hasText: text })
const asked = (client: FakeClient) => client.asked('webhooks:deliveries').at(-1)?.filters

const hooks = [
  madeUpWebhook('main', { name: 'Warehouse sync' }),
  madeUpWebhook('staging', { name: 'To staging', forTests: true }),
  madeUpWebhook('old', { name: null, enabled: false, lastTriggeredAt: null, url: null })
]
const some = [
  madeUpDelivery(1, { connectorKey: 'HRIS:c1' }),
  madeUpDelivery(2, { responseCode: 503, failed: true, endUser: 'Umber Textiles' }),
  madeUpDelivery(3, { responseCode: null, failed: true, endUser: 'Hollis Freight' }),
  madeUpDelivery(4, { responseCode: null, failed: true, endUser: null, odd: ['response_code', 'end_user_name'] })
]

async function withWebhooks(webhooks: Webhook[] = hooks, deliveries: Delivery[] = some) {
  const client = webhooksClient(webhooks, deliveries)
  const desk = await open(client, '#/webhooks')
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold([row('HRIS', 'c1', { end_user: 'Customer 1' })])
  if (deliveries.length > 0) await expect.element(grid).toBeVisible()
  return { client, desk }
}

test('lists the webhooks and how old the list is, and reads both again when asked to', async () => {
  const { client } = await withWebhooks()
  await expect.element(page.getByText(/3 webhooks, (just updated|updated \d+ s ago)/)).toBeVisible()
  await expect.element(list.getByRole('row').filter({ hasText: 'To staging' })).toHaveTextContent(/TESThttps.*Enabled/)
  await expect
    .element(list.getByRole('row').filter({ hasText: 'no address' }))
    .toHaveTextContent(/old ?no address ?Off ?no delivery ?not reported/)
  await refresh.click()
  await expect.poll(() => client.asked('webhooks:list')).toHaveLength(2)
  expect(client.asked('webhooks:deliveries')).toHaveLength(2)
})

const namesInOrder = () =>
  list
    .getByRole('row')
    .elements()
    .slice(1)
    .map((one) => one.querySelector('button')?.textContent)

test('a webhook that fails every time comes first, with its last result and how many failed', async () => {
  const of = (webhookName: string, index: number, change: Partial<Delivery> = {}) =>
    madeUpDelivery(index, { webhookName, ...change })
  const failed = { responseCode: 404, failed: true }
  const { client } = await withWebhooks(hooks, [
    of('Warehouse sync', 1),
    of('To staging', 2, failed),
    of('Warehouse sync', 3, { responseCode: null, failed: true }),
    of('To staging', 4, failed),
    of('renamed since', 5, failed)
  ])
  const staging = list.getByRole('row').filter({ hasText: 'To staging' })
  await expect.element(staging).toHaveTextContent(/Enabled ?404 rejected ?2 of 2 \(100 %\)/)
  await expect
    .element(list.getByRole('row').filter({ hasText: 'Warehouse' }))
    .toHaveTextContent(/Enabled ?200 ?1 of 2 \(50 %\)/)
  await expect.element(list.getByRole('row').filter({ hasText: 'Off' })).toHaveTextContent('no delivery')
  expect(namesInOrder()).toEqual(['To staging', 'Warehouse sync', 'old'])
  await expect
    .element(
      page.getByText(
        /^Results are counted in the newest 5 lines of the log, from .*\d to .*\d\. Attempts at one delivery count once/
      )
    )
    .toBeVisible()
  await staging.getByRole('button', { name: '2 of 2 (100 %)' }).click()
  await expect.poll(() => asked(client)).toEqual({ webhookId: 'staging' })
})

test('attempts at one delivery count once, by the last', async () => {
  const attempt = (index: number, connectorId: string, responseCode: number) =>
    madeUpDelivery(index, { connectorId, webhookName: 'Warehouse sync', responseCode, failed: responseCode !== 200 })
  await withWebhooks(hooks, [
    attempt(3, 'c1', 200),
    attempt(3.1, 'c1', 500),
    attempt(3.2, 'c1', 500),
    attempt(4, 'c2', 503)
  ])
  await expect.element(list.getByRole('button', { name: '1 of 2 (50 %)' })).toBeVisible()
})

test('results stay those of the whole log while a filter hides deliveries', async () => {
  const { client } = await withWebhooks(hooks, [
    madeUpDelivery(1, { webhookName: 'Warehouse sync' }),
    madeUpDelivery(2, { webhookName: 'Warehouse sync', responseCode: 500, failed: true })
  ])
  const failed = [madeUpDelivery(2, { webhookName: 'Warehouse sync', responseCode: 500, failed: true })]
  client.answer('webhooks:deliveries', () => ({ offered: true, deliveries: failed, more: false, readAt: Date.now() }))
  await page.getByRole('checkbox', { name: 'Errors only' }).click()
  await expect.element(page.getByText('1 delivery loaded, newest first')).toBeVisible()
  await expect.element(list.getByRole('button', { name: '1 of 2 (50 %)' })).toBeVisible()
})

test('a failed delivery says how in words', async () => {
  await withWebhooks()
  await expect.element(rowOf('Customer 1')).toHaveTextContent(/200/)
  await expect.element(rowOf('Umber Textiles')).toHaveTextContent(/503 failed/)
  await expect.element(rowOf('Hollis Freight')).toHaveTextContent(/no response/)
  await expect.element(rowOf('unreadable')).toHaveTextContent(/some fields have unexpected values/)
  await expect.element(page.getByText('3 failed', { exact: true })).toBeVisible()
})

test('every filter goes to the service, times in UTC', async () => {
  const { client } = await withWebhooks()
  await list.getByRole('button', { name: 'Warehouse sync' }).click()
  await expect.element(page.getByRole('combobox', { name: 'Webhook', exact: true })).toHaveValue('main')
  await page.getByRole('button', { name: 'Any action' }).click()
  await page.getByRole('checkbox', { name: 'connector_sync_error' }).click()
  await page.getByRole('textbox', { name: 'Another action' }).fill('job_posted')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => asked(client)?.actions).toEqual(['connector_sync_error', 'job_posted'])
  await userEvent.keyboard('{Escape}')
  await page.getByRole('textbox', { name: 'Response codes' }).fill('500, 502')
  await userEvent.keyboard('{Tab}')
  await page.getByLabelText('From', { exact: true }).fill('2026-11-20T08:00')
  await userEvent.keyboard('{Tab}')
  await page.getByRole('checkbox', { name: 'Errors only' }).click()
  const from = new Date('2026-11-20T08:00').toISOString()
  await expect
    .poll(() => asked(client))
    .toEqual({
      webhookId: 'main',
      actions: ['connector_sync_error', 'job_posted'],
      responseCodes: [500, 502],
      from,
      errorsOnly: true
    })
  await expect.element(page.getByText(`from ${from.slice(0, 10)} ${from.slice(11, 16)} UTC`)).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => asked(client)).toEqual({})
})

test('a connector is chosen as everywhere, and asked for by its id', async () => {
  const { client } = await withWebhooks()
  const picker = page.getByRole('combobox', { name: 'Connector', exact: true })
  await picker.click()
  await picker.fill('Customer 1')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => asked(client)).toEqual({ connectorId: 'c1' })
  await page.getByRole('button', { name: 'Any', exact: true }).click()
  await expect.poll(() => asked(client)).toEqual({})
})

/**
 * Stops timers.
 *
 * @returns a function that advances them by a second
 */
function manualSeconds(): () => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  return () => vi.advanceTimersByTime(1000)
}

test('response codes are asked for as they are typed; an unfinished one is not, and not called wrong', async () => {
  const { client } = await withWebhooks()
  const codes = page.getByRole('textbox', { name: 'Response codes' })
  const passSecond = manualSeconds()
  await codes.fill('500, 5')
  passSecond()
  expect(client.asked('webhooks:deliveries')).toHaveLength(1)
  await codes.fill('500,')
  passSecond()
  await expect.poll(() => asked(client)).toEqual({ responseCodes: [500] })
  await expect.element(codes).toHaveValue('500,')
  await codes.fill('500, 50')
  passSecond()
  expect(client.asked('webhooks:deliveries')).toHaveLength(2)
  await expect.element(codes).not.toHaveAttribute('aria-invalid')
  await codes.fill('500, 999')
  await expect.element(codes).toHaveAccessibleDescription('Up to 50 numbers from 100 to 599, separated by commas.')
  await codes.fill('')
  passSecond()
  await expect.poll(() => asked(client)).toEqual({})
  await expect.element(codes).not.toHaveAttribute('aria-invalid')
})

test('codes typed last are not asked of the region that is opened meanwhile', async () => {
  const { client, desk } = await withWebhooks()
  client.answer('workspaces:open', () => appState({ workspaces: [workspace({ region: 'eu' })] }))
  const passSecond = manualSeconds()
  await page.getByRole('textbox', { name: 'Response codes' }).fill('500')
  await desk.app.open(workspace().id, 'eu')
  await expect.poll(() => client.asked('webhooks:deliveries').at(-1)?.region).toBe('eu')
  passSecond()
  expect(client.asked('webhooks:deliveries').map(({ region, filters }) => [region, filters])).toEqual([
    ['default', {}],
    ['eu', {}]
  ])
})

test('an invalid code shows at its field and is not asked for', async () => {
  const { client } = await withWebhooks()
  const codes = page.getByRole('textbox', { name: 'Response codes' })
  await codes.fill('500, soon')
  await userEvent.keyboard('{Tab}')
  await expect.element(codes).toHaveAccessibleDescription('Up to 50 numbers from 100 to 599, separated by commas.')
  expect(client.asked('webhooks:deliveries')).toHaveLength(1)
})

test('what the service refuses shows at its filter, and earlier rows are marked as such', async () => {
  const { client } = await withWebhooks()
  client.answer('webhooks:deliveries', () =>
    Promise.reject(
      new AppError('validation', 'refused', { status: 422, fields: { from: 'should be a valid datetime' } })
    )
  )
  const from = page.getByLabelText('From', { exact: true })
  await from.fill('2026-11-20T08:00')
  await userEvent.keyboard('{Tab}')
  await expect.element(from).toHaveAccessibleDescription('should be a valid datetime')
  await expect.element(from).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(page.getByText(/These rows match your previous filters/)).toBeVisible()
})

test('a time is of the 24-hour clock; what is none is said, stays as typed and asks for nothing', async () => {
  const { client } = await withWebhooks()
  const from = page.getByLabelText('From', { exact: true })
  await from.fill('2026-11-20 14:30')
  await userEvent.keyboard('{Tab}')
  await expect.poll(() => asked(client)?.from).toBe(new Date('2026-11-20T14:30').toISOString())
  await expect.element(from).toHaveValue('2026-11-20 14:30:00')
  const before = client.asked('webhooks:deliveries').length
  await from.fill('20.11. 2 pm')
  await userEvent.keyboard('{Tab}')
  await expect.element(from).toHaveAccessibleDescription('Enter a date and 24-hour time, e.g. 2026-03-01 17:30.')
  await expect.element(from).toHaveValue('20.11. 2 pm')
  expect(client.asked('webhooks:deliveries')).toHaveLength(before)
})

test('more is read as asked for, until the log ends', async () => {
  const { client } = await withWebhooks(
    hooks,
    Array.from({ length: 450 }, (_, at) => madeUpDelivery(at + 1))
  )
  await expect.element(page.getByText('200 deliveries loaded, newest first')).toBeVisible()
  await page.getByRole('button', { name: 'Load up to 500' }).click()
  await expect.element(page.getByText('450 deliveries loaded, newest first')).toBeVisible()
  await expect.element(page.getByText('All deliveries loaded')).toBeVisible()
  expect(client.asked('webhooks:deliveries').map(({ most }) => most)).toEqual([200, 500])
})

test('older deliveries move no webhook; the next read of all sorts them anew', async () => {
  const log = Array.from({ length: 450 }, (_, at) =>
    // Older than what may be tried again.
    madeUpDelivery(at + 2, {
      webhookName: at === 0 ? 'To staging' : 'Warehouse sync',
      ...(at > 200 ? { responseCode: 500, failed: true } : {}),
      ...(at === 0 && { responseCode: 200, failed: false })
    })
  )
  const { client } = await withWebhooks(hooks, log)
  await expect.element(page.getByText('200 deliveries loaded, newest first')).toBeVisible()
  const before = namesInOrder()
  expect(before).toEqual(['Warehouse sync', 'To staging', 'old'])
  client.answer('webhooks:deliveries', () => ({
    offered: true,
    deliveries: log.map((one) => (one.webhookName === 'To staging' ? { ...one, failed: true } : one)),
    more: false,
    readAt: Date.now()
  }))
  await page.getByRole('button', { name: 'Load up to 500' }).click()
  await expect.element(page.getByText('450 deliveries loaded, newest first')).toBeVisible()
  expect(namesInOrder()).toEqual(before)
  await refresh.click()
  await expect.poll(namesInOrder).toEqual(['To staging', 'Warehouse sync', 'old'])
})

test('a new request cancels the one before, and reading can be stopped', async () => {
  const { client } = await withWebhooks()
  client.answer('webhooks:deliveries', () => new Promise(() => undefined))
  await page.getByRole('checkbox', { name: 'Errors only' }).click()
  await expect.element(page.getByText('Loading deliveries…').first()).toBeVisible()
  const [, first] = client.asked('webhooks:deliveries')
  await list.getByRole('button', { name: 'Warehouse sync' }).click()
  await expect.poll(() => client.asked('app:cancelJob')).toContainEqual({ requestId: first?.requestId })
  await page.getByRole('button', { name: 'Stop loading' }).click()
  const last = client.asked('webhooks:deliveries').at(-1)
  await expect.poll(() => client.asked('app:cancelJob').at(-1)).toEqual({ requestId: last?.requestId })
  await expect.element(refresh).toBeEnabled()
})

test('the drawer shows one delivery, its request and response, and leads to its connector', async () => {
  const { client, desk } = await withWebhooks()
  await rowOf('Customer 1').click()
  await expect.element(drawer.getByRole('heading', { name: 'Customer 1' })).toBeVisible()
  await expect.element(drawer.getByRole('button', { name: 'Copy Delivery ID delivery-1' })).toBeVisible()
  await expect.element(drawer.getByText('"line 0"')).toBeVisible()
  expect(client.asked('webhooks:openDelivery')[0]?.id).toBe('delivery-1')
  await drawer.getByRole('button', { name: 'Open connector' }).click()
  expect(desk.router.view).toBe('connectors')
  expect(desk.grid.opened?.key).toBe('HRIS:c1')
})

test('from a delivery on to the data of its connector', async () => {
  const { desk } = await withWebhooks()
  await rowOf('Customer 1').click()
  await drawer.getByRole('button', { name: 'View data' }).click()
  expect(desk.router.view).toBe('data')
  await expect
    .element(page.getByRole('combobox', { name: 'Connector', exact: true }))
    .toHaveValue('Customer 1, Bamboohr, HRIS')
})

test('the keyboard goes from delivery to delivery; one without more details says so', async () => {
  const { client } = await withWebhooks()
  client.answer('webhooks:openDelivery', () => null)
  await userEvent.keyboard('j{Enter}')
  await expect.element(drawer.getByRole('heading', { name: 'Umber Textiles' })).toBeVisible()
  await expect.element(drawer.getByText('Not available for this delivery.')).toBeVisible()
  await expect.element(drawer.getByRole('button', { name: 'Open connector' })).toBeDisabled()
  client.answer('webhooks:openDelivery', () => Promise.reject(new AppError('service-error', 'no')))
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(drawer.getByRole('heading', { name: 'Hollis Freight' })).toBeVisible()
  await expect.element(drawer.getByRole('alert')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.element(grid).toHaveFocus()
})

test('a service that has no webhooks, or no log of them, is not a failure', async () => {
  const client = webhooksClient([], [])
  client.answer('webhooks:list', () => ({ offered: false, webhooks: [], readAt: Date.now() }))
  await open(client, '#/webhooks')
  await expect.element(page.getByRole('heading', { name: 'Webhooks are not available' })).toBeVisible()
  client.answer('webhooks:list', () => ({ offered: true, webhooks: hooks, readAt: Date.now() }))
  client.answer('webhooks:deliveries', () => ({ offered: false, deliveries: [], more: false, readAt: Date.now() }))
  await refresh.click()
  await expect.element(page.getByRole('heading', { name: 'The delivery log is not available' })).toBeVisible()
})

test('the page says that nothing is set up and nothing delivered', async () => {
  await withWebhooks([], [])
  await expect.element(page.getByText('No webhook is set up in the Default region.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'No deliveries yet' })).toBeVisible()
})

test('without a token nothing is asked; with another region all is read again', async () => {
  const client = webhooksClient(hooks, some)
  const state = appState({ workspaces: [workspace({ tokens: { default: 'none', eu: 'keychain' } })] })
  client.answer('app:getState', () => state)
  const desk = await open(client, '#/webhooks')
  await expect.element(page.getByRole('region', { name: 'There is no token for this region' })).toBeVisible()
  expect(client.asked('webhooks:list')).toHaveLength(0)
  await expect.element(refresh).toBeDisabled()
  const eu = appState({ workspaces: [workspace({ region: 'eu', tokens: { default: 'none', eu: 'keychain' } })] })
  client.answer('workspaces:open', () => eu)
  await desk.app.open(workspace().id, 'eu')
  await expect.element(grid).toBeVisible()
  expect(client.asked('webhooks:list').map(({ region }) => region)).toEqual(['eu'])
})

const menuItems = () =>
  page
    .getByRole('menuitem')
    .elements()
    .map((item) => [item.textContent, !(item as HTMLButtonElement).disabled])

test('a delivery has a context menu that opens, narrows, recovers and copies', async () => {
  const { client } = await withWebhooks()
  await userEvent.click(rowOf('Customer 1').element(), { button: 'right' })
  await expect.element(page.getByRole('menu', { name: 'Delivery delivery-1' })).toBeVisible()
  expect(menuItems()).toEqual([
    ['Open delivery', true],
    ['Open connector', true],
    ['View data', true],
    ['Check signature', true],
    ['Recover missed deliveries…', true],
    ['Show only this action', true],
    ['Copy ID', true],
    ['Copy connector ID', true],
    ['Copy origin ID', true],
    ['Copy URL', true]
  ])
  await page.getByRole('menuitem', { name: 'Show only this action' }).click()
  await expect
    .poll(() => client.asked('webhooks:deliveries').at(-1)?.filters)
    .toEqual({ actions: [some[0]?.action ?? ''] })
})

test('the menu key opens the menu of the current delivery, and Open connector leads to Connectors', async () => {
  await withWebhooks()
  await rowOf('Customer 1').click()
  await userEvent.click(rowOf('Umber Textiles').element(), { button: 'right' })
  await expect.element(page.getByRole('menuitem', { name: 'Open connector' })).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  grid.element().dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
  await expect.element(page.getByRole('menu', { name: 'Delivery delivery-2' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Recover missed deliveries…' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Recover missed deliveries' })).toBeVisible()
})

test('a webhook has a context menu: its deliveries, and its ID, name and URL to copy', async () => {
  const { client } = await withWebhooks()
  await userEvent.click(list.getByRole('button', { name: 'Warehouse sync' }).element(), { button: 'right' })
  await expect.element(page.getByRole('menu', { name: 'Webhook Warehouse sync' })).toBeVisible()
  expect(menuItems().map(([label]) => label)).toEqual([
    'Show only its deliveries',
    'Recover missed deliveries…',
    'Copy ID',
    'Copy name',
    'Copy URL'
  ])
  await page.getByRole('menuitem', { name: 'Show only its deliveries' }).click()
  await expect.poll(() => client.asked('webhooks:deliveries').at(-1)?.filters).toEqual({ webhookId: 'main' })
})
