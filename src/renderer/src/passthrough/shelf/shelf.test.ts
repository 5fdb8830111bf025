import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../../shared/errors'
import type { ShelfFile } from '../../../../shared/passthrough/shelf'
import type { FakeClient } from '../../testing/fake-client'
import { open } from '../../testing/open'
import { draft } from '../../testing/passthrough'
import { newerFile, operations, shelfClient, shelfFile, shelfHead } from '../../testing/shelf'
import { quietTeam } from '../../testing/made-up-team'

const path = page.getByRole('combobox', { name: 'Path' })
const method = page.getByRole('combobox', { name: 'Method' })
const tree = page.getByRole('tree', { name: 'Operations' })
const one = (name: string | RegExp) => tree.getByRole('treeitem', { name })
const editor = page.getByRole('tabpanel', { name: 'Fields of the operation' })

async function atShelf(client: FakeClient) {
  const desk = await open(client, '#/passthrough')
  await page.getByRole('button', { name: 'Shelf', exact: true }).click()
  return desk
}

const sentDraft = async (client: FakeClient) => {
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => client.asked('passthrough:send').length).toBe(1)
  return client.asked('passthrough:send')[0]?.draft
}

test('an operation fills method, path, params and body, and its fields fill the path', async () => {
  const client = shelfClient()
  await atShelf(client)
  await one(/One employee/).click()
  await expect.element(path).toHaveValue('/company/employees/{employee_id}')
  await expect.element(editor.getByText('Required: enter a value.')).toBeVisible()
  // Nothing is sent before the path has its value.
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(page.getByText('Enter a value for employee_id.', { exact: false }).first()).toBeVisible()
  await editor.getByRole('textbox', { name: 'employee_id' }).fill('47/11')
  await expect.element(path).toHaveValue('/company/employees/47%2F11')
  await expect.element(editor).toHaveTextContent('whole number')
  await expect.element(editor).toHaveTextContent('At least 1')
  await expect.element(editor.getByRole('region', { name: 'Expected answer' })).toHaveTextContent('"id": whole number')
  expect(await sentDraft(client)).toMatchObject({ method: 'GET', path: '/company/employees/47%2F11' })
})

test('query fields write the params: choices, lists, and what is not sent', async () => {
  const client = shelfClient()
  await atShelf(client)
  await one(/List employees/).click()
  await expect.element(editor.getByRole('combobox', { name: 'state' })).toHaveValue('active')
  await editor.getByRole('combobox', { name: 'state' }).selectOptions('left')
  await editor.getByRole('textbox', { name: 'limit' }).fill('20')
  await editor.getByRole('textbox', { name: 'attributes[] 1' }).fill('email')
  await editor.getByRole('textbox', { name: 'attributes[] 2' }).fill('phone')
  await editor.getByRole('textbox', { name: 'limit' }).fill('')
  const row = (name: string, value: string) => ({ name, value, enabled: true })
  expect(await sentDraft(client)).toMatchObject({
    path: '/company/employees',
    params: [row('state', 'left'), row('attributes[]', 'email'), row('attributes[]', 'phone')]
  })
})

test('a write takes its body, and the tab before comes back with Undo', async () => {
  await atShelf(shelfClient([shelfFile()], [draft({ path: '/own/work' })]))
  await one(/Create employee/).click()
  await expect.element(method).toHaveValue('POST')
  await page.getByRole('tab', { name: /^Body/ }).click()
  await expect.element(page.getByRole('textbox', { name: 'JSON body' })).toHaveTextContent('"name": ""')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(path).toHaveValue('/own/work')
  await expect.element(method).toHaveValue('GET')
})

test('an operation of another integration opens its own tab without a connector', async () => {
  await atShelf(shelfClient([shelfFile({ integration: 'bamboohr' })], [draft({ path: '/own/work' })]))
  await one(/List absences/).click()
  await expect.element(path).toHaveValue('/company/absences')
  await expect.element(page.getByRole('combobox', { name: 'Connector', exact: true })).toHaveValue('')
  await expect.element(page.getByRole('tab', { name: /work, Umber/ })).toBeVisible()
})

