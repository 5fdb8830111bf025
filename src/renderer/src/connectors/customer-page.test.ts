import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Contact } from '../../../shared/mail/contact'
import type { ConnectorRow } from '../../../shared/connectors/connector'
import type { SentHead } from '../../../shared/passthrough/library'
import type { KnownMapping } from '../../../shared/mappings/mapping'
import type { RowDiagnosis } from '../../../shared/issues/diagnosis'
import { mappingsClient, madeUpField, madeUpMapping } from '../testing/made-up-mappings'
import { appState, ended, row, workspace } from '../testing/made-up'
import { hour, madeUpIssue, madeUpHealth, madeUpIssues } from '../testing/made-up-issues'
import { uuid } from '../testing/passthrough'
import { open } from '../testing/open'

const customer = (name: string) => page.getByRole('region', { name: `Customer ${name}` })
const section = (name: string) => page.getByRole('region', { name, exact: true })
const drawer = page.getByRole('complementary', { name: 'Connector' })
const gridRow = (name: RegExp) => page.getByRole('row', { name })

const larkfield = (id: string, category: 'HRIS' | 'ATS' | 'LMS', slug: string, record: Record<string, unknown> = {}) =>
  row(category, id, { end_user: 'Larkfield', origin_id: 'lark-1', integration_slug: slug, ...record })
const rows = [
  larkfield('a', 'HRIS', 'bamboohr', { status: 'RELINK_NEEDED' }),
  larkfield('b', 'ATS', 'lever'),
  row('LMS', 'c', { end_user: 'Umber', origin_id: 'umber-1', integration_slug: 'talentlms' })
]
const diagnoses: RowDiagnosis[] = [
  { key: 'HRIS:a', kind: 'relink', since: null, lastGoodSync: { time: Date.now() - 30 * hour, kind: 'seen-done' } },
  { key: 'ATS:b', kind: 'healthy', since: null, lastGoodSync: { time: null, kind: 'never' } }
]
const sent = (n: number, change: Partial<SentHead> = {}): SentHead => ({
  id: uuid(n),
  askedAt: Date.now() - n * hour,
  method: 'GET',
  path: '/v1/employees',
  region: 'default',
  connector: { key: 'HRIS:a', endUser: 'Larkfield', integrationSlug: 'bamboohr' },
  outcome: 'answered',
  status: 200,
  bytes: 1,
  bodyDropped: null,
  ...change
})
const known = (change: Partial<KnownMapping> = {}): KnownMapping => ({
  ...{ fieldId: uuid(7), fieldName: 'cost_centre', category: 'HRIS', expression: 'costCentre.code' },
  ...{ scope: { kind: 'integration', slug: 'bamboohr' }, at: Date.now() - 3.5 * hour, uncertain: false },
  ...change
})

async function withRows(list: ConnectorRow[] = rows, mappings: KnownMapping[] = [known()]) {
  localStorage.clear()
  const issue = madeUpIssue('a', 2 * hour, { endUser: 'Larkfield', owner: 'Ana Ruiz', snoozedUntil: Date.now() + hour })
  const client = mappingsClient({
    fields: [madeUpField(7, 'cost_centre')],
    mappings: [
      madeUpMapping(1, uuid(7), { expression: 'costCentre.name' }),
      madeUpMapping(2, uuid(7), { expression: 'own', scope: { kind: 'connector', key: 'HRIS:a' } })
    ]
  })
  client.answer('connectors:snapshots', () => [])
  client.answerIssues(() => madeUpIssues([], { snoozed: [issue] }))
  client.answer('connectors:health', () => madeUpHealth(issue))
  client.answer('connectors:operations', () => ({ resync: false, linkToken: false }))
  client.answer('connectors:pinned', () => [])
  client.answer('passthrough:listHistory', () => ({
    entries: [sent(1), sent(2, { method: 'POST', path: '/v1/notes', outcome: 'unknown', status: null })],
    next: null
  }))
  client.answer('mappings:known', () => mappings)
  const desk = await open(client, '#/connectors')
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold(list)
  client.connectors.diagnose(diagnoses)
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  client.emit('connectors:snapshotChanged', {
    workspaceId: '11111111-1111-4111-8111-111111111111',
    region: 'default',
    snapshot: { id: 1, startedAt: 0, endedAt: 1, ended: 'complete', parts: [] }
  })
  await expect.poll(() => desk.connectors.active?.size).toBe(list.length)
  return { client, desk }
}

