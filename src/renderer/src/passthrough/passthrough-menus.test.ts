import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open } from '../testing/open'
import { libraryWords as words } from './words/library'
import { draft, line, passthroughClient, result, summary, uuid } from '../testing/passthrough'
import { quietTeam } from '../testing/made-up-team'

const path = page.getByRole('combobox', { name: 'Path' })
const tabs = page.getByRole('tablist', { name: 'Requests' }).getByRole('tab')
const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
const send = page.getByRole('button', { name: 'Send', exact: true })
const connector = { key: 'HRIS:one', endUser: 'Umber Textiles', integrationSlug: 'personio' }
const head = {
  ...{ id: uuid(77), askedAt: Date.now(), method: 'POST' as const, path: '/employees', region: 'default' as const },
  ...{ connector, outcome: 'answered' as const, status: 200, bytes: 9, bodyDropped: null }
}

test('a send of the history says what the provider reported, and has a menu', async () => {
  const client = passthroughClient(draft({ path: '/other' }))
  const providerError = { status: 422, code: 'invalid_employee' }
  client.answer('passthrough:listHistory', () => ({ entries: [{ ...head, providerError }], next: null }))
  client.answer('passthrough:openEntry', () => ({
    ...head,
    ...{ draft: draft({ method: 'POST' }), envelope: '{}', result: result({ requestId: head.id }), hasBody: false }
  }))
  client.answer('passthrough:forgetEntry', () => undefined)
  await open(client, '#/passthrough')
  const row = page.getByRole('button', { name: /\/employees.*422.*Personio: invalid_employee.*API 200/ })
  await userEvent.click(row, { button: 'right' })
  await expect.element(page.getByRole('menu', { name: 'POST /employees' })).toBeVisible()
  await item('Open').click()
  await expect.element(path).toHaveValue('/employees')
  await userEvent.click(row, { button: 'right' })
  await item('Copy as cURL').click()
  await expect.element(page.getByText(/Copied as a cURL command|Not copied/)).toBeVisible()
  await userEvent.click(row, { button: 'right' })
  await item('Delete').click()
  await expect.poll(() => client.asked('passthrough:forgetEntry')).toMatchObject([{ id: head.id }])
})

test('a copy from the palette says what it did', async () => {
  await open(passthroughClient(draft()), '#/passthrough')
  await expect.element(path).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('Copy as HTTPie{Enter}')
  await expect.element(page.getByText(/Copied as an HTTPie command|Not copied/)).toBeVisible()
})

test('@fault a send that another page began shows its end when it comes', async () => {
  const client = passthroughClient(draft())
  let running = true
  const now = () => ({ ...head, ...(running && { outcome: null }) })
  client.answer('passthrough:listHistory', () => ({ entries: [now()], next: null }))
  client.answer('passthrough:openEntry', () => ({
    ...{ ...now(), draft: draft(), envelope: '{}', hasBody: false },
    result: running ? null : result()
  }))
  await open(client, '#/passthrough')
  const row = page.getByRole('complementary', { name: 'History and saved requests' }).getByRole('listitem')
  await expect.element(row).toHaveTextContent('running')
  await row.getByRole('button').first().click()
  await expect.element(page.getByText(words.stillRuns.title)).toBeVisible()
  running = false
  client.emit('passthrough:sentEnded', { workspaceId: draft().workspaceId, id: head.id })
  await expect.element(row).not.toHaveTextContent('running')
  await expect.element(page.getByText(words.stillRuns.title)).not.toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: 'Response' })).toHaveTextContent('200')
})