test('search finds by words, path or tag, and tags fold', async () => {
  await atShelf(shelfClient())
  const find = page.getByRole('searchbox', { name: 'Find by words, path or tag' })
  const names = () =>
    tree
      .getByRole('treeitem')
      .elements()
      .map((row) => row.textContent?.replace(/\s+/g, ' ').trim())
  await expect.poll(names).toHaveLength(6)
  await find.fill('absences get')
  await expect.poll(names).toEqual(['Absences 1', 'GET List absences'])
  await find.fill('nothing like it')
  await expect.element(page.getByText('No matching operations.')).toBeVisible()
  await find.fill('')
  await one(/^Employees/).click()
  await expect.poll(names).toEqual(['Employees 3', 'Absences 1', 'GET List absences'])
})

test('10,000 operations draw only the rows in view, and the keyboard chooses', async () => {
  const client = shelfClient()
  const many = Array.from({ length: 10_000 }, (_, n) => ({
    ...{
      id: `GET /things/${n}`,
      method: 'GET' as const,
      path: `/things/${n}`,
      name: `Thing ${n}`,
      tag: `Area ${n % 40}`
    }
  }))
  client.answer('passthrough:shelfOperations', () => [...operations, ...many])
  await atShelf(client)
  await expect.element(tree).toBeVisible()
  expect(tree.getByRole('treeitem').elements().length).toBeLessThan(80)
  await page.getByRole('searchbox').fill('employee')
  await expect.poll(() => tree.getByRole('treeitem').elements().length).toBe(4)
  tree.element().focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(path).toHaveValue('/company/employees/{employee_id}')
})

