import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import { FakeClient } from '../testing/fake-client'
import { appState, workspace } from '../testing/made-up'
import { open } from '../testing/open'

const noWorkspace = () => appState({ workspaces: [], activeWorkspaceId: null })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const endpoint = 'GET https://api.example/api/v1/lookup/integrations'
const button = (name: string) => page.getByRole('button', { name, exact: true })

async function fill(client: FakeClient) {
  await open(client)
  await button('Connect a workspace').click()
  await field('Workspace name').fill('Harbourline')
  await field('Base address').fill('https://api.example')
  await field('Bearer token').fill('a-token')
}

test('the practice workspace is one click away', async () => {
  const client = new FakeClient(noWorkspace())
  client.answer('workspaces:startPractice', () =>
    appState({
      workspaces: [
        workspace({ kind: 'practice', name: 'Practice workspace', tokens: { default: 'session', eu: 'session' } })
      ]
    })
  )
  await open(client)
  await button('Try the practice workspace').click()
  await expect.element(page.getByRole('combobox', { name: 'Workspace' })).toHaveDisplayValue('Practice workspace')
  expect(document.documentElement.dataset.kind).toBe('practice')
  expect(client.asked('connectors:refresh')).toHaveLength(1)
})

test('sends what was entered, with a token for EU only where one was asked for', async () => {
  const client = new FakeClient(noWorkspace())
  client.answer('workspaces:connect', () => appState())
  await fill(client)
  await field('EU base address').fill('https://eu.api.example')
  await expect.element(field('EU bearer token')).not.toBeInTheDocument()
  await button('Another token for EU').click()
  await field('EU bearer token').fill('eu-token')
  await page.getByRole('radio', { name: 'EU' }).click()
  await button('Connect').click()
  await expect.element(page.getByRole('link', { name: 'Connectors' })).toBeVisible()
  expect(client.asked('workspaces:connect')).toEqual([
    {
      requestId: expect.any(String),
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
  client.answer('workspaces:connect', () => {
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
  client.answer('workspaces:connect', () => {
    throw new AppError('unreachable', 'Nothing answers there.', { fields: { baseUrl: 'Nothing answers there.' } })
  })
  await fill(client)
  await button('Connect').click()
  await expect.element(field('Base address')).toHaveAccessibleDescription('Nothing answers there.')
  await expect.element(page.getByRole('heading', { name: 'The API cannot be reached' })).toBeVisible()
})

test('a refused token: the usual causes, the detail folded, what was entered kept', async () => {
  const client = new FakeClient(noWorkspace())
  client.answer('workspaces:connect', () => {
    throw new AppError('unauthorized', 'no', { status: 401, endpoint, tries: 1 })
  })
  await fill(client)
  await button('Connect').click()
  const alert = page.getByRole('alert')
  await expect.element(alert.getByRole('heading')).toHaveTextContent('The token was rejected')
  await expect.element(alert).toHaveTextContent('belongs to another environment')
  await expect.element(alert).toHaveTextContent('mistyped, has been revoked')
  await expect.element(alert.getByText(`endpoint: ${endpoint}`)).not.toBeVisible()
  await alert.getByText('Technical detail').click()
  for (const line of [`endpoint: ${endpoint}`, 'tries: 1', 'status: 401'])
    await expect.element(alert.getByText(line)).toBeVisible()
  await expect.element(field('Bearer token')).toHaveValue('a-token')
})

test('without a keychain: why, and this session only as an explicit choice', async () => {
  const missing = { state: 'missing' as const, name: 'Secret Service', reason: 'No Secret Service answers.' }
  const client = new FakeClient({ ...noWorkspace(), keychain: missing })
  client.answer('app:checkKeychain', () => noWorkspace())
  client.answer('workspaces:connect', () => {
    throw new AppError('keychain-missing', 'none')
  })
  await fill(client)
  await expect.element(page.getByText('No Secret Service answers.', { exact: false }).first()).toBeVisible()
  await button('Connect').click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Nothing was saved. Tick “Keep the token for this session only” to continue')
  await page.getByRole('checkbox', { name: /this session only/ }).click()
  await button('Connect').click()
  expect(client.asked('workspaces:connect').map(({ keep }) => keep)).toEqual(['keychain', 'session'])
  await button('Check again').click()
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
})

test('what is promised of writes is what the app does: whatever changes something asks first', async () => {
  await open(new FakeClient(noWorkspace()))
  await expect
    .element(page.getByText('Passthrough writes, mappings, syncs, links and deletions always ask first, and show what'))
    .toBeVisible()
})

test('the form opens with the focus in its first field', async () => {
  await open(new FakeClient(noWorkspace()))
  await button('Connect a workspace').click()
  await expect.element(field('Workspace name')).toHaveFocus()
})

const places = () =>
  [...document.querySelectorAll('form input, form button.button, form > button')].map((one) => {
    const { left, top } = one.getBoundingClientRect()
    return [Math.round(left), Math.round(top)]
  })

test('what is wrong moves nothing that can be pressed', async () => {
  const client = new FakeClient(noWorkspace())
  await fill(client)
  const before = places()
  expect(before.length).toBeGreaterThan(7)
  const notFound =
    'No API found at this address (404). Use the root address only, e.g. https://api.example.com, without /api/… at the end.'
  client.answer('workspaces:connect', () => {
    throw new AppError('not-the-service', notFound, { status: 404, endpoint, tries: 1, fields: { baseUrl: notFound } })
  })
  await button('Connect').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(notFound)
  expect(places()).toEqual(before)
  const fields = { name: 'Enter a name.', baseUrl: 'Enter a full URL.', bearerToken: 'Enter the token.' }
  client.answer('workspaces:connect', () => {
    throw new AppError('invalid-input', 'no', { fields })
  })
  await button('Connect').click()
  await expect.element(field('Workspace name')).toHaveAccessibleDescription('Enter a name.')
  expect(places()).toEqual(before)
})

test('a check that waits for a rate limit says for how long, and can be stopped', async () => {
  const client = new FakeClient(noWorkspace())
  let stop: (error: AppError) => void = () => undefined
  client.answer('workspaces:connect', () => new Promise((_, reject) => (stop = reject)))
  client.answer('app:cancelJob', () => {
    stop(new AppError('cancelled', 'Stopped.'))
    return true
  })
  await fill(client)
  await button('Connect').click()
  const said = page.getByRole('form', { name: 'Connect a workspace' }).getByRole('status')
  await expect.element(said).toHaveTextContent('Checking…')
  const requestId = client.asked('workspaces:connect')[0]?.requestId ?? ''
  const wait = { until: Date.now() + 29_500, reason: 'rate-limit' as const, source: 'retry-after' as const }
  client.emit('app:jobProgress', { requestId, progress: { wait, quiet: null, sent: false } })
  await expect.element(said).toHaveTextContent(/^Rate limited, (30|2\d) s left$/)
  await expect.element(button('Connect')).toBeDisabled()
  await button('Stop').click()
  expect(client.asked('app:cancelJob')).toEqual([{ requestId }])
  await expect.element(button('Connect')).toBeEnabled()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(field('Bearer token')).toHaveValue('a-token')
})

test('a host to which the person does not agree leaves the form as it was, without a message', async () => {
  const client = new FakeClient(noWorkspace())
  client.answer('workspaces:connect', () => {
    throw new AppError('cancelled', 'It was not confirmed.')
  })
  await fill(client)
  await button('Connect').click()
  await expect.poll(() => client.asked('workspaces:connect')).toHaveLength(1)
  await expect.element(button('Connect')).toBeEnabled()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(field('Bearer token')).toHaveValue('a-token')
})
