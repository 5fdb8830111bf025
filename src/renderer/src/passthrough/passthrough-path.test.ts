import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SavedHead, SentHead } from '../../../shared/passthrough/library'
import type { PassthroughDraft } from '../../../shared/passthrough/passthrough'
import { open } from '../testing/open'
import { draft, passthroughClient, uuid } from '../testing/passthrough'

const path = page.getByRole('combobox', { name: 'Path' })
const options = () =>
  page
    .getByRole('listbox', { name: 'Paths used before' })
    .getByRole('option')
    .elements()
    .map((one) => one.querySelector('.mono')?.textContent?.trim())

const connector = { key: 'HRIS:one', endUser: 'Umber Textiles', integrationSlug: 'personio' }

function sent(at: number, change: Partial<SentHead> = {}): SentHead {
  return {
    ...{ id: uuid(100 + at), askedAt: at, method: 'GET', path: '/employees', region: 'default', connector },
    ...{ outcome: 'answered', status: 200, bytes: 9, bodyDropped: null },
    ...change
  }
}

function saved(at: number, change: Partial<SavedHead> = {}): SavedHead {
  return {
    ...{ id: uuid(200 + at), folderId: null, name: 'Absences', method: 'GET', path: '/absences', region: 'default' },
    ...{ connector, savedAt: at },
    ...change
  }
}

async function withPath(one: PassthroughDraft, entries: SentHead[] = [], requests: SavedHead[] = []) {
  const client = passthroughClient(one)
  client.answer('passthrough:listHistory', () => ({ entries, next: null }))
  client.answer('passthrough:listSaved', () => ({ folders: [], requests }))
  await open(client, '#/passthrough')
  await expect.element(path).toBeVisible()
  return client
}

async function paste(text: string) {
  await path.click()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', text)
  path.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

test('paths of the integration are suggested, the most recent first, each once', async () => {
  const other = { ...connector, integrationSlug: 'bamboohr' }
  const entries = [
    sent(50, { path: '/departments' }),
    sent(40),
    sent(30, { path: '/of-another', connector: other }),
    sent(20)
  ]
  const client = await withPath(draft({ path: '' }), entries, [
    saved(45),
    saved(10, { path: '/employees', name: 'All' })
  ])
  await path.click()
  await expect.poll(options).toEqual(['/departments', '/absences', '/employees'])
  expect(client.asked('passthrough:listHistory').at(-1)).toMatchObject({ text: 'personio' })
  await expect.element(path).toHaveAttribute('aria-expanded', 'true')
  await expect.element(page.getByRole('option', { name: /\/absences.*Absences/ })).toBeVisible()
  await userEvent.keyboard('/emp')
  await expect.poll(options).toEqual(['/employees'])
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('option', { name: /\/employees/ })).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.element(path).toHaveValue('/employees')
  await expect.element(path).toHaveAttribute('aria-expanded', 'false')
  await expect.element(path).toHaveFocus()
})

test('what is typed stays what is sent, until an arrow chooses a suggestion; Esc closes the list', async () => {
  const client = await withPath(draft({ path: '' }), [sent(1, { path: '/employees/7' })])
  await path.click()
  await expect.poll(options).toEqual(['/employees/7'])
  await userEvent.keyboard('/employees{Enter}')
  await expect.element(path).toHaveValue('/employees')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => client.asked('passthrough:send')[0]?.draft.path).toBe('/employees')
})

test('a suggestion is taken by a press', async () => {
  await withPath(draft({ path: '/' }), [sent(1, { path: '/employees/7' })])
  await path.click()
  await userEvent.keyboard('e')
  await path.fill('/e')
  await page.getByRole('option', { name: /\/employees\/7/ }).click()
  await expect.element(path).toHaveValue('/employees/7')
})

test('without a connector nothing is suggested', async () => {
  await withPath(draft({ path: '', connector: null }), [sent(1)])
  await path.click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(path).toHaveAttribute('aria-expanded', 'false')
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
})

const command = `curl -X PUT 'https://api.personio.example/v1/people/7' -H 'Authorization: Bearer abc' --json '{"a":1}'`
const method = page.getByRole('combobox', { name: 'Method' })

test('a command that is pasted into the path of an empty request fills it at once', async () => {
  await withPath(draft({ path: '' }))
  await paste(command)
  await expect.element(path).toHaveValue('/v1/people/7')
  await expect.element(method).toHaveValue('PUT')
  const notice = page.getByRole('status', { name: 'Imported from a command' })
  await expect.element(notice).toHaveTextContent('Left out as secrets: Authorization')
  expect(document.body.textContent).not.toContain('abc')
})

test('a command that is pasted over a request replaces it only after the offer, and can be undone', async () => {
  await withPath(draft({ headers: [{ name: 'X-Mine', value: '1', enabled: true }] }))
  await paste(command)
  await expect.element(path).toHaveValue('/employees')
  const offer = page.getByRole('status', { name: 'This is a cURL command' })
  await expect.element(offer).toHaveTextContent('PUT /v1/people/7')
  await offer.getByRole('button', { name: 'Replace this request' }).click()
  await expect.element(path).toHaveValue('/v1/people/7')
  expect(page.getByRole('tablist', { name: 'Requests' }).getByRole('tab').elements()).toHaveLength(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(path).toHaveValue('/employees')
  await expect.element(method).toHaveValue('GET')
  await page.getByRole('tab', { name: 'Headers' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Header 1 name' })).toHaveValue('X-Mine')
})

test('a command that is pasted over a request can go to a tab of its own', async () => {
  await withPath(draft())
  await paste(command)
  await page.getByRole('button', { name: 'Open in a new tab' }).click()
  await expect.element(path).toHaveValue('/v1/people/7')
  const tabs = page.getByRole('tablist', { name: 'Requests' }).getByRole('tab')
  expect(tabs.elements()).toHaveLength(2)
  await tabs.first().click()
  await expect.element(path).toHaveValue('/employees')
  await expect.element(page.getByRole('status', { name: 'This is a cURL command' })).not.toBeInTheDocument()
})

test('a send closes the suggestions, also one that is refused', async () => {
  const client = await withPath(draft({ path: '' }), [sent(1, { path: '/employees/7' })])
  const list = page.getByRole('listbox', { name: 'Paths used before' })
  await path.click()
  await userEvent.keyboard('employees')
  await expect.element(list).toBeVisible()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByText('Start the path with a slash.').first()).toBeVisible()
  await expect.element(list).not.toBeInTheDocument()
  await path.fill('/employees')
  await expect.element(list).toBeVisible()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByRole('region', { name: 'Response' })).toHaveTextContent('Delivered to Personio')
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(path).toHaveFocus()
  expect(client.asked('passthrough:send')).toHaveLength(1)
})
