import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { AccessFact } from '../../../shared/issues/access'
import type { Response } from '../../../shared/ipc'
import { uuid } from '../testing/passthrough'
import { day, issuesClient, madeUpHealth, madeUpIssue } from '../testing/made-up-issues'
import { open } from '../testing/open'

const one = madeUpIssue('a', 2 * day)
const request = { id: uuid(7), name: 'Company', path: '/company', onShelf: false }
const access = page.getByRole('region', { name: /^Access at/ })
const fact = (said: AccessFact['said'], status: number | null): AccessFact => ({
  ...{ at: Date.now() - 60_000, said, status, method: 'GET', by: 'check' }
})

async function withIssue(facts: AccessFact[] = []) {
  const client = issuesClient([one])
  client.answer('connectors:health', () => madeUpHealth(one, '', { access: [...facts] }))
  client.answer('passthrough:accessCheck', () => ({ request, offered: [request] }))
  await open(client, '#/issues')
  await page.getByRole('treegrid', { name: 'Issues' }).getByRole('row').filter({ hasText: one.endUser }).click()
  await expect.element(access).toBeVisible()
  return { client, facts }
}

test('Check now asks the chosen GET of this connector once, and shows what the answer says', async () => {
  const { client, facts } = await withIssue()
  await expect.element(access).toHaveTextContent('was not asked yet.')
  let answer: (result: Response<'passthrough:checkAccess'>) => void = () => undefined
  client.answer('passthrough:checkAccess', () => new Promise((resolve) => (answer = resolve)))
  const button = access.getByRole('button', { name: 'Check now' })
  await button.click()
  await expect.element(button).toBeDisabled()
  expect(client.asked('passthrough:checkAccess')).toMatchObject([{ key: one.key, region: 'default' }])
  facts.push(fact('dead', 401))
  answer({ access: facts[0], error: null } as unknown as Response<'passthrough:checkAccess'>)
  await expect.element(access).toHaveTextContent('rejected the credentials (401, Check now)')
  await expect.element(button).toBeEnabled()
})

test('without an answer it says why, and earlier answers stay', async () => {
  const { client } = await withIssue([fact('works', 200), fact('limited', 429)])
  const error = { code: 'bad-request', message: 'No connection.' }
  client.answer('passthrough:checkAccess', () => ({ error }) as Response<'passthrough:checkAccess'>)
  await access.getByRole('button', { name: 'Check now' }).click()
  await expect.element(access).toHaveTextContent('No connection.')
  await expect.element(access).toHaveTextContent('answered with data: the credentials work')
  await expect.element(access).toHaveTextContent('1 earlier answer')
})

test('a read is chosen among the saved ones, once for the integration', async () => {
  const { client } = await withIssue()
  const other = { id: 'GET /me', name: 'Me', path: '/me', onShelf: true }
  const offered = [request, other]
  client.answer('passthrough:accessCheck', () => ({ request: null, offered }))
  client.answer('passthrough:chooseAccessCheck', () => ({ request: other, offered }))
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('treegrid', { name: 'Issues' }).getByRole('row').filter({ hasText: one.endUser }).click()
  await expect.element(access).toHaveTextContent('Choose what Check now asks of')
  await access.getByRole('combobox', { name: 'Check now asks' }).selectOptions('Me (GET /me, of the shelf)')
  await expect
    .poll(() => client.asked('passthrough:chooseAccessCheck'))
    .toMatchObject([{ integration: 'bamboohr', id: other.id }])
  await expect.element(access.getByRole('button', { name: 'Check now' })).toBeEnabled()
})

test('selected issues of one integration are checked through Ask many, those of two are not offered', async () => {
  const [other, elsewhere] = [madeUpIssue('b', day), madeUpIssue('c', day, { integrationSlug: 'adp' })]
  const client = issuesClient([one, other, elsewhere])
  client.answer('passthrough:accessCheck', () => ({ request, offered: [request] }))
  const desk = await open(client, '#/issues')
  const askMany = vi.spyOn(desk, 'askMany').mockImplementation(() => undefined)
  const rowOf = ({ endUser }: typeof one) =>
    page.getByRole('treegrid', { name: 'Issues' }).getByRole('row').filter({ hasText: endUser })
  for (const each of [one, other]) await rowOf(each).click({ modifiers: ['ControlOrMeta'] })
  const bar = page.getByRole('toolbar', { name: 'Selected issues' })
  await bar.getByRole('button', { name: 'Check all 2…' }).click()
  const keys = [one.key, other.key]
  expect(askMany).toHaveBeenCalledExactlyOnceWith({ keys, integration: 'bamboohr', request })
  await rowOf(elsewhere).click({ modifiers: ['ControlOrMeta'] })
  await expect.element(bar.getByRole('button', { name: 'Ask these 3…' })).toBeVisible()
  await expect.element(bar.getByRole('button', { name: /^Check all/ })).not.toBeInTheDocument()
})
