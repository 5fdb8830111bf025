import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import type { LockState } from '../../../shared/settings/lock'
import { viewLabels } from '../../../shared/app/view'
import { expectClean } from '../testing/axe'
import { FakeClient } from '../testing/fake-client'
import { appState, workspace } from '../testing/made-up'
import { open } from '../testing/open'

const views = Object.keys(viewLabels)
const noWorkspace = () => appState({ workspaces: [], activeWorkspaceId: null })
const shown = () => expect.poll(() => document.querySelector('h1, h2')?.textContent?.trim()).toBeTruthy()

test.each(views)('@a11y %s where nothing can be read', async (view) => {
  await open(new FakeClient(appState()), `#/${view}`)
  await shown()
  await expectClean(`${view}, nothing read`)
})

test.each(views)('@a11y %s without a token', async (view) => {
  const client = new FakeClient(appState({ workspaces: [workspace({ tokens: { default: 'none', eu: 'none' } })] }))
  await open(client, `#/${view}`)
  await shown()
  await expectClean(`${view}, no token`)
})

test('@a11y the first screen, its form, and what is wrong in it', async () => {
  const client = new FakeClient(noWorkspace())
  client.answer('workspaces:connect', () => {
    throw new AppError('invalid-input', 'no', { fields: { baseUrl: 'Enter a full URL.', name: 'Give it a name.' } })
  })
  await open(client)
  await shown()
  await expectClean('first screen')
  await page.getByRole('button', { name: /Connect a workspace/ }).click()
  await expectClean('form')
  document.querySelector('form')?.requestSubmit()
  await expect.poll(() => document.querySelector('[aria-invalid=true]')).not.toBeNull()
  await expectClean('form with errors')
})

test('@a11y a connection that fails', async () => {
  const client = new FakeClient(noWorkspace())
  client.answer('workspaces:connect', () => {
    throw new AppError('unauthorized', 'The service refused this token.')
  })
  await open(client)
  await page.getByRole('button', { name: /Connect a workspace/ }).click()
  document.querySelector('form')?.requestSubmit()
  await expect.element(page.getByRole('alert').first()).toBeVisible()
  await expectClean('refused token')
})

test('@a11y the locked window, also where the keychain stays locked', async () => {
  const lock: LockState = { reason: 'screen', at: Date.now(), stopped: 2, followed: 1 }
  const client = new FakeClient(appState({ workspaces: [], activeWorkspaceId: null, lock }))
  client.answer('app:unlock', () => {
    throw new AppError('keychain-locked', 'It waits for its password.')
  })
  await open(client)
  await shown()
  await expectClean('locked')
  document.querySelector<HTMLElement>('main button, button')?.click()
  await expect.element(page.getByRole('alert').first()).toBeVisible()
  await expectClean('keychain locked')
})

test('@a11y the sheets of the frame', async () => {
  const client = new FakeClient(appState({ workspaces: [workspace(), workspace({ id: 'b', name: 'Staging' })] }))
  client.answer('support:collect', () => ({ files: [{ name: 'main.log', holds: 'the log', bytes: 9, text: 'a log' }] }))
  const packages = [{ name: 'svelte', version: '5.57.3', licence: 'MIT', text: 'Copyright' }]
  client.answer('support:about', () => ({ commit: 'abc1234', packages }))
  await open(client, '#/settings')
  await shown()
  for (const command of ['palette', 'shortcuts', 'support', 'about'] as const) {
    client.emit('app:command', { command })
    await expect.poll(() => document.querySelector('dialog[open]')).not.toBeNull()
    await expectClean(command)
    document.querySelector<HTMLDialogElement>('dialog[open]')?.close()
    await expect.poll(() => document.querySelector('dialog[open]')).toBeNull()
  }
})

test('@a11y a context menu', async () => {
  const desk = await open(new FakeClient(appState()), '#/settings')
  await shown()
  const entries = [
    { label: 'Copy ID', run: () => undefined },
    { label: 'Reopen', run: () => undefined, disabled: true },
    { label: 'Open in Passthrough', run: () => undefined, apart: true }
  ]
  const heading = page.getByRole('heading').first().element()
  heading.addEventListener('contextmenu', (event) => desk.contextMenu.show(event as MouseEvent, 'Acme', entries))
  heading.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 400, clientY: 300 }))
  await expect.element(page.getByRole('menu')).toBeVisible()
  await expectClean('context menu')
})
