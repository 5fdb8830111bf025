import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { Fault } from '../src/practice/faults'
import type { Regions } from '../src/practice/regions'
import type { PracticeService } from '../src/practice/types'
import type { RunningApp } from './fixtures/app'
import { expectClean } from './fixtures/axe'
import { filesHolding } from './fixtures/profile'
import { recordBefore, type Recorder } from './fixtures/recorder'
import { answerOpenDialogs, answerSaveDialogs } from './fixtures/save-dialog'
import { expect, shot, test } from './fixtures/test'
import { Desk } from './pages/desk'
import { FirstRun, type ConnectForm } from './pages/first-run'
import { Mappings } from './pages/mappings'
import { Passthrough } from './pages/passthrough'

test.use({ practiceOptions: { connectors: 200, collectionSize: 60 } })

const base = '/api/v1/custom-fields'

/** Connects, walks, and shows the mappings; no field is chosen yet. */
async function atMappings({ page }: RunningApp, practice: Regions, form?: ConnectForm) {
  await new FirstRun(page).connectTo(practice, form)
  const desk = new Desk(page)
  await desk.walked()
  const mappings = new Mappings(page)
  await mappings.show()
  return { desk, mappings }
}

/** The same, where fields are listed, with one opened. */
async function withField(app: RunningApp, practice: Regions, name: string, form?: ConnectForm) {
  const view = await atMappings(app, practice, form)
  await view.mappings.open(name)
  return view
}

function connectorOf({ connectors }: PracticeService, slug: string, category = 'HRIS') {
  const found = connectors.find(
    (one) =>
      one.integration_slug === slug &&
      one.status === 'COMPLETE' &&
      one.is_active &&
      one.category === category &&
      !one.is_test_connector &&
      connectors.filter(({ end_user }) => end_user === one.end_user).length === 1
  )
  if (!found) throw new Error(`the practice service has no such connector of ${slug}`)
  return found
}

function fieldOf({ fields }: PracticeService, name: string) {
  const found = fields.find((one) => one.name === name)
  if (!found) throw new Error(`the practice service has no field ${name}`)
  return found
}

const mappingsOf = (service: PracticeService, name: string) => {
  const { id } = fieldOf(service, name)
  return service.mappings.filter((one) => one.custom_field_id === id)
}

/** What was asked of fields and mappings, but for whether it is offered at all. */
const asked = ({ requests }: PracticeService, method: string) =>
  requests.filter((one) => one.method === method && one.path.startsWith(base) && !isProbe(one))
const isProbe = ({ status, path }: { status: number | null; path: string }) =>
  [404, 405, 422].includes(status ?? 0) || path.endsWith('/preview')
/** Operations an installation may be without (field notes). */
const none = {
  listFields: false,
  createField: false,
  readField: false,
  changeField: false,
  listMappings: false,
  changeMapping: false,
  configuration: false,
  rawData: false,
  preview: false
}
const onMapping = (fault: object) => ({ path: `${base}/mapping`, ...fault }) as Fault

test.describe('@mapping lookups and fields', () => {
  test('lookups are kept: completions with their age, also over a restart while the service has none', async ({
    launch,
    practice
  }) => {
    const first = await launch()
    const { mappings } = await withField(first, practice, 'second_manager')
    await mappings.integration.fill('bam')
    await expect(mappings.integrations.getByRole('option')).toHaveText([/BambooHR\s*bamboohr/])
    await expect(first.page.getByText(/^Read .*(now|ago|at)/)).toBeVisible()
    await shot(first.page, 'mapping-lookups')
    await mappings.integration.press('Escape')
    const models = () => practice.default.requests.filter(({ path }) => path === '/api/v1/lookup/models')
    expect(models()).toHaveLength(1)
    await first.close()

    practice.default.set({ faults: [{ name: 'reset', path: '/api/v1/lookup' }] })
    const { page } = await launch()
    await new Desk(page).walked()
    const later = new Mappings(page)
    await later.show()
    await later.open('second_manager')
    expect(models()).toHaveLength(1)
    await later.integration.click()
    await page.getByRole('button', { name: 'Read again' }).last().click()
    await expect(page.getByText('reading anew failed')).toBeVisible()
    await later.integration.fill('personio')
    await expect(later.integrations.getByRole('option')).toHaveText([/Personio\s*personio/])
    await shot(page, 'mapping-lookups-down')
    await later.integration.press('Enter')
    await expect(later.integration).toHaveValue('Personio')
    await later.add.click()
    await expect(later.dialog.getByRole('combobox', { name: 'Model' })).toContainText('Employee (employee)')
  })

  test('fields stand by model, are searched and filtered', async ({ launch, practice }) => {
    const app = await launch()
    const { mappings } = await atMappings(app, practice)
    await expect(mappings.fields.getByRole('option')).toHaveCount(practice.default.fields.length)
    const employee = mappings.fields.getByRole('group', { name: /^Employee\s*4$/ })
    await expect(employee.getByRole('option')).toHaveCount(4)
    await shot(app.page, 'mapping-fields')
    await mappings.field.fill('badge')
    await expect(mappings.fields.getByRole('option')).toHaveText([/badge_number/])
    await mappings.field.press('Escape')
    await app.page.getByRole('combobox', { name: 'Category of fields' }).selectOption('ATS')
    await expect(mappings.fields.getByRole('option')).toHaveText([/candidate_source/])
    await mappings.field.fill('no such field')
    await app.page.getByRole('button', { name: `Show all ${practice.default.fields.length}` }).click()
    await expect(mappings.fields.getByRole('option')).toHaveCount(practice.default.fields.length)
  })

  test('a field whose saved expression is no JMESPath is marked once it was looked at', async ({
    launch,
    practice
  }) => {
    const app = await launch()
    const { mappings } = await atMappings(app, practice)
    await app.page.getByRole('button', { name: 'Check them' }).click()
    await expect(mappings.row(/badge_number/)).toContainText('invalid')
    await expect(mappings.row(/second_manager/)).toContainText('not mapped')
    await expect(mappings.row(/cost_center/)).toContainText('mapped')
    await mappings.open('badge_number')
    await expect(mappings.check).toContainText(/Line 1, column \d+/)
    await shot(app.page, 'mapping-invalid-saved')
  })

  test('where the service lists nothing, a field is taken in by its id, and what is no id is refused unasked', async ({
    launch,
    practice
  }) => {
    practice.default.set({ operations: none })
    const app = await launch()
    const { mappings } = await atMappings(app, practice)
    await expect(app.page.getByText('This service does not list fields')).toBeVisible()
    await shot(app.page, 'mapping-no-fields')
    const before = practice.default.requests.length
    await mappings.add.click()
    const box = mappings.dialog.getByRole('textbox', { name: 'Id of the field' })
    for (const id of ['..', '', 'mapping', `${fieldOf(practice.default, 'cost_center').id}/x`, '%2e%2e']) {
      await box.fill(id)
      await mappings.dialog.getByRole('button', { name: 'Take in' }).click()
      await expect(box).toHaveAccessibleDescription(id ? /has to be a UUID/ : /There is no id/)
    }
    await shot(app.page, 'mapping-bad-id')
    expect(practice.default.requests.slice(before)).toEqual([])
    await box.fill(fieldOf(practice.default, 'second_manager').id)
    await mappings.dialog.getByRole('textbox', { name: 'Name' }).fill('second_manager')
    await mappings.dialog.getByRole('button', { name: 'Take in' }).click()
    await expect(mappings.row(/second_manager/)).toContainText('known here')
    await mappings.forIntegration('bamboohr')
    await mappings.type('employee.manager_id')
    await mappings.saved()
    expect(mappingsOf(practice.default, 'second_manager')).toMatchObject([{ json_path: 'employee.manager_id' }])
    await expect(app.page.getByText('known here', { exact: true }).last()).toBeVisible()
  })

  test('a field this computer made is known from its ledger where the service lists none', async ({
    launch,
    practice
  }) => {
    const first = await launch()
    const { mappings } = await atMappings(first, practice)
    await mappings.make('desk_number')
    await mappings.forIntegration('hibob')
    await mappings.type('employee.desk')
    await mappings.saved()
    await first.close()

    practice.default.set({ operations: none })
    const { page } = await launch()
    await new Desk(page).walked()
    const later = new Mappings(page)
    await later.show()
    await expect(later.fields.getByRole('option')).toHaveText([/desk_number/])
    await later.open('desk_number')
    await expect(later.integration).toHaveValue('HiBob')
    await expect(later.expression).toHaveText('employee.desk')
    await shot(page, 'mapping-from-ledger')
  })
})

