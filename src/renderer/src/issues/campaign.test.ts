import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import type { CampaignRow, ShownCampaign } from '../../../shared/mail/campaign'
import type { MailAccount } from '../../../shared/mail/mail'
import { expectClean } from '../testing/axe'
import { appState, ended, row as connectorRow, workspace } from '../testing/made-up'
import { day, issuesClient, madeUpIssue } from '../testing/made-up-issues'
import { open } from '../testing/open'

const id = '33333333-3333-4333-8333-333333333333'
const account: MailAccount = {
  ...{ host: 'mail.example.com', port: 587, security: 'starttls', user: '' },
  ...{ from: 'ops@harbourline.example', fromName: 'Harbourline', replyTo: '' }
}

function row(customer: string, change: Partial<CampaignRow> = {}): CampaignRow {
  const originId = customer.toLowerCase()
  return {
    ...{ id: originId, originId, customer, language: 'en', to: [`Dana <hr@${originId}.example>`] },
    connectors: [
      {
        ...{ key: `HRIS:${originId}`, integration: 'BambooHR', category: 'HRIS' },
        ...{ link: `https://link.example/${originId}`, ends: Date.now() + 7 * day, problem: null, relinked: false }
      }
    ],
    ...{ subject: 'Please reconnect', body: `Hello ${customer}`, missing: [], state: 'ready', why: '' },
    ...{ sentAt: null, reminders: 0, stopped: null },
    ...change
  }
}
const without = (customer: string): CampaignRow => {
  const one = row(customer, { state: 'link' })
  return { ...one, connectors: one.connectors.map((each) => ({ ...each, link: '', ends: null })) }
}
const campaign = (rows: CampaignRow[], change: Partial<ShownCampaign> = {}): ShownCampaign => ({
  ...{
    id,
    name: 'March',
    at: Date.now(),
    rows,
    templates: { en: 'Open {relink_link}' },
    reminders: null,
    remindsNot: null
  },
  ...change
})

/** The page of a campaign, begun from the group of issues. */
async function begun(shown: ShownCampaign, pageAddress = 'https://dashboard.example.com/{connector_id}') {
  const issues = ['a', 'b'].map((one) => madeUpIssue(one, 2 * day, { endUser: one.toUpperCase(), originId: one }))
  const client = issuesClient(issues)
  const relink = { pageAddress, template: '', remindAfterDays: 7 as const }
  client.answer('app:getState', () => appState({ workspaces: [workspace({ relink })] }))
  client.answer('mail:get', () => ({ account, managed: false, refused: null }))
  client.answer('issues:relinkLetters', ({ keys }) =>
    keys.map((key) => ({ customer: key, originId: key, keys: [key], subject: 'S', body: '[relink link]' }))
  )
  client.answer('mail:startCampaign', () => ({ id }))
  client.answer('mail:campaign', () => shown)
  client.answer('connectors:openPage', () => undefined)
  await open(client, '#/issues')
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold([connectorRow('HRIS', 'a'), connectorRow('HRIS', 'b')])
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await page.getByRole('button', { name: 'Request 2 relinks' }).click()
  await page.getByRole('button', { name: 'Start a campaign…' }).click()
  return client
}

const links = page.getByRole('region', { name: 'Links', exact: true })
const box = links.getByRole('textbox', { name: 'Paste the relink link' })
const table = page.getByRole('table', { name: 'Customers of this campaign' })

