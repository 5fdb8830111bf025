import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import type { SavedFilter } from '../../../shared/connectors/saved-filter'
import type { ConnectorRow } from '../../../shared/connectors/connector'
import type { RowDiagnosis } from '../../../shared/issues/diagnosis'
import { columns } from '../records/columns'
import { FakeClient } from '../testing/fake-client'
import { appState, ended, row, workspace } from '../testing/made-up'
import { colleagues, withFilters } from '../testing/made-up-filters'
import { open } from '../testing/open'
import { quietTeam } from '../testing/made-up-team'

const grid = page.getByRole('grid', { name: 'Connectors' })
const place = { workspaceId: workspace().id, region: 'default' as const }
const names = () =>
  [...document.querySelectorAll('[data-index] .end-user')].map((one) => one.textContent?.replace(/ +/g, ' ').trim())
const hour = 3_600_000
const from = (ms: number) => new Date(Date.now() + ms).toISOString()
const diagnosis = (key: string, kind: RowDiagnosis['kind']): RowDiagnosis => ({
  key,
  kind,
  since: null,
  lastGoodSync: { time: null, kind: 'never' }
})

async function withRows(rows: ConnectorRow[], diagnoses: RowDiagnosis[] = [], saved: SavedFilter[] = []) {
  localStorage.clear()
  localStorage.setItem('connectors.columns', JSON.stringify({ hidden: [], widths: {} }))
  const client = new FakeClient(appState())
  withFilters(client, saved)
  const desk = await open(client, '#/connectors')
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold(rows)
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await expect.element(grid).toHaveAttribute('aria-rowcount', String(rows.length + 1))
  client.connectors.diagnose(diagnoses)
  const shown = () => desk.grid.rows(0, rows.length).filter(({ entry }) => entry.diagnosis)
  await expect.poll(() => shown().length).toBe(diagnoses.length)
  return { client, desk }
}

const some = [
  row('HRIS', 'a', { end_user: 'Ada', last_sync_start_time: from(-2 * hour), next_sync_start_time: from(-hour) }),
  row('HRIS', 'b', { end_user: 'Bo', last_sync_start_time: from(-80 * hour), next_sync_start_time: from(hour) }),
  row('ATS', 'c', {
    end_user: 'Cy',
    last_sync_start_time: 'yesterday',
    next_sync_start_time: null,
    relink_needed_at: from(-30 * hour),
    sync_progress: 40,
    is_test_connector: true
  })
]
const judged = [diagnosis('HRIS:a', 'stalled'), diagnosis('HRIS:b', 'healthy'), diagnosis('ATS:c', 'relink')]

test('every column has a filter in its head, with a name that can be read out', async () => {
  const { desk } = await withRows(some, judged)
  // The Origin ID does not fit beside all others.
  expect(desk.grid.columns.drawn).toHaveLength(columns.length - 1)
  for (const { id } of desk.grid.columns.drawn) {
    const control = () => document.querySelector(`[role=columnheader].${id} .filter :is(select, input, button)`)
    await expect.poll(() => control()?.getAttribute('aria-label'), { message: id }).toBeTruthy()
  }
})

test('a column without a value says so in the words of its filter', async () => {
  await withRows(some, judged)
  const progress = () => [...document.querySelectorAll('[data-index] .progress')].map((one) => one.textContent?.trim())
  await expect.poll(progress).toEqual(['None', 'None', '40 %'])
})

test.each([
  ['Diagnosis', 'Sync stalled', ['Ada']],
  ['Sync started', '3–7 d', ['Bo']],
  ['Sync started', 'Not a time', ['Cy TEST']],
  ['Next sync', 'Overdue', ['Ada']],
  ['Next sync', 'Next 24 h', ['Bo']],
  ['Next sync', 'None', ['Cy TEST']],
  ['Progress', '1–99 %', ['Cy TEST']],
  ['Progress', 'None', ['Ada', 'Bo']],
  ['Relink since', '1–3 d', ['Cy TEST']],
  ['Test', 'No', ['Ada', 'Bo']]
])('the filter of %s set to %s', async (name, choice, found) => {
  await withRows(some, judged)
  const select = page.getByRole('combobox', { name, exact: true })
  await select.selectOptions(choice)
  await expect.poll(names).toEqual(found)
  await expect.element(page.getByText(`1 column filter: ${name}`)).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(select).toHaveValue('')
  await expect.poll(() => names().length).toBe(3)
})