test('a saved request is opened, duplicated and deleted from its menu', async () => {
  const client = passthroughClient(draft({ path: '/other' }))
  const one = { id: uuid(5), folderId: null, name: 'All people', method: 'GET' as const, path: '/people' }
  const taken = { ...one, id: uuid(6), name: 'All people copy' }
  const more = { region: 'default' as const, connector, savedAt: 1 }
  client.answer('passthrough:listSaved', () => ({
    folders: [],
    requests: [one, taken].map((each) => ({ ...each, ...more }))
  }))
  client.answer('passthrough:openRequest', () => ({ ...one, ...more, draft: draft({ path: '/people' }) }))
  client.answer('passthrough:saveRequest', ({ id, name }) => ({ request: { ...one, ...more, id, name }, dropped: [] }))
  await open(client, '#/passthrough')
  await page.getByRole('button', { name: /^Saved/ }).click()
  const row = page.getByRole('button', { name: 'GET All people', exact: true })
  await userEvent.click(row, { button: 'right' })
  await item('Duplicate').click()
  await expect
    .poll(() => client.asked('passthrough:saveRequest'))
    .toMatchObject([{ name: 'All people copy 2', folderId: null, draft: { path: '/people' } }])
  expect(client.asked('passthrough:saveRequest')[0]?.id).not.toBe(one.id)
  await userEvent.click(row, { button: 'right' })
  await item('Delete…').click()
  await expect.element(page.getByRole('dialog', { name: 'Delete All people?' })).toBeVisible()
})

test('a saved request that the team cannot have says why, as long as there is a team', async () => {
  const client = passthroughClient(draft())
  const one = { folderId: null, method: 'GET' as const, path: '/people', region: 'default' as const, connector }
  const requests = [
    { ...one, id: uuid(5), name: 'Large', savedAt: 1, stays: 'too-large' as const },
    { ...one, id: uuid(6), name: 'Secret', savedAt: 1, stays: 'token' as const },
    { ...one, id: uuid(7), name: 'Shared', savedAt: 1 }
  ]
  client.answer('passthrough:listSaved', () => ({ folders: [], requests }))
  await open(client, '#/passthrough')
  await page.getByRole('button', { name: /^Saved/ }).click()
  await expect.element(page.getByRole('button', { name: 'GET Large', exact: true })).toBeVisible()
  const address = { host: 'db', port: 5432, database: 'd', user: 'ada', tls: true }
  const status = { kind: 'connected' as const, waiting: 0, writes: true }
  client.emit('team:changed', {
    address,
    status,
    ...quietTeam
  })
  await expect.element(page.getByRole('button', { name: 'GET Large Not shared: over 150 kB' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'GET Secret Not shared: has a token?' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'GET Shared', exact: true })).toBeVisible()
  const why = page.getByText('Not shared: has a token?').element()
  expect(why.scrollWidth).toBeLessThanOrEqual(why.clientWidth)
  await expect.element(page.getByTitle(/\/people\nNot shared: has a token\?/)).toBeVisible()
  const lines = [...document.querySelectorAll('li.two-lines')].map((line) => line.scrollHeight - line.clientHeight)
  expect(lines).toEqual([0, 0])
})

test('what a team has is deleted by no viewer, and what came back says why', async () => {
  const client = passthroughClient(draft())
  const one = { folderId: null, method: 'GET' as const, path: '/people', region: 'default' as const, connector }
  const requests = [
    { ...one, id: uuid(5), name: 'Team’s', savedAt: 1, shared: true, undeleted: 'viewer' as const },
    { ...one, id: uuid(6), name: 'Own', savedAt: 1 }
  ]
  client.answer('passthrough:listSaved', () => ({ folders: [], requests }))
  await open(client, '#/passthrough')
  const address = { host: 'db', port: 5432, database: 'd', user: 'vera', tls: true }
  const status = { kind: 'connected' as const, waiting: 0, writes: false }
  client.emit('team:changed', {
    address,
    status,
    ...quietTeam
  })
  await page.getByRole('button', { name: /^Saved/ }).click()
  await userEvent.click(page.getByRole('button', { name: 'GET Team’s Not deleted: you may only read' }), {
    button: 'right'
  })
  await expect.element(item('Delete…')).toBeDisabled()
  await expect.element(item('Delete…')).toHaveAttribute('title', expect.stringMatching(/only read|viewer/i))
  await userEvent.keyboard('{Escape}')
  await userEvent.click(page.getByRole('button', { name: 'GET Own', exact: true }), { button: 'right' })
  await expect.element(item('Delete…')).toBeEnabled()
})

