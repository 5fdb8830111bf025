import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import type { Variable } from '../../../shared/passthrough/passthrough'
import { open } from '../testing/open'
import { draft, passthroughClient } from '../testing/passthrough'

const send = page.getByRole('button', { name: 'Send', exact: true })
const path = page.getByRole('combobox', { name: 'Path' })
const dialog = page.getByRole('dialog')
const preview = page.getByRole('button', { name: 'Request preview' })

async function answered(...values: Variable[]) {
  const client = passthroughClient(draft({ path: '/x/{{employee_id}}' }), draft({ path: '/y' }))
  let kept = values
  client.answer('passthrough:connectorValues', ({ key }) => (key === 'HRIS:one' ? kept : []))
  client.answer('passthrough:keepValue', ({ name, value }) => (kept = [...kept, { name, value }]))
  client.answer('passthrough:forgetValue', ({ name }) => (kept = kept.filter((one) => one.name !== name)))
  client.answer('passthrough:copyNode', ({ what }) => (what === 'value' ? '17 & 18' : 'data[0].employee_id'))
  await open(client, '#/passthrough')
  await expect.element(path).toBeVisible()
  return client
}

test('a value of a response is named, bound to the connector that answered, and fills its requests', async () => {
  const client = await answered()
  await page.getByRole('tab', { name: /y, Umber/ }).click()
  await send.click()
  await page.getByRole('button', { name: 'Use as variable…' }).click()
  await expect.element(dialog).toHaveTextContent('in requests of Umber Textiles only')
  await expect.element(dialog).toHaveTextContent('17 & 18')
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('employee_id')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('{{employee_id}} is kept for Umber Textiles')).toBeVisible()
  const of = { workspaceId: draft().workspaceId, region: 'default', key: 'HRIS:one' }
  expect(client.asked('passthrough:keepValue')).toEqual([{ ...of, name: 'employee_id', value: '17 & 18' }])
  await page.getByRole('tab', { name: /x, Umber|employee_id/ }).click()
  await preview.click()
  await expect.element(page.getByText('"path": "/x/17%20%26%2018"')).toBeVisible()
  // Main fills it in.
  await send.click()
  expect(client.asked('passthrough:send').at(-1)).toMatchObject({
    draft: { path: '/x/{{employee_id}}' },
    variables: []
  })
})

test('a refused name or value is said in the dialog, which stays', async () => {
  const client = await answered()
  client.answer('passthrough:keepValue', () => {
    throw new AppError('invalid-input', 'no', { fields: { value: 'This looks like a token.' } })
  })
  await page.getByRole('tab', { name: /y, Umber/ }).click()
  await send.click()
  await page.getByRole('button', { name: 'Use as variable…' }).click()
  await page.getByRole('button', { name: 'Keep variable' }).click()
  await expect.element(dialog.getByText('This looks like a token.')).toBeVisible()
})

test('Variables… lists those of the chosen connector only, and deletes one', async () => {
  const client = await answered({ name: 'employee_id', value: '17' })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Variables…' }).click()
  const own = page.getByRole('region', { name: 'Only in requests of Umber Textiles' })
  await expect.element(own).toHaveTextContent(/origin_id\s*org-1.*connector_id\s*one.*employee_id\s*17/)
  await own.getByRole('button', { name: 'Delete employee_id' }).click()
  await expect.element(own).not.toHaveTextContent('employee_id')
  expect(client.asked('passthrough:forgetValue')).toMatchObject([{ key: 'HRIS:one', name: 'employee_id' }])
})