test.describe('@mapping the editor', () => {
  test('exactly one scope: the other is switched off; without one it cannot be sent, and says why', async ({
    launch,
    practice
  }) => {
    const app = await launch()
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.type('employee.manager_id')
    await expect(mappings.check).toContainText('Choose the integration first.')
    await expect(mappings.save).toBeDisabled()
    await app.page.keyboard.press('Control+s')
    await expect(
      app.page.getByRole('alert').filter({ hasText: 'Not saved: Choose the integration first.' })
    ).toHaveCount(1)
    await shot(app.page, 'mapping-no-scope')
    await mappings.forIntegration('bamboohr')
    await expect(mappings.save).toBeEnabled()

    await app.page.getByRole('radio', { name: 'One connector' }).check()
    await expect(mappings.integration).toBeDisabled()
    await expect(app.page.getByText('for one connector or for a whole integration, never both')).toBeVisible()
    await expect(mappings.check).toContainText('Choose the connector first.')
    await expect(mappings.save).toBeDisabled()
    await shot(app.page, 'mapping-scope-connector')
    await app.page.getByRole('radio', { name: 'Whole integration' }).check()
    await expect(mappings.connector).toHaveCount(0)
    await expect(mappings.integration).toBeEnabled()
    expect(asked(practice.default, 'POST')).toEqual([])
    expect(mappingsOf(practice.default, 'second_manager')).toEqual([])
  })

  test('what is no JMESPath is shown at its place and cannot be saved', async ({ launch, practice }) => {
    const app = await launch()
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.forIntegration('bamboohr')
    for (const [text, column] of [
      ['employee.address[', 18],
      ['employee..id', 10],
      ['employee.name | upper(@)', 17]
    ] as const) {
      await mappings.type(text)
      await expect(mappings.check).toContainText(`Line 1, column ${column}:`)
      await expect(mappings.expression).toHaveAttribute('aria-invalid', 'true')
      await expect(mappings.save).toBeDisabled()
      await app.page.keyboard.press('Control+s')
    }
    await expect(mappings.check).toContainText('standard JMESPath has no upper.')
    await shot(app.page, 'mapping-unknown-function')
    await mappings.check.getByRole('button', { name: 'Remove | upper(@)' }).click()
    await expect(mappings.expression).toHaveText('employee.name')
    await expect(mappings.check).toContainText('Valid, and standard.')
    await mappings.saved()
    expect(mappingsOf(practice.default, 'second_manager').map(({ json_path }) => json_path)).toEqual(['employee.name'])
    expect(asked(practice.default, 'POST')).toHaveLength(1)
  })

  test('2 to 1,024 characters, and none that cannot be seen', async ({ launch, practice }) => {
    const app = await launch()
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.forIntegration('bamboohr')
    await mappings.type('a')
    await expect(mappings.check).toContainText('At least 2 characters are needed.')
    await expect(mappings.save).toBeDisabled()
    await mappings.type('a'.repeat(1_025))
    await expect(app.page.getByText('1,025 of 1,024')).toBeVisible()
    await expect(mappings.check).toContainText('1 too many: the service takes 1,024 characters.')
    await expect(mappings.save).toBeDisabled()
    await shot(app.page, 'mapping-too-long')
    await mappings.type("'a\u0007b'")
    await expect(mappings.check).toContainText(/control character/i)
    await expect(mappings.save).toBeDisabled()
    await shot(app.page, 'mapping-control-character')
    expect(asked(practice.default, 'POST')).toEqual([])
    await mappings.type('a'.repeat(1_024))
    await mappings.saved()
    expect(mappingsOf(practice.default, 'second_manager').map(({ json_path }) => json_path.length)).toEqual([1_024])
  })
})