test('in a team, saving a request says who gets it, and deleting one says who loses it', async () => {
  const client = passthroughClient(draft({ path: '/people' }))
  const one = { folderId: null, name: 'All people', method: 'GET' as const, path: '/people' }
  const requests = [
    { ...one, id: uuid(5), region: 'default' as const, connector, savedAt: 1 },
    {
      ...one,
      id: uuid(6),
      name: 'Large',
      region: 'default' as const,
      connector,
      savedAt: 1,
      stays: 'too-large' as const
    }
  ]
  const folders = [{ id: uuid(8), parentId: null, name: 'Monday' }]
  client.answer('passthrough:listSaved', () => ({ folders, requests }))
  const address = { host: 'db', port: 5432, database: 'd', user: 'ada', tls: true }
  const joined = { address, ...quietTeam }
  const status = { kind: 'connected' as const, waiting: 0, writes: true }
  await open(client, '#/passthrough')
  client.emit('team:changed', { ...joined, status })
  const dialog = page.getByRole('dialog')
  const said = async (words: string) => {
    await expect.element(dialog).toHaveTextContent(words)
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await said('It is shared with your team. Values that look like secrets are not saved')
  await page.getByRole('button', { name: /^Saved/ }).click()
  const ask = async (name: string) => {
    await userEvent.click(page.getByRole('button', { name, exact: true }), { button: 'right' })
    await item('Delete…').click()
  }
  await ask('GET All people')
  await said('This deletes the saved request for the whole team. Its history stays.')
  await ask('GET Large Not shared: over 150 kB')
  await said('This deletes the saved request from this computer. Its history stays.')
  await ask('Monday')
  await said('This deletes the folder for the whole team.')

  client.emit('team:changed', { ...joined, status: { ...status, writes: false } })
  await ask('GET All people')
  await said('This deletes the saved request from this computer. Its history stays.')
})

test('a tab closes the others from its menu, and they can be reopened', async () => {
  await open(passthroughClient(draft(), draft({ path: '/b' }), draft({ path: '/c' })), '#/passthrough')
  await expect.poll(() => tabs.elements().length).toBe(3)
  await userEvent.click(tabs.nth(1), { button: 'right' })
  await item('Close others').click()
  await expect.poll(() => tabs.elements().length).toBe(1)
  await expect.element(path).toHaveValue('/b')
  await userEvent.click(tabs.first(), { button: 'right' })
  await expect.element(item('Close others')).toBeDisabled()
  await item('Duplicate').click()
  await expect.poll(() => tabs.elements().length).toBe(2)
  await userEvent.keyboard('{Control>}{Shift>}t{/Shift}{/Control}')
  await expect.poll(() => tabs.elements().length).toBe(3)
})

test('a value of a response is copied from its menu; what fails is said at the value', async () => {
  const client = passthroughClient(draft())
  client.answer('passthrough:copyNode', () => {
    throw new Error('This value is too large to copy.')
  })
  await open(client, '#/passthrough')
  await send.click()
  const value = page.getByRole('grid', { name: 'Body, pretty' }).getByText('"line 1"')
  await userEvent.click(value, { button: 'right' })
  await expect.element(item('Copy as JMESPath')).toBeVisible()
  await expect.element(item('Map this value')).toBeVisible()
  await item('Copy path').click()
  await expect.poll(() => client.asked('passthrough:copyNode')).toEqual([{ id: 'body', node: 1, what: 'path' }])
  await expect.element(page.getByRole('region', { name: 'Response' })).toHaveTextContent('too large to copy')
})

test('a cell of a table has the menu of its own value', async () => {
  const client = passthroughClient(draft())
  const table = { node: 0, jmespath: '@', rows: 1 }
  client.answer('passthrough:openResponse', () => summary({ tables: [table] }))
  const cell = (node: number, text: string) => ({ node, kind: 'string' as const, text, cut: 0 })
  client.answer('passthrough:readTable', () => ({
    columns: [
      { name: 'id', nulls: 0 },
      { name: 'name', nulls: 0 }
    ],
    ...{ moreColumns: false, total: 1, rows: [{ node: 1, cells: [cell(2, '"p-1"'), cell(3, '"Ada"')] }] }
  }))
  client.answer('passthrough:copyNode', () => 'Ada')
  await open(client, '#/passthrough')
  await send.click()
  await page.getByRole('tab', { name: 'Table' }).click()
  const ada = page.getByRole('gridcell', { name: 'Ada' })
  // Actions cover the right end.
  await userEvent.click(ada, { button: 'right', position: { x: 8, y: 8 } })
  await item('Copy value').click()
  await expect.poll(() => client.asked('passthrough:copyNode')).toEqual([{ id: 'body', node: 3, what: 'value' }])
})

test('long lines of a raw body wrap to the width of the pane, and stay so', async () => {
  const client = passthroughClient(draft())
  client.answer('passthrough:openResponse', () => summary({ kind: 'text', prettyLines: 0, values: 0 }))
  client.answer('passthrough:readLines', ({ columns }) => {
    const texts = columns === undefined ? ['x'.repeat(900)] : ['x'.repeat(columns), 'y'.repeat(columns)]
    return {
      total: texts.length,
      lines: texts.map((text, at) => ({ ...line(at, text), depth: 0, node: null, kind: null, comma: false }))
    }
  })
  client.answer('app:keepWindow', () => undefined)
  await open(client, '#/passthrough')
  await send.click()
  const grid = page.getByRole('grid', { name: 'Body, raw' })
  await expect.element(grid).toHaveTextContent('x'.repeat(900))
  expect(grid.element().scrollWidth).toBeGreaterThan(grid.element().clientWidth)
  const wrap = page.getByRole('button', { name: 'Wrap long lines' })
  await wrap.click()
  await expect.element(wrap).toHaveAttribute('aria-pressed', 'true')
  await expect.element(grid).toHaveTextContent(/y{20}/)
  expect(grid.element().scrollWidth).toBe(grid.element().clientWidth)
  await expect.poll(() => client.asked('app:keepWindow').at(-1)?.state ?? '').toContain('"wrap":true')
  await wrap.click()
  await expect.element(grid).toHaveTextContent('x'.repeat(900))
})

test('a folder is exported as a Postman collection, and an import says what it left out', async () => {
  const client = passthroughClient(draft())
  const folder = { id: uuid(50), parentId: null, name: 'Payroll' }
  client.answer('passthrough:listSaved', () => ({ folders: [folder], requests: [] }))
  client.answer('passthrough:exportFolder', () => ({
    file: '/tmp/Payroll.postman_collection.json',
    requests: 2,
    dropped: []
  }))
  const notes = ['Scripts are left out: Write.']
  client.answer('passthrough:importFolder', () => ({ folders: 1, requests: 2, renamed: [], dropped: [], notes }))
  await open(client, '#/passthrough')
  await page.getByRole('button', { name: /^Saved/ }).click()
  await page.getByRole('button', { name: 'More for Payroll' }).click()
  await page.getByRole('menuitem', { name: 'Export as a Postman collection…' }).click()
  await expect.element(page.getByText('2 requests exported to /tmp/Payroll.postman_collection.json.')).toBeVisible()
  expect(client.asked('passthrough:exportFolder')).toMatchObject([{ folderId: folder.id, as: 'postman' }])
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect.element(page.getByText('Scripts are left out: Write.')).toBeVisible()
})
