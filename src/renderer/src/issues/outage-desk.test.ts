import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import type { OutageDesk } from '../../../shared/mail/outage'
import type { RelinkLetter } from '../../../shared/issues/relink/relink'
import { expectClean } from '../testing/axe'
import type { FakeClient } from '../testing/fake-client'
import { hour, issuesClient, madeUpIssue } from '../testing/made-up-issues'
import { open } from '../testing/open'

const now = Date.now()
const told = (originId: string, step: number, change: object = {}) => ({
  ...{ originId, step, try: 1, at: now - hour, by: 'Ada', state: 'sent' as const },
  ...change
})
const customer = (id: string, change: Partial<OutageDesk['customers'][number]> = {}) => ({
  ...{ originId: id, customer: `Customer ${id}`, keys: [`HRIS:${id}`], employees: 110, since: now - 2 * hour },
  ...{ lastGood: null, fails: true, to: [`hr@${id}.example`], language: 'en', ...change }
})

function desk(change: Partial<OutageDesk> = {}): OutageDesk {
  return {
    ...{ integration: 'workday', number: 1, first: now - 2 * hour, outage: null, templates: {}, held: 0 },
    ...{ late: null, lateNot: null },
    customers: [customer('a'), customer('b', { to: [] }), customer('c', { originId: null })],
    ...change
  }
}

const outage: NonNullable<OutageDesk['outage']> = {
  ...{ integration: 'workday', number: 1, state: 'open', first: now - 2 * hour, failing: 2, untold: 1, owed: 1 },
  steps: [{ step: 1, kind: 'first', at: now - hour, by: 'Ada', letters: { '': 'Subject: Workday\n\nDo not relink.' } }],
  told: [told('a', 1)]
}
const begun: Partial<OutageDesk> = {
  outage,
  customers: [customer('a'), customer('late')],
  held: 2
}

const server = { host: 'smtp.harbourline.example', port: 587, security: 'starttls' as const, user: '' }

async function shown(of: OutageDesk, prepare: (client: FakeClient) => void = () => undefined) {
  const change = { cause: 'incident', integrationSlug: 'workday' } as const
  const client = issuesClient(['a', 'b', 'c', 'd', 'e'].map((id) => madeUpIssue(id, hour, change)))
  client.answer('mail:get', () => ({
    account: { ...server, from: 'ops@harbourline.example', fromName: '', replyTo: '' },
    ...{ managed: false, refused: null }
  }))
  client.answer('mail:outage', () => of)
  client.answer('mail:outages', () => (of.outage ? [of.outage] : []))
  prepare(client)
  await open(client, '#/issues')
  await userEvent.click(page.getByRole('button', { name: 'Open incident' }))
  await userEvent.click(page.getByRole('button', { name: 'Tell customers…' }))
  await expect.element(page.getByRole('region', { name: 'Workday outage' })).toBeVisible()
  return client
}

const text = page.getByRole('textbox', { name: 'Text' })
const send = page.getByRole('button', { name: /^Send to/ })
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })

test('a draft names who gets it and why others do not, and sends the text as it is typed', async () => {
  const client = await shown(desk())
  await expect.element(send).toHaveTextContent('Send to 1…')
  await expect.element(rowOf('Customer c')).toHaveTextContent('No origin ID, not told')
  await expect.element(page.getByRole('button', { name: 'Add a contact of Customer b' })).toBeVisible()
  await text.fill('No subject')
  await expect.element(page.getByText('Begin with the subject, in a line of its own: Subject: …').first()).toBeVisible()
  await expect.element(send).toBeDisabled()
  await text.fill('Subject: Workday\n\nDo not relink, {customer}.')
  await expectClean('outage desk')
  client.answer('mail:tellOutage', () => ({ desk: desk(begun), said: '1 of 1 letters did not leave' }))
  client.answer('mail:outage', () => desk(begun))
  await userEvent.click(send)
  const [asked] = client.asked('mail:tellOutage')
  expect(asked).toMatchObject({ integration: 'workday', number: 1, step: 1, kind: 'first', customers: ['a'] })
  expect(asked?.letters).toEqual({ '': 'Subject: Workday\n\nDo not relink, {customer}.' })
  await expect.element(page.getByRole('button', { name: /^First letter/ })).toHaveTextContent('1 to tell')
  await expect.element(page.getByText('1 of 1 letters did not leave')).toBeVisible()
})

