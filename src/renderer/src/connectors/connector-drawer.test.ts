import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ConnectorRow } from '../../../shared/connectors/connector'
import type { ConnectorHealth } from '../../../shared/connectors/health'
import { FakeClient } from '../testing/fake-client'
import { appState, ended, row } from '../testing/made-up'
import { madeUpIssue, madeUpHealth } from '../testing/made-up-issues'
import { open } from '../testing/open'

const drawer = page.getByRole('complementary', { name: 'Connector' })
const section = (name: string) => drawer.getByRole('region', { name })

async function withDrawer(rows: ConnectorRow[], change: Partial<ConnectorHealth> | null = {}) {
  localStorage.clear()
  const client = new FakeClient(appState())
  client.answer('connectors:health', () => change && madeUpHealth(madeUpIssue('a'), '', change))
  client.answer('connectors:operations', () => ({ resync: false, linkToken: false }))
  client.answer('connectors:pinned', () => [])
  await open(client, '#/connectors')
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold(rows)
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await page.getByRole('row', { name: /Larkfield/ }).click()
  await expect.element(drawer).toBeVisible()
}

function fieldRow(field: string): [name: string | undefined, value: string | undefined] {
  const name = [...drawer.element().querySelectorAll('[aria-label=Record] dt')].find((one) =>
    one.textContent?.split(/\s+/).includes(field)
  )
  const words = (one: Element | null | undefined) => one?.textContent?.replace(/\s+/g, ' ').trim()
  return [words(name), words(name?.nextElementSibling)]
}

const larkfield = (record: Record<string, unknown> = {}) => row('HRIS', 'a', { end_user: 'Larkfield', ...record })
const meant = (field: string, value: unknown, reading: string) => ({ field, value, time: null, reading, odd: false })

test('the diagnosis comes with the fields it is based on', async () => {
  await withDrawer([larkfield({ status: 'RELINK_NEEDED' })])
  const diagnosis = section('Diagnosis')
  await diagnosis.getByText(/^Based on \d/).click()
  await expect.element(diagnosis.getByRole('row', { name: 'status RELINK_NEEDED no longer work' })).toBeVisible()
  await expect.element(diagnosis.getByRole('row', { name: /total_employees -3 .* cannot be read/ })).toBeVisible()
})

test('how to relink is said once, with the diagnosis', async () => {
  await withDrawer([larkfield({ status: 'RELINK_NEEDED', integration_slug: 'adp-workforce-now' })])
  await expect.element(section('Diagnosis').getByText('Next Ask the customer’s administrator to relink.')).toBeVisible()
  expect(drawer.getByText(/administrator/).elements()).toHaveLength(1)
})

test('every field has its value as sent and its meaning, an unknown one as well', async () => {
  await withDrawer([larkfield({ status: 'RELINK_NEEDED', relink_needed_at: null, hello: { a: 1 } })], {
    fields: [
      meant('status', 'RELINK_NEEDED', 'credentials no longer work'),
      meant('sync_status', 'Done', 'last run succeeded'),
      meant('end_user', 'Larkfield', 'the end user’s name as given when it was created'),
      meant('origin_id', 'origin-a', 'the end user’s own id'),
      meant('relink_needed_at', null, 'never found bad'),
      meant('total_employees', 99, 'of a value that is not this one')
    ]
  })
  await expect
    .poll(() => fieldRow('status'))
    .toEqual(['Credentials status', 'RELINK_NEEDED credentials no longer work'])
  expect(fieldRow('sync_status')).toEqual(['Last sync sync_status', 'Done last run succeeded'])
  expect(fieldRow('end_user')[1]).toBe('Larkfield the end user’s name as given when it was created')
  expect(fieldRow('origin_id')[1]).toBe('origin-a the end user’s own id')
  expect(fieldRow('relink_needed_at')[1]).toBe('null never found bad')
  expect(fieldRow('total_employees')[1]).toBe('100')
  expect(fieldRow('hello')).toEqual(['hello', '{"a":1} a field this app does not know'])
  const fields = Object.keys(larkfield().record)
  expect(fields.filter((field) => fieldRow(field)[0] === undefined)).toEqual([])
})

test('before any walk was kept the fields are all there, and null says what it means', async () => {
  await withDrawer([larkfield()], null)
  await expect.poll(() => fieldRow('relink_needed_at')[1]).toBe('null never')
  expect(fieldRow('status')).toEqual(['Credentials status', 'COMPLETE'])
})

