import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import type { Approval, ReadApproval } from '../../../shared/team/approvals'
import { activityClient } from '../testing/made-up-activity'
import { open } from '../testing/open'
import { quietTeam } from '../testing/made-up-team'

const address = { host: 'db.example.com', port: 5432, database: 'team', user: 'grace', tls: true }
const id = (at: number) => `00000000-0000-4000-8000-00000000000${at}`
const asked = (change: Partial<Approval> = {}): Approval => ({
  ...{ id: id(1), act: 'letters', service: 'https://api.example.com', digest: 'ab'.repeat(32) },
  ...{ account: 'ada', operator: 'Ada', askedAt: Date.UTC(2026, 10, 27, 9), leftMs: 50 * 60_000, state: 'open' },
  ...{ decider: null, deciderName: null, word: null, why: null, endedAt: null },
  ...{ isMine: false, isReadable: true, isForgotten: false },
  ...change
})
const letter = (customer: string) => ({
  ...{ what: customer, method: 'SEND', url: 'smtp://mail.example.com:25', headers: { To: `hr@${customer}.example` } },
  body: `Hello ${customer}`
})
const content: ReadApproval = {
  shown: {
    ...{ title: 'Send 2 letters to 2 customers?', verb: 'Ask a colleague', danger: false, note: '', warnings: [] },
    ...{ workspace: 'Harbourline', practice: false, origin: 'smtp://mail.example.com:25', environment: 'production' },
    ...{ region: 'default', connector: null, facts: [['Values', '184 newly filled, 8 unchanged']], typed: null }
  },
  why: 'BambooHR renamed the field on Friday',
  requests: [letter('umber'), letter('harrow')],
  bytes: 23
}

async function opened(all: Approval[], read: ReadApproval | null = content) {
  const client = activityClient([])
  client.answer('team:get', () => ({ address, status: null, ...quietTeam, approvals: 1 }))
  let now = all
  client.answer('team:approvals', () => now)
  client.answer('team:approval', () => read)
  await open(client, '#/activity')
  await page.getByRole('button', { name: 'Approvals' }).click()
  return {
    client,
    change(next: Approval[]) {
      now = next
      client.emit('team:approvalsChanged', undefined)
    }
  }
}
const detail = page.getByRole('region', { name: /letters to 2 customers|Letters to many/ })
beforeEach(() => localStorage.clear())

test('who has to agree reads why, whom each request is for, and what was tried', async () => {
  await opened([asked()])
  await expect.element(detail).toHaveTextContent(/Why, they say BambooHR renamed the field on Friday/)
  await expect.element(detail).toHaveTextContent(/Values 184 newly filled, 8 unchanged/)
  await expect.element(detail).toHaveTextContent(/umber SEND .* Hello umber harrow SEND .* Hello harrow/)
})

test('how one ended has both accounts, and its reason also where the text is gone', async () => {
  const ended = {
    state: 'declined',
    decider: 'grace',
    deciderName: 'Grace',
    word: 'Only 3',
    endedAt: Date.now()
  } as const
  await opened([asked({ ...ended, why: 'They asked for it', isReadable: false })], null)
  await expect.element(detail).toHaveTextContent(/Ada asked for approval, account ada/)
  await expect.element(detail).toHaveTextContent(/declined by Grace: “Only 3”, account grace/)
  await expect.element(detail).toHaveTextContent(/They asked for it/)
})

test('a text that goes while it is read is shown no more', async () => {
  const { change } = await opened([asked()])
  await expect.element(detail).toHaveTextContent(/Hello umber/)
  change([asked({ state: 'withdrawn', isReadable: false, isForgotten: true, endedAt: Date.now() })])
  await expect.element(detail).toHaveTextContent(/a customer in it was forgotten/)
  await expect.element(detail).not.toHaveTextContent(/umber/)
  await expect.element(page.getByText(/^withdrawn, a customer was forgotten/).first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Agree, once' })).not.toBeInTheDocument()
})

test('an answer counts while the list is read again, and why it failed stays', async () => {
  const { client } = await opened([asked(), asked({ id: id(2) })])
  const agree = page.getByRole('button', { name: 'Agree, once' })
  await expect.element(agree).toBeEnabled()
  let tell = () => {}
  client.answer(
    'team:approvals',
    () => new Promise((resolve) => (tell = () => resolve([asked({ state: 'withdrawn' }), asked({ id: id(2) })])))
  )
  client.emit('team:approvalsChanged', undefined)
  await expect.poll(() => client.asked('team:approvals')).toHaveLength(2)
  client.answer('team:decide', () => {
    throw new AppError('outdated', 'The request is another one now.')
  })
  await agree.click()
  await expect.poll(() => client.asked('team:decide')).toMatchObject([{ id: id(2), agrees: true }])
  const why = page.getByText('The request is another one now.', { exact: true })
  await expect.element(why).toBeVisible()
  tell()
  await expect.element(page.getByText('1 open, 1 decided')).toBeVisible()
  await expect.element(why).toBeVisible()
})

test('where the request that is read goes, a person chooses the next: no press agrees to another one', async () => {
  const { client, change } = await opened([asked(), asked({ id: id(2), operator: 'Linus' })])
  await expect.element(page.getByRole('button', { name: 'Agree, once' })).toBeEnabled()
  change([asked()])
  await expect.element(page.getByText('Choose a request on the left')).toBeVisible()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await userEvent.keyboard('j')
  await expect.element(page.getByRole('button', { name: 'Agree, once' })).toBeEnabled()
  expect(client.asked('team:decide')).toEqual([])
})