test('a customer who joined late is offered the first letter, an update only those who were told', async () => {
  await shown(desk(begun))
  await expect.element(send).toHaveTextContent('Send to 1…')
  await expect.element(rowOf('Customer late').getByRole('checkbox')).toBeChecked()
  await expect.element(rowOf('Customer a')).toHaveTextContent('First letter')
  await expect.element(rowOf('Customer a')).toHaveTextContent('by Ada')
  await userEvent.click(page.getByRole('button', { name: /^Update 1/ }))
  await expect.element(rowOf('Customer late')).toHaveTextContent('Joined late: first letter first')
  await expect.element(rowOf('Customer late').getByRole('checkbox')).toBeDisabled()
  await userEvent.click(rowOf('Customer a').getByRole('checkbox'))
  await expect.element(page.getByText('Choose at least one customer who can get it.')).toBeVisible()
  await expect.element(page.getByText('2 relink requests are held back until the all clear.')).toBeVisible()
})

test('what was told stands on a time line and in a list; late customers are told by themselves once a person agreed', async () => {
  const acts = { ...outage, told: [told('a', 1), told('b', 1, { state: 'unknown' }), told('late', 1, { at: now - hour / 3, by: null })] } // prettier-ignore
  const client = await shown(desk({ ...begun, outage: acts }))
  await expect.element(page.getByRole('img', { name: '2 letters over time' })).toBeVisible()
  const done = page.getByRole('region', { name: 'What was told' })
  await expect.element(done).toHaveTextContent(/This computer\s*sent the first letter to 1 customer, later/)
  await expect.element(done).toHaveTextContent(/Ada\s*sent the first letter to 2 customers; 1 unknown/)
  const until = new Date(now + 24 * hour)
  client.answer('mail:tellLate', ({ on }) => desk({ ...begun, outage: acts, late: on ? until.getTime() : null }))
  await userEvent.click(page.getByRole('button', { name: 'Send the first letter automatically…' }))
  await expect.element(page.getByText(/^A customer who fails from now on gets the first letter once, automatically/)).toBeVisible() // prettier-ignore
  await expectClean('outage desk with late customers')
  await userEvent.click(page.getByRole('button', { name: 'End it' }))
  expect(client.asked('mail:tellLate').map(({ on }) => on)).toEqual([true, false])
  await expect.element(page.getByRole('button', { name: 'Send the first letter automatically…' })).toHaveFocus()
})

test('says why late customers are told no more by themselves, beside what asks a person again', async () => {
  await shown(desk({ ...begun, lateNot: 'changed' }))
  const why = 'The first letter is not sent automatically: it was changed after a person agreed.'
  await expect.element(page.getByText(why)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send the first letter automatically…' })).toBeEnabled()
})

test('where a colleague was faster it says so and shows what was told; Esc returns to the list', async () => {
  const client = await shown(desk())
  client.answer('mail:tellOutage', () => {
    throw new AppError('outdated', 'A colleague was faster.')
  })
  client.answer('mail:outage', () => desk(begun))
  await userEvent.click(send)
  await expect.element(page.getByText('A colleague was faster.', { exact: true })).toBeVisible()
  await expect.element(rowOf('Customer a')).toHaveTextContent('by Ada')
  client.answer('mail:outages', () => [outage])
  client.emit('mail:outagesChanged', { workspaceId: '11111111-1111-4111-8111-111111111111', region: 'default' })
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('region', { name: 'Workday outage' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: 'Outages told to customers' })).toBeVisible()
  await expect.poll(() => document.activeElement === document.body).toBe(false)
})

