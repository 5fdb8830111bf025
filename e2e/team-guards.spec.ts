import { guardId } from '../src/main/store/tables/team/outbox'
import { upToDate, type OpenDesk } from './fixtures/team'
import { expect, shot } from './fixtures/test'
import { test } from './fixtures/walker'
import { confirmed } from './pages/confirm'
import { Mappings } from './pages/mappings'
import { Palette } from './pages/palette'

test.use({ practiceOptions: { connectors: 200, collectionSize: 60 } })

const code = 'employee.cost_centre.code'

/** Its mapping of BambooHR, with a sample of the newest records. */
async function atField({ running: { page } }: OpenDesk) {
  const mappings = new Mappings(page)
  await mappings.show()
  await mappings.open('cost_center')
  await mappings.forIntegration('bamboohr')
  return {
    mappings,
    guard: page.getByRole('region', { name: 'Kept samples' }),
    check: page.getByRole('button', { name: 'Check fresh records' }),
    keep: page.getByRole('button', { name: 'Keep this record' })
  }
}

test('@team @guard a colleague’s save meets expectations and allowed samples; a forgotten customer’s go on both desks', async ({
  server,
  practice,
  member
}) => {
  const service = practice.default
  const [ada, grace] = [await member('ada', 'Ada'), await member('grace', 'Grace')]
  const inTeam = async () => JSON.stringify(await server.query('team', 'SELECT * FROM connector_desk.change'))

  const one = await atField(ada)
  await one.mappings.type(code)
  await one.mappings.saved('updated')
  await one.check.click()
  await expect(one.guard).toContainText('kept to compare with')
  await one.keep.click()
  await expect(one.guard).toContainText('1 sample, all as expected')
  const expected = (await one.guard.getByRole('listitem').innerText()).match(/Expected "([^"]+)"/)?.[1] ?? 'nothing'

  // Of whose records the sample is.
  const customer = (await one.check.getAttribute('title'))?.split(' of ').at(-1) ?? ''

  const other = await atField(grace)
  await expect(other.guard).toContainText('At Ada’s save: fill rate 100 % of 60 records')
  await expect(other.guard).not.toContainText(expected)
  await shot(grace.running.page, 'team-guard-expected')
  service.reshape('bamboohr', 'numbers')
  await other.check.click()
  await expect(other.guard).toContainText('Type string 60 → number 60')
  service.reshape('bamboohr', null)
  // As a text of JSON: its digits alone are in many an id.
  const asText = new RegExp(`\\\\?"${expected}\\\\?"`)
  expect(await inTeam()).not.toMatch(asText)

  await ada.team.show()
  const allowed = ada.team.section.getByRole('checkbox', { name: 'Share kept samples of mappings, encrypted' })
  await expect(allowed).not.toBeChecked()
  await allowed.click()
  await confirmed(ada.running.page)
  await expect(allowed).toBeChecked()
  await shot(ada.running.page, 'team-samples-allowed')
  await expect(other.guard.getByRole('listitem')).toContainText('of Ada')
  await other.mappings.type('employee.nationality')
  await expect(other.mappings.check).toContainText(/The kept sample .+ fails/)
  await expect(other.mappings.save).toBeDisabled()
  await shot(grace.running.page, 'team-guard-sample')
  expect(await inTeam()).toContain('"sample"')
  expect(await inTeam()).not.toMatch(asText)

  const { page } = ada.running
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox', { name: 'Search or run' }).fill(`customer ${customer}`)
  await expect(new Palette(page).found.first()).toContainText(customer)
  await page.keyboard.press('Enter')
  await page
    .getByRole('region', { name: 'Contacts', exact: true })
    .getByRole('button', { name: 'Forget this customer…' })
    .click()
  await confirmed(page)
  await expect(page.getByText('Forgotten.')).toBeVisible()
  await expect(other.guard.getByRole('listitem')).toHaveCount(0)
  await upToDate(grace)
  for (const desk of [ada, grace]) {
    const { guard } = await atField(desk)
    await expect(guard).toContainText('None. A kept sample is tried before every save')
  }
})

test('@team @guard what a walker finds at night is an issue on a desk, with counts only', async ({
  server,
  practice,
  member,
  walker
}) => {
  const service = practice.default
  const { url, connectors, fields, mappings } = service
  const [linked] = connectors.filter((one) => one.category === 'HRIS' && one.integration_slug === 'bamboohr' && one.sync_status === 'Done' && one.status === 'COMPLETE') // prettier-ignore
  const field = fields.find(({ name }) => name === 'cost_center')
  const mapping = mappings.find((one) => one.custom_field_id === field?.id && one.integration_slug === 'bamboohr')
  if (!linked || !field || !mapping) throw new Error('The practice data has no such mapping.')
  Object.assign(mapping, { json_path: code })
  const of = { fieldId: field.id, scope: 'integration:bamboohr', key: `HRIS:${linked.id}`, expression: code }
  const counts = { records: 60, filled: 60, problems: 0, types: [{ type: 'string', count: 60 }], distinct: 60 }
  // Ada saved it two hours ago.
  const expected = { ...of, ...counts, at: Date.now() - 7_200_000, path: '/api/hris/v1/employees', lengths: null }
  await server.query(
    'team',
    `INSERT INTO connector_desk.change (id, desk, operator, service, kind, subject, field, value)
      VALUES (gen_random_uuid(), gen_random_uuid(), 'Ada', $1, 'guard', $2, 'expected', $3)`,
    [url, guardId(url, of.fieldId, of.scope), JSON.stringify(expected)]
  )
  service.reshape('bamboohr', 'renamed')
  const night = await walker(['--once'], { config: { mappingHours: 1 } })
  expect(await night.ended).toBe(0)
  expect(night.output()).toContain('Mappings checked: 1, drifted: 1.')

  const { running } = await member('grace', 'Grace')
  const { page } = running
  const drift = page.getByRole('region', { name: 'Mapping drift' }).first()
  await expect(drift).toContainText('Fill rate 100 % → 0 %')
  await expect(drift).toContainText('cost_center')
  await shot(page, 'walker-drift')
  const [told] = await server.query<{ value: object }>(
    'team',
    `SELECT value FROM connector_desk.change WHERE kind = 'guard' AND field = 'looked'`
  )
  expect(JSON.stringify(told)).not.toContain(linked.end_user)
  expect(told?.value).toMatchObject({ filled: 0, kept: expected.at, reasons: [{ kind: 'fill' }] })
})