test('a filter that counts from now finds what becomes due as time goes by', async () => {
  const { client, desk } = await withRows(some, judged)
  await page.getByRole('combobox', { name: 'Next sync', exact: true }).selectOptions('Overdue')
  await expect.poll(names).toEqual(['Ada'])
  const later = Date.now() + 2 * hour
  client.connectors.now = () => later
  desk.clock.tick(later)
  await expect.poll(names).toEqual(['Ada', 'Bo'])
})

test('what a column filter leaves is what is exported, in its order', async () => {
  const { client } = await withRows(some, judged)
  client.answer('connectors:exportRows', () => ({ file: '/home/me/connectors.json', rows: 2 }))
  await page.getByRole('combobox', { name: 'Test', exact: true }).selectOptions('No')
  await page.getByRole('button', { name: 'Export' }).click()
  await expect.element(page.getByText('2 rows, as shown and in this order.')).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'CSV, for a spreadsheet (with diagnoses)' })).toBeVisible()
  await page.getByRole('menuitem', { name: /^JSON/ }).click()
  await expect.element(page.getByText('/home/me/connectors.json')).toBeVisible()
  const [request] = client.asked('connectors:exportRows')
  expect(request).toMatchObject({ ...place, format: 'json' })
  if (!request || 'keys' in request.of) expect.fail('the rows were not described')
  const keys = await client.call('connectors:listKeys', { ...place, ...request.of, most: 100 })
  expect(keys).toEqual(['HRIS:a', 'HRIS:b'])
})

test('a pasted name is found, whatever unseen characters, accents and forms it has', async () => {
  await withRows([row('HRIS', 'a', { end_user: 'Königsfeld\u00A0Kliniken' }), row('HRIS', 'b')])
  for (const pasted of ['König\u200Bsfeld Klini\u00ADken', 'konigsfeld', 'Ko\u0308nigsfeld', 'ＫＬＩＮＩＫＥＮ']) {
    await page.getByRole('searchbox', { name: 'Search connectors' }).fill(pasted)
    await expect.poll(names, { message: pasted }).toEqual(['Königsfeld\u00A0Kliniken'])
  }
})

test('a filter is saved under a name, applied, marked where it filters hidden columns, and forgotten', async () => {
  const { client, desk } = await withRows(some, judged)
  const save = page.getByRole('button', { name: 'Save filter' }).first()
  await expect.element(save).toBeDisabled()
  await page.getByRole('combobox', { name: 'Diagnosis' }).selectOptions('Relink needed')
  await page.getByRole('combobox', { name: 'Next sync' }).selectOptions('None')
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Save filter' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('To relink')
  await userEvent.keyboard('{Enter}')
  const chip = page.getByRole('button', { name: /^To relink/ })
  await expect.element(chip).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => names().length).toBe(3)
  await expect.element(chip).toHaveTextContent('To relink 1')
  desk.grid.columns.toggle('verdict')
  await chip.click()
  await expect.poll(names).toEqual(['Cy TEST'])
  await expect.element(page.getByText('2 column filters: Diagnosis (not shown), Next sync')).toBeVisible()
  await page.getByRole('button', { name: 'More for To relink' }).click()
  await expect.element(page.getByText('Only on this computer')).toBeVisible()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename To relink' })
  await rename.getByRole('textbox', { name: 'Name' }).fill('Relinks')
  await userEvent.keyboard('{Enter}')
  await expect.element(rename).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'More for Relinks' }).click()
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  await expect.element(page.getByRole('button', { name: /^Relinks/ })).not.toBeInTheDocument()
  expect(client.asked('connectors:removeFilter')).toHaveLength(1)
  await expect.poll(names).toEqual(['Cy TEST'])
})

