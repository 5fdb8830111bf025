import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ContactRow } from '../../../../shared/mail/contact'
import type { MailAccount } from '../../../../shared/mail/mail'
import { expectClean } from '../../testing/axe'
import { ended, row } from '../../testing/made-up'
import { day, issuesClient, madeUpIssue } from '../../testing/made-up-issues'
import { open } from '../../testing/open'

const account: MailAccount = {
  ...{ host: 'mail.example.com', port: 587, security: 'starttls', user: '' },
  ...{ from: 'ops@harbourline.example', fromName: 'Harbourline', replyTo: '' }
}
const dialog = page.getByRole('dialog')
const contact = (address: string, relinks = false) => ({ address, name: '', language: '', relinks })

/** The dialog of one relink request, with a mail server. */
async function requested() {
  const client = issuesClient([madeUpIssue('a', 2 * day, { endUser: 'Umber', originId: 'umber' })])
  client.answer('mail:get', () => ({ account, managed: false, refused: null }))
  client.answer('mail:allContacts', () => [
    { originId: 'umber', contacts: [contact('hr@umber.example', true), contact('ceo@umber.example')] }
  ])
  client.answer('issues:relinkLetters', ({ keys }) => [
    { customer: 'Umber', originId: 'umber', keys, subject: 'Please reconnect', body: 'Open [relink link]' }
  ])
  await open(client, '#/issues')
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold([row('HRIS', 'a')])
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await page.getByRole('treegrid', { name: 'Issues' }).getByRole('row').filter({ hasText: 'Umber' }).click()
  await page.getByRole('button', { name: 'Request relink…' }).click()
  await expect.element(dialog.getByRole('checkbox', { name: 'hr@umber.example' })).toBeVisible()
  return client
}
const send = dialog.getByRole('button', { name: 'Send…' })

test('a letter goes to who relinks unless another is chosen; without its link or a contact it cannot be sent', async () => {
  const client = await requested()
  await expect.element(dialog.getByRole('checkbox', { name: 'hr@umber.example' })).toBeChecked()
  await expect.element(dialog.getByRole('checkbox', { name: 'ceo@umber.example' })).not.toBeChecked()
  await expect.element(send).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Relink link' }).fill('https://link.example/1')
  await expect.element(send).toBeEnabled()
  await dialog.getByRole('checkbox', { name: 'hr@umber.example' }).click()
  await expect.element(send).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'ceo@umber.example' }).click()
  client.answer('mail:send', () => [
    {
      ...{ id: 'm', at: 1, endedAt: 2, originId: 'umber', state: 'unknown', why: 'The connection ended.' },
      ...{ to: ['ceo@umber.example'], subject: 'Please reconnect' }
    }
  ])
  await send.click()
  expect(client.asked('mail:send')[0]?.letters).toEqual([
    {
      despite: false,
      keys: ['HRIS:a'],
      to: ['ceo@umber.example'],
      subject: 'Please reconnect',
      body: 'Open https://link.example/1'
    }
  ])
  await expect
    .element(dialog)
    .toHaveTextContent('Unknown: umber. The connection ended. Ask the customer before you send it again.')
  await expectClean('a letter of unknown outcome')
})

test('a contact is added with its faults named, and the focus goes back to the button', async () => {
  const client = await requested()
  const add = dialog.getByRole('button', { name: 'Add contact…' })
  await add.click()
  const address = dialog.getByLabelText('Address')
  await expect.element(address).toHaveFocus()
  for (const [typed, fault] of [
    ['a@x.example; b@x.example', 'This is more than one address: give each its own line.'],
    ['HR@umber.example', 'This address is there already.'],
    ['x', 'Enter a whole address, as ada@example.com.']
  ] as const) {
    await address.fill(typed)
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).toHaveTextContent(fault)
  }
  await address.fill('dana@umber.example')
  await dialog.getByLabelText('Name').fill('boss@umber.example')
  await dialog.getByRole('button', { name: 'Save contact' }).click()
  await expect.element(dialog).toHaveTextContent('it could be taken for another address')
  expect(client.asked('mail:saveContacts')).toEqual([])
  await dialog.getByLabelText('Name').fill('Dana')
  client.answer('mail:saveContacts', () => undefined)
  await dialog.getByRole('button', { name: 'Save contact' }).click()
  await expect.element(dialog.getByRole('checkbox', { name: 'Dana <dana@umber.example>' })).toBeChecked()
  await expect.element(add).toHaveFocus()
})

