import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import type { DocumentState } from '../../../shared/data/channels'
import { madeUpDelivery, madeUpWebhook, webhooksClient } from '../testing/made-up-activity'
import { ended, row } from '../testing/made-up'
import { fetchProgress, collectionRow, dataClient } from '../testing/made-up-data'
import { open } from '../testing/open'
import { summary } from '../testing/passthrough'

const manager = '47d7e8a0-1111-4222-8333-444455556666'
const grid = page.getByRole('grid', { name: 'Rows' })
const drawer = page.getByRole('complementary', { name: 'Record by ID' })
const button = (name: string) => page.getByRole('button', { name, exact: true })

async function walking(path = '/api/hris/v1/employees', document: DocumentState | null = null) {
  const columns = ['id', 'manager_id', 'group_ids']
  const request = { path, connectorKey: 'HRIS:one', params: {}, pageSize: 50 }
  const client = dataClient({ open: [fetchProgress({ columns, request })] })
  client.answer('data:rows', ({ from, count, columns: asked }) => ({
    total: from + count,
    rows: Array.from({ length: count }, (_, at) => {
      const values: Record<string, string> = { id: `rec-${at}`, manager_id: manager, group_ids: '["grp-1","grp-2"]' }
      return collectionRow(from + at, asked, { cells: asked.map((name) => values[name] ?? null) })
    })
  }))
  client.answer('data:readRecord', ({ id }) => ({ responseId: `by-id-${id}`, summary: summary(), document }))
  await open(client, '#/data')
  await expect.element(grid).toBeVisible()
  return client
}

const asked = (client: Awaited<ReturnType<typeof walking>>) =>
  client
    .asked('data:readRecord')
    .map(({ path, id, connectorKey }) => ({ model: path.split('/').at(-1), id, connectorKey }))

test('an id in a cell opens its record, of the same connector', async () => {
  const client = await walking()
  await grid.getByRole('button', { name: 'Open employee 47d7e8a0…' }).first().click()
  await expect.element(drawer).toBeVisible()
  await expect.element(drawer).toHaveTextContent('of Umber Textiles')
  expect(asked(client)).toEqual([{ model: 'employees', id: manager, connectorKey: 'HRIS:one' }])
  await expect.element(page.getByRole('complementary', { name: 'Record', exact: true })).not.toBeInTheDocument()
})

test('O offers every id of the row by keyboard; Esc closes the record', async () => {
  const client = await walking()
  await grid.click({ position: { x: 400, y: 60 } })
  await userEvent.keyboard('{Escape}')
  grid.element().focus()
  await userEvent.keyboard('o')
  const menu = page.getByRole('menu', { name: 'Open by ID' })
  await expect.element(menu).toBeVisible()
  await expect
    .poll(() =>
      menu
        .getByRole('menuitem')
        .elements()
        .map((one) => one.textContent?.replace(/\s+/g, ' ').trim())
    )
    .toEqual([
      'Open employee rec-1 id',
      'Open employee 47d7e8a0… manager_id',
      'Open group grp-1 group_ids',
      'Open group grp-2 group_ids'
    ])
  await userEvent.keyboard('{End}{Enter}')
  await expect.element(drawer).toBeVisible()
  expect(asked(client)).toEqual([{ model: 'groups', id: 'grp-2', connectorKey: 'HRIS:one' }])
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
})

test('the right button opens the menu of the row it is over', async () => {
  await walking()
  await grid.getByText('rec-2', { exact: true }).click({ button: 'right' })
  await expect.element(page.getByRole('menuitem', { name: /Open employee rec-2/ })).toBeVisible()
})

test('from a record one goes on to one it names, and back', async () => {
  const client = await walking()
  client.answer('passthrough:readChildren', ({ node }) => {
    const one = (at: number, name: string | number, kind: 'object' | 'array' | 'string', text: string, children = 0) =>
      ({ node: at, name, kind, text, cut: 0, children, repeated: false }) as const
    if (node === null) return { total: 1, nodes: [one(0, '', 'object', '', 2)] }
    if (node === 2) return { total: 1, nodes: [one(3, 0, 'string', '"grp-9"')] }
    return { total: 2, nodes: [one(1, 'manager_id', 'string', '"boss"'), one(2, 'group_ids', 'array', '', 1)] }
  })
  await grid
    .getByRole('button', { name: /Open employee/ })
    .first()
    .click()
  await drawer.getByRole('button', { name: 'Open employee boss' }).click()
  await expect.element(drawer).toHaveTextContent('boss')
  const tree = drawer.getByRole('tree')
  await expect.element(tree).toHaveTextContent('group_ids')
  tree.element().focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}')
  await expect.element(tree).toHaveTextContent('grp-9')
  await userEvent.keyboard('{ArrowDown}o')
  await expect.poll(() => asked(client).map((one) => one.id)).toEqual([manager, 'boss', 'grp-9'])
  await drawer.getByRole('button', { name: 'Back' }).click()
  await drawer.getByRole('button', { name: 'Back' }).click()
  await expect.element(drawer.getByRole('button', { name: 'Back' })).not.toBeInTheDocument()
  await expect.poll(() => asked(client).map((one) => one.id)).toEqual([manager, 'boss', 'grp-9', 'boss', manager])
})