test('an import shows the place of a fault, then what was taken out', async () => {
  const client = shelfClient([])
  const refused = new AppError('invalid-input', 'Line 2, column 12: A name in quotes was expected.')
  let files: ShelfFile[] = []
  client.answer('passthrough:shelfFiles', () => files)
  client.answer('passthrough:shelfImport', () => {
    throw refused
  })
  await atShelf(client)
  await expect.element(page.getByText('No API on the shelf yet.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Import a file…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Or paste it here' }).fill('{,}')
  await dialog.getByRole('button', { name: 'Import pasted text' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(refused.message)
  client.answer('passthrough:shelfImport', () => {
    files = [shelfFile()]
    return shelfFile()
  })
  await dialog.getByRole('button', { name: 'Import pasted text' }).click()
  await expect.element(dialog.getByText('Umbra HR 2.4: 4 operations')).toBeVisible()
  await expect
    .element(dialog.getByRole('region', { name: 'Taken out on import' }))
    .toHaveTextContent('secret: securitySchemes.key')
  expect(client.asked('passthrough:shelfImport').map(({ integration, text }) => [integration, text])).toEqual([
    ['personio', '{,}'],
    ['personio', '{,}']
  ])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(one(/List employees/)).toBeVisible()
})

test('a newer file shows what it changes and which saved requests it touches, until it is used', async () => {
  let files = [newerFile()]
  const client = shelfClient()
  client.answer('passthrough:shelfFiles', () => files)
  client.answer('passthrough:shelfDecide', ({ use }) => {
    files = [shelfFile({ current: shelfHead({ version: use ? '2.5' : '2.4', importedAt: 2_000 }) })]
  })
  await atShelf(client)
  await expect.element(page.getByText(/^A newer file: 1 changed/)).toBeVisible()
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  const pane = page.getByRole('region', { name: 'Newer file' })
  await expect.element(pane).toHaveTextContent('include: one of 2')
  await expect.element(pane).toHaveTextContent('cost_centers: list of text')
  await expect.element(pane.getByRole('button', { name: 'Employee with rights' })).toBeVisible()
  await pane.getByRole('button', { name: 'Added 1' }).click()
  await expect.element(pane.getByText('/teams')).toBeVisible()
  await expect.element(pane.getByRole('button', { name: 'Keep 2.4' })).toBeVisible()
  await pane.getByRole('button', { name: 'Use 2.5' }).click()
  await expect.element(pane).not.toBeInTheDocument()
  expect(client.asked('passthrough:shelfDecide')).toMatchObject([{ integration: 'personio', use: true }])
  await expect.element(page.getByText('A newer file', { exact: false })).not.toBeInTheDocument()
})

test('an answer that breaks the file is marked with its places', async () => {
  const client = shelfClient([shelfFile()], [draft({ path: '/company/employees/7' })])
  const problems = [{ place: 'data.attributes.cost_center', message: 'text, the file says list of text', times: 3 }]
  client.answer('passthrough:shelfCheck', () => ({ title: 'Umbra HR', version: '2.4', problems, more: 0 }))
  await open(client, '#/passthrough')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const said = page.getByRole('region', { name: 'Answer and file' })
  await expect.element(said).toHaveTextContent('This answer breaks Umbra HR 2.4 at 1 place:')
  await expect
    .element(said)
    .toHaveTextContent('data.attributes.cost_center: text, the file says list of text, in 3 items')
  expect(client.asked('passthrough:shelfCheck')).toMatchObject([
    { path: '/company/employees/7', status: 200, responseId: 'body' }
  ])
})

test('a read can be marked as a write', async () => {
  const client = shelfClient([shelfFile()], [draft({ path: '/company/employees/7' })])
  client.answer('passthrough:shelfMark', () => undefined)
  await atShelf(client)
  await page.getByRole('tab', { name: /^Operation/ }).click()
  await editor.getByRole('checkbox', { name: 'This GET changes data' }).click()
  await expect.element(one(/One employee/)).toHaveTextContent('changes data')
  expect(client.asked('passthrough:shelfMark')).toMatchObject([{ id: 'GET /company/employees/{}', writes: true }])
})

test('the path suggests operations of the connector’s API', async () => {
  await open(shelfClient(), '#/passthrough')
  await path.fill('absen')
  await page.getByRole('option', { name: /\/company\/absences/ }).click()
  await expect.element(path).toHaveValue('/company/absences')
})

test('fields show before a connector is chosen', async () => {
  await atShelf(shelfClient([shelfFile()], [draft({ path: '', connector: null })]))
  await one(/One employee/).click()
  await expect.element(editor.getByRole('textbox', { name: 'employee_id' })).toBeVisible()
})

test('in a narrow window the shelf is found, and goes as an operation is chosen', async () => {
  await open(shelfClient(), '#/passthrough')
  await page.viewport(1024, 640)
  await page.getByRole('button', { name: 'History and shelf', exact: true }).click()
  await page.getByRole('button', { name: 'Shelf', exact: true }).click()
  await one(/One employee/).click()
  await expect.element(tree).not.toBeInTheDocument()
  await expect.element(path).toHaveValue('/company/employees/{employee_id}')
})

test('a file of the team says what it replaced; a viewer imports, uses and marks nothing', async () => {
  const earlier = shelfHead({ version: '2.3', importedAt: 500 })
  const client = shelfClient([shelfFile({ earlier, shared: true })], [draft({ path: '/company/employees/7' })])
  client.answer('passthrough:shelfDecide', () => undefined)
  await atShelf(client)
  const address = { host: 'db', port: 5432, database: 'd', user: 'vera', tls: true }
  const status = { kind: 'connected' as const, waiting: 0, writes: false }
  client.emit('team:changed', {
    address,
    status,
    ...quietTeam
  })
  await expect.element(page.getByText('The team’s file: 1 changed, 1 added, 1 removed')).toBeVisible()
  await expect.element(page.getByText('OpenAPI 3.0, shared with the team')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Import a file…' })).toBeDisabled()
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  const pane = page.getByRole('region', { name: 'New file of the team' })
  await expect.element(pane).toHaveTextContent('2.3 → 2.4')
  await expect.element(pane).toHaveTextContent('It replaced 2.3 here.')
  await expect.element(pane.getByRole('button', { name: 'Use 2.3' })).toBeDisabled()
  await page.getByRole('tab', { name: /^Operation/ }).click()
  await expect.element(editor.getByRole('checkbox', { name: 'This GET changes data' })).toBeDisabled()
  await pane.getByRole('button', { name: 'Keep 2.4' }).click()
  expect(client.asked('passthrough:shelfDecide')).toMatchObject([{ use: false }])
})

test('files of one title are told apart by their integrations', async () => {
  await atShelf(
    shelfClient([
      shelfFile(),
      shelfFile({ integration: 'bamboohr' }),
      shelfFile({ integration: 'x', current: shelfHead({ title: 'X' }) })
    ])
  )
  const box = page.getByRole('combobox', { name: 'API on the shelf' })
  const names = () => [...box.element().querySelectorAll('option')].map(({ textContent }) => textContent?.trim())
  await expect.poll(names).toEqual(['Umbra HR 2.4, Personio', 'Umbra HR 2.4, Bamboohr', 'X 2.4'])
})

test('a file that is too large for the team says so', async () => {
  await atShelf(shelfClient([shelfFile({ stays: 'too-large' })]))
  await expect.element(page.getByText('OpenAPI 3.0, not shared: over 4 MB, compressed')).toBeVisible()
})
