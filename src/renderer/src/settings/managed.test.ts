import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PolicySettings } from '../../../shared/policy/file'
import { FakeClient } from '../testing/fake-client'
import { appState, workspace } from '../testing/made-up'
import { open } from '../testing/open'

const source = '/etc/connector-desk/policy.json'
const managed = (settings: PolicySettings, change: Parameters<typeof appState>[0] = {}) =>
  new FakeClient(appState({ policy: { source, problems: [], settings }, ...change }))
const noWorkspace = { workspaces: [], activeWorkspaceId: null }
const section = (name: string) => page.getByRole('region', { name })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const said = 'Managed by your organization'

test('Settings shows what is managed, from where, and what is locked', async () => {
  await open(
    managed({
      'services.allowedOrigins': { value: ['https://api.example'], locked: true },
      'lock.minutes': { value: 15, locked: false }
    }),
    '#/settings'
  )
  await expect.element(section(said)).toHaveTextContent(`Read at start from ${source}`)
  await expect.element(section(said)).toHaveTextContent('Allowed origins https://api.example locked')
  await expect.element(section(said)).toHaveTextContent('Lock without input after 15 minutes can be changed')
})

test('where nothing is managed, nothing is said of it', async () => {
  await open(new FakeClient(appState()), '#/settings')
  await expect.element(section('About')).toBeVisible()
  expect(page.getByText(said).elements()).toEqual([])
})

test('a locked preference is disabled and says why; one with a first value is not', async () => {
  await open(
    managed({
      'lock.minutes': { value: 15, locked: true },
      'lock.withScreen': { value: true, locked: false },
      'retention.room': { value: 500, locked: true },
      'retention.requests': { value: 7, locked: true },
      'network.certificates': { value: [], locked: true }
    }),
    '#/settings'
  )
  await expect.element(page.getByRole('combobox', { name: 'Lock without input' })).toBeDisabled()
  await expect.element(section('Lock')).toHaveTextContent(said)
  await expect.element(page.getByRole('checkbox', { name: /its screen is locked/ })).toBeEnabled()
  await expect.element(page.getByRole('combobox', { name: 'Space for request history' })).toBeDisabled()
  await expect.element(section('Request history')).toHaveTextContent('their outcomes are kept for 7 days')
  await expect.element(page.getByRole('button', { name: 'Choose a file' })).toBeDisabled()
  await expect.element(section('CA certificates')).toHaveTextContent(said)
})

test('a certificate that the organization chose has no button that removes it', async () => {
  const certificate = { fingerprint: 'AB', subject: 'Company CA', issuer: 'Company CA', validTo: 2e12, file: 'ca.pem' }
  await open(managed({}, { certificates: [{ ...certificate, managed: true }] }), '#/settings')
  await expect.element(section('CA certificates')).toHaveTextContent('Added by your organization')
  await expect.element(page.getByRole('button', { name: /Stop trusting/ })).not.toBeInTheDocument()
})

test('a policy that cannot be used names its keys, and locks what it could manage', async () => {
  const problems = [{ key: 'lock.minutes', words: 'Invalid option: expected one of 0|5|15|60' }]
  await open(new FakeClient(appState({ policy: { source, problems, settings: {} } })), '#/settings')
  await expect.element(section(said)).toHaveTextContent('nothing is sent')
  await expect.element(section(said)).toHaveTextContent('lock.minutes Invalid option')
  await expect.element(page.getByRole('combobox', { name: 'Lock without input' })).toBeDisabled()
})

test('a new workspace begins with the addresses of the organization, and cannot change those that are locked', async () => {
  const client = managed(
    {
      'services.baseAddress': { value: 'https://api.example', locked: true },
      'services.euBaseAddress': { value: 'https://eu.api.example', locked: false },
      'services.practice': { value: false, locked: true }
    },
    noWorkspace
  )
  client.answer('workspaces:connect', () => appState())
  await open(client)
  await expect.element(page.getByRole('button', { name: 'Try the practice workspace' })).toBeDisabled()
  await page.getByRole('button', { name: 'Connect a workspace' }).click()
  await expect.element(field('Base address')).toHaveValue('https://api.example')
  await expect.element(field('Base address')).toBeDisabled()
  await expect.element(field('EU base address')).toHaveValue('https://eu.api.example')
  await expect.element(field('EU base address')).toBeEnabled()
})

test('where only some workspaces are allowed, one of them is chosen, with its addresses', async () => {
  const allowed = [
    { name: 'Harbourline', baseAddress: 'https://api.example' },
    { name: 'Staging', baseAddress: 'https://staging.example', euBaseAddress: 'https://eu.staging.example' }
  ]
  const client = managed(
    {
      'services.allowedWorkspaces': { value: allowed, locked: true },
      'services.regions': { value: ['default'], locked: true }
    },
    noWorkspace
  )
  client.answer('workspaces:connect', () => appState())
  await open(client)
  await page.getByRole('button', { name: 'Connect a workspace' }).click()
  const choice = page.getByRole('combobox', { name: 'Workspace to connect' })
  await expect.element(choice).toHaveValue('Harbourline')
  await choice.selectOptions('Staging')
  await expect.element(field('EU base address')).toHaveValue('https://eu.staging.example')
  await expect.element(page.getByRole('radio', { name: 'EU' })).toBeDisabled()
  await field('Bearer token').fill('a-token')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect
    .poll(() => client.asked('workspaces:connect'))
    .toMatchObject([{ name: 'Staging', baseUrl: 'https://staging.example', euBaseUrl: 'https://eu.staging.example' }])
})

test('a workspace at another address than the locked one is offered that one', async () => {
  const client = managed({ 'services.baseAddress': { value: 'https://new.example', locked: true } })
  await open(client, '#/settings')
  await page.getByRole('button', { name: `Edit ${workspace().name}` }).click()
  await expect.element(field('Base address')).toHaveValue('https://new.example')
  await expect.element(field('Base address')).toBeDisabled()
  await page.getByLabelText('Bearer token', { exact: true }).fill('token')
  client.answer('workspaces:update', () => appState())
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(() => client.asked('workspaces:update')).toMatchObject([{ baseUrl: 'https://new.example' }])
})