test('a record that is not there is said in words, with what the service says', async () => {
  const client = await walking()
  const message = 'The connector has no employee with this id. It may have been removed.'
  client.answer('data:readRecord', () =>
    Promise.reject(new AppError('no-record', message, { status: 404, detail: 'Record not found' }))
  )
  await grid
    .getByRole('button', { name: /Open employee/ })
    .first()
    .click()
  await expect.element(drawer).toHaveTextContent('No such record')
  await expect.element(drawer).toHaveTextContent(message)
  await expect.element(drawer).toHaveTextContent('Record not found')
})

test('a document says what was parsed of it, and its file can be saved and cancelled', async () => {
  const client = await walking('/api/hris/v1/documents', { dataStatus: 'PENDING', deleted: false, hasData: false })
  let save: (saved: { file: string; bytes: number } | null) => void = () => undefined
  client.answer('data:downloadDocument', () => new Promise((resolve) => (save = resolve)))
  await grid.getByText('rec-0', { exact: true }).click()
  await button('Open this document by ID').click()
  await expect.element(drawer).toHaveTextContent('Not parsed yet')
  await drawer.getByRole('button', { name: 'Download the file' }).click()
  const { requestId } = client.asked('data:downloadDocument')[0] ?? { requestId: '' }
  client.emit('data:downloading', { requestId, bytes: 1_200_000, size: 4_800_000 })
  await expect.element(drawer).toHaveTextContent(/1\.\d+ MB of 4\.\d+ MB/)
  await drawer.getByRole('button', { name: 'Cancel download' }).click()
  expect(client.asked('app:cancelJob')).toContainEqual({ requestId })
  save({ file: '/home/maya/Downloads/Contract 7.pdf', bytes: 4_800_000 })
  await expect.element(drawer).toHaveTextContent('Saved as Contract 7.pdf')
  await expect.element(drawer.getByRole('button', { name: 'Show in folder' })).toBeVisible()
})

test('a file that does not come is said beside its button; the record stays', async () => {
  const client = await walking('/api/hris/v1/documents', { dataStatus: 'AVAILABLE', deleted: false, hasData: true })
  client.answer('data:downloadDocument', () =>
    Promise.reject(new AppError('no-file', 'Its host refused the address (403).'))
  )
  await grid.getByText('rec-0', { exact: true }).click()
  await button('Open this document by ID').click()
  await drawer.getByRole('button', { name: 'Download the file' }).click()
  await expect.element(drawer).toHaveTextContent('The file was not downloaded')
  await expect.element(drawer).toHaveTextContent('Its parsed data is in “data”.')
  await expect.element(drawer.getByRole('tree')).toBeVisible()
})

test('an id typed by hand is opened with its model and connector; what is missing is said', async () => {
  const client = await walking()
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold([row('HRIS', 'one', { end_user: 'Umber Textiles' })])
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await button('Open record by ID').click()
  const dialog = page.getByRole('dialog', { name: 'Open record by ID' })
  await dialog.getByRole('combobox', { name: 'Model' }).selectOptions('Candidates')
  await dialog.getByRole('button', { name: 'Open record' }).click()
  await expect.element(dialog).toHaveTextContent('Choose the connector of the record.')
  await expect.element(dialog).toHaveTextContent('Enter the ID of the record.')
  await dialog.getByRole('combobox', { name: 'Model' }).selectOptions('Custom fields')
  await dialog.getByRole('textbox', { name: 'ID' }).fill(' field-1 ')
  await dialog.getByRole('button', { name: 'Open record' }).click()
  await expect.element(drawer).toHaveTextContent('Custom field')
  expect(asked(client)).toEqual([{ model: 'custom-fields', id: 'field-1', connectorKey: null }])
})

test('the records a delivery names are opened from it', async () => {
  const client = webhooksClient([madeUpWebhook('main')], [madeUpDelivery(0, { connectorKey: 'HRIS:one' })])
  const records = [
    { model: 'hris_employee', path: '/api/hris/v1/employees', ids: ['e1', 'e2'], more: 0 },
    { model: 'hris_spaceship', path: null, ids: ['s1'], more: 3 }
  ]
  client.answer('webhooks:openDelivery', () => ({ responseId: 'd', summary: summary(), records }))
  client.answer('data:readRecord', ({ id }) => ({ responseId: `by-id-${id}`, summary: summary(), document: null }))
  await open(client, '#/webhooks')
  const delivery = page.getByRole('complementary', { name: 'Delivery' })
  await page.getByRole('grid', { name: 'Deliveries' }).getByText('Customer 0').click()
  await expect.element(delivery).toHaveTextContent('hris_spaceship: records of this model cannot be opened by ID')
  await delivery.getByRole('button', { name: 'e2' }).click()
  await expect.element(drawer).toHaveTextContent('e2')
  expect(client.asked('data:readRecord')[0]).toMatchObject({ path: '/api/hris/v1/employees', id: 'e2' })
  await userEvent.keyboard('{Escape}')
  await expect.element(delivery).toBeVisible()
})
