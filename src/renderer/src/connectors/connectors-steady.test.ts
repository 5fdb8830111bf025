import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import type { ConnectorRow } from '../../../shared/connectors/connector'
import type { FailedTry } from '../../../shared/connectors/refresh'
import { appState, ended, progress, row, workspace } from '../testing/made-up'
import { madeUpIssue, issuesClient } from '../testing/made-up-issues'
import { open } from '../testing/open'

const grid = page.getByRole('grid', { name: 'Connectors' })
const place = { workspaceId: workspace().id, region: 'default' as const }
const rowOf = (name: string) => grid.getByRole('row').filter({ hasText: name })
const topOf = (name: string) => Math.round(rowOf(name).element().getBoundingClientRect().top)

async function withRows(rows: ConnectorRow[], end: ReturnType<typeof progress> | null = ended(Date.now())) {
  localStorage.clear()
  const client = issuesClient([madeUpIssue('relink')])
  client.answer('connectors:operations', () => ({ resync: true, linkToken: true }))
  client.answer('connectors:pinned', () => [])
  const desk = await open(client, '#/connectors')
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold(rows)
  if (end) client.emit('connectors:progress', { requestId: client.refreshId, progress: end })
  await expect.element(grid).toHaveAttribute('aria-rowcount', String(rows.length + 1))
  await expect
    .poll(() => document.querySelectorAll('[data-index]').length)
    .toBeGreaterThanOrEqual(Math.min(9, rows.length))
  return { client, desk }
}

const many = Array.from({ length: 60 }, (_, at) => row('HRIS', `r${at}`, { end_user: `Name ${100 + at}` }))

test('only test connectors carry the hatch, whichever columns are shown', async () => {
  const { desk } = await withRows([
    row('HRIS', 'prod', { end_user: 'Production' }),
    row('HRIS', 'test', { end_user: 'Trial', is_test_connector: true })
  ])
  desk.grid.columns.toggle('test')
  await expect.element(page.getByRole('columnheader', { name: 'Test' })).toBeInTheDocument()
  const hatched = [...document.querySelectorAll('[data-index], [data-index] *')].filter(
    (one) => getComputedStyle(one, '::before').backgroundImage !== 'none'
  )
  expect(hatched.map((one) => one.getAttribute('role'))).toEqual(['row'])
  expect(hatched[0]?.textContent).toContain('Trial')
})

test('opening a connector leaves the rows where they are', async () => {
  await withRows(many)
  const before = topOf('Name 105')
  await rowOf('Name 105').click()
  await expect.element(page.getByRole('complementary', { name: 'Connector' })).toBeVisible()
  await expect.poll(() => grid.element().clientWidth).toBeLessThan(760)
  expect(topOf('Name 105')).toBe(before)
})

const broken = (many: number) =>
  Array.from({ length: many }, (_, at) => row('ATS', `b${at}`, { end_user: `Broken ${at}`, status: 'RELINK_NEEDED' }))
const scrollTop = () => grid.element().scrollTop

test('a current row keeps its place when rows arrive above it', async () => {
  const { client } = await withRows(many, null)
  grid.element().scrollTop = 45
  await rowOf('Name 105').click()
  const before = topOf('Name 105')
  client.connectors.hold(broken(20))
  await expect.element(grid).toHaveAttribute('aria-rowcount', '81')
  await expect.poll(() => topOf('Name 105')).toBe(before)
  expect(scrollTop()).toBe(45 + 20 * 30)
})

test('a current row that recovers does not scroll the view: its neighbours stay in place', async () => {
  const healthy = Array.from({ length: 300 }, (_, at) => row('HRIS', `r${at}`, { end_user: `Name ${1000 + at}` }))
  const { client, desk } = await withRows([...broken(20), ...healthy], null)
  grid.element().scrollTop = 45
  await rowOf('Broken 3').click()
  const before = topOf('Broken 2')
  const recovered = row('ATS', 'b3', { end_user: 'Zebra', status: 'COMPLETE' })
  client.connectors.hold([recovered])
  await expect.poll(() => desk.grid.cursor).toBe(319)
  await expect.element(rowOf('Broken 3')).not.toBeInTheDocument()
  expect(topOf('Broken 2')).toBe(before)
  expect(scrollTop()).toBe(45)
})