test('a value that is not as promised is marked, in the record and as the service sent it', async () => {
  await withDrawer([larkfield({ active_employees: 3.5, end_user: 'Larkfield \u202Eevil' })])
  await expect.poll(() => fieldRow('active_employees')[1]).toMatch(/^3\.5 \(Not as documented/)
  expect(fieldRow('total_employees')[1]).toMatch(/^100\b/)
  expect(fieldRow('end_user')[1]).toContain('Larkfield U+202Eevil')
  const sent = section('As the API sent it')
  await expect.element(sent).toHaveTextContent(/active_employees\s*3\.5\s*\(Not as documented/)
  expect(sent.element().textContent?.match(/Not as documented/g)).toHaveLength(1)
})

test('main says which are the end user’s other connectors, whatever their names', async () => {
  const others = [
    row('ATS', 'b', { end_user: 'Another name', origin_id: null, sync_status: 'Failed' }),
    row('LMS', 'c', { end_user: 'Not of it', origin_id: 'origin-a' })
  ]
  const sibling = { category: 'ATS' as const, integrationSlug: 'lever', since: null }
  await withDrawer([larkfield(), ...others], {
    siblings: [
      { ...sibling, key: 'ATS:b', kind: 'failed' },
      { ...sibling, key: 'ATS:unlisted', kind: 'stalled' }
    ]
  })
  const items = section('Other connectors of this customer').getByRole('listitem')
  await expect.poll(() => items.elements()).toHaveLength(2)
  await expect.element(items.nth(0)).toHaveTextContent(/Lever, ATS\s*Good\s*Failed/)
  await expect.element(items.nth(1)).toHaveTextContent(/Lever, ATS\s*Sync stalled/)
  await expect.element(items.nth(1).getByRole('button')).toBeDisabled()
  await items.nth(0).getByRole('button').click()
  await expect.element(drawer.getByRole('heading', { name: 'Another name' })).toBeVisible()
})

test('a line of the head that wraps begins without a separator', async () => {
  await withDrawer([
    larkfield({ origin_id: 'an-origin-id-that-is-long-enough', integration_slug: 'adp-workforce-now' })
  ])
  const box = drawer.element().querySelector('.identity')?.getBoundingClientRect()
  const facts = [...drawer.element().querySelectorAll('.fact')].map((one) => one.getBoundingClientRect())
  const lines = new Set(facts.map(({ top, height }) => Math.round(top + height / 2)))
  expect(lines.size).toBeGreaterThan(1)
  // One fact per line begins left of the box, where its separator is cut off.
  expect(facts.filter(({ left }) => left === (box?.left ?? 0) - 8)).toHaveLength(lines.size)
  expect(facts.filter(({ left }) => left > (box?.left ?? 0))).toHaveLength(facts.length - lines.size)
})

test('a run under way shows its progress in per cent', async () => {
  await withDrawer([larkfield({ sync_progress: 40 })])
  await expect.poll(() => fieldRow('sync_progress')[1]).toMatch(/^40 %/)
})

test('where no walk has kept the connector, its end user’s other connectors are unknown', async () => {
  await withDrawer([larkfield()], null)
  await expect
    .element(section('Other connectors of this customer'))
    .toHaveTextContent('Not known yet: refresh the list.')
})

test('the employees of the last syncs are drawn, those since a drop apart', async () => {
  const [first, since] = [Date.now() - 40 * 3_600_000, Date.now() - 4 * 3_600_000]
  const headcounts = [
    { first, last: first + 36 * 3_600_000 - 1, count: 812, syncs: 10 },
    { first: since, last: since + 3_600_000, count: 9, syncs: 2 }
  ]
  const { diagnosis } = madeUpHealth(madeUpIssue('a'))
  await withDrawer([larkfield()], { headcounts, diagnosis: { ...diagnosis, kind: 'drop', since } })
  await expect.element(section('Employees')).toHaveTextContent('9 to 812 in 12 syncs')
  const bars = [...section('Employees').element().querySelectorAll('i')]
  expect(bars.map((bar) => bar.matches('.odd'))).toEqual([...Array<boolean>(10).fill(false), true, true])
  expect(bars.at(-1)?.title).toContain('9 employees')
})

test('many syncs are a bar for every second or third of them, and are counted whole', async () => {
  const first = Date.now() - 60 * 86_400_000
  const headcounts = [
    { first, last: first + 14.5 * 86_400_000, count: 790, syncs: 30 },
    { first: first + 15 * 86_400_000, last: first + 59.5 * 86_400_000, count: 800, syncs: 90 }
  ]
  const { diagnosis } = madeUpHealth(madeUpIssue('a'))
  await withDrawer([larkfield()], {
    headcounts,
    diagnosis: { ...diagnosis, kind: 'frozen', since: first + 15 * 86_400_000 }
  })
  await expect.element(section('Employees')).toHaveTextContent('790 to 800 in 120 syncs')
  const bars = [...section('Employees').element().querySelectorAll('i')]
  expect(bars).toHaveLength(40)
  expect(bars.filter((bar) => bar.matches('.odd'))).toHaveLength(30)
})

test('candidates and users are drawn by the fetches that brought them, and the drawer says so before there are any', async () => {
  const { diagnosis } = madeUpHealth(madeUpIssue('a'))
  await withDrawer([larkfield()], { headcounts: [], diagnosis: { ...diagnosis, category: 'LMS' } })
  await expect.element(section('Users')).toHaveTextContent('A refresh brings no number of users')
  await expect.element(section('Users')).toHaveTextContent('when all of them are fetched in Data')
})

test('people of test connectors are never counted, so nothing says that a fetch would', async () => {
  const { diagnosis } = madeUpHealth(madeUpIssue('a'))
  await withDrawer([larkfield()], { headcounts: [], diagnosis: { ...diagnosis, category: 'LMS', isTest: true } })
  await expect.element(section('History')).toBeVisible()
  await expect.element(section('Users')).not.toBeInTheDocument()
})

test('candidates that were counted are drawn', async () => {
  const { diagnosis } = madeUpHealth(madeUpIssue('a'))
  const first = Date.now() - 40 * 3_600_000
  const headcounts = [
    { first, last: first + 36 * 3_600_000, count: 300, syncs: 4 },
    { first: first + 38 * 3_600_000, last: first + 38 * 3_600_000, count: 12, syncs: 1 }
  ]
  await withDrawer([larkfield()], { headcounts, diagnosis: { ...diagnosis, category: 'ATS' } })
  await expect.element(section('Candidates')).toHaveTextContent('12 to 300 in 5 syncs')
  expect(section('Candidates').element().querySelector('i')?.title).toContain('300 candidates')
})
