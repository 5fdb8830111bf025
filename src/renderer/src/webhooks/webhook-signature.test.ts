import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { row } from '../testing/made-up'
import { madeUpDelivery, webhooksClient } from '../testing/made-up-activity'
import { open } from '../testing/open'

const dialog = page.getByRole('dialog', { name: 'Check a signature' })
const button = (name: string) => dialog.getByRole('button', { name })

async function atWebhooks(kept = false) {
  const client = webhooksClient([], [madeUpDelivery(1)])
  client.answer('webhooks:signatureKey', () => ({ kept }))
  client.answer('webhooks:forgetSignatureKey', () => ({ kept: false }))
  await open(client, '#/webhooks')
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold([row('HRIS', 'c1')])
  return client
}

test('a pasted delivery is checked with a typed key, which can be saved in the keychain', async () => {
  const client = await atWebhooks()
  client.answer('webhooks:checkSignature', ({ key }) => ({
    verified: key === 'whsec_1',
    why: key === 'whsec_1' ? 'It was signed with this key.' : 'Another key.',
    kept: key === 'whsec_1'
  }))
  await page.getByRole('button', { name: 'Check a signature' }).click()
  await expect.element(button('Check signature')).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Body' }).fill('{"a":1}')
  await dialog.getByRole('textbox', { name: 'Signature', exact: true }).fill('abc')
  const key = dialog.getByLabelText('Signature key')
  await key.fill('wrong')
  await button('Check signature').click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Not verified. Another key.')
  await key.fill('whsec_1')
  await dialog.getByRole('checkbox').click()
  await button('Check signature').click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Verified. It was signed with this key.')
  expect(client.asked('webhooks:checkSignature').at(-1)).toMatchObject({
    of: { body: '{"a":1}', signature: 'abc' },
    key: 'whsec_1',
    keep: true
  })
  await expect.element(key).toHaveValue('')
  await expect.element(button('Remove it from there')).toBeVisible()
})

test('a delivery of the log is checked with the saved key, and that can be removed', async () => {
  const client = await atWebhooks(true)
  client.answer('webhooks:openDelivery', () => null)
  client.answer('webhooks:checkSignature', () => ({ verified: true, why: 'It was signed with this key.', kept: true }))
  await page.getByRole('grid', { name: 'Deliveries' }).getByRole('row').nth(1).click()
  await page.getByRole('complementary', { name: 'Delivery' }).getByRole('button', { name: 'Check signature' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'Body' })).not.toBeInTheDocument()
  await button('Check signature').click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Verified.')
  expect(client.asked('webhooks:checkSignature')[0]).toMatchObject({
    of: { deliveryId: madeUpDelivery(1).id },
    key: null
  })
  await button('Remove it from there').click()
  await expect.element(button('Check signature')).toBeDisabled()
})
