import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ConnectorRow } from '../../../shared/connectors/connector'
import { FakeClient } from '../testing/fake-client'
import { byAttention, noFilters } from '../../../shared/connectors/list/query'
import { appState, ended, progress, row, toShown, workspace } from '../testing/made-up'
import { madeUpIssue, madeUpHealth } from '../testing/made-up-issues'
import { open } from '../testing/open'

const grid = page.getByRole('grid', { name: 'Connectors' })
const status = page.getByRole('status', { name: 'Refresh progress' })
const dataRows = () => [...document.querySelectorAll<HTMLElement>('[role=row][data-index]')]
const column = (name: string) =>
  dataRows().map((one) => one.querySelector(`.${name}`)?.textContent?.replace(/\s+/g, ' ').trim())

/** The window with these rows; the refresh still runs unless it is ended. */
async function withRows(rows: ConnectorRow[], end: ReturnType<typeof progress> | null = ended(Date.now())) {
  const client = new FakeClient(appState())
  const desk = await open(client, '#/connectors')
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold(rows)
  if (end) client.emit('connectors:progress', { requestId: client.refreshId, progress: end })
  if (rows.length > 0) await expect.element(grid).toHaveAttribute('aria-rowcount', String(rows.length + 1))
  // A few are drawn in each frame.
  await expect.poll(() => dataRows().length).toBeGreaterThanOrEqual(Math.min(rows.length, 12))
  return { client, desk }
}

const some = [
  row('HRIS', 'good', { end_user: 'Umber Textiles' }),
  row('ATS', 'failed', { end_user: 'Hollis Freight', sync_status: 'Failed', total_employees: null }),
  row('HRIS', 'relink', { end_user: 'Yarrow Biotech', status: 'RELINK_NEEDED', total_employees: 5000 }),
  row('LMS', 'test', {
    end_user: 'Lindqvist Interiors',
    is_test_connector: true,
    status: 'INCOMPLETE',
    sync_status: null
  })
]

test('relink needed comes first, and each row answers the two questions in words', async () => {
  await withRows(some)
  expect(column('end-user')).toEqual(['Yarrow Biotech', 'Hollis Freight', 'Lindqvist Interiors TEST', 'Umber Textiles'])
  expect(column('credentials')).toEqual(['Relink needed', 'Good', 'Never finished', 'Good'])
  expect(column('last-run')).toEqual(['Done 18 Nov 2025', 'Failed 18 Nov 2025', 'None yet', 'Done 18 Nov 2025'])
  const main = document.querySelector('main')
  expect(main?.dataset).toMatchObject({ workspace: 'Harbourline', connectors: '4' })
  // The record alone would count 1; the number comes with the diagnoses.
  expect(main?.dataset['relinkNeeded']).toBeUndefined()
  expect(main?.dataset['walk']).toBe('done')
})

test('what the last session showed is there until main has read all, and then goes', async () => {
  const client = new FakeClient(appState())
  const shown = [toShown(row('HRIS', 'kept', { end_user: 'Kept Mills' }), { seenAt: 1 })]
  const tally = { total: 7, facets: {}, perCategory: { HRIS: 7 }, undiagnosed: 0, older: [] }
  const query = { filters: noFilters, sort: byAttention }
  client.answer('connectors:kept', () => ({ query, count: 7, rows: shown, tally }))
  let read = () => {}
  client.answer('connectors:tally', () => new Promise((resolve) => (read = () => resolve({ ...tally, total: 1 }))))
  await open(client, '#/connectors')
  await expect.poll(() => column('end-user')[0]).toContain('Kept Mills')
  await expect.element(grid).toHaveAttribute('aria-rowcount', '8')
  client.connectors.hold([row('HRIS', 'read', { end_user: 'Read Mills' })])
  read()
  await expect.poll(() => column('end-user')).toEqual(['Read Mills'])
  await expect.element(grid).toHaveAttribute('aria-rowcount', '2')
})