async function paste(link: string) {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', link)
  box.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

test('links are taken one after another: each opens the page of the next, and the focus stays in the box', async () => {
  const client = await begun(campaign([without('Umber'), without('Harrow')]))
  expect(client.asked('mail:startCampaign')[0]?.of).toMatchObject({
    keys: expect.arrayContaining(['HRIS:a', 'HRIS:b'])
  })
  await expect.element(box).toHaveFocus()
  await expect.element(links).toHaveTextContent('0 of 2 links pasted Next: Umber, BambooHR, HRIS')
  await links.getByRole('button', { name: 'Open its page' }).click()
  await expect.element(box).toHaveFocus()
  client.answer('mail:changeCampaign', () => campaign([row('Umber'), without('Harrow')]))
  await paste('https://link.example/1')
  await expect.element(links).toHaveTextContent('1 of 2 links pasted Next: Harrow, BambooHR, HRIS')
  await expect
    .poll(() => client.asked('connectors:openPage').map(({ key }) => key))
    .toEqual(['HRIS:umber', 'HRIS:harrow'])
  await expect.element(box).toHaveFocus()
  client.answer('mail:changeCampaign', () => campaign([row('Umber'), row('Harrow')]))
  await userEvent.type(box, 'https://link.example/2{Enter}')
  await expect.element(links).toHaveTextContent('Each connector that needs one has a link.')
  expect(client.asked('mail:changeCampaign').map(({ change }) => change)).toEqual([
    { link: { key: 'HRIS:umber', link: 'https://link.example/1' } },
    { link: { key: 'HRIS:harrow', link: 'https://link.example/2' } }
  ])
  expect(document.activeElement).not.toBe(document.body)
})

test('a link of another host says so, and the operator can say that it is right; a wrong one stays in turn', async () => {
  const other = without('Umber')
  const [first] = other.connectors
  if (!first) throw new Error('No connector')
  const shown = (problem: 'host' | 'twice', link: string) =>
    campaign([{ ...other, state: 'wrong', connectors: [{ ...first, link, problem }] }])
  const client = await begun(shown('host', 'https://elsewhere.example/x'))
  await expect.element(links.getByRole('alert')).toHaveTextContent('elsewhere.example is not where your dashboard is.')
  client.answer('mail:changeCampaign', () => shown('twice', 'https://elsewhere.example/x'))
  await links.getByRole('button', { name: 'It is right' }).click()
  expect(client.asked('mail:changeCampaign')[0]?.change).toEqual({ host: 'elsewhere.example' })
  await expect.element(links.getByRole('alert')).toHaveTextContent('Another connector has the same link.')
})

test('customers stand in groups by what they need; the letter of each, and what is missing, is beside them', async () => {
  const client = await begun(
    campaign([
      row('Umber', { state: 'bounced', why: 'mail.example.com said: 550 No such user', sentAt: null }),
      row('Harrow', { state: 'contact', to: [], missing: ['contact'] }),
      row('Larkfield'),
      row('Yarrow', { state: 'sent', sentAt: Date.now(), reminders: 1, stopped: 'link' }),
      row('Castellan', { state: 'left-out' }),
      row('Ostermann', { state: 'relinked' })
    ])
  )
  await expect
    .element(table)
    .toHaveTextContent(/Needs you 2.*Bounced.*No contact.*Ready 1.*Sent 1.*reminder 1.*Left out 1.*Relinked 1/s)
  await expectClean('a campaign')
  const letter = page.getByRole('region', { name: 'Harrow' })
  await table.getByRole('button', { name: /^Harrow/ }).click()
  await expect.element(letter).toHaveTextContent('No contact of this customer is known.')
  await expect.element(letter).toHaveTextContent('Not known: {contact}')
  client.answer('mail:saveContacts', () => undefined)
  await letter.getByRole('button', { name: 'Add contact…' }).click()
  await letter.getByLabelText('Address').fill('a@x.example, b@x.example')
  await letter.getByRole('button', { name: 'Save contact' }).click()
  await expect.element(letter).toHaveTextContent('This is more than one address')
  await letter.getByLabelText('Address').fill('dana@harrow.example')
  await letter.getByRole('button', { name: 'Save contact' }).click()
  await expect
    .poll(() => client.asked('mail:saveContacts')[0])
    .toMatchObject({
      ...{ how: 'add', of: [{ originId: 'harrow', contacts: [{ address: 'dana@harrow.example', relinks: true }] }] }
    })
  await userEvent.keyboard('k')
  await table.getByRole('button', { name: /^Yarrow/ }).click()
  const sent = page.getByRole('region', { name: 'Yarrow' })
  await expect.element(sent).toHaveTextContent('No reminder: a link has ended. Paste a new one.')
  client.answer('mail:changeCampaign', () => campaign([row('Yarrow', { state: 'bounced', sentAt: Date.now() })]))
  await sent.getByRole('button', { name: 'It bounced…' }).click()
  await sent.getByLabelText('What the bounce says').fill('Mailbox full')
  await sent.getByRole('button', { name: 'Save bounce' }).click()
  expect(client.asked('mail:changeCampaign')[0]?.change).toEqual({
    bounced: { originId: 'yarrow', why: 'Mailbox full' }
  })
})

test('a template with a field that does not exist stays open with the reason', async () => {
  const client = await begun(campaign([row('Umber')]))
  const letter = page.getByRole('region', { name: 'Umber' })
  await letter.getByRole('button', { name: 'Edit template…' }).click()
  const text = letter.getByLabelText('Template, English')
  await expect.element(text).toHaveValue('Open {relink_link}')
  await text.fill('Open {link}')
  client.answer('mail:changeCampaign', () => {
    throw new AppError('invalid-input', 'There is no placeholder {link}.')
  })
  await letter.getByRole('button', { name: 'Save template' }).click()
  await expect.element(page.getByText('There is no placeholder {link}.', { exact: true })).toBeVisible()
  await expect.element(text).toHaveValue('Open {link}')
})

test('all that are ready leave with one press; reminders are asked for, and a campaign is deleted only after a question', async () => {
  const client = await begun(campaign([row('Umber'), row('Harrow'), without('Larkfield')]))
  client.answer('mail:sendCampaign', () => campaign([row('Umber', { state: 'sent', sentAt: Date.now() })]))
  await page.getByRole('button', { name: 'Send 2 letters…' }).click()
  expect(client.asked('mail:sendCampaign')).toHaveLength(1)
  await expect.element(page.getByRole('button', { name: 'Send letters…' })).toBeDisabled()

  const rule = { days: 3, most: 2, from: '09:00', to: '17:00' }
  client.answer('mail:remind', () => campaign([row('Umber')], { reminders: rule }))
  await page.getByRole('button', { name: 'Reminders: none' }).click()
  await page.getByRole('button', { name: 'Allow reminders…' }).click()
  expect(client.asked('mail:remind')[0]?.rule).toEqual(rule)
  await expect.element(page.getByRole('button', { name: 'Reminders: after 3 days, 2 at most' })).toBeVisible()

  client.answer('mail:removeCampaign', () => undefined)
  await page.getByRole('button', { name: 'Delete campaign' }).click()
  await page.getByRole('button', { name: 'Keep' }).click()
  expect(client.asked('mail:removeCampaign')).toEqual([])
  await page.getByRole('button', { name: 'Delete campaign' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete campaign' }).click()
  await expect.element(page.getByRole('treegrid', { name: 'Issues' })).toBeVisible()
})

test('the relink board lists campaigns, and leads to each', async () => {
  const client = await begun(campaign([row('Umber')]))
  await page.getByRole('button', { name: 'Back to Issues' }).click()
  client.answer('issues:relinks', () => [])
  client.answer('mail:campaigns', () => [{ id, name: 'March', at: 0, connectors: 41 }])
  await page.getByRole('button', { name: 'Relink board' }).click()
  await page.getByRole('button', { name: 'March, 41 connectors' }).click()
  await expect.element(table).toBeVisible()
})
