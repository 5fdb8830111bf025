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
  expect(client.asked('passthrough:keepValue')).toEqual([
    { ...of, name: 'employee_id', value: '17 & 18', endUser: 'Umber Textiles', from: 'GET /y' }
  ])
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

test('deleting all values, and the last one, leaves the Variables dialog with its edits and the focus', async () => {
  const client = await answered()
  const of = { region: 'default' as const, key: 'HRIS:one', endUser: 'Umber Textiles', at: 1_000 }
  const all = [{ ...of, name: 'employee_id', from: 'GET /employees', isGone: false }]
  let kept = all
  client.answer('passthrough:keptValues', () => kept)
  client.answer('passthrough:forgetValue', () => {
    kept = []
    return []
  })
  client.answer('passthrough:forgetValues', () => undefined)
  const variables = page.getByRole('dialog', { name: 'Variables of this workspace' })
  const name = variables.getByRole('textbox', { name: 'Variable 1 name' })
  const question = page.getByRole('dialog', { name: 'Delete all values of responses?' })
  const last = variables.getByRole('region', { name: '1 value of a response' })
  const inDialog = () => variables.element().contains(document.activeElement)
  for (const act of ['all', 'last']) {
    kept = all
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Variables…' }).click()
    await name.fill('page')
    if (act === 'all') {
      await last.getByRole('button', { name: 'Delete all values…' }).click()
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect.poll(inDialog).toBe(true)
      await last.getByRole('button', { name: 'Delete all values…' }).click()
      await question.getByRole('button', { name: 'Delete all values', exact: true }).click()
      await expect.element(question).not.toBeInTheDocument()
    } else await last.getByRole('button', { name: 'Delete employee_id of Umber Textiles' }).click()
    await expect.element(last).not.toBeInTheDocument()
    await expect.element(name).toHaveValue('page')
    await expect.poll(inDialog).toBe(true)
    await variables.getByRole('button', { name: 'Cancel' }).click()
  }
  expect(client.asked('passthrough:forgetValues')).toHaveLength(1)
})

test('Variables… lists all kept values, shows one by choice, and deletes one', async () => {
  const client = await answered({ name: 'employee_id', value: 'of-ada-17' })
  const of = { region: 'default' as const, key: 'HRIS:one', endUser: 'Umber Textiles', at: 1_000 }
  let kept = [
    { ...of, name: 'employee_id', from: 'GET /employees', isGone: false },
    { ...of, key: 'HRIS:gone', endUser: 'Zenith', name: 'team', from: '', isGone: true }
  ]
  client.answer('passthrough:keptValues', () => kept)
  client.answer('passthrough:forgetValue', ({ key }) => {
    kept = kept.filter((one) => one.key !== key)
    return []
  })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Variables…' }).click()
  const all = dialog.getByRole('region', { name: '2 values of responses' })
  await expect.element(all).toHaveTextContent(/employee_id Umber Textiles from GET \/employees, /)
  await expect.element(all).toHaveTextContent(/team Zenith.*Its connector is no longer listed\./)
  await expect.element(all).not.toHaveTextContent('of-ada-17')
  const show = all.getByRole('button', { name: 'Show employee_id of Umber Textiles' })
  await show.click()
  await expect.element(all).toHaveTextContent('of-ada-17')
  await expect.element(show).toHaveFocus()
  await expect.element(show).toHaveAttribute('aria-pressed', 'true')
  await show.click()
  await expect.element(all).not.toHaveTextContent('of-ada-17')
  await all.getByRole('button', { name: 'Delete team of Zenith' }).click()
  const one = dialog.getByRole('region', { name: '1 value of a response' })
  await expect.element(one).not.toHaveTextContent('Zenith')
  await expect.element(one).toHaveFocus()
})

test('a selected text of a response becomes a variable', async () => {
  const client = await answered()
  await page.getByRole('tab', { name: /y, Umber/ }).click()
  await send.click()
  const useText = page.getByRole('button', { name: 'Use selected text as variable…' })
  await expect.element(page.getByRole('button', { name: 'Use as variable…' })).toBeVisible()
  await expect.element(useText).not.toBeInTheDocument()
  const text = page.getByRole('region', { name: 'Response' }).getByRole('gridcell').first().element()
  getSelection()?.selectAllChildren(text.querySelector('.text') ?? text)
  const selected = getSelection()?.toString().trim() ?? ''
  await useText.click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('picked')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => client.asked('passthrough:keepValue'))
    .toMatchObject([{ key: 'HRIS:one', name: 'picked', value: selected }])
})
