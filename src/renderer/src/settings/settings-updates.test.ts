import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { AppError, type ErrorCode } from '../../../shared/errors'
import type { Updates, UpdateState } from '../../../shared/updates/update'
import { FakeClient } from '../testing/fake-client'
import { appState } from '../testing/made-up'
import { open } from '../testing/open'

const address = 'https://updates.example.com/stable'
const offer = { version: '0.2.0', notes: 'Faster.\n<b>Not bold</b>\u202e', bytes: 84_000_000 }
const at = Date.now()

const known = (state: UpdateState, change: Partial<Updates> = {}): Updates => ({
  address,
  managed: false,
  oldSince: null,
  state,
  ...change
})
const failed = (code: ErrorCode, message: string, of: typeof offer | null = null) =>
  known({ kind: 'failed', error: { code, message }, offer: of })

async function settings(first: Updates) {
  const client = new FakeClient(appState())
  client.answer('updates:get', () => first)
  await open(client, '#/settings')
  return client
}

const section = page.getByRole('region', { name: 'Updates' })
const status = section.getByRole('status', { name: 'Update status' })
const button = (name: string) => section.getByRole('button', { name })
const hint = page.getByRole('link', { name: /^Update \d/ })

test('an address switches updates on, and what is wrong with one shows at its field', async () => {
  const client = await settings(known({ kind: 'off', why: 'no-address' }, { address: '' }))
  await expect.element(status).toHaveTextContent('Off. Enter the address of an update folder')
  await expect.element(button('Check now')).not.toBeInTheDocument()
  await expect.element(button('Save')).toBeDisabled()
  const field = section.getByRole('textbox', { name: 'Update folder' })
  const problem = 'The address must start with https://.'
  client.answer('updates:setAddress', () => {
    throw new AppError('invalid-input', problem, { fields: { address: problem } })
  })
  await field.fill('http://updates.example.com')
  await button('Save').click()
  await expect.element(field).toHaveAccessibleDescription(problem)
  client.answer('updates:setAddress', () => known({ kind: 'current', at, older: null }))
  await field.fill(address)
  await button('Save').click()
  await expect.element(status).toHaveTextContent(/^Version 0\.1\.0 is up to date\. Checked /)
  await expect.element(field).toHaveValue(address)
  await expect.element(field).not.toHaveAccessibleDescription(problem)
  expect(client.asked('updates:setAddress').at(-1)).toEqual({ address })
})

test('a newer version is offered with its notes as text, downloaded, and shown; nothing restarts', async () => {
  const client = await settings(known({ kind: 'available', at, offer }))
  await expect.element(status).toHaveTextContent('Version 0.2.0 is available (84 MB).')
  await expect.element(hint).toHaveTextContent('Update 0.2.0 available')
  await section.getByText('What is new in 0.2.0').click()
  await expect.element(section.getByText('<b>Not bold</b>')).toBeVisible()
  await expect.element(section.getByTitle('An invisible character')).toBeVisible()

  client.answer('updates:download', () => new Promise(() => undefined))
  await button('Download 0.2.0').click()
  client.emit('updates:changed', known({ kind: 'downloading', offer, bytes: 83_999_999 }))
  await expect.element(status).toHaveTextContent('Downloading version 0.2.0: 99 % of 84 MB')
  await expect.element(section.getByRole('progressbar')).toHaveAttribute('value', '99')
  await expect.element(hint).not.toBeInTheDocument()
  client.answer('updates:cancel', () => failed('cancelled', 'Cancelled.', offer))
  await button('Cancel').click()
  await expect.element(section.getByRole('alert')).toHaveTextContent('It was stopped before it finished.')
  await expect.element(status).toHaveTextContent('Version 0.2.0 is not downloaded.')
  await expect.element(button('Download again')).toBeVisible()

  client.emit('updates:changed', known({ kind: 'ready', offer, file: 'connector-desk_0.2.0_amd64.deb' }))
  await expect.element(section).toHaveTextContent('then open this file. Your system asks')
  await expect
    .element(section.getByRole('button', { name: /^Copy Update file .*connector-desk_0.2.0_amd64.deb$/ }))
    .toBeVisible()
  await expect.element(hint).toHaveTextContent('Update 0.2.0 ready')
  client.answer('updates:showFile', () => failed('update-refused', 'It was changed after its download.', offer))
  await button('Show file').click()
  await expect.element(section.getByRole('alert')).toHaveTextContent('The update was refused')
  await expect
    .element(section.getByRole('alert'))
    .toHaveTextContent('Nothing was changed, and this version keeps working.')
})

test('checks when asked; a folder that offers an older version is said to', async () => {
  const client = await settings(known({ kind: 'unchecked' }))
  client.answer('updates:check', () => known({ kind: 'current', at, older: '0.0.9' }))
  await button('Check now').click()
  await expect.element(status).toHaveTextContent('The folder offers 0.0.9, which is older and is not installed.')
  client.emit('updates:changed', known({ kind: 'checking' }))
  await expect.element(button('Check now')).toBeDisabled()
  client.emit('updates:changed', failed('update-failed', 'The update folder has no update.json (404).'))
  await expect.element(section.getByRole('alert')).toHaveTextContent('has no update.json (404)')
  await expect.element(status).toHaveTextContent('The last check failed.')
  await expect.element(button('Download')).not.toBeInTheDocument()
  await expect.element(button('Check now')).toBeEnabled()
})

test('a list that was signed too long ago is warned of, in the status line too', async () => {
  const oldSince = Date.UTC(2026, 5, 1, 9)
  await settings(known({ kind: 'current', at, older: null }, { oldSince }))
  await expect.element(section).toHaveTextContent('The list of this folder is more than 90 days old')
  await expect.element(section.getByText(/^It was signed/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Updates may be held back' })).toBeVisible()
})

test('what the organization manages cannot be changed here', async () => {
  await settings(known({ kind: 'off', why: 'policy' }, { managed: true }))
  await expect.element(status).toHaveTextContent('Switched off by your organization.')
  const field = section.getByRole('textbox', { name: 'Update folder' })
  await expect.element(field).toBeDisabled()
  await expect.element(section).toHaveTextContent('Managed by your organization.')
  await expect.element(button('Save')).not.toBeInTheDocument()
})