test('filters of colleagues are in a menu by who made them, and the chosen one is a chip until another is', async () => {
  const saved = [colleagues('Grace', 'Overdue', { nextRun: 'past' }), colleagues('Linus', 'Tests', { test: 'yes' })]
  const there: SavedFilter[] = []
  const { client } = await withRows(some, judged, there)
  await expect.element(page.getByRole('button', { name: 'Team filters' })).not.toBeInTheDocument()
  there.push(...saved, colleagues('Grace', 'All', {}))
  client.emit('team:filtersChanged', undefined)
  await page.getByRole('button', { name: 'Team filters' }).click()
  const group = page.getByRole('group', { name: 'Saved by Grace' })
  await expect.element(group.getByRole('menuitem', { name: 'Overdue 1' })).toBeVisible()
  await expect.element(page.getByRole('group', { name: 'Saved by Linus' })).toBeVisible()
  await group.getByRole('menuitem', { name: 'Overdue 1' }).click()
  await expect.poll(names).toEqual(['Ada'])
  const chip = page.getByRole('button', { name: 'Overdue 1' })
  await expect.element(chip).toHaveAttribute('aria-pressed', 'true')
  await expect.element(chip).toHaveAttribute('title', 'Overdue\nShared by Grace')
  await page.getByRole('button', { name: 'More for Overdue' }).click()
  await expect.element(page.getByText('Shared by Grace')).toBeVisible()
  await page.getByRole('menuitem', { name: 'Delete for the whole team' }).click()
  await expect.element(chip).not.toBeInTheDocument()
  await expect.poll(names).toEqual(['Ada'])
  expect(client.asked('connectors:removeFilter')).toEqual([{ workspaceId: place.workspaceId, id: saved[0]?.id }])
})

test('a filter that is chosen comes into view with its menu, and a long name ends in “…”', async () => {
  const name = 'Customers that pay by invoice and call us every other week'
  await withRows(some, judged, [colleagues('Grace', name, { nextRun: 'past' })])
  await page.viewport(1280, 800)
  await page.getByRole('button', { name: 'Team filters' }).click()
  await page.getByRole('menuitem', { name: `${name} 1` }).click()
  const line = page.getByRole('group', { name: 'Quick filters' }).element().getBoundingClientRect()
  const more = page.getByRole('button', { name: `More for ${name}` })
  await expect.poll(() => more.element().getBoundingClientRect().right).toBeLessThan(line.right + 1)
  const chip = page.getByRole('button', { name: `${name} 1` }).element()
  expect(chip.getBoundingClientRect().left).toBeGreaterThan(line.left - 1)
  expect(chip.textContent).not.toContain('characters')
})

test('a viewer uses the filters of the team, and may change none of them', async () => {
  const { client } = await withRows(some, judged, [colleagues('Grace', 'Overdue', { nextRun: 'past' })])
  const address = { host: 'db', port: 5432, database: 'd', user: 'vera', tls: true }
  const status = { kind: 'connected' as const, waiting: 0, writes: false }
  client.emit('team:changed', {
    address,
    status,
    ...quietTeam
  })
  await page.getByRole('button', { name: 'Team filters' }).click()
  await page.getByRole('menuitem', { name: 'Overdue 1' }).click()
  await page.getByRole('button', { name: 'More for Overdue' }).click()
  await expect.element(page.getByText('You may only read in this team.')).toBeVisible()
  for (const name of ['Rename…', 'Delete for the whole team'])
    await expect.element(page.getByRole('menuitem', { name })).toBeDisabled()
})

