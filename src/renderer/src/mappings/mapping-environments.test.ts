import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { madeUpChangeLogEntry, mappingsClient } from '../testing/made-up-mappings'
import { changeLog, withConnectors, withField } from '../testing/mappings-view'
import { uuid } from '../testing/passthrough'

beforeEach(() => localStorage.clear())

const shared = 'custom fields and mappings are one set, so this changes both'

test('a mapping of an integration says which other form of the system it does not cover', async () => {
  await withField(mappingsClient({ mappings: [] }))
  const integration = page.getByRole('combobox', { name: 'Integration' })
  await integration.fill('bamboo')
  await userEvent.keyboard('{Enter}')
  await expect.element(integration).toHaveValue('BambooHR')
  await expect.element(page.getByText('Does not include')).not.toBeInTheDocument()
  await integration.fill('personio')
  await userEvent.keyboard('{Enter}')
  await expect.element(integration).toHaveValue('Personio')
  const note = page.getByText('Does not include')
  await expect.element(note).toHaveTextContent(/Does not include Personio \(SFTP\) \(personio_sftp, 0 connectors\)/)
})

test('before a delete the question says that both environments share fields and mappings', async () => {
  const client = mappingsClient()
  await withField(client)
  await withConnectors(client)
  await page.getByRole('button', { name: 'Delete this mapping' }).click()
  await expect.element(page.getByRole('dialog', { name: /^Delete this mapping/ })).toHaveTextContent(shared)
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'More actions for this field' }).click()
  await page.getByRole('menuitem', { name: 'Delete field…' }).click()
  await expect.element(page.getByRole('dialog', { name: /^Delete this field/ })).toHaveTextContent(shared)
})

test('where the service lists no mappings, one is deleted by its id', async () => {
  const client = mappingsClient({ mappings: [], operations: { listMappings: false } })
  await withField(client)
  await page.getByRole('button', { name: 'Delete one by its ID' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete a mapping by its ID in the Default region?' })
  await expect.element(dialog).toHaveTextContent(shared)
  const id = dialog.getByRole('textbox', { name: 'Mapping ID' })
  await id.fill('17')
  await expect.element(dialog.getByText(/Not a valid ID/)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Delete mapping' })).toBeDisabled()
  await id.fill(` ${uuid(77)} `)
  await dialog.getByRole('button', { name: 'Delete mapping' }).click()
  await expect.element(page.getByRole('status', { name: 'Outcome' })).toHaveTextContent('Mapping deleted.')
  expect(client.asked('mappings:delete')).toMatchObject([{ fieldId: uuid(1), mappingId: uuid(77) }])
})

test('what was deleted by its id alone has an unknown scope in the change log', async () => {
  const mapping = {
    id: uuid(9),
    scope: { kind: 'connector' as const, key: null },
    scopeName: '',
    expression: '',
    before: null
  }
  await withField(mappingsClient({ changeLog: [madeUpChangeLogEntry(1, { act: 'delete-mapping', mapping })] }))
  const entry = changeLog.getByRole('row').filter({ hasText: 'Deleted' })
  await expect.element(entry).toHaveTextContent('Unknown scope')
  expect(entry.element().textContent).not.toContain('One connector')
})