test('the name in the drawer opens the customer: connectors, issues, requests and mappings of one Origin ID', async () => {
  const { client } = await withRows()
  await gridRow(/Lever/).click()
  await expect.poll(() => client.asked('connectors:pinned')).toHaveLength(1)
  const before = client.calls.length
  await drawer.getByRole('button', { name: 'Larkfield' }).click()
  const about = customer('Larkfield')
  await expect.element(about.getByRole('heading', { name: 'Larkfield' })).toBeVisible()
  await expect.element(about.getByRole('button', { name: 'Copy Origin ID lark-1' })).toBeVisible()
  await expect.element(about).toHaveTextContent(/2 connectors in the Default region/)

  const listed = section('Connectors').getByRole('row')
  await expect.poll(() => listed.elements()).toHaveLength(3)
  await expect.element(listed.nth(1)).toHaveTextContent(/bamboohr, HRIS.*Relink needed.*Customer$/i)
  await expect.element(listed.nth(2)).toHaveTextContent(/Lever, ATS.*Good.*Never.*–$/)

  const issue = section('Issues').getByRole('listitem')
  await expect.element(issue).toHaveTextContent(/bamboohr, HRIS.*Ana Ruiz.*snoozed until/i)

  const requests = section('Recent requests').getByRole('listitem')
  await expect.poll(() => requests.elements()).toHaveLength(2)
  await expect.element(requests.nth(0)).toHaveTextContent(/GET.*\/v1\/employees.*200/)
  await expect.element(requests.nth(1)).toHaveTextContent(/POST.*\/v1\/notes.*outcome unknown/)
  expect(client.asked('passthrough:listHistory').at(-1)?.through).toEqual({
    region: 'default',
    keys: ['HRIS:a', 'ATS:b']
  })

  const mapping = section('Custom field mappings').getByRole('row').nth(1)
  await expect
    .element(mapping)
    .toHaveTextContent(/cost_centre.*costCentre\.code.*All bamboohr connectors.*change log, 3 h/i)
  // Only data on this computer was asked for.
  const asked = new Set(client.calls.slice(before).map(({ channel }) => channel))
  asked.delete('app:keepWindow')
  // Of the drawer, which closes.
  asked.delete('tickets:view')
  expect([...asked].sort()).toEqual([
    'connectors:customer',
    'mail:contacts',
    'mail:messages',
    'mappings:known',
    'passthrough:listHistory'
  ])
})

test('a customer is not said to be gone before main has answered', async () => {
  const { client } = await withRows()
  let answer = () => {}
  client.answer(
    'connectors:customer',
    () => new Promise((resolve) => (answer = () => resolve({ own: [], namesakes: [] })))
  )
  await gridRow(/Lever/).click()
  await drawer.getByRole('button', { name: 'Larkfield' }).click()
  const about = customer('Larkfield')
  await expect.element(about.getByRole('heading', { name: 'Larkfield' })).toBeVisible()
  await expect.element(about).toHaveTextContent('Loading connectors…')
  await expect.element(about).not.toHaveTextContent(/0 connectors|No connector of this customer/)
  answer()
  await expect.element(about).toHaveTextContent('No connector of this customer is listed now.')
  await expect.element(about).toHaveTextContent('0 connectors in the Default region')
})

test('mappings are loaded from the API when they are asked for, and a connector’s own comes first', async () => {
  await withRows()
  await openByMenu(/bamboohr/i)
  const mappings = section('Custom field mappings')
  await mappings.getByRole('button', { name: 'Load mappings' }).click()
  const lines = mappings.getByRole('row')
  await expect.element(lines.nth(1)).toHaveTextContent(/costCentre\.name|own/)
  await expect.poll(() => lines.elements()).toHaveLength(3)
  await expect.element(mappings).toHaveTextContent(/own.*Only BambooHR, HRIS/)
  await expect
    .element(mappings)
    .toHaveTextContent(/All BambooHR connectors, replaced for 1 connector by its own mapping/)
  await expect.element(mappings).not.toHaveTextContent('change log,')
})