test('a name that main refuses is said at its field, and the form stays', async () => {
  const { client } = await withRows(some, judged)
  client.answer('connectors:saveFilter', () => {
    throw new AppError('invalid-input', 'no', { fields: { name: 'You can save 20 filters: delete one first.' } })
  })
  await page.getByRole('combobox', { name: 'Diagnosis' }).selectOptions('Relink needed')
  await page.getByRole('button', { name: 'Save filter' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Save filter' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('One more')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('You can save 20 filters: delete one first.')).toBeVisible()
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('One more')
})

test('the order of the grid comes back after a restart', async () => {
  const { desk } = await withRows(some, judged)
  await page.getByRole('button', { name: 'Customer', exact: true }).click()
  await page.getByRole('button', { name: 'Customer', exact: true }).click()
  await expect.poll(names).toEqual(['Cy TEST', 'Bo', 'Ada'])
  const kept = JSON.parse(JSON.stringify(desk.grid.kept)) as unknown
  if (desk.grid.list) desk.grid.list.sort = { by: 'attention', descending: false }
  await expect.poll(() => names()[0]).toBe('Ada')
  desk.grid.restore(kept)
  await expect.poll(names).toEqual(['Cy TEST', 'Bo', 'Ada'])
  desk.grid.restore({ sort: { by: 'of another version', descending: true } })
  await expect.poll(() => desk.grid.list?.sort.by).toBe('attention')
})

test('a name keeps its room beside a long Origin ID and chips, and many saved filters stay in one line', async () => {
  const name = 'Vereinigte Kreiskrankenhäuser Nordwestmecklenburg'
  const long = { end_user: name, origin_id: 'o'.repeat(80), is_test_connector: true, is_active: false }
  const { desk } = await withRows([row('HRIS', 'a', long)])
  desk.grid.columns.reset()
  await expect.poll(() => desk.grid.columns.drawn.length).toBe(8)
  const widthOf = (cell: string) => document.querySelector(`[data-index] ${cell}`)?.getBoundingClientRect().width ?? 0
  await expect.poll(() => widthOf('.end-user')).toBeGreaterThan(widthOf('.origin-id') * 1.5)
  expect(widthOf('.end-user .name')).toBeGreaterThan(widthOf('.end-user') * 0.6)
  const chips = page.getByRole('group', { name: 'Quick filters' }).element()
  const before = grid.element().getBoundingClientRect().top
  for (let at = 1; at <= 20; at++)
    await desk.grid.saved.save(`Saved filter ${at}`, { ...desk.grid.filters, text: `${at}` })
  await expect.poll(() => chips.scrollWidth).toBeGreaterThan(chips.clientWidth)
  expect(chips.scrollHeight).toBeLessThanOrEqual(chips.clientHeight)
  expect(grid.element().getBoundingClientRect().top).toBe(before)
  await expect.element(page.getByRole('button', { name: 'Save filter' }).first()).toBeInViewport()
})

test('a quick filter counts and shows exactly the issues of its name, without test connectors', async () => {
  const states = [
    row('HRIS', 'own', { end_user: 'Own', status: 'RELINK_NEEDED' }),
    row('HRIS', 'out', { end_user: 'Out', status: 'RELINK_NEEDED' }),
    row('HRIS', 'test', { end_user: 'Try', status: 'RELINK_NEEDED', is_test_connector: true }),
    row('HRIS', 'both', { end_user: 'Both', status: 'RELINK_NEEDED', sync_status: 'Failed' }),
    row('HRIS', 'good', { end_user: 'Good' })
  ]
  const kinds = { own: 'relink', out: 'incident', test: 'relink', both: 'relink', good: 'healthy' } as const
  await withRows(
    states,
    Object.entries(kinds).map(([id, kind]) => diagnosis(`HRIS:${id}`, kind))
  )
  const chip = page.getByRole('button', { name: 'Relink needed 2' })
  await chip.click()
  await expect.poll(() => names().sort()).toEqual(['Both', 'Own'])
  await expect.element(page.getByText('Test connectors are left out, as in Issues')).toBeVisible()
  await page.getByRole('button', { name: 'Possible outage 1' }).click()
  await expect.poll(() => names()).toEqual(['Out'])
  await page.getByRole('button', { name: 'Test 1' }).click()
  await expect.poll(() => names()).toEqual(['Try TEST'])
  await expect.element(page.getByText('Test connectors are left out')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Last sync failed 0' })).toBeVisible()
})
