import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import type { SentHead } from '../../../shared/passthrough/library'
import { open } from '../testing/open'
import { draft, passthroughClient, uuid } from '../testing/passthrough'

const response = page.getByRole('region', { name: 'Response' })
const compare = response.getByRole('button', { name: 'Compare with another response' })
const answers = page.getByRole('listbox', { name: 'Responses in the history' })
const options = () =>
  answers
    .getByRole('option')
    .elements()
    .map((one) => one.textContent?.replace(/\s+/g, ' ').trim() ?? '')

const head = (n: number, change: Partial<SentHead> = {}): SentHead => ({
  ...{ id: uuid(70 + n), askedAt: n * 3_600_000, method: 'GET', path: '/employees', region: 'default', bytes: 9 },
  ...{ connector: { key: 'HRIS:one', endUser: 'Umber Textiles', integrationSlug: 'personio' }, bodyDropped: null },
  ...{ outcome: 'answered', status: 200 },
  ...change
})

async function answered(entries: SentHead[]) {
  const client = passthroughClient(draft())
  client.answer('passthrough:listHistory', ({ text = '' }) => ({
    entries: entries.filter(({ path }) => path.includes(text)),
    next: null
  }))
  client.answer('passthrough:openBody', ({ id }) => ({ responseId: `kept ${id}` }))
  await open(client, '#/passthrough')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(response.getByRole('grid', { name: 'Body, pretty' })).toBeVisible()
  return client
}

test('compare offers each answer of the history, those of this request first, and finds others', async () => {
  const client = await answered([
    head(9, { path: '/departments', status: 404, outcome: 'refused' }),
    head(8, { path: '/other', bytes: 0 }),
    head(7, { path: '/dropped', bodyDropped: 9e6 }),
    head(6, { providerError: { status: 422, code: 'x' } }),
    head(5)
  ])
  client.answer('passthrough:compareResponses', () => ({
    differences: [{ path: '/data', change: 'added', before: null, after: '1' }],
    more: false,
    structural: true
  }))
  // The search of the history at the side hides nothing here.
  await page.getByRole('searchbox', { name: 'Find in history' }).fill('nothing like it')
  await compare.click()
  await expect
    .poll(options)
    .toEqual([
      expect.stringMatching(/^GET \/employees 422/),
      expect.stringMatching(/^GET \/employees 200/),
      expect.stringMatching(/^GET \/departments 404/)
    ])
  await userEvent.keyboard('depart')
  await expect.poll(options).toEqual([expect.stringContaining('/departments')])
  await userEvent.keyboard('{Enter}')
  await expect.element(response).toHaveTextContent(/1 difference from GET \/departments/)
  expect(client.asked('passthrough:compareResponses')).toEqual([{ before: `kept ${uuid(79)}`, after: 'body' }])
  await expect.element(answers).not.toBeInTheDocument()
})

test('an answer that is equal is said to be, and the body stays', async () => {
  const client = await answered([head(5)])
  client.answer('passthrough:compareResponses', () => ({ differences: [], more: false, structural: true }))
  await compare.click()
  await answers.getByRole('option').click()
  await expect.element(response).toHaveTextContent('Identical to the response of')
  await expect.element(response.getByRole('grid', { name: 'Body, pretty' })).toBeVisible()
  await expect.element(response.getByRole('tab', { name: 'Pretty' })).toHaveAttribute('aria-selected', 'true')
})

test('an answer that can no longer be read is said, and nothing else changes', async () => {
  const client = await answered([head(5)])
  client.answer('passthrough:openBody', () => {
    throw new AppError('not-found', 'No response of this request is stored.')
  })
  await compare.click()
  await answers.getByRole('option').click()
  await expect.element(response.getByRole('alert')).toBeVisible()
  await expect.element(response.getByRole('grid', { name: 'Body, pretty' })).toBeVisible()
})