test.describe('@mapping writes', () => {
  for (const mappingStatus of [200, 201] as const) {
    test(`saved for a whole integration: one arrival, with exactly that body, answered ${mappingStatus}`, async ({
      launch,
      practice
    }) => {
      practice.default.set({ mappingStatus })
      const door = await recordBefore(practice.default)
      const app = await launch()
      const { mappings } = await withField(app, practice, 'second_manager', { baseUrl: door.url })
      await mappings.forIntegration('bamboohr')
      await mappings.type('employee.manager_id')
      await expect(mappings.check).toContainText('Ready to save')
      await mappings.save.dblclick()
      await expect(mappings.outcome).toContainText('The mapping is saved.')
      await expect(mappings.draft).toContainText('As it is saved')
      expect(bodiesTo(door, 'POST', `${base}/mapping`)).toEqual([
        {
          custom_field_id: fieldOf(practice.default, 'second_manager').id,
          integration_slug: 'bamboohr',
          json_path: 'employee.manager_id'
        }
      ])
      expect(mappingsOf(practice.default, 'second_manager')).toMatchObject([
        { integration_slug: 'bamboohr', connector_token: null, json_path: 'employee.manager_id' }
      ])
      await shot(app.page, 'mapping-saved')
      await door.close()
    })
  }

  test('saved for one connector: its token arrives, and is neither in the window nor in the profile', async ({
    launch,
    practice,
    profileDir
  }) => {
    const door = await recordBefore(practice.default)
    const app = await launch()
    const { mappings } = await withField(app, practice, 't_shirt_size', { baseUrl: door.url })
    const connector = connectorOf(practice.default, 'bamboohr')
    await mappings.forConnector(connector)
    await mappings.type('custom.shirt')
    await mappings.saved()
    expect(bodiesTo(door, 'POST', `${base}/mapping`)).toEqual([
      {
        custom_field_id: fieldOf(practice.default, 't_shirt_size').id,
        connector_token: connector.connector_token,
        json_path: 'custom.shirt'
      }
    ])
    await expect(mappings.ledger).toContainText(connector.end_user)
    await shot(app.page, 'mapping-saved-connector')
    const seen = await app.page.evaluate(() => document.documentElement.outerHTML + JSON.stringify(localStorage))
    expect(seen).toContain(connector.end_user)
    expect(seen).not.toContain(connector.connector_token)
    await app.close()
    await door.close()
    expect(await filesHolding(profileDir, connector.connector_token)).toEqual([])
    expect(await app.output()).not.toContain(connector.connector_token)
  })

  test('what the service refuses is said at the control it names', async ({ launch, practice }) => {
    const app = await launch()
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.forIntegration('bamboohr')
    await mappings.type('employee.manager_id')
    practice.default.set({ faults: [onMapping(refusal('json_path', 'this path is not of this model'))] })
    await mappings.save.click()
    await expect(mappings.check).toContainText('The service refused the expression. this path is not of this model')
    await expect(mappings.expression).toHaveAttribute('aria-invalid', 'true')
    await shot(app.page, 'mapping-refused-expression')
    await mappings.type('employee.manager')
    await expect(mappings.expression).not.toHaveAttribute('aria-invalid', 'true')

    practice.default.set({ faults: [onMapping(refusal('integration_slug', 'this integration is switched off'))] })
    await mappings.save.click()
    await expect(app.page.getByRole('alert').filter({ hasText: 'this integration is switched off' })).toBeVisible()
    await expect(mappings.integration).toHaveAttribute('aria-invalid', 'true')
    await shot(app.page, 'mapping-refused-scope')
    expect(mappingsOf(practice.default, 'second_manager')).toEqual([])

    await mappings.forIntegration('hibob')
    await mappings.saved()
    expect(mappingsOf(practice.default, 'second_manager')).toMatchObject([{ integration_slug: 'hibob' }])
  })

  test('an answer that is lost: outcome unknown, not sent again, and looked up', async ({ launch, practice }) => {
    const app = await launch()
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.forIntegration('bamboohr')
    await mappings.type('employee.manager_id')
    practice.default.set({ faults: [onMapping({ name: 'lost-answer', times: 1 })] })
    await mappings.save.click()
    await expect(mappings.outcome).toContainText(/Outcome unknown\..*The service shows it now\./)
    await expect(mappings.outcome).toContainText('not repeated by itself')
    await expect(mappings.draft).toContainText('As it is saved')
    await expect(app.page.getByText('employee.manager_id').last()).toBeVisible()
    await shot(app.page, 'mapping-unknown')
    await expect(mappings.ledger.getByRole('row', { name: /second_manager.*outcome unknown/ })).toBeVisible()
    expect(
      practice.default.requests.filter(({ method, path }) => method === 'POST' && path === `${base}/mapping`)
    ).toHaveLength(1)
    expect(mappingsOf(practice.default, 'second_manager')).toHaveLength(1)
  })

  test('a saved mapping is changed where the service changes one', async ({ launch, practice }) => {
    const door = await recordBefore(practice.default)
    const app = await launch()
    const { mappings } = await withField(app, practice, 'cost_center', { baseUrl: door.url })
    await expect(mappings.expression).toHaveText('department.cost_center.code')
    const [before] = mappingsOf(practice.default, 'cost_center')
    await mappings.type('employee.cost_centre.code')
    await mappings.saved('changed')
    expect(bodiesTo(door, 'PATCH', `${base}/mapping/${before?.id}`)).toEqual([
      { json_path: 'employee.cost_centre.code' }
    ])
    expect(mappingsOf(practice.default, 'cost_center').map(({ json_path }) => json_path)).toEqual([
      'employee.cost_centre.code',
      'custom.costCenter'
    ])
    await door.close()
  })

  test('where it cannot be changed, what to do is said: delete it, and save the new one', async ({
    launch,
    practice
  }) => {
    practice.default.set({ operations: { changeMapping: false }, emptyDeletes: true })
    const app = await launch()
    const { mappings } = await withField(app, practice, 'cost_center')
    await mappings.type('employee.cost_centre.code')
    await expect(mappings.check).toContainText('cannot change a mapping: delete the saved one of this scope first')
    await expect(mappings.save).toBeDisabled()
    await shot(app.page, 'mapping-unchangeable')
    await app.page.getByRole('button', { name: 'Delete this mapping' }).click()
    await expect(mappings.dialog).toContainText('Whole integration, BambooHR')
    await expect(mappings.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await shot(app.page, 'mapping-delete')
    await mappings.dialog.getByRole('button', { name: 'Delete mapping' }).click()
    await expect(mappings.outcome).toContainText('The mapping is deleted.')
    await expect(mappings.expression).toHaveText('employee.cost_centre.code')
    await mappings.saved()
    const now = mappingsOf(practice.default, 'cost_center')
    expect(now.map(({ integration_slug, json_path }) => [integration_slug, json_path])).toEqual([
      ['personio', 'custom.costCenter'],
      ['bamboohr', 'employee.cost_centre.code']
    ])
  })

  test('one mapping is deleted; its field and the other mappings stay', async ({ launch, practice }) => {
    const app = await launch()
    const { mappings } = await withField(app, practice, 'cost_center')
    const [gone, other] = mappingsOf(practice.default, 'cost_center')
    await app.page.getByRole('button', { name: 'Delete this mapping' }).click()
    await app.page.keyboard.press('Escape')
    await expect(mappings.dialog).toBeHidden()
    expect(practice.default.mappings).toContain(gone)
    await app.page.getByRole('button', { name: 'Delete this mapping' }).click()
    await mappings.dialog.getByRole('button', { name: 'Delete mapping' }).click()
    await expect(mappings.outcome).toContainText('The mapping is deleted.')
    expect(mappingsOf(practice.default, 'cost_center')).toEqual([other])
    await expect(mappings.row(/cost_center/)).toBeVisible()
    const deletes = practice.default.requests.filter(({ method }) => method === 'DELETE')
    expect(deletes.map(({ path, status }) => [path, status])).toEqual([[`${base}/mapping/${gone?.id}`, 200]])
  })

  test('a field is deleted after its cascade was rehearsed and its name typed, and looked after', async ({
    launch,
    practice
  }) => {
    const app = await launch()
    const { mappings } = await withField(app, practice, 'cost_center')
    const connector = connectorOf(practice.default, 'bamboohr')
    await mappings.forConnector(connector)
    await mappings.type('employee.own')
    await mappings.saved()
    const { id } = fieldOf(practice.default, 'cost_center')
    await mappings.more('Delete field')
    const goes = mappings.dialog.getByRole('list', { name: 'What goes with it: 3 mappings' })
    await expect(goes).toContainText('Whole integration, BambooHR')
    await expect(goes).toContainText('Whole integration, Personio')
    await expect(goes).toContainText(`One connector, ${connector.end_user}`)
    const typed = mappings.dialog.getByRole('textbox', { name: 'Type the field’s name' })
    const remove = mappings.dialog.getByRole('button', { name: 'Delete field' })
    await expect(remove).toBeDisabled()
    await typed.fill('cost_cente')
    await expect(remove).toBeDisabled()
    await typed.fill('cost_center')
    await shot(app.page, 'mapping-delete-field')
    expect(practice.default.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
    await remove.click()
    await expect(mappings.dialog).toContainText('Looked afterwards: none of its mappings is left.')
    await expect(mappings.dialog.getByRole('list', { name: 'Gone: 3 mappings' })).toContainText(connector.end_user)
    await shot(app.page, 'mapping-deleted-field')
    expect(practice.default.fields.some((one) => one.id === id)).toBe(false)
    expect(practice.default.mappings.filter((one) => one.custom_field_id === id)).toEqual([])
    await mappings.dialog.getByRole('button', { name: 'Close' }).click()
    await expect(mappings.row(/cost_center/)).toHaveCount(0)
    await expect(mappings.ledger).toContainText('3 mappings went with it')
  })

  test('an id that is none never becomes a request', async ({ launch, practice }) => {
    const app = await launch()
    await atMappings(app, practice)
    const workspaceId = await app.page.evaluate(async () => {
      const answer = await (window as unknown as Bridge).desk.invoke('app:getState', undefined)
      return /"workspaces":\[\{"id":"([^"]+)"/.exec(answer)?.[1] ?? ''
    })
    const before = practice.default.requests.length
    const good = fieldOf(practice.default, 'cost_center').id
    for (const bad of ['', '..', '../connectors', good.slice(1), `${good}?x=1`]) {
      const place = { requestId: crypto.randomUUID(), workspaceId, region: 'default' }
      for (const [channel, request] of [
        ['mappings:delete', { ...place, fieldId: good, mappingId: bad }],
        ['mappings:change', { ...place, fieldId: good, mappingId: bad, expression: 'a.b' }],
        ['mappings:deleteField', { ...place, id: bad, typedName: bad }]
      ] as const) {
        const answer = await app.page.evaluate(
          ([name, asked]) => (window as unknown as Bridge).desk.invoke(name, asked),
          [channel, request] as const
        )
        expect(answer, `${channel} ${bad}`).toContain('invalid-input')
      }
    }
    // The view asks meanwhile what is offered, with ids that are made up but whole.
    const asked = practice.default.requests
      .slice(before)
      .filter(({ method, path }) => method === 'DELETE' || (method === 'PATCH' && !/\/[\da-f-]{36}$/.test(path)))
    expect(asked).toEqual([])
    expect(mappingsOf(practice.default, 'cost_center')).toHaveLength(2)
  })
})

/** What the window calls main through. */
type Bridge = { desk: { invoke: (channel: string, request: unknown) => Promise<string> } }

const bodiesTo = ({ passages }: Recorder, method: string, path: string) =>
  passages
    .filter((one) => one.method === method && one.path === path && one.body !== '{}')
    .map(({ body }) => JSON.parse(body) as unknown)

/** A 422 that names a parameter, once. */
const refusal = (parameter: string, msg: string) => ({
  name: 'status',
  status: 422,
  times: 1,
  body: { detail: [{ type: 'value_error', loc: ['body', parameter], msg: `Value error, ${msg}`, input: 'x' }] }
})

test.describe('@mapping the lab', () => {
  test('a null is explained by the step that lost it, in words, in the trace and in the record', async ({
    launch,
    practice
  }) => {
    const app = await launch()
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.paste([
      { id: 1041, employee: { address: { country_code: 'DE' } } },
      { id: 1047, employee: { address: null } },
      { id: 1048, employee: { address: {} } }
    ])
    await mappings.type('employee.address.country_code')
    await expect(mappings.result).toContainText('"DE"')
    await mappings.samples.getByRole('button', { name: 'Record 1047: null' }).click()
    await expect(mappings.result).toContainText('null came from step .address, which is null in the data.')
    await expect(mappings.result.getByRole('row', { name: '.address null null in the data' })).toBeVisible()
    await expect(mappings.record.getByRole('row').filter({ hasText: '"address": null' })).toContainText(
      'null starts here'
    )
    await shot(app.page, 'mapping-null-trace')
    await mappings.samples.getByRole('button', { name: 'Next record' }).click()
    await expect(mappings.result).toContainText('There is no key country_code.')
    await expect(mappings.fill).toContainText('33 % of 3 records')
  })

  test('a value that is clicked, also inside arrays, gives an expression that gives that value', async ({
    launch,
    practice
  }) => {
    const app = await launch()
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.paste({
      id: 7,
      custom_fields: [
        { key: 'shirt', value: 'M' },
        { key: 'desk', value: 'four-north' }
      ],
      'home address': { lines: ['Quay 1', 'Second floor'] }
    })
    for (const [value, typed] of [
      ['four-north', /custom_fields/],
      ['Second floor', /"home address"\.lines/]
    ] as const) {
      await mappings.type('')
      await mappings.record.getByText(value).click()
      await mappings.record.getByRole('button', { name: 'Use this value' }).click()
      await expect(mappings.expression).toHaveText(typed)
      await expect(mappings.check).toContainText('Valid, and standard.')
      await expect(mappings.result.getByText(`"${value}"`, { exact: true })).toBeVisible()
      await shot(app.page, `mapping-use-value-${value.slice(0, 4).toLowerCase()}`)
    }
  })

  test('keys of the sample and functions are completed by the keyboard', async ({ launch, practice }) => {
    const app = await launch()
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.paste([{ employee: { 'badge no': 4, name: 'Ada' } }])
    await mappings.expression.click()
    await app.page.keyboard.type('employee.ba')
    await expect(app.page.getByRole('option', { name: /badge no/ })).toBeVisible()
    await shot(app.page, 'mapping-completion')
    await app.page.keyboard.press('Enter')
    await expect(mappings.expression).toHaveText('employee."badge no"')
    await expect(mappings.result.getByText('4', { exact: true })).toBeVisible()
  })

  test('raw data of a collection: fill rate, types and distinct values over its records', async ({
    launch,
    practice
  }) => {
    const app = await launch()
    const { mappings } = await withField(app, practice, 't_shirt_size')
    await mappings.source('Raw data of a collection')
    const connector = connectorOf(practice.default, 'bamboohr')
    await mappings.pick(mappings.dialog.getByRole('combobox', { name: 'Connector', exact: true }), connector.id)
    await mappings.dialog.getByRole('combobox', { name: 'Collection' }).selectOption('/api/hris/v1/employees')
    await mappings.dialog.getByRole('textbox', { name: 'Records' }).fill('40')
    await shot(app.page, 'mapping-read-collection')
    await mappings.dialog.getByRole('button', { name: 'Read samples' }).click()
    await expect(mappings.dialog).toBeHidden()
    await expect(mappings.samples).toContainText('1 of 40')
    const walks = practice.default.requests.filter(({ path }) => path === '/api/hris/v1/employees')
    expect(walks[0]).toMatchObject({ method: 'GET', connectorToken: true, query: { include_raw_data: 'true' } })
    expect(walks.every(({ status }) => status === 200)).toBe(true)
    // The saved mapping is tried at once.
    await expect(mappings.fill).toContainText(/\d+ % of 40\s+records/)
    await expect(mappings.fill).toContainText(/\d+ string/)
    await expect(mappings.fill).toContainText(/[SMLX]+ \d+, [SMLX]+ \d+/)
    await shot(app.page, 'mapping-fill-rate')
    await mappings.type('custom.badge.id')
    await expect(mappings.fill).toContainText(/\d+ number/)
    await expect(app.page.getByLabel('What would change')).toContainText(/values change/)
    await expect(mappings.row(/t_shirt_size/)).toContainText('%')
    await app.page.setViewportSize({ width: 1280, height: 800 })
    await shot(app.page, 'mapping-1280x800')
  })

  test('the service’s own raw data, and several samples that do not agree', async ({ launch, practice }) => {
    const app = await launch()
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.source('Raw data the service has')
    const connector = connectorOf(practice.default, 'personio')
    await mappings.pick(mappings.dialog.getByRole('combobox', { name: 'Connector', exact: true }), connector.id)
    await mappings.dialog.getByRole('button', { name: 'Read samples' }).click()
    await expect(mappings.dialog).toBeHidden()
    await expect(mappings.samples).toContainText('1 of 1')
    const read = practice.default.requests.filter(({ path, status }) => path === `${base}/raw-data` && status === 200)
    expect(read).toHaveLength(1)
    await mappings.type('employee.id')
    await expect(mappings.result).toContainText('type number')
    await mappings.paste({ employee: { id: 'e-1' } })
    const all = app.page.getByRole('region', { name: 'All samples' })
    await expect(all).toContainText('The samples do not agree')
    await shot(app.page, 'mapping-samples-disagree')
    await mappings.samples.getByRole('button', { name: 'Change sample' }).click()
    await shot(app.page, 'mapping-sample-menu')
    await mappings.samples.getByRole('button', { name: /^Put pasted text away/ }).click()
    await app.page.keyboard.press('Escape')
    await expect(all).toHaveCount(0)
  })

  test('a file is a sample; one that is no JSON is refused in words', async ({ launch, practice, profileDir }) => {
    const app = await launch()
    const { mappings } = await withField(app, practice, 'second_manager')
    const good = join(profileDir, 'employees.json')
    const bad = join(profileDir, 'notes.txt')
    await writeFile(
      good,
      JSON.stringify([
        { id: 1, team: 'Dock' },
        { id: 2, team: 'Crane' }
      ])
    )
    await writeFile(bad, 'not JSON at all')
    await answerOpenDialogs(app.app, bad)
    await mappings.source('A file')
    await expect(mappings.samples.getByRole('alert')).toContainText(
      'This is neither JSON nor one JSON object per line.'
    )
    await expect(mappings.samples.getByRole('alert')).not.toContainText('base address')
    await shot(app.page, 'mapping-bad-file')
    await answerOpenDialogs(app.app, good)
    await mappings.source('A file')
    await expect(mappings.samples).toContainText('1 of 2')
    await expect(mappings.samples).toContainText('employees.json')
    await mappings.type('team')
    await expect(mappings.fill).toContainText('100 % of 2 records')
  })

  test('“Map this value” brings a passthrough response over, its record in front, the way to it typed', async ({
    launch,
    practice
  }) => {
    const app = await launch()
    const { mappings } = await withField(app, practice, 'second_manager')
    const builder = new Passthrough(app.page)
    await builder.show()
    await builder.choose(connectorOf(practice.default, 'bamboohr'))
    await builder.target('GET', '/employees?per_page=5')
    await builder.send.click()
    await builder.answered()
    await builder.response.getByRole('button', { name: 'Find in the response' }).click()
    await builder.response.getByRole('searchbox', { name: 'Find', exact: true }).fill('00003')
    const third = builder.lines('Pretty').getByRole('row').filter({ hasText: '00003' })
    await third.click()
    await third.getByRole('button', { name: 'Map this value' }).click()
    await expect(mappings.samples).toContainText('3 of 5')
    await expect(mappings.expression).toHaveText('employee_number')
    await expect(mappings.result.getByText('"00003"', { exact: true })).toBeVisible()
    await shot(app.page, 'mapping-from-passthrough')
    await mappings.forIntegration('bamboohr')
    await mappings.saved()
    expect(mappingsOf(practice.default, 'second_manager')).toMatchObject([{ json_path: 'employee_number' }])
  })

  test('an expression that explodes is stopped with a clear word, and the window answers throughout', async ({
    launch,
    practice
  }) => {
    const app = await launch()
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.forIntegration('bamboohr')
    await mappings.paste(Array.from({ length: 20 }, (_, id) => ({ id, name: 'Ada' })))
    await mappings.type('id')
    await expect(mappings.result).toContainText('live')
    await watchGaps(app.page)
    await mappings.type(Array(24).fill('[@,@][]').join(' | '))
    await expect(mappings.check).toContainText('It was stopped before it could slow this computer down.', {
      timeout: 30_000
    })
    // Before the screenshots: those hold the window up themselves.
    const stopped = await gaps(app.page)
    await expect(mappings.save).toBeDisabled()
    await shot(app.page, 'mapping-exploding')
    console.log(`exploding expression: longest gap ${stopped.gap} ms, longest task ${stopped.task} ms`)
    expect(asked(practice.default, 'POST')).toEqual([])

    await mappings.type('name')
    await expect(mappings.result.getByText('"Ada"', { exact: true })).toBeVisible()
    await mappings.saved()
    expect(mappingsOf(practice.default, 'second_manager')).toMatchObject([{ json_path: 'name' }])
  })

  test('the service’s own result stands beside ours, agreeing and differing', async ({ launch, practice }) => {
    const app = await launch()
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.forIntegration('bamboohr')
    await mappings.paste({ employee: { manager_id: 988 } })
    await mappings.type('employee.manager_id')
    await expect(mappings.result).toContainText('988')
    const ask = mappings.result.getByRole('button', { name: 'Ask the service' })
    await ask.click()
    await expect(mappings.result.getByRole('status').filter({ hasText: 'agrees' })).toHaveText('agrees')
    await expect(mappings.result).toContainText(/There\s*988\s*number, inline/)
    await shot(app.page, 'mapping-preview-agrees')

    const body = { resolved_value: '0988', resolved_value_type: 'string', raw_data_source: 'connector_sync' }
    practice.default.set({ faults: [{ name: 'status', status: 200, path: `${base}/preview`, body }] })
    await mappings.type('employee.manager_id | @')
    await expect(mappings.result.getByRole('status').filter({ hasText: 'agrees' })).toHaveCount(0)
    await ask.click()
    await expect(mappings.result.getByRole('status').filter({ hasText: 'differs' })).toBeVisible()
    await expect(mappings.result).toContainText(/Here\s*988\s*There\s*"0988"\s*string, connector_sync/)
    await shot(app.page, 'mapping-preview-differs')
    expect(mappingsOf(practice.default, 'second_manager')).toEqual([])
  })

  test('what holds on a connector: its own mapping wins, unmapped fields are named', async ({ launch, practice }) => {
    const app = await launch()
    const { mappings } = await withField(app, practice, 't_shirt_size')
    const connector = connectorOf(practice.default, 'bamboohr')
    await mappings.forConnector(connector)
    await app.page.getByText(`What holds on ${connector.end_user}`).click()
    const holds = app.page.getByRole('group').filter({ hasText: 'What holds on' })
    await expect(holds).toContainText('4 fields, 1 not mapped')
    await expect(holds.getByRole('row', { name: /second_manager\s+not mapped/ })).toBeVisible()
    await expect(holds.getByRole('row', { name: /t_shirt_size/ })).toContainText('custom."t-shirt size"')
    await shot(app.page, 'mapping-effective')
    await mappings.type('custom.shirt')
    await mappings.saved()
    await expect(holds.getByRole('row', { name: /t_shirt_size/ })).toContainText(/its own\s*custom\.shirt/)
    expect(
      practice.default.requests.some(({ path, status }) => path === `${base}/configuration` && status === 200)
    ).toBe(true)
  })
})

test.describe('@mapping the ledger', () => {
  test('says what this computer did, is exported, and is there after a restart', async ({
    launch,
    practice,
    profileDir
  }) => {
    const first = await launch()
    const { mappings } = await atMappings(first, practice)
    await mappings.make('desk_number')
    await mappings.forIntegration('bamboohr')
    await mappings.type('employee.desk')
    await mappings.saved()
    await mappings.type('employee.desk.number')
    await mappings.saved('changed')
    await first.page.getByRole('button', { name: 'Delete this mapping' }).click()
    await mappings.dialog.getByRole('button', { name: 'Delete mapping' }).click()
    await expect(mappings.outcome).toContainText('The mapping is deleted.')
    await expect(mappings.ledger).toContainText('what this computer did in Default')
    const acts = mappings.ledger.locator('tbody').getByRole('row')
    const shown = [
      /Deleted\s*desk_number\s*Whole integration, BambooHR\s*employee\.desk\.number/,
      /Changed\s*desk_number\s*Whole integration, BambooHR\s*employee\.desk\.number/,
      /Created\s*desk_number\s*Whole integration, BambooHR\s*employee\.desk/,
      /Created\s*desk_number\s*The field itself/
    ]
    await expect(acts).toHaveText(shown)
    await shot(first.page, 'mapping-ledger')
    for (const format of ['csv', 'json']) {
      const file = join(profileDir, `ledger.${format}`)
      await answerSaveDialogs(first.app, file)
      await mappings.ledger.getByRole('button', { name: 'Export the ledger' }).click()
      await mappings.ledger.getByRole('button', { name: `As ${format.toUpperCase()}` }).click()
      await expect(mappings.ledger).toContainText(`ledger.${format}`)
      const text = await readFile(file, 'utf8')
      expect(text).toContain('employee.desk.number')
      expect(text.match(/desk_number/g)?.length).toBeGreaterThanOrEqual(4)
      expect(text).not.toContain(practice.default.bearerToken)
    }
    await first.close()

    const { page } = await launch()
    await new Desk(page).walked()
    const later = new Mappings(page)
    await later.show()
    await expect(later.ledger.locator('tbody').getByRole('row')).toHaveText(shown)
    await later.ledger.getByRole('button', { name: 'Recreate' }).click()
    await expect(later.expression).toHaveText('employee.desk.number')
    expect(mappingsOf(practice.default, 'desk_number')).toEqual([])
  })

  test('is brought to EU: a dry run that writes nothing, reasons for what is blocked, then carried out', async ({
    launch,
    practice
  }) => {
    const app = await launch()
    const { desk, mappings } = await atMappings(app, practice)
    await mappings.make('desk_number')
    await mappings.forIntegration('bamboohr')
    await mappings.type('employee.desk')
    await mappings.saved()
    await mappings.open('second_manager')
    await mappings.forIntegration('hibob')
    await mappings.type('employee.manager_id')
    await mappings.saved()
    await mappings.forConnector(connectorOf(practice.default, 'bamboohr'))
    await mappings.type('employee.own_manager')
    await mappings.saved()

    const state = () => JSON.stringify([practice.eu.fields, practice.eu.mappings])
    const before = state()
    await mappings.ledger.getByRole('button', { name: 'Bring to…' }).click()
    await expect(mappings.dialog.getByRole('combobox', { name: 'Destination' })).toContainText('Harbourline, EU')
    await mappings.dialog.getByRole('button', { name: 'Dry run' }).click()
    await expect(mappings.dialog).toContainText('3 steps would write in Harbourline, EU; nothing is written yet.')
    const steps = mappings.dialog.getByRole('region', { name: 'Steps of the plan' })
    await expect(steps.getByRole('row', { name: /Make field desk_number/ })).toBeVisible()
    await expect(steps.getByRole('row', { name: /Blocked second_manager.*employee\.own_manager/ })).toContainText(
      /walked there|No connector/
    )
    await expect(steps.getByRole('row', { name: /There already second_manager/ })).toBeVisible()
    await shot(app.page, 'mapping-replay-plan')
    expect(state()).toBe(before)
    expect(practice.eu.requests.filter(({ method, status }) => method !== 'GET' && (status ?? 200) < 400)).toEqual([])

    await mappings.dialog.getByRole('button', { name: 'Carry out 3 steps' }).click()
    await expect(mappings.dialog).toContainText('Carried out in Harbourline, EU')
    await expect(steps.getByRole('row', { name: /Make mapping desk_number/ })).toContainText('Done')
    await shot(app.page, 'mapping-replay-done')
    expect(mappingsOf(practice.eu, 'desk_number')).toMatchObject([
      { integration_slug: 'bamboohr', json_path: 'employee.desk' }
    ])
    expect(mappingsOf(practice.eu, 'second_manager')).toMatchObject([
      { integration_slug: 'hibob', json_path: 'employee.manager_id' }
    ])
    await mappings.dialog.getByRole('button', { name: 'Close' }).click()
    await desk.region.selectOption({ label: 'EU' })
    await desk.walked()
    await expect(mappings.row(/desk_number/)).toBeVisible()
    await expect(mappings.ledger.getByRole('row', { name: /Created desk_number The field itself/ })).toBeVisible()
    await shot(app.page, 'mapping-eu')
  })
})

test.describe('@mapping drafts and keys', () => {
  test('a draft outlives a restart, and the app being killed', async ({ launch, practice, profileDir }) => {
    const first = await launch()
    const { mappings } = await withField(first, practice, 'cost_center')
    await mappings.type('employee.cost_centre.code')
    await expect(mappings.draft).toContainText('Draft kept on this computer')
    await first.close()

    const second = await launch()
    await new Desk(second.page).walked()
    const after = new Mappings(second.page)
    await after.show()
    await expect(after.row(/cost_center/)).toContainText('draft kept')
    await after.open('cost_center')
    await expect(after.expression).toHaveText('employee.cost_centre.code')
    await after.type('employee.cost_centre.label')
    await expect.poll(() => filesHolding(profileDir, 'employee.cost_centre.label')).not.toEqual([])
    const child = second.app.process()
    const gone = once(child, 'exit')
    process.kill(-(child.pid ?? NaN), 'SIGKILL')
    await gone

    const third = await launch()
    await new Desk(third.page).walked()
    const last = new Mappings(third.page)
    await last.show()
    await last.open('cost_center')
    await expect(last.expression).toHaveText('employee.cost_centre.label')
    await expect(last.draft).toContainText('Draft kept on this computer')
    await shot(third.page, 'mapping-draft')
    await last.draft.getByRole('button', { name: 'Back to what is saved' }).click()
    await expect(last.expression).toHaveText('department.cost_center.code')
    await expect(last.draft).toContainText('As it is saved')
    expect(mappingsOf(practice.default, 'cost_center').map(({ json_path }) => json_path)).toEqual([
      'department.cost_center.code',
      'custom.costCenter'
    ])
  })

  test('by the keyboard alone: field, scope, expression, Ctrl+S', async ({ launch, practice }) => {
    const app = await launch()
    const { mappings } = await atMappings(app, practice)
    const { keyboard } = app.page
    await mappings.field.focus()
    await keyboard.type('second')
    await keyboard.press('Enter')
    await expect(app.page.getByRole('heading', { name: 'second_manager' })).toBeVisible()
    await tabTo(app.page, mappings.integration)
    await keyboard.type('hib')
    await expect(mappings.integrations.getByRole('option')).toHaveText([/HiBob/])
    await keyboard.press('Enter')
    await expect(mappings.integration).toHaveValue('HiBob')
    await tabTo(app.page, mappings.expression)
    await keyboard.type('employee.manager_id')
    await expect(mappings.check).toContainText('Ready to save')
    await shot(app.page, 'mapping-keyboard')
    await keyboard.press('Control+s')
    await expect(mappings.outcome).toContainText('The mapping is saved.')
    expect(mappingsOf(practice.default, 'second_manager')).toMatchObject([
      { integration_slug: 'hibob', json_path: 'employee.manager_id' }
    ])
  })
})

test('@mapping the view and its dialogs are clean for axe in both themes', async ({ launch, practice }) => {
  test.slow() // axe reads the page some twenty times
  const app = await launch()
  const { page } = app
  const { mappings } = await atMappings(app, practice)
  await expect(mappings.fields.getByRole('option')).toHaveCount(practice.default.fields.length)
  await expectClean(page, 'fields')
  await mappings.open('cost_center')
  await mappings.paste([{ employee: { address: null } }, { employee: { address: { country_code: 'DE' } } }])
  await mappings.type('employee.address.country_code')
  await expect(mappings.result).toContainText('null came from step')
  await mappings.record.getByText('employee').click()
  await mappings.record.getByRole('button', { name: 'Use this value' }).click()
  await expectClean(page, 'a draft tried on a sample')
  await mappings.type('employee | upper(@)')
  await expect(mappings.check).toContainText('no upper')
  await expectClean(page, 'a wrong expression')
  await mappings.type('employee.address')
  await mappings.saved('changed')
  await mappings.forConnector(connectorOf(practice.default, 'bamboohr'))
  await page.getByText(/^What holds on/).click()
  await expectClean(page, 'one connector')
  await mappings.forIntegration('bamboohr')

  const dialogs: readonly [what: string, ask: () => Promise<void>][] = [
    ['add a field', () => mappings.add.click()],
    ['rename a field', () => mappings.more('Rename or describe')],
    ['delete a field', () => mappings.more('Delete field')],
    ['delete a mapping', () => page.getByRole('button', { name: 'Delete this mapping' }).click()],
    ['paste', () => mappings.source('Paste')],
    ['read a collection', () => mappings.source('Raw data of a collection')],
    ['raw data', () => mappings.source('Raw data the service has')]
  ]
  for (const [what, ask] of dialogs) {
    await ask()
    await expect(mappings.dialog).toBeVisible()
    await expectClean(page, what)
    await page.keyboard.press('Escape')
    await expect(mappings.dialog).toBeHidden()
  }
  await mappings.ledger.getByRole('button', { name: 'Bring to…' }).click()
  await mappings.dialog.getByRole('button', { name: 'Dry run' }).click()
  await expect(mappings.dialog.getByRole('region', { name: 'Steps of the plan' })).toBeVisible()
  await expectClean(page, 'replay')
})

/** Also within the shadow root of an editor. */
function hasFocus(element: Element): boolean {
  return (element.getRootNode() as Document | ShadowRoot).activeElement === element
}

/** Goes on by Tab until this has the focus; the test's own limit ends it where it never comes. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  while (!(await wanted.evaluate(hasFocus))) await page.keyboard.press('Tab')
}

type Watch = { gap: number; task: number }

/** From now on measures how long the window does not answer: a ticker of 20 ms, and what Chromium calls long tasks. */
async function watchGaps(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watch: Watch = { gap: 0, task: 0 }
    Object.assign(window, { watch })
    let last = performance.now()
    setInterval(() => {
      const now = performance.now()
      watch.gap = Math.max(watch.gap, Math.round(now - last))
      last = now
    }, 20)
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watch.task = Math.max(watch.task, Math.round(duration))
    }).observe({ entryTypes: ['longtask'] })
  })
}

const gaps = (page: Page): Promise<Watch> => page.evaluate(() => (window as unknown as { watch: Watch }).watch)