test('a head sorts up, down, and back to the default order', async () => {
  await withRows(some)
  const head = page.getByRole('columnheader', { name: 'Customer' })
  await head.getByRole('button').click()
  await expect.element(head).toHaveAttribute('aria-sort', 'ascending')
  expect(column('end-user')[0]).toBe('Hollis Freight')
  await head.getByRole('button').click()
  await expect.element(head).toHaveAttribute('aria-sort', 'descending')
  expect(column('end-user')[0]).toBe('Yarrow Biotech')
  await head.getByRole('button').click()
  await expect.element(head).not.toHaveAttribute('aria-sort')
  expect(column('end-user').at(-1)).toBe('Umber Textiles')
})

test('search, status and category narrow the list, which says how many are hidden', async () => {
  await withRows(some)
  await userEvent.keyboard('/')
  await expect.element(page.getByRole('searchbox', { name: 'Search connectors' })).toHaveFocus()
  await userEvent.keyboard('origin-te')
  await expect.element(grid).toHaveAttribute('aria-rowcount', '2')
  await expect.element(page.getByText('3 rows hidden by filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('combobox', { name: 'Credentials' }).selectOptions('Relink needed')
  await expect.poll(() => column('end-user')).toEqual(['Yarrow Biotech'])
  await page.getByRole('group', { name: 'Quick filters' }).getByRole('button', { name: 'Test 1' }).click()
  await expect.element(page.getByRole('heading', { name: 'No connector matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all 4' }).click()
  await expect.element(grid).toHaveAttribute('aria-rowcount', '5')
  await page.getByRole('button', { name: 'Categories shown' }).click()
  await page.getByRole('checkbox', { name: 'LMS' }).click()
  await expect.element(page.getByText('1 LMS row hidden by the category filter')).toBeVisible()
  await expect.element(page.getByText('1 column filter')).toBeVisible()
})

test('the keyboard moves through the rows, opens one and comes back', async () => {
  await withRows(Array.from({ length: 200 }, (_, id) => row('HRIS', String(1000 + id))))
  // The grid has the focus and points to the current row.
  const focused = () => Number(document.activeElement?.getAttribute('aria-activedescendant')?.replace('row-', ''))
  await userEvent.keyboard('j')
  await expect.poll(focused).toBe(1)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}k')
  await expect.poll(focused).toBe(2)
  await userEvent.keyboard('{End}')
  await expect.poll(focused).toBe(199)
  await expect.element(page.getByText(/Rows \d+–200 of 200/)).toBeVisible()
  await userEvent.keyboard('{PageUp}')
  await expect.poll(focused).toBeLessThan(190)
  await userEvent.keyboard('{Home}{Enter}')
  const drawer = page.getByRole('complementary', { name: 'Connector' })
  await expect.element(drawer.getByRole('heading', { level: 2 })).toHaveTextContent('Customer 1000')
  await userEvent.keyboard('j')
  await expect.element(drawer.getByRole('heading', { level: 2 })).toHaveTextContent('Customer 1001')
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.poll(focused).toBe(1)
})

test('the drawer shows every field, extra ones too, and the end user’s other connectors', async () => {
  const { client } = await withRows([
    row('HRIS', 'one', { origin_id: 'same', end_user: 'Kestrel', status: 'RELINK_NEEDED', region_hint: 'eu-west-1' }),
    row('ATS', 'two', { origin_id: 'same', end_user: 'Kestrel ATS', integration_slug: 'greenhouse' })
  ])
  const other = {
    key: 'ATS:two',
    category: 'ATS',
    integrationSlug: 'greenhouse',
    kind: 'healthy',
    since: null
  } as const
  client.answer('connectors:health', () => madeUpHealth(madeUpIssue('one'), '', { siblings: [other] }))
  await page
    .getByRole('row', { name: /Kestrel/ })
    .first()
    .click()
  const drawer = page.getByRole('complementary', { name: 'Connector' })
  await expect.element(drawer).toHaveTextContent('Do the credentials work? No, relink needed')
  await expect.element(drawer).toHaveTextContent('Did the last sync succeed? Yes')
  await expect.element(drawer.getByTitle('A field this app does not know')).toHaveTextContent('region_hint')
  await expect.element(drawer.getByText('eu-west-1').first()).toBeVisible()
  await expect.element(drawer.getByText('never shown in this window')).toBeVisible()
  await drawer.getByRole('button', { name: /Greenhouse, ATS/ }).click()
  await expect.element(drawer.getByRole('heading', { level: 2 })).toHaveTextContent('Kestrel ATS')
})

test('values outside the contract are shown as they came, and can be filtered by', async () => {
  await withRows([
    row('HRIS', '1', { status: 'SUSPENDED', sync_status: 'Paused' }),
    row('HRIS', '2', { total_employees: -5, last_sync_start_time: 'yesterday', status: 17 }),
    row('HRIS', '3', { end_user: '\u202Egnihsif\u200B', origin_id: null, integration_slug: null }),
    row('HRIS', '4', { end_user: 'x'.repeat(10_240) })
  ])
  await page.getByRole('combobox', { name: 'Credentials' }).selectOptions('SUSPENDED')
  await expect
    .poll(() => column('credentials'))
    .toEqual(['SUSPENDED (A value this app does not know, shown as received)'])
  await page.getByRole('combobox', { name: 'Credentials' }).selectOptions('Any')
  await expect.element(page.getByText('yesterday', { exact: true })).toBeVisible()
  await expect.element(page.getByText('-5', { exact: true })).toBeVisible()
  await expect.element(page.getByText('17', { exact: true })).toBeVisible()
  await expect.element(page.getByText('U+202E')).toBeVisible()
  expect(grid.element().textContent).not.toMatch(/[\u202E\u200B]/)
  for (const one of dataRows()) expect(one.getBoundingClientRect().height).toBe(30)
})

test('rows that are walked again stay until then, with their age', async () => {
  const { client } = await withRows(some)
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Refresh', exact: true })).toBeDisabled()
  await expect.element(status).toHaveTextContent('Refreshing HRIS, ATS, LMS')
  client.emit('connectors:progress', {
    requestId: client.refreshId,
    progress: progress({ ATS: { state: 'done', pages: 1 } })
  })
  client.connectors.drop(['ATS:failed'])
  const since = Date.now()
  client.connectors.older([
    { category: 'HRIS', count: 2, since },
    { category: 'LMS', count: 1, since }
  ])
  await expect.element(grid).toHaveAttribute('aria-rowcount', '4')
  await expect.element(page.getByText(/Not refreshed: 2 HRIS \(.*\), 1 LMS \(/)).toBeVisible()
})

test('a category that failed: what, where and what now; its rows stay; the list is called out of date', async () => {
  const error = {
    code: 'bad-response' as const,
    message: 'HTML',
    endpoint: 'GET /api/lms/v1/connectors',
    page: 2,
    status: 200
  }
  const { client } = await withRows(some, ended(Date.now(), { LMS: { state: 'failed', error } }))
  const banner = page.getByRole('region', { name: 'LMS: The response is not what the API promises' })
  await expect.element(banner).toHaveTextContent('Stopped at page 2 of GET /api/lms/v1/connectors.')
  await expect.element(status).toHaveTextContent('LMS incomplete')
  await expect.element(page.getByText(/^4 connectors, .*refresh failed .* ago$/)).toBeVisible()
  await banner.getByRole('button', { name: 'Try again' }).click()
  expect(client.asked('connectors:refresh')).toHaveLength(2)
  await expect.element(banner).not.toBeInTheDocument()
})

test('a long wait is explained while it lasts, a short one only counted', async () => {
  const { client } = await withRows(some, null)
  const wait = (seconds: number) => ({
    state: 'waiting' as const,
    pages: 4,
    items: 788,
    waits: 2,
    wait: {
      until: Date.now() + seconds * 1000,
      reason: 'rate-limit' as const,
      source: 'retry-after' as const,
      status: 429
    }
  })
  const report = (seconds: number) =>
    client.emit('connectors:progress', {
      requestId: client.refreshId,
      progress: progress({ HRIS: wait(seconds), ATS: { state: 'done' }, LMS: { state: 'done' } })
    })
  report(2)
  await expect.element(status).toHaveTextContent(/Waiting [12] s \(rate limit\)/)
  await expect.element(page.getByRole('region', { name: /^Waiting/ })).not.toBeInTheDocument()
  report(30)
  const banner = page.getByRole('region', { name: /^Waiting (30|2\d) s \(rate limit\)/ })
  await expect.element(banner).toHaveTextContent('The 788 HRIS connectors loaded so far are kept. Continues at page 5')
  await page.getByRole('button', { name: 'Cancel refresh' }).click()
  expect(client.asked('app:cancelJob')).toEqual([{ requestId: client.refreshId }])
})

test('no connectors at all is an answer, not an error', async () => {
  await withRows([])
  await expect.element(page.getByRole('heading', { name: 'No connectors in the Default region' })).toBeVisible()
})

test('a locked keychain logs no one out; unlocking continues with a walk', async () => {
  const locked = appState({ keychain: { state: 'locked', name: 'GNOME Keyring' } })
  const client = new FakeClient(locked)
  await open(client, '#/connectors')
  const banner = page.getByRole('region', { name: 'The keychain is locked, so the token cannot be read' })
  await expect.element(banner).toHaveTextContent('The token is stored in GNOME Keyring. It is not lost')
  await expect.element(page.getByRole('button', { name: 'Refresh', exact: true })).toBeDisabled()
  expect(client.asked('connectors:refresh')).toEqual([])
  client.answer('app:checkKeychain', () => appState())
  await banner.getByRole('button', { name: 'Unlock keychain' }).click()
  await expect.poll(() => client.asked('connectors:refresh')).toHaveLength(1)
})

test('a token for this session only, while the keychain is locked', async () => {
  const client = new FakeClient(appState({ keychain: { state: 'locked', name: 'GNOME Keyring' } }))
  await open(client, '#/connectors')
  await page.getByRole('button', { name: 'Use a token for this session only' }).click()
  const dialog = page.getByRole('dialog', { name: 'Token for Harbourline, Default' })
  await dialog.getByRole('textbox', { name: 'Bearer token' }).fill('a-token')
  client.answer('workspaces:setToken', () =>
    appState({ workspaces: [workspace({ tokens: { default: 'session', eu: 'shared' } })] })
  )
  await dialog.getByRole('button', { name: 'Use this token' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(client.asked('workspaces:setToken')).toMatchObject([
    { region: 'default', bearerToken: 'a-token', keep: 'session' }
  ])
  expect(client.asked('connectors:refresh')).toHaveLength(1)
})

test('100,000 rows: only those seen are drawn, and a word finds its own at once', async () => {
  const names = ['Aldermoor', 'Castellan', 'Ironbridge', 'Oakhurst', 'Pemberton']
  const rows = Array.from({ length: 100_000 }, (_, id) =>
    row('HRIS', String(id), {
      end_user: `${names[id % names.length]} ${id}`,
      status: id === 77_777 ? 'RELINK_NEEDED' : 'COMPLETE'
    })
  )
  await withRows(rows)
  expect(column('end-user')[0]).toBe('Ironbridge 77777')
  expect(dataRows().length).toBeLessThan(60)
  await page.getByRole('searchbox').fill('pemberton 99')
  await expect
    .element(grid)
    .toHaveAttribute(
      'aria-rowcount',
      String(rows.filter(({ record }) => /^Pemberton[^ ]* .*99/.test(String(record.end_user))).length + 1)
    )
})

test('a history that cannot be kept is said here too', async () => {
  const client = new FakeClient(appState())
  await open(client, '#/connectors')
  client.emit('app:keepingChanged', {
    keeping: 'no',
    reason: 'disk-full',
    message: 'The disk is full.',
    setAside: null
  })
  const banner = page.getByRole('region', { name: 'History cannot be kept on this computer now' })
  await expect.element(banner).toHaveTextContent('The disk is full.')
})