test('the names of a file are one question, and a name of one customer alone suggests its Origin ID', async () => {
  const client = issuesClient([])
  client.answer('mail:get', () => ({ account, managed: false, refused: null }))
  const named = (line: number, customer: string): ContactRow => ({
    ...{ line, originId: '', customer, contact: contact(`hr${line}@x.example`), problem: 'No origin ID' }
  })
  const rows = ['Umber Textiles', 'Twin', 'Nobody Ltd', 'Umber Textiles'].map((name, at) => named(at + 1, name))
  client.answer('mail:readContacts', () => ({ file: 'contacts.csv', rows }))
  client.answer('mail:allContacts', () => [])
  await open(client, '#/settings')
  client.connectors.hold([
    ...Array.from({ length: 120 }, (_, at) =>
      row('HRIS', `u${at}`, { end_user: 'Umber Textiles', origin_id: 'umber' })
    ),
    row('HRIS', 'one', { end_user: 'Twin', origin_id: 'twin-1' }),
    row('HRIS', 'two', { end_user: 'Twin', origin_id: 'twin-2' })
  ])
  await page.getByRole('button', { name: 'Import contacts…' }).click()
  await expect.poll(() => dialog.getByRole('button', { name: 'Use umber' }).elements().length).toBe(2)
  await expect.element(dialog.getByRole('row').nth(2)).toHaveTextContent('No origin ID')
  await expect.element(dialog.getByRole('row').nth(3)).toHaveTextContent('No origin ID')
  expect([client.asked('connectors:match').length, client.asked('connectors:find').length]).toEqual([1, 0])
  await dialog.getByRole('button', { name: 'Use umber' }).first().click()
  await expect.element(dialog.getByRole('button', { name: 'Import 1 contact' })).toBeEnabled()
})

test('a file of contacts shows what becomes of each line, and a name alone only suggests', async () => {
  const client = issuesClient([])
  client.answer('mail:get', () => ({ account, managed: false, refused: null }))
  const line = (at: number, change: Partial<ContactRow>): ContactRow => ({
    ...{ line: at, originId: '', customer: '', contact: null, problem: null, ...change }
  })
  client.answer('mail:readContacts', () => ({
    file: 'contacts.csv',
    rows: [
      line(1, { originId: 'umber', contact: contact('new@umber.example') }),
      line(2, { originId: 'umber', contact: contact('hr@umber.example') }),
      line(3, {
        customer: 'Nobody Ltd',
        contact: contact('x@y.example'),
        problem: 'No origin ID: a name alone does not say whose it is.'
      }),
      line(4, { originId: 'umber', problem: 'This is more than one address: give each its own line.' })
    ]
  }))
  client.answer('mail:allContacts', () => [{ originId: 'umber', contacts: [contact('hr@umber.example')] }])
  await open(client, '#/settings')
  await page.getByRole('button', { name: 'Import contacts…' }).click()
  await expect.element(dialog).toHaveTextContent('2 contacts of 1 customer can be imported, 2 lines cannot.')
  await expect.element(dialog.getByRole('row').nth(1)).toHaveTextContent('New')
  await expect.element(dialog.getByRole('row').nth(2)).toHaveTextContent('Known')
  await expect.element(dialog.getByRole('row').nth(3)).toHaveTextContent('No origin ID')
  await expectClean('contacts of a file')
  client.answer('mail:saveContacts', () => undefined)
  await dialog.getByRole('button', { name: 'Import 2 contacts' }).click()
  await expect.element(dialog).toHaveTextContent('2 contacts imported.')
  expect(client.asked('mail:saveContacts')).toMatchObject([
    {
      how: 'add',
      of: [{ originId: 'umber', contacts: [{ address: 'new@umber.example' }, { address: 'hr@umber.example' }] }]
    }
  ])
})
