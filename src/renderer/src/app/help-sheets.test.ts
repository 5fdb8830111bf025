import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import { longestShown, type SupportFile } from '../../../shared/support/channels'
import { FakeClient } from '../testing/fake-client'
import { appState } from '../testing/made-up'
import { open } from '../testing/open'

const support = page.getByRole('dialog', { name: 'Support bundle' })
const about = page.getByRole('dialog', { name: 'About Connector Desk' })
const save = support.getByRole('button', { name: 'Save bundle…' })
const files: SupportFile[] = [
  { name: 'versions.json', holds: 'versions', bytes: 120, text: '{ "version": "0.1.0" }' },
  { name: 'main.log', holds: 'the log of errors', bytes: 1_500_000, text: `${'x'.repeat(longestShown - 4)}\u202eend` }
]

async function helped(client = new FakeClient(appState())) {
  const desk = await open(client, '#/settings')
  await expect.element(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  return { client, desk }
}

test('the support bundle shows what goes in before it is saved, and where it was saved', async () => {
  const { client } = await helped()
  client.answer('support:collect', () => ({ files }))
  client.answer('support:save', () => ({ file: '/home/me/bundle.zip' }))
  client.answer('app:showSaved', () => undefined)
  client.emit('app:command', { command: 'support' })
  const list = support.getByRole('list', { name: 'Files in the bundle' })
  await expect.element(list).toHaveTextContent(/versions\.json.*versions.*120 B.*main\.log.*1\.5 MB/)
  await list.getByText('main.log').click()
  await expect.element(list).toHaveTextContent('Only the last 20,000 characters.')
  await expect.element(support.getByText(/^x+/)).toBeVisible()
  expect(support.getByText(/^x+/).element().textContent).not.toContain('\u202e')
  await save.click()
  await expect.element(support.getByRole('status')).toHaveTextContent('Saved as /home/me/bundle.zip')
  await support.getByRole('button', { name: 'Show in folder' }).click()
  expect(client.asked('app:showSaved')).toEqual([{ file: '/home/me/bundle.zip' }])
})

test('a bundle that would hold a token is refused, and cannot be saved', async () => {
  const { client } = await helped()
  client.answer('support:collect', () => {
    throw new AppError('leak-refused', 'The bundle was not made: main.log would hold a token.')
  })
  client.emit('app:command', { command: 'support' })
  await expect.element(support.getByRole('alert')).toHaveTextContent(/main\.log would hold a token/)
  await expect.element(save).toBeDisabled()
})

test('closing the sheet cancels what is still collected', async () => {
  const { client } = await helped()
  client.answer('support:collect', () => new Promise(() => undefined))
  client.emit('app:command', { command: 'support' })
  await expect.element(support.getByRole('status')).toHaveTextContent(/Collecting/)
  await userEvent.keyboard('{Escape}')
  await expect.element(support).not.toBeInTheDocument()
  expect(client.asked('app:cancelJob')).toEqual([{ requestId: client.asked('support:collect')[0]?.requestId }])
})

test('About names versions, commit and every package with its licence', async () => {
  const { client } = await helped()
  const packages = [
    { name: 'svelte', version: '5.57.3', licence: 'MIT', text: 'Copyright (c) the authors' },
    { name: 'odd', version: '1.0.0', licence: 'ISC', text: '' }
  ]
  client.answer('support:about', () => ({ commit: 'abc1234', packages }))
  client.emit('app:command', { command: 'about' })
  await expect.element(about).toHaveTextContent(/Connector Desk *0\.1\.0 *Electron *45\.4\.1/)
  await expect.element(about).toHaveTextContent(/Commit *abc1234/)
  await expect.element(about.getByRole('region', { name: 'Packages' })).toHaveTextContent(/2 packages/)
  await about.getByText('svelte 5.57.3').click()
  await expect.element(about.getByText('Copyright (c) the authors')).toBeVisible()
})

test('the palette opens the guide, in a window of its own', async () => {
  const { client } = await helped()
  client.answer('support:openGuide', () => undefined)
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByRole('combobox', { name: 'Search or run' }).fill('user guide')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => client.asked('support:openGuide')).toHaveLength(1)
})

test('a locked window opens none of it', async () => {
  const client = new FakeClient(appState({ lock: { reason: 'asked', at: 0, stopped: 0, followed: 0 } }))
  await open(client)
  await expect.element(page.getByRole('button', { name: 'Unlock' })).toBeVisible()
  client.emit('app:command', { command: 'support' })
  await userEvent.keyboard('?')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(client.asked('support:collect')).toEqual([])
})

test('a sheet that closes late leaves the one that was opened meanwhile', async () => {
  const { client } = await helped()
  client.emit('app:command', { command: 'shortcuts' })
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect.element(sheet).toBeVisible()
  const dialog = sheet.element() as HTMLDialogElement
  const closed = new Promise((resolve) => dialog.addEventListener('close', resolve))
  dialog.close()
  client.emit('app:command', { command: 'about' })
  await closed
  await expect.element(about).toBeVisible()
})