test('at the top new rows come into sight, whether the list has the focus or a row is current', async () => {
  const { client, desk } = await withRows(many, null)
  ;(grid.element() as HTMLElement).focus()
  client.connectors.hold(broken(20))
  await expect.element(rowOf('Broken 0')).toBeVisible()
  expect(scrollTop()).toBe(0)
  expect(grid.element().getAttribute('aria-activedescendant')).toBe('row-0')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => desk.grid.opened?.connector.endUser).toBe('Broken 0')
  const first = row('ATS', 'first', { end_user: 'A first one', status: 'RELINK_NEEDED' })
  client.connectors.hold([first])
  await expect.element(rowOf('A first one')).toBeVisible()
  expect(scrollTop()).toBe(0)
})

test('counts that grow and an incident that is seen move none of the quick filters', async () => {
  const { client } = await withRows(many, null)
  const filters = page.getByRole('group', { name: 'Quick filters' })
  const before = filters.getByRole('button', { name: 'Test' }).element().getBoundingClientRect().left
  const rows = Array.from({ length: 40 }, (_, at) => row('ATS', `b${at}`, { status: 'RELINK_NEEDED' }))
  client.connectors.hold(rows)
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  client.connectors.diagnose(
    rows.map(({ key }) => ({ key, kind: 'incident', since: 0, lastGoodSync: { time: null, kind: 'never' } }))
  )
  await expect.element(filters.getByRole('button', { name: 'Possible outage 40' })).toBeVisible()
  expect(filters.getByRole('button', { name: 'Test' }).element().getBoundingClientRect().left).toBe(before)
})

test('a walk that waits again and again moves the list once', async () => {
  const { client } = await withRows(many, null)
  const report = (seconds: number | null, waits: number) => {
    const wait = {
      until: Date.now() + (seconds ?? 0) * 1000,
      reason: 'rate-limit',
      source: 'retry-after',
      status: 429
    } as const
    const HRIS = { pages: 1, items: 60, waits, ...(seconds === null ? {} : { state: 'waiting' as const, wait }) }
    client.emit('connectors:progress', {
      requestId: client.refreshId,
      progress: progress({ HRIS, ATS: { state: 'done' }, LMS: { state: 'done' } })
    })
  }
  report(20, 1)
  await expect.element(page.getByRole('region', { name: /^Waiting/ })).toBeVisible()
  const top = grid.element().getBoundingClientRect().top
  report(null, 1)
  await expect.element(page.getByRole('region', { name: 'Continuing after 1 wait' })).toBeVisible()
  expect(grid.element().getBoundingClientRect().top).toBe(top)
  report(2, 2)
  await expect
    .element(page.getByRole('region', { name: /^Waiting/ }).getByText(/2 waits in this refresh/))
    .toBeVisible()
  expect(grid.element().getBoundingClientRect().top).toBe(top)
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await expect.element(page.getByRole('region', { name: /^Continuing/ })).not.toBeInTheDocument()
})

const away = (status: number): FailedTry => ({
  host: 'api.example',
  error: { code: 'service-unavailable', message: `The API answered ${status}.`, status, detail: 'Back at noon' }
})

test('a lost network is named at the first failed try, once for all categories, until a try succeeds', async () => {
  const { client } = await withRows(many, null)
  const lost = {
    host: 'api.example',
    error: { code: 'unreachable', message: 'This computer has no network.' }
  } as const satisfies FailedTry
  const failing = (seconds: number | null, failure: FailedTry = lost) => ({
    failure,
    ...(seconds !== null && {
      state: 'waiting' as const,
      wait: { until: Date.now() + seconds * 1000, reason: 'retry', source: 'backoff' } as const
    })
  })
  const report = (...parts: Parameters<typeof progress>) =>
    client.emit('connectors:progress', { requestId: client.refreshId, progress: progress(...parts) })
  const banner = page.getByRole('region', { name: 'No connection to api.example' })
  report({ HRIS: failing(30), ATS: failing(90), LMS: failing(60) })
  await expect.element(banner).toHaveTextContent(/This computer has no network\. Retrying in (30|2\d) s/)
  expect(banner.elements()).toHaveLength(1)
  const status = page.getByRole('status', { name: 'Refresh progress' })
  await expect.element(status).toHaveTextContent(/No connection to api.example.*retrying in (30|2\d) s/)
  await expect.element(status).not.toHaveTextContent(/HRIS|ATS/)
  report({ HRIS: failing(null), ATS: failing(null), LMS: failing(null) })
  await expect.element(banner).toHaveTextContent('This computer has no network. Trying again')
  await expect.element(banner.getByRole('link', { name: 'Open Doctor' })).toHaveAttribute('href', '#/doctor')
  report({ HRIS: { state: 'done' }, ATS: failing(30, away(502)), LMS: { state: 'done' } })
  const gateway = page.getByRole('region', { name: 'api.example answered 502' })
  await expect.element(gateway).toHaveTextContent(/The API says: Back at noon Retrying in (30|2\d) s/)
  await gateway.getByRole('button', { name: 'Stop' }).click()
  await expect.poll(() => client.asked('app:cancelJob')).toEqual([{ requestId: client.refreshId }])
  report({ HRIS: { state: 'done' }, ATS: { pages: 1 }, LMS: { state: 'done' } })
  await expect.element(gateway).not.toBeInTheDocument()
  expect(banner.query()).toBeNull()
})

