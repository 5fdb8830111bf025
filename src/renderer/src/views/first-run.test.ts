import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import { FakeClient } from '../testing/fake-client'
import { appState, workspace } from '../testing/made-up'
import { open } from '../testing/open'

const noWorkspace = () => appState({ workspaces: [], activeWorkspaceId: null })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })

async function fill(client: FakeClient) {
  await open(client)
  await button('Connect a workspace').click()
  await field('Workspace name').fill('Harbourline')
  await field('Base address').fill('https://api.example')
  await field('Bearer token').fill('a-token')
}

test('the practice service is one click away', async () => {
  const client = new FakeClient(noWorkspace())
  client.answer('workspace:startPractice', () =>
    appState({
      workspaces: [
        workspace({ kind: 'practice', name: 'Practice service', tokens: { default: 'session', eu: 'session' } })
      ]
    })
  )
  await open(client)
  await button('Try the practice service').click()
  await expect.element(page.getByRole('combobox', { name: 'Workspace' })).toHaveDisplayValue('Practice service')
  expect(document.documentElement.dataset.kind).toBe('practice')
  expect(client.asked('connectors:walk')).toHaveLength(1)
})

test('sends what was entered, with a token for EU only where one was asked for', async () => {
  const client = new FakeClient(noWorkspace())
  client.answer('workspace:connect', () => appState())
  await fill(client)
  await field('EU base address').fill('https://eu.api.example')
  await expect.element(field('EU bearer token')).not.toBeInTheDocument()
  await button('Another token for EU').click()
  await field('EU bearer token').fill('eu-token')
  await page.getByRole('radio', { name: 'EU' }).click()
  await button('Connect').click()
  await expect.element(page.getByRole('link', { name: 'Connectors' })).toBeVisible()
  expect(client.asked('workspace:connect')).toEqual([
    {
      name: 'Harbourline',
      region: 'eu',
      baseUrl: 'https://api.example',
      euBaseUrl: 'https://eu.api.example',
      bearerToken: 'a-token',
      euBearerToken: 'eu-token',
      keep: 'keychain'
    }
  ])
})

test('a wrong field shows what is wrong, and the first one gets the focus', async () => {
  const client = new FakeClient(noWorkspace())
  client.answer('workspace:connect', () => {
    const fields = { baseUrl: 'It must start with https://.', euBearerToken: 'Enter it.' }
    throw new AppError('invalid-input', 'Some fields need another look.', { fields })
  })
  await fill(client)
  await button('Connect').click()
  await expect.element(field('Base address')).toHaveAccessibleDescription('It must start with https://.')
  await expect.element(field('Base address')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Base address')).toHaveFocus()
  await expect.element(field('Bearer token')).not.toHaveAttribute('aria-invalid')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('an address that does not answer shows at its field with an explanation', async () => {
  const client = new FakeClient(noWorkspace())
  client.answer('workspace:connect', () => {
    throw new AppError('unreachable', 'Nothing answers there.', { fields: { baseUrl: 'Nothing answers there.' } })
  })
  await fill(client)
  await button('Connect').click()
  await expect.element(field('Base address')).toHaveAccessibleDescription('Nothing answers there.')
  await expect.element(page.getByRole('heading', { name: 'The API cannot be reached' })).toBeVisible()
})

test('a refused token: the usual causes, the detail folded, what was entered kept', async () => {
  const client = new FakeClient(noWorkspace())
  client.answer('workspace:connect', () => {
    throw new AppError('unauthorized', 'no', { status: 401, endpoint: 'GET /api/v1/lookup/integrations' })
  })
  await fill(client)
  await button('Connect').click()
  const alert = page.getByRole('alert')
  await expect.element(alert.getByRole('heading')).toHaveTextContent('The token was rejected')
  await expect.element(alert).toHaveTextContent('belongs to another environment')
  await expect.element(alert).toHaveTextContent('mistyped, has been revoked')
  await expect.element(alert.getByText('endpoint: GET /api/v1/lookup/integrations')).not.toBeVisible()
  await alert.getByText('Technical detail').click()
  await expect.element(alert.getByText('endpoint: GET /api/v1/lookup/integrations')).toBeVisible()
  await expect.element(field('Bearer token')).toHaveValue('a-token')
})

test('without a keychain: why, and this session only as an explicit choice', async () => {
  const missing = { state: 'missing' as const, name: 'Secret Service', reason: 'No Secret Service answers.' }
  const client = new FakeClient({ ...noWorkspace(), keychain: missing })
  client.answer('keychain:check', () => noWorkspace())
  client.answer('workspace:connect', () => {
    throw new AppError('keychain-missing', 'none')
  })
  await fill(client)
  await expect.element(page.getByText('No Secret Service answers.', { exact: false }).first()).toBeVisible()
  await button('Connect').click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Nothing was stored. Tick this to go on without a keychain')
  await page.getByRole('checkbox', { name: /this session only/ }).click()
  await button('Connect').click()
  expect(client.asked('workspace:connect').map(({ keep }) => keep)).toEqual(['keychain', 'session'])
  await button('Check again').click()
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
})

test('what is promised of writes is what the app does: whatever changes something asks first', async () => {
  await open(new FakeClient(noWorkspace()))
  await expect
    .element(page.getByText('Passthrough writes, mappings, syncs, links and deletions always ask first, and show what'))
    .toBeVisible()
})
