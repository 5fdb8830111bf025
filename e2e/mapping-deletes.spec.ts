import { connectorOf } from './fixtures/connector-of'
import { atMappings, base, fieldOf, mappingPractice, mappingsOf, withField } from './fixtures/mapping'
import { expect, shot, test } from './fixtures/test'
import { Confirm } from './pages/confirm'

test.use({ practiceOptions: mappingPractice })

test.describe('@mapping deletes', () => {
  test('one mapping is deleted; its field and the other mappings stay', async ({ app, practice }) => {
    const { mappings } = await withField(app, practice, 'cost_center')
    const [gone, other] = mappingsOf(practice.default, 'cost_center')
    await app.page.getByRole('button', { name: 'Delete this mapping' }).click()
    await app.page.keyboard.press('Escape')
    await expect(mappings.dialog).toBeHidden()
    expect(practice.default.mappings).toContain(gone)
    await app.page.getByRole('button', { name: 'Delete this mapping' }).click()
    await mappings.deleteMapping()
    await expect(mappings.outcome).toContainText('Mapping deleted.')
    expect(mappingsOf(practice.default, 'cost_center')).toEqual([other])
    await expect(mappings.row(/cost_center/)).toBeVisible()
    const deletes = practice.default.requests.filter(({ method }) => method === 'DELETE')
    expect(deletes.map(({ path, status }) => [path, status])).toEqual([[`${base}/mapping/${gone?.id}`, 204]])
  })

  test('a field is deleted after a preview of its cascade and typing its name, then looked up', async ({
    app,
    practice
  }) => {
    const { mappings } = await withField(app, practice, 'cost_center')
    const connector = connectorOf(practice.default, 'bamboohr')
    await mappings.forConnector(connector)
    await mappings.type('employee.own')
    await mappings.saved()
    const { id } = fieldOf(practice.default, 'cost_center')
    await mappings.more('Delete field…')
    const goes = mappings.dialog.getByRole('list', { name: 'Also deleted: 3 mappings' })
    await expect(goes).toContainText('Whole integration, BambooHR')
    await expect(goes).toContainText('Whole integration, Personio')
    await expect(goes).toContainText(`One connector, ${connector.end_user}`)
    await shot(app.page, 'mapping-delete-field')
    await mappings.dialog.getByRole('button', { name: 'Delete field' }).click()
    const confirm = await Confirm.asked(app.page)
    await expect(confirm.page.getByRole('term').filter({ hasText: 'Also deleted' })).toHaveCount(3)
    await confirm.typed.fill('cost_cente')
    await expect(confirm.yes).toBeDisabled()
    await shot(confirm.page, 'confirm-delete-field')
    expect(practice.default.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
    await confirm.agree('cost_center')
    await expect(mappings.dialog).toContainText('Verified: none of its mappings is left.')
    await expect(mappings.dialog.getByRole('list', { name: 'Deleted: 3 mappings' })).toContainText(connector.end_user)
    await shot(app.page, 'mapping-deleted-field')
    expect(practice.default.fields.some((one) => one.id === id)).toBe(false)
    expect(practice.default.mappings.filter((one) => one.custom_field_id === id)).toEqual([])
    await mappings.dialog.getByRole('button', { name: 'Close' }).click()
    await expect(mappings.row(/cost_center/)).toHaveCount(0)
    await expect(mappings.changeLog).toContainText('3 mappings deleted with it')
  })

  test('an invalid id never becomes a request', async ({ app, practice }) => {
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
        ['mappings:deleteField', { ...place, id: bad }]
      ] as const) {
        const answer = await app.page.evaluate(
          ([name, asked]) => (window as unknown as Bridge).desk.invoke(name, asked),
          [channel, request] as const
        )
        expect(answer, `${channel} ${bad}`).toContain('invalid-input')
      }
    }
    // Probes of the view use made-up but valid ids.
    const asked = practice.default.requests
      .slice(before)
      .filter(({ method, path }) => method === 'DELETE' || (method === 'PATCH' && !/\/[\da-f-]{36}$/.test(path)))
    expect(asked).toEqual([])
    expect(mappingsOf(practice.default, 'cost_center')).toHaveLength(2)
  })
})

type Bridge = { desk: { invoke: (channel: string, request: unknown) => Promise<string> } }