test('Esc goes back to the row, and a connector of the page opens its drawer', async () => {
  await withRows()
  await openByMenu(/bamboohr/i)
  await expect.element(customer('Larkfield')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('grid', { name: 'Connectors' })).toHaveFocus()
  await openByMenu(/bamboohr/i)
  await section('Connectors').getByRole('button', { name: 'Lever, ATS' }).click()
  await expect.element(drawer.getByRole('heading', { name: 'Larkfield' })).toBeVisible()
  await expect.element(drawer).toHaveTextContent('Lever')
})

test('names that share an Origin ID are said and listed apart', async () => {
  await withRows([...rows, larkfield('d', 'LMS', 'docebo', { end_user: 'Larkfield Holding' })])
  await openByMenu(/bamboohr/i)
  const warning = section('This Origin ID belongs to several names')
  await expect.element(warning).toHaveTextContent('Larkfield and Larkfield Holding')
  const heads = () => [...document.querySelectorAll('[aria-label=Connectors] th[scope=rowgroup]')]
  await expect
    .poll(() => heads().map(({ textContent }) => textContent?.trim()))
    .toEqual(['Larkfield', 'Larkfield Holding'])
})

test('without an Origin ID the name decides, and the same name with one is not mixed in', async () => {
  const nameless = { origin_id: null }
  await withRows([
    ...rows,
    larkfield('e', 'HRIS', 'gusto', nameless),
    larkfield('f', 'ATS', 'workable', nameless),
    row('LMS', 'g', { end_user: '', origin_id: null, integration_slug: 'docebo' })
  ])
  await openByMenu(/Gusto/)
  await expect.element(section('This customer has no Origin ID')).toBeVisible()
  const listed = section('Connectors').getByRole('button')
  await expect
    .poll(() => listed.elements().map(({ textContent }) => textContent))
    .toEqual(['Workable, ATS', 'Gusto, HRIS'])
  await page.getByRole('button', { name: 'Open Origin ID lark-1' }).click()
  await expect.element(section('Connectors').getByRole('button', { name: 'Lever, ATS' })).toBeVisible()
  await page.getByRole('button', { name: 'Open the one without an Origin ID' }).click()
  await expect.element(section('Connectors').getByRole('button', { name: 'Workable, ATS' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to connectors' }).click()
  await openByMenu(/Docebo/)
  await expect.element(section('This customer has no Origin ID')).toHaveTextContent('no Origin ID and no name')
  await expect.poll(() => section('Connectors').getByRole('button').elements()).toHaveLength(1)
})

test('a request opens in Passthrough', async () => {
  const { desk } = await withRows()
  await openByMenu(/bamboohr/i)
  await section('Recent requests').getByRole('button', { name: '/v1/employees' }).click()
  await expect.poll(() => desk.router.view).toBe('passthrough')
})

test('Mappings opened from a connector begins with that connector alone', async () => {
  const { desk } = await withRows()
  await gridRow(/bamboohr/i).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Open in Mappings' }).click()
  await expect.poll(() => desk.rooms?.mappings.bench?.fields.all?.length).toBe(1)
  desk.rooms?.mappings.bench?.select(uuid(7))
  await expect.element(page.getByRole('radio', { name: 'One connector' })).toBeChecked()
  expect(desk.rooms?.mappings.bench?.editor?.scope).toMatchObject({ kind: 'connector', key: 'HRIS:a' })
})

test('the page of a customer closes with its region, and is not there again when that comes back', async () => {
  const { client, desk } = await withRows()
  await openByMenu(/bamboohr/i)
  await expect.element(customer('Larkfield')).toBeVisible()
  for (const region of ['eu', 'default'] as const) {
    client.answer('workspaces:open', () => appState({ workspaces: [workspace({ region })] }))
    await desk.app.open(workspace().id, region)
    await expect.element(customer('Larkfield')).not.toBeInTheDocument()
  }
})

test('the page opened from an issue leads back to the issue, by its button and by Esc', async () => {
  const { desk } = await withRows()
  for (const leave of [
    () => page.getByRole('button', { name: 'Back to issues' }).click(),
    () => userEvent.keyboard('{Escape}')
  ]) {
    desk.showIssue('HRIS:a')
    await page
      .getByRole('button', { name: /Larkfield/ })
      .first()
      .click()
    await expect.element(customer('Larkfield')).toBeVisible()
    await leave()
    await expect.poll(() => desk.router.view).toBe('issues')
    await expect.element(page.getByRole('complementary', { name: 'Issue' })).toBeVisible()
  }
  desk.router.go('connectors')
  await openByMenu(/bamboohr/i)
  await expect.element(page.getByRole('button', { name: 'Back to connectors' })).toBeVisible()
})

test('the page of a customer comes back after a restart, with where it leads back to', async () => {
  const { desk } = await withRows()
  desk.router.go('issues')
  desk.showCustomer('HRIS:a')
  const kept = JSON.parse(JSON.stringify(desk.inspect.customer.kept)) as unknown
  desk.inspect.customer.close()
  await expect.element(customer('Larkfield')).not.toBeInTheDocument()
  desk.inspect.customer.restore(kept)
  await expect.element(customer('Larkfield')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Back to issues' })).toBeVisible()
  expect(() => desk.inspect.customer.restore({ of: 'another version' })).toThrow()
})

async function openByMenu(name: RegExp) {
  await gridRow(name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Customer page' }).click()
}

test('a contact can be saved while contacts are read again, and what was read before does not bring it back', async () => {
  const { client } = await withRows()
  const [grace, ada] = ['grace', 'ada'].map((name) => ({
    ...{ address: `${name}@larkfield.example`, name: '', language: '', relinks: true }
  })) as [Contact, Contact]
  client.answer('mail:messages', () => [])
  client.answer('mail:contacts', () => [grace, ada])
  await openByMenu(/bamboohr/i)
  const contacts = section('Contacts')
  await expect.element(contacts).toHaveTextContent(grace.address)
  const answers: ((of: Contact[]) => void)[] = []
  client.answer('mail:contacts', () => new Promise((resolve) => answers.push(resolve)))
  client.emit('team:contactsChanged', undefined)
  await expect.poll(() => answers).toHaveLength(1)
  client.answer('mail:saveContacts', () => undefined)
  await contacts.getByRole('button', { name: `Remove ${grace.address}` }).click()
  await expect.poll(() => client.asked('mail:saveContacts')).toHaveLength(1)
  await expect.element(contacts).not.toHaveTextContent(grace.address)
  answers[0]?.([grace, ada])
  await expect.poll(() => answers).toHaveLength(2)
  await expect.element(contacts).not.toHaveTextContent(grace.address)
  answers[1]?.([ada])
  await expect.element(contacts).toHaveTextContent(ada.address)
})

test('a contact that is added or changed leaves those that a colleague adds meanwhile', async () => {
  const { client } = await withRows()
  const grace: Contact = { address: 'grace@larkfield.example', name: 'Grace', language: '', relinks: true }
  client.answer('mail:messages', () => [])
  client.answer('mail:contacts', () => [grace])
  client.answer('mail:saveContacts', () => undefined)
  await openByMenu(/bamboohr/i)
  const contacts = section('Contacts')
  await contacts.getByRole('button', { name: 'Add contact…' }).click()
  await contacts.getByLabelText('Address', { exact: true }).fill('ada@larkfield.example')
  await contacts.getByRole('button', { name: 'Save contact' }).click()
  await expect.element(contacts).toHaveTextContent('ada@larkfield.example')
  await contacts.getByRole('button', { name: `Edit ${grace.address}` }).click()
  await contacts.getByLabelText('Name').fill('Grace H')
  await contacts.getByRole('button', { name: 'Save contact' }).click()
  await expect.element(contacts).toHaveTextContent('Grace H')
  expect(client.asked('mail:saveContacts')).toMatchObject([
    { how: 'add', of: [{ contacts: [{ address: 'ada@larkfield.example' }] }] },
    { how: 'add', of: [{ contacts: [{ ...grace, name: 'Grace H' }] }] }
  ])
})