test('a refresh that retries a failed request does not blame the rate limit', async () => {
  const { client } = await withRows(many, null)
  const report = (reason: 'rate-limit' | 'retry' | null) => {
    const wait = { until: Date.now() + 20_000, reason: reason ?? 'retry', source: 'backoff', status: 503 } as const
    const failure = reason === 'retry' ? { failure: away(503) } : {}
    const HRIS = { pages: 1, items: 60, waits: 1, ...failure, ...(reason ? { state: 'waiting' as const, wait } : {}) }
    const parts = { HRIS, ATS: { state: 'done' }, LMS: { state: 'done' } } as const
    client.emit('connectors:progress', { requestId: client.refreshId, progress: progress(parts) })
  }
  const banner = page.getByRole('region', { name: 'Continuing after 1 wait' })
  for (const reason of ['retry', 'rate-limit'] as const) {
    report(reason)
    const name = reason === 'retry' ? 'api.example answered 503' : /^Waiting/
    await expect.element(page.getByRole('region', { name })).toBeVisible()
    report(null)
    await expect.element(banner).toHaveTextContent('No page is skipped')
    expect(banner.element().textContent.includes('rate limit slows this refresh')).toBe(reason === 'rate-limit')
  }
})

test('an estimate of how old the data is shows whole in its column', async () => {
  const at = new Date(2026, 10, 18, 22, 48).getTime()
  const { client } = await withRows([row('HRIS', 'a', { end_user: 'Larkfield' })])
  client.connectors.diagnose([
    { key: 'HRIS:a', kind: 'failed', since: at, lastGoodSync: { time: at, kind: 'estimate' } }
  ])
  const estimate = grid.getByText(/^~/)
  await expect.element(estimate).toBeVisible()
  expect(estimate.element().scrollWidth).toBeLessThanOrEqual(estimate.element().clientWidth)
})

test('where the customer must relink, asking for it is the first thing offered, not a sync', async () => {
  const { client } = await withRows([row('HRIS', 'relink', { end_user: 'Larkfield', status: 'RELINK_NEEDED' })])
  await rowOf('Larkfield').click()
  const drawer = page.getByRole('complementary', { name: 'Connector' })
  await expect.element(drawer.getByRole('button', { name: 'Request relink…' })).toBeVisible()
  await expect.element(drawer.getByRole('button', { name: 'Start sync' })).not.toBeInTheDocument()
  expect([...document.querySelectorAll('aside .primary')].map((one) => one.textContent)).toEqual(['Request relink…'])
  client.answer('issues:relinkLetters', () => [])
  await drawer.getByRole('button', { name: 'Request relink…' }).click()
  await expect.poll(() => client.asked('issues:relinkLetters')).toMatchObject([{ ...place, keys: ['HRIS:relink'] }])
})

test('what filters found is read out once, not again with each walk', async () => {
  const { client, desk } = await withRows(many)
  await page.getByRole('textbox', { name: 'Customer contains' }).fill('Name 10')
  await expect.element(page.getByText('10 connectors of 60')).toHaveAttribute('aria-live', 'polite')
  const words = page.getByText('10 connectors of 60').element()
  const said: (string | null)[] = []
  const heard = new MutationObserver(() => said.push(words.textContent))
  heard.observe(words, { childList: true, characterData: true, subtree: true })
  void desk.connectors.refresh()
  await expect.poll(() => desk.connectors.active?.refreshRun?.running).toBe(true)
  client.connectors.hold([...many, row('ATS', 'new')])
  await expect.poll(() => desk.grid.list?.tally.total).toBe(61)
  expect(said).toEqual([])
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await expect.element(page.getByText('10 connectors of 61')).toBeInTheDocument()
  expect(said).toEqual(['10 connectors of 61'])
  heard.disconnect()
})