test('what is read in the background holds no press and no key up, and its late answer replaces nothing newer', async () => {
  const client = await shown(desk())
  const typed = 'Subject: Workday\n\nDo not relink.'
  await text.fill(typed)
  const answers: ((of: OutageDesk) => void)[] = []
  client.answer('mail:outage', () => new Promise((resolve) => answers.push(resolve)))
  client.emit('mail:outagesChanged', { workspaceId: '11111111-1111-4111-8111-111111111111', region: 'default' })
  await expect.poll(() => answers).toHaveLength(1)
  await expect.element(text).toBeEnabled()
  await expect.element(text).toHaveFocus()
  await userEvent.keyboard(' Soon')
  await expect.element(text).toHaveValue(`${typed} Soon`)
  await expect.element(rowOf('Customer a').getByRole('checkbox')).toBeEnabled()
  client.answer('mail:tellOutage', () => ({ desk: desk(begun), said: '' }))
  await userEvent.click(send)
  await expect.poll(() => client.asked('mail:tellOutage')).toHaveLength(1)
  expect(client.asked('mail:tellOutage')[0]).toMatchObject({ customers: ['a'], letters: { '': `${typed} Soon` } })
  await expect.element(rowOf('Customer a')).toHaveTextContent('by Ada')
  // Main answered it before the letters left.
  answers[0]?.(desk())
  await expect.poll(() => answers).toHaveLength(2)
  await expect.element(rowOf('Customer a')).toHaveTextContent('by Ada')
  answers[1]?.(desk(begun))
  await expect.element(rowOf('Customer a')).toHaveTextContent('by Ada')
})

test('why the letters did not leave stays when a colleague changes something', async () => {
  const client = await shown(desk())
  client.answer('mail:tellOutage', () => {
    throw new AppError('outdated', 'The outage is another one now.')
  })
  await userEvent.click(send)
  const why = page.getByText('The outage is another one now.', { exact: true })
  await expect.element(why).toBeVisible()
  client.answer('mail:outage', () => desk({ held: 3 }))
  client.emit('mail:outagesChanged', { workspaceId: '11111111-1111-4111-8111-111111111111', region: 'default' })
  await expect.element(page.getByText('3 relink requests are held back until the all clear.')).toBeVisible()
  await expect.element(why).toBeVisible()
})

test('an outage that ended by itself is named until the all clear', async () => {
  const over = { ...outage, failing: 0, untold: 0, owed: 1 }
  await shown(desk({ outage: over, customers: [customer('a', { fails: false, since: null })] }))
  await expect.element(page.getByText('All sync again, and 1 customer did not get the all clear.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'All clear' })).toBeVisible()
  await expect.element(send).toHaveTextContent('Send to 1…')
})

test('a relink request that is held back says why, and leaves only where a person says so', async () => {
  const issue = madeUpIssue('a', hour / 3, { endUser: 'Umber Textiles', integrationSlug: 'workday' })
  const client = issuesClient([issue])
  const letter: RelinkLetter = {
    customer: 'Umber Textiles',
    originId: 'a',
    keys: [issue.key],
    subject: 'Please',
    body: 'Now.'
  }
  client.answer('issues:relinkLetters', () => [{ ...letter, held: { integration: 'workday', since: now } }])
  client.answer('issues:mailRelinkLetter', () => [])
  await open(client, '#/issues')
  await userEvent.click(page.getByRole('row').filter({ hasText: 'Umber Textiles' }))
  await userEvent.click(page.getByRole('button', { name: 'Request relink…' }))
  const dialog = page.getByRole('dialog')
  await expect
    .element(dialog)
    .toHaveTextContent('Held back during the outage of Workday: Umber Textiles was told not to relink.')
  await expect.element(dialog.getByRole('button', { name: 'Copy' })).toBeDisabled()
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Ask them anyway' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Email' }))
  expect(client.asked('issues:mailRelinkLetter')[0]).toMatchObject({ despite: true })
})
