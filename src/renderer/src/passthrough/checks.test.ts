import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AnswerCheck } from '../../../shared/passthrough/answer-checks'
import { open } from '../testing/open'
import { draft, passthroughClient, result } from '../testing/passthrough'

const send = page.getByRole('button', { name: 'Send', exact: true })
const tab = page.getByRole('tablist', { name: 'Parts of the request' }).getByRole('tab', { name: 'Checks' })
const response = page.getByRole('region', { name: 'Response' })
const add = page.getByRole('button', { name: 'Add check' })
const kind = (number: number) => page.getByRole('combobox', { name: `Check ${number} kind` })

const status: AnswerCheck = { kind: 'status', at: '', value: '200' }
const success: AnswerCheck = { kind: 'value-is', at: 'success', value: 'true' }
const list: AnswerCheck = { kind: 'value-type', at: 'data', value: 'array' }

test('a check is added, becomes another kind, and leaves with the request', async () => {
  const client = passthroughClient(draft())
  await open(client, '#/passthrough')
  await tab.click()
  await add.click()
  await expect.element(kind(1)).toHaveFocus()
  await expect.element(tab).toHaveTextContent(/Checks\s*1/)
  await add.click()
  await kind(2).selectOptions('Value is')
  await page.getByRole('textbox', { name: 'Check 2 expression' }).fill('success')
  await page.getByRole('textbox', { name: 'Check 2 value' }).fill('true')
  await send.click()
  await expect.poll(() => client.asked('passthrough:send')[0]?.draft.checks).toEqual([status, success])
  await page.getByRole('button', { name: 'Remove check 1' }).click()
  await expect.element(kind(1)).toHaveValue('value-is')
  // A header's name is no expression.
  await kind(1).selectOptions('Header exists')
  await expect.element(page.getByRole('textbox', { name: 'Check 1 header' })).toHaveValue('')
  await expect.element(page.getByRole('textbox', { name: 'Check 1 value' })).not.toBeInTheDocument()
  await kind(1).selectOptions('Fits the schema')
  await expect.element(page.getByRole('textbox', { name: /^Check 1/ })).not.toBeInTheDocument()
})

test('a check that says nothing stops the send and is found by the count of its tab', async () => {
  const client = passthroughClient(draft({ checks: [{ kind: 'status', at: '', value: 'fine' }] }))
  await open(client, '#/passthrough')
  await send.click()
  await expect.element(page.getByText('Enter one or more statuses: 200, 204.', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Check 1 statuses' })).toHaveAttribute('aria-invalid', 'true')
  expect(client.asked('passthrough:send')).toHaveLength(0)
})

test('the result counts what passes and says in words what was found', async () => {
  const client = passthroughClient(draft({ checks: [status, success, list] }))
  client.answer('passthrough:send', ({ requestId }) =>
    result({
      requestId,
      checks: [
        { check: status, passed: true, found: 'it is 200' },
        { check: success, passed: false, found: 'it is false' },
        { check: list, passed: false, found: 'it is absent or null' }
      ]
    })
  )
  await open(client, '#/passthrough')
  await send.click()
  await expect
    .element(response.getByRole('status').filter({ hasText: 'checks' }))
    .toHaveTextContent('1 of 3 checks pass')
  const lines = () =>
    response
      .getByRole('listitem')
      .elements()
      .map((one) => one.textContent?.replace(/\s+/g, ' ').trim())
  await expect
    .poll(lines)
    .toEqual([
      'fails: success is true it is false',
      'fails: data is a list it is absent or null',
      'passes: Status is 200'
    ])
  // A changed check is no other request.
  await tab.click()
  await page.getByRole('button', { name: 'Remove check 1' }).click()
  await expect.element(response.getByText('Request edited since')).not.toBeInTheDocument()
  await expect.poll(lines).toHaveLength(3)
})

test('where all pass, one line says so and opens by the keyboard', async () => {
  const client = passthroughClient(draft({ checks: [status] }))
  const checks = [{ check: status, passed: true, found: 'it is 200' }]
  client.answer('passthrough:send', ({ requestId }) => result({ requestId, checks }))
  await open(client, '#/passthrough')
  await send.click()
  const line = response.getByText('1 of 1 check passes')
  await expect.element(line).toBeVisible()
  await expect.element(response.getByText('Status is')).not.toBeVisible()
  ;(line.element().closest('summary') as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(response.getByText('Status is')).toBeVisible()
})

test('checks that did not run say so', async () => {
  const client = passthroughClient(draft({ checks: [status] }))
  client.answer('passthrough:send', ({ requestId }) =>
    result({ requestId, outcome: 'failed', status: null, responseId: null, headers: [], complete: false })
  )
  await open(client, '#/passthrough')
  await send.click()
  await expect.element(response.getByText('The checks did not run: no whole response came.')).toBeVisible()
})