test('no quick filter lies behind another button beside a drawer', async () => {
  await withRows(many)
  await rowOf('Name 105').click()
  await expect.poll(() => grid.element().clientWidth).toBeLessThan(900)
  const filters = page.getByRole('group', { name: 'Quick filters' })
  const last = filters.getByRole('button', { name: /^Test/ }).element()
  const save = page.getByRole('button', { name: 'Save filter' }).first().element().getBoundingClientRect()
  last.scrollIntoView()
  expect(last.getBoundingClientRect().right).toBeLessThanOrEqual(save.left)
  expect(filters.element().getBoundingClientRect().right).toBeLessThanOrEqual(save.left)
})

test('a drawer opened in one region is not opened in the other, nor again when one comes back', async () => {
  const { client, desk } = await withRows(many)
  await rowOf('Name 105').click()
  await expect.poll(() => desk.grid.opened?.connector.endUser).toBe('Name 105')
  const to = async (region: 'eu' | 'default') => {
    client.answer('workspaces:open', () => appState({ workspaces: [workspace({ region })] }))
    await desk.app.open(workspace().id, region)
  }
  const left = client.refreshId
  await to('eu')
  await expect.poll(() => client.refreshId).not.toBe(left)
  const rows = many.map(({ record }, at) => row('HRIS', `eu${at}`, { ...record, id: `eu${at}` }))
  client.connectors.hold(rows, { region: 'eu' })
  await expect.poll(() => desk.grid.count).toBe(60)
  await userEvent.keyboard('j')
  expect([desk.grid.opened, desk.grid.cursor]).toEqual([null, 1])
  await to('default')
  await expect.poll(() => desk.grid.count).toBe(60)
  expect(desk.grid.opened).toBeNull()
})

test('the drawer of a removed connector stays closed', async () => {
  const { client, desk } = await withRows(many)
  await rowOf('Name 105').click()
  await expect.element(page.getByRole('complementary', { name: 'Connector' })).toBeVisible()
  client.connectors.drop(['HRIS:r5'])
  await expect.element(page.getByRole('complementary', { name: 'Connector' })).not.toBeInTheDocument()
  await userEvent.keyboard('j')
  await expect.poll(() => desk.grid.cursor).toBe(1)
  expect(desk.grid.opened).toBeNull()
})

test('Esc closes the menu that is open, then the drawer', async () => {
  await withRows(many)
  await rowOf('Name 105').click()
  const drawer = page.getByRole('complementary', { name: 'Connector' })
  await page.getByRole('button', { name: /^Columns/ }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Next sync' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('checkbox', { name: 'Next sync' })).not.toBeInTheDocument()
  await expect.element(drawer).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
})

test('a history that cannot be read is an error, not a record that no walk has judged', async () => {
  const { client } = await withRows(many)
  client.answer('connectors:health', () => {
    throw new AppError('internal', 'no')
  })
  await rowOf('Name 105').click()
  const drawer = page.getByRole('complementary', { name: 'Connector' })
  await expect.element(drawer.getByText('Something went wrong in the app')).toBeVisible()
  expect(drawer.element().textContent).not.toContain('No diagnosis yet')
})

test('at 200 % zoom a failure leaves rows in view, and "no match" is below the heads', async () => {
  const error = { code: 'service-error', message: 'no' } as const
  await withRows(many, ended(Date.now(), { ATS: { state: 'failed', error } }))
  await page.viewport(640, 400)
  await expect.poll(() => grid.element().clientHeight).toBeGreaterThan(200)
  await page.getByRole('textbox', { name: 'Customer contains' }).fill('nobody')
  const words = page.getByRole('heading', { name: 'No connector matches' })
  await expect.element(words).toBeVisible()
  const head = page.getByRole('columnheader', { name: 'Customer' }).element().getBoundingClientRect()
  expect(words.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(head.bottom)
  await page.getByRole('button', { name: 'Look up' }).click()
  const form = page.getByRole('dialog', { name: 'Look up' }).element().getBoundingClientRect()
  expect([form.top >= 0, form.right <= 640, form.bottom <= 400]).toEqual([true, true, true])
})
