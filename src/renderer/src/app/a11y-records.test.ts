import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import type { Finding, Outcome } from '../../../shared/doctor/finding'
import type { FetchProgress } from '../../../shared/data/collection'
import type { Updates } from '../../../shared/updates/update'
import { expectClean } from '../testing/axe'
import { FakeClient } from '../testing/fake-client'
import { appState, ended, row, workspace } from '../testing/made-up'
import { activityClient, madeUpCall, madeUpDelivery, madeUpWebhook, webhooksClient } from '../testing/made-up-activity'
import { fetchExport, fetchProgress, dataClient, endedFetch, pastFetch } from '../testing/made-up-data'
import { open } from '../testing/open'
import { checkAllThatOpens } from '../testing/openers'
import { uuid } from '../testing/passthrough'
import { quietTeam } from '../testing/made-up-team'

const aside = page.getByRole('complementary')

async function data(known: Parameters<typeof dataClient>[0] = {}) {
  const client = dataClient(known)
  await open(client, '#/data')
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold([row('HRIS', 'one', { end_user: 'Umber Textiles' })])
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await expect.element(page.getByRole('combobox').first()).toBeVisible()
  return client
}

test('@a11y data before anything is fetched, with what was fetched earlier', async () => {
  const past = [pastFetch(), pastFetch({ fetchId: uuid(2), state: 'done', finishedAt: Date.now() })]
  await checkAllThatOpens({ what: 'no data', atLeast: 1, show: () => data({ past }) })
})

const states: Record<string, FetchProgress> = {
  'that arrives': fetchProgress(),
  'that was paused': fetchProgress({ state: 'paused' }),
  'that failed': endedFetch({
    state: 'failed',
    resumable: true,
    error: new AppError('rate-limited', 'Too many requests.').toShape()
  })
}
const shown = async (progress: FetchProgress) => {
  await data({ open: [progress], repeated: [2] })
  await expect.poll(() => document.querySelectorAll('[role=grid] [role=row]').length).toBeGreaterThan(3)
}

test.each(Object.entries(states))('@a11y data %s', async (what, progress) => {
  await shown(progress)
  await expectClean(what)
})

test('@a11y data that is whole, with its exports, and all that opens from it', async () => {
  const exports = [fetchExport(), fetchExport({ id: 'b', state: 'done' })]
  await checkAllThatOpens({ what: 'data', atLeast: 2, show: () => shown(endedFetch({ exports })) })
})

test('@a11y webhooks and a delivery, and all that opens from them', async () => {
  const hooks = [madeUpWebhook('main'), madeUpWebhook('old', { name: null, enabled: false, url: null })]
  const deliveries = [madeUpDelivery(1), madeUpDelivery(2, { responseCode: 503, failed: true, odd: ['response_code'] })]
  const delivery = page.getByRole('gridcell', { name: 'Customer 2' }).first()
  const show = async () => {
    await open(webhooksClient(hooks, deliveries), '#/webhooks')
    await expect.element(delivery).toBeVisible()
  }
  await checkAllThatOpens({ what: 'webhooks', atLeast: 2, show })
  await delivery.click()
  await expect.element(aside.first()).toBeVisible()
  await expectClean('delivery')
})

test('@a11y a service without webhooks', async () => {
  await open(webhooksClient([], []), '#/webhooks')
  await expect.element(page.getByRole('heading').first()).toBeVisible()
  await expectClean('no webhook')
})

test('@a11y activity and a call, and all that opens from them', async () => {
  const calls = [
    madeUpCall(1, { path: '/api/lms/v1/courses', status: null, error: 'timeout', requestId: null }),
    madeUpCall(2, { asker: 'passthrough', method: 'POST', mutation: true, subject: 'Passthrough to Brightwater' }),
    madeUpCall(3, { limited: 2, tries: 3, waitedMs: 23_000 }),
    madeUpCall(4, { id: -1, mutation: true, operator: 'Grace', desk: 'grace-laptop', subject: 'Passthrough to Acme' })
  ]
  const show = async () => {
    await open(activityClient(calls), '#/activity')
    await expect.poll(() => document.querySelectorAll('[role=grid] [data-index]').length).toBe(4)
  }
  await checkAllThatOpens({ what: 'activity', atLeast: 1, show })
  await page.getByText('/api/lms/v1/courses').click()
  await expect.element(aside.first()).toBeVisible()
  await expectClean('call')
})

test('@a11y activity without a call', async () => {
  await open(activityClient([]), '#/activity')
  await expect.element(page.getByRole('heading').first()).toBeVisible()
  await expectClean('no call')
})

test('@a11y lookups', async () => {
  const client = new FakeClient(appState())
  client.answer('lookups:ask', () => ({
    integrations: [{ slug: 'bamboohr', name: 'BambooHR', categories: ['HRIS', 'ATS'] }],
    models: [{ slug: 'employee', name: 'Employee', category: 'HRIS' }]
  }))
  await open(client, '#/lookups')
  await expect.element(page.getByText('BambooHR').first()).toBeVisible()
  await expectClean('lookups')
})

test('@a11y the Doctor and what it found', async () => {
  const outcome = (state: Outcome['state'], words: string, next = ''): Outcome => ({ state, words, next, facts: [] })
  const about = 'Default, https://api.example'
  const findings: Finding[] = [
    { id: '1', check: 'disk', about: '', outcome: outcome('ok', 'The profile can be written to.') },
    { id: '2', check: 'tls', about, outcome: { ...outcome('fault', 'No trust.', 'Choose it.'), facts: [['CA', 'x']] } },
    { id: '3', check: 'service', about, outcome: outcome('skipped', 'Not tested.') }
  ]
  const client = new FakeClient(appState())
  client.answer('doctor:run', () => ({ findings }))
  await open(client, '#/doctor')
  await expect.element(page.getByText('No trust.')).toBeVisible()
  await expectClean('doctor')
})

test('@a11y settings with a policy, certificates and an update, and all that opens from them', async () => {
  const certificate = { fingerprint: 'AB', subject: 'Company CA', issuer: 'Company CA', validTo: 2e12, file: 'ca.pem' }
  const client = new FakeClient(
    appState({
      workspaces: [workspace(), workspace({ id: '22222222-2222-4222-8222-222222222222', name: 'Staging' })],
      certificates: [
        { ...certificate, managed: false },
        { ...certificate, fingerprint: 'CD', managed: true }
      ],
      policy: {
        source: '/etc/connector-desk/policy.json',
        problems: [],
        settings: { 'lock.minutes': { value: 15, locked: true }, 'retention.room': { value: 500, locked: false } }
      }
    })
  )
  const offer = { version: '0.2.0', notes: 'Faster.', bytes: 84_000_000 }
  const updates: Updates = {
    address: 'https://updates.example.com',
    managed: false,
    oldSince: Date.UTC(2026, 1, 1),
    state: { kind: 'available', at: Date.now(), offer }
  }
  client.answer('team:get', () => ({
    address: null,
    status: null,
    ...quietTeam
  }))
  client.answer('updates:get', () => updates)
  const show = async () => {
    await open(client, '#/settings')
    await expect.element(page.getByText(/0\.2\.0/).first()).toBeVisible()
  }
  await checkAllThatOpens({ what: 'settings', atLeast: 3, show })
})
