import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import { FakeClient } from '../testing/fake-client'
import { appState, row } from '../testing/made-up'
import { open } from '../testing/open'

const all = {
  integrations: [
    { slug: 'bamboohr', name: 'BambooHR', categories: ['HRIS', 'ATS'] },
    { slug: 'greenhouse', name: 'Greenhouse', categories: ['ATS'] }
  ],
  models: [
    { slug: 'employee', name: 'Employee', category: 'HRIS' },
    { slug: 'candidate', name: 'Candidate', category: 'ATS' }
  ]
}
const integrations = page.getByRole('region', { name: 'Integrations', exact: true })
const models = page.getByRole('region', { name: 'Models', exact: true })

async function shown() {
  const client = new FakeClient(appState())
  client.answer('lookups:ask', ({ category }) =>
    category === null
      ? all
      : {
          integrations: all.integrations.filter(({ categories }) => categories.includes(category)),
          models: all.models.filter((one) => one.category === category)
        }
  )
  const desk = await open(client, '#/lookups')
  await expect.poll(() => client.refreshId).not.toBe('')
  return { client, desk }
}

test('integrations and models are listed with slugs to copy, categories and connectors', async () => {
  const { client } = await shown()
  const of = (id: string) => row('HRIS', id, { integration_slug: 'bamboohr' })
  client.connectors.hold([of('a'), of('b')])
  await expect.element(integrations.getByRole('row', { name: /BambooHR/ })).toHaveTextContent(/bamboohr.*HRIS, ATS.*2/)
  await expect.element(models.getByRole('row', { name: /Candidate/ })).toHaveTextContent(/candidate.*ATS/)
  await expect.element(integrations.getByRole('button', { name: 'Copy slug bamboohr' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find an integration or a model' }).fill('green')
  await expect.element(integrations.getByRole('row', { name: /BambooHR/ })).not.toBeInTheDocument()
  await expect.element(integrations.getByRole('row', { name: /Greenhouse/ })).toBeVisible()
})

test('the service filters by category, not the window', async () => {
  const { client } = await shown()
  await page.getByRole('combobox', { name: 'Category' }).selectOptions('HRIS')
  await expect.element(integrations.getByRole('row', { name: /Greenhouse/ })).not.toBeInTheDocument()
  await expect.element(models.getByRole('row', { name: /Employee/ })).toBeVisible()
  expect(client.asked('lookups:ask').map(({ category }) => category)).toEqual([null, 'HRIS'])
})

test('while they are read the view says so, and its filter says all of what it is set to', async () => {
  const client = new FakeClient(appState())
  let answer: (said: typeof all) => void = () => undefined
  client.answer('lookups:ask', () => new Promise<typeof all>((resolve) => (answer = resolve)))
  await open(client, '#/lookups')
  await expect.element(page.getByText('Loading lookups…')).toBeVisible()
  answer(all)
  await expect.element(integrations.getByRole('row', { name: /Greenhouse/ })).toBeVisible()
  await expect.element(page.getByText('Loading lookups…')).not.toBeInTheDocument()
  const select = page.getByRole('combobox', { name: 'Category' }).element()
  expect(select.getBoundingClientRect().width).toBeGreaterThan(100)
})

test('a refusal is shown with what was read before', async () => {
  const { client } = await shown()
  await expect.element(integrations.getByRole('row', { name: /Greenhouse/ })).toBeVisible()
  client.answer('lookups:ask', () =>
    Promise.reject(new AppError('forbidden', 'No.', { status: 403, detail: 'Not in plan' }))
  )
  await page.getByRole('button', { name: 'Refresh lookups' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not in plan')
  await expect.element(integrations.getByRole('row', { name: /Greenhouse/ })).toBeVisible()
})

test('an integration leads to its connectors, and its name and slug can be copied', async () => {
  const { desk } = await shown()
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const bamboo = integrations.getByRole('row', { name: /BambooHR/ })
  await bamboo.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy name' }).click()
  expect(written).toHaveBeenLastCalledWith('BambooHR')
  await models.getByRole('row', { name: /Candidate/ }).click({ button: 'right' })
  await expect.element(page.getByRole('menuitem', { name: 'Show its connectors' })).not.toBeInTheDocument()
  await page.getByRole('menuitem', { name: 'Copy slug' }).click()
  expect(written).toHaveBeenLastCalledWith('candidate')
  await bamboo.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Show its connectors' }).click()
  await expect.poll(() => [desk.router.view, desk.grid.filters.integration]).toEqual(['connectors', 'bamboohr'])
  written.mockRestore()
})

test('the address of a provider’s status page is entered here too', async () => {
  const { client } = await shown()
  client.answer('lookups:statusPage', ({ integration }) => ({
    allowed: true,
    page: { integration, address: 'https://status.bamboohr.example/feed', state: 'agreed', read: null }
  }))
  client.answer('lookups:setStatusPage', () => null)
  await integrations.getByRole('row', { name: /BambooHR/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Status page of the provider…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Status page of BambooHR' })
  await expect.element(dialog.getByRole('textbox')).toHaveValue('https://status.bamboohr.example/feed')
  await dialog.getByRole('textbox').fill('https://status.bamboohr.example/other')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(client.asked('lookups:setStatusPage')).toMatchObject([
    { integration: 'bamboohr', address: 'https://status.bamboohr.example/other' }
  ])
  await models.getByRole('row', { name: /Candidate/ }).click({ button: 'right' })
  await expect.element(page.getByRole('menuitem', { name: 'Copy slug' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: /Status page/ })).not.toBeInTheDocument()
})
