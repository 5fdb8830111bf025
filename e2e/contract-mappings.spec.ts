import { base, mappingPractice, mappingsOf, withField } from './fixtures/mapping'
import { expect, shot, test } from './fixtures/test'
import { Confirm } from './pages/confirm'

test.use({ practiceOptions: mappingPractice })

test.describe('@contract mappings', () => {
  test('where the service lists none, a mapping is deleted by its id, once it is confirmed', async ({
    app,
    practice
  }) => {
    practice.default.set({ operations: { listMappings: false, readField: false } })
    const { mappings } = await withField(app, practice, 'cost_center')
    const [gone, other] = mappingsOf(practice.default, 'cost_center')
    await app.page.getByRole('button', { name: 'Delete one by its ID' }).click()
    const id = mappings.dialog.getByRole('textbox', { name: 'Mapping ID' })
    const remove = mappings.dialog.getByRole('button', { name: 'Delete mapping' })
    await id.fill('17')
    await expect(mappings.dialog).toContainText('Not a valid ID')
    await expect(remove).toBeDisabled()
    await id.fill(String(gone?.id))
    await shot(app.page, 'contract-delete-by-id')
    await remove.click()
    const confirm = await Confirm.asked(app.page)
    const deletes = () => practice.default.requests.filter(({ method }) => method === 'DELETE')
    expect(deletes()).toEqual([])
    await confirm.agree()
    await expect(mappings.outcome).toContainText('Mapping deleted.')
    expect(deletes().map(({ path, status }) => [path, status])).toEqual([[`${base}/mapping/${gone?.id}`, 204]])
    expect(mappingsOf(practice.default, 'cost_center')).toEqual([other])
  })
})
