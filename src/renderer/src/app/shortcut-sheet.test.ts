import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { shortcutGroups } from '../../../shared/shortcuts'
import { FakeClient } from '../testing/fake-client'
import { appState } from '../testing/made-up'
import { open } from '../testing/open'

const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })

async function settings() {
  const client = new FakeClient(appState())
  await open(client, '#/settings')
  await expect.element(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  return client
}

test('? opens the sheet, with every shortcut in its group; Esc closes it', async () => {
  await settings()
  await userEvent.keyboard('?')
  await expect.element(sheet).toBeVisible()
  for (const { group, shortcuts } of shortcutGroups()) {
    const terms = sheet.getByRole('region', { name: group, exact: true }).getByRole('term')
    expect(terms.elements().map((term) => term.textContent)).toEqual(shortcuts.map(({ does }) => does))
  }
  await expect.element(sheet.getByRole('region', { name: 'Everywhere' })).toHaveTextContent(/Search or run *Ctrl *K/)
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
})

test('typed into a field, ? is a question mark', async () => {
  await settings()
  const name = page.getByRole('textbox', { name: /Your name/ })
  await name.click()
  await userEvent.keyboard('who?')
  await expect.element(name).toHaveValue('who?')
  await expect.element(sheet).not.toBeInTheDocument()
})

test('typed into an editor of code, ? is a question mark, too', async () => {
  await settings()
  const editor = document.createElement('div')
  editor.contentEditable = 'true'
  document.querySelector('main')?.append(editor)
  editor.focus()
  await userEvent.keyboard('?')
  expect(editor.textContent).toBe('?')
  await expect.element(sheet).not.toBeInTheDocument()
})

test('the menu opens the sheet, but not over another dialog', async () => {
  const client = await settings()
  client.emit('app:command', { command: 'palette' })
  await expect.element(page.getByRole('dialog', { name: 'Search or run' })).toBeVisible()
  client.emit('app:command', { command: 'shortcuts' })
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  client.emit('app:command', { command: 'shortcuts' })
  await expect.element(sheet).toBeVisible()
})
