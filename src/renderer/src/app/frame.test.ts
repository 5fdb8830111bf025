import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import { FakeClient } from '../testing/fake-client'
import { appState, progress, workspace } from '../testing/made-up'
import { open } from '../testing/open'

const region = page.getByRole('combobox', { name: 'Region' })
const limited = { reason: 'rate-limit', source: 'retry-after' } as const

test('switching the region asks main, and the colour follows what main says', async () => {
  const client = new FakeClient(appState())
  client.answer('workspaces:open', ({ region }) => appState({ workspaces: [workspace({ region })] }))
  await open(client)
  expect(document.documentElement.dataset.region).toBe('default')
  await region.selectOptions('EU')
  await expect.poll(() => document.documentElement.dataset.region).toBe('eu')
  await expect.element(region).toHaveDisplayValue('EU')
  expect(client.asked('connectors:refresh').map(({ region }) => region)).toEqual(['default', 'eu'])
})

test('a switch that main refuses is reported, and the box shows what is in use', async () => {
  const client = new FakeClient(appState())
  client.answer('workspaces:open', () => {
    throw new AppError('not-found', 'This workspace was removed.')
  })
  await open(client)
  await region.selectOptions('EU')
  await expect.element(page.getByRole('region', { name: 'This no longer exists' })).toBeVisible()
  await expect.element(region).toHaveDisplayValue('Default')
})

test('a count of any size stays within its link', async () => {
  const client = new FakeClient(appState())
  client.answer('connectors:tally', () => ({ total: 999_499, facets: {}, perCategory: {}, undiagnosed: 0, older: [] }))
  await open(client)
  const link = page.getByRole('link', { name: 'Connectors' })
  await expect.element(link).toHaveTextContent('999K')
  expect(link.element().scrollWidth).toBeLessThanOrEqual(link.element().clientWidth)
})

test('EU cannot be chosen without an EU base address, and says so', async () => {
  await open(new FakeClient(appState({ workspaces: [workspace({ euBaseUrl: null })] })))
  await expect.element(page.getByRole('option', { name: 'EU (no EU base address)' })).toBeDisabled()
})

test('the rate limit shows the tightest token, and nothing while nothing is known', async () => {
  const client = new FakeClient(appState())
  await open(client)
  await expect.element(page.getByText('Rate limit')).not.toBeInTheDocument()
  const resetAt = Date.now() + 23_500
  client.emit('app:rateLimitsChanged', {
    workspaceId: workspace().id,
    region: 'default',
    rateLimits: [
      { scope: 'bearer', limit: 1000, remaining: 900, resetAt, connectorKey: '', users: [] },
      {
        ...{ scope: 'handle', limit: 200, remaining: 40, resetAt, connectorKey: 'HRIS:1' },
        users: [
          { asker: 'collections', calls: 120 },
          { asker: 'passthrough', calls: 3 }
        ]
      },
      { scope: 'past', limit: 200, remaining: 0, resetAt: Date.now() - 1, connectorKey: '', users: [] }
    ]
  })
  await expect.element(page.getByText('40 of 200 left')).toBeVisible()
  await expect.element(page.getByTitle(/40 of 200 requests left.*Used by: Data 120, Passthrough 3/)).toBeVisible()
})

test('the controls of a walk stay where they are while its words grow and shrink', async () => {
  const client = new FakeClient(appState())
  await open(client)
  const places = () =>
    ['Refresh details', 'Cancel refresh'].map((name) => {
      const { x, y } = page.getByRole('button', { name }).element().getBoundingClientRect()
      return [x, y]
    })
  const refreshRun = page.getByRole('status', { name: 'Refresh progress' })
  await expect.element(refreshRun).toHaveTextContent('requesting the first pages')
  const before = places()
  const reports = [
    progress({ HRIS: { pages: 12, items: 1_188 } }),
    progress({ HRIS: { pages: 112, items: 11_088, waits: 1, wait: { until: Date.now() + 60_000, ...limited } } })
  ]
  for (const [at, words] of ['12 pages', 'HRIS waits'].entries()) {
    client.emit('connectors:progress', { requestId: client.refreshId, progress: reports[at] ?? progress() })
    await expect.element(refreshRun).toHaveTextContent(words)
    expect(places()).toEqual(before)
  }
})

test('a notice stays until it is dismissed', async () => {
  const notices = [{ id: 'settings', message: 'The settings could not be read. They were set aside.' }]
  const client = new FakeClient(appState({ notices }))
  client.answer('app:dismissNotice', () => appState())
  await open(client)
  const notice = page.getByRole('region', { name: 'The settings could not be read' })
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(notice).not.toBeInTheDocument()
  expect(client.asked('app:dismissNotice')).toEqual([{ id: 'settings' }])
})

test('a window that main does not answer says so and can ask again', async () => {
  const client = new FakeClient()
  client.answer('app:getState', () => {
    throw new AppError('internal', 'boom')
  })
  await open(client)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Something went wrong in the app')
  client.answer('app:getState', () => appState())
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(region).toBeVisible()
})
