import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ShownRule } from '../../../../shared/alerts/rule'
import { AppError } from '../../../../shared/errors'
import { expectClean } from '../../testing/axe'
import { FakeClient } from '../../testing/fake-client'
import { appState, workspace } from '../../testing/made-up'
import { open } from '../../testing/open'

const id = '00000000-0000-4000-8000-000000000071'
const at = Date.UTC(2026, 2, 10, 12)

function rule(change: Partial<ShownRule> = {}): ShownRule {
  return {
    ...{ id, at, by: 'Grace', isShared: true, stands: null, week: 2 },
    content: {
      ...{ name: 'Many relinks', on: true, digest: null, quiet: null, zone: 'Europe/Berlin', names: false },
      when: {
        ...{ watches: 'issues', causes: ['relink'], integration: null, employees: null, age: null, due: null },
        ...{ of: 'integration', count: 10, within: 24, refresh: 2 }
      },
      channel: { kind: 'slack', name: '#ops', host: 'hooks.slack.com' }
    },
    consent: {
      ...{ rule: id, name: 'Many relinks', kind: 'slack', channel: '#ops', host: 'hooks.slack.com', perDay: 5 },
      ...{ agreedAt: at, until: at + 90 * 86_400_000 }
    },
    messages: [
      {
        id: '1',
        at,
        part: 'first',
        titles: ['14 of Gusto', '2 of Deel'],
        by: 'night-1',
        outcome: 'unknown',
        said: 'It ended.'
      }
    ],
    ...change
  }
}

async function opened(client: FakeClient, rules: ShownRule[], allowed = true): Promise<void> {
  client.answer('alerts:list', () => ({
    allowed,
    rules,
    known: [{ kind: 'slack', name: '#ops', host: 'hooks.slack.com' }]
  }))
  await open(client, '#/settings')
  await page.getByRole('button', { name: 'Alert rules…' }).click()
}

const table = page.getByRole('table', { name: 'Alert rules' })
const form = page.getByRole('heading', { name: 'Many relinks', level: 2 })

test('the list says what each rule tells, when it told last, and which this computer does not send', async () => {
  const client = new FakeClient(appState())
  await opened(client, [rule(), rule({ id: id.replace('71', '72'), stands: 'not-agreed', messages: [] })])
  await expect.element(page.getByRole('button', { name: 'Back to Settings' })).toHaveFocus()
  const [, first, second] = table.getByRole('row').all()
  await expect
    .element(first ?? table)
    .toHaveTextContent(/Many relinks Relink needed, 10 or more within 1 day\s*#ops.*Outcome unknown\s*2/)
  await expect.element(second ?? table).toHaveTextContent(/Nothing from this computer\s*#ops\s*never/)
  await table
    .getByRole('button', { name: /^Many relinks/ })
    .first()
    .click()
  await expect
    .element(page.getByRole('listitem'))
    .toHaveTextContent('14 of Gusto and 1 more Outcome unknown It ended. · night-1')
  await expectClean('alert rules')
})

test('a change goes to main as it was typed; a field that does not fit says why; saved, the focus is on the rule', async () => {
  const client = new FakeClient(appState())
  await opened(client, [rule()])
  await table.getByRole('button', { name: /^Many relinks/ }).click()
  client.answer('alerts:save', () => {
    throw new AppError('invalid-input', 'x', { fields: { address: 'It must start with https://.' } })
  })
  await page.getByLabelText('At least so many').fill('12')
  await page.getByLabelText('Webhook address').fill('http://hooks.example')
  await page.getByRole('button', { name: 'Save rule…' }).click()
  await expect
    .element(page.getByLabelText('Webhook address'))
    .toHaveAccessibleDescription('It must start with https://.')
  client.answer('alerts:save', () => ({ saved: true }))
  await page.getByLabelText('Webhook address').fill('')
  await page.getByRole('checkbox', { name: 'Quiet hours' }).click()
  await page.getByRole('button', { name: 'Save rule…' }).click()
  await expect.poll(() => client.asked('alerts:save').length).toBe(2)
  expect(client.asked('alerts:save')[1]).toMatchObject({
    ...{ id, before: at, address: null, key: null, perDay: 5, days: 90, workspaceId: workspace().id },
    content: {
      when: { count: 12 },
      quiet: { from: '20:00', to: '07:00', weekend: true },
      channel: { kind: 'slack', name: '#ops' }
    }
  })
  await expect.element(form).toHaveFocus()
})

test('what is typed stays when a colleague changes the rule; theirs is offered, and one of both is chosen first', async () => {
  const client = new FakeClient(appState())
  await opened(client, [rule()])
  await table.getByRole('button', { name: /^Many relinks/ }).click()
  const name = page.getByLabelText('Name', { exact: true })
  const theirs = (at: number, change: object) =>
    client.answer('alerts:list', () => ({
      allowed: true,
      known: [],
      rules: [rule({ at, content: { ...rule().content, ...change } })]
    }))
  // Nothing is typed: theirs is shown.
  theirs(at + 1, { name: 'Theirs' })
  client.emit('alerts:changed', undefined)
  await expect.element(name).toHaveValue('Theirs')
  await name.fill('Mine')
  // The switch alone is no conflict.
  theirs(at + 2, { name: 'Theirs', on: false })
  client.emit('alerts:changed', undefined)
  await expect.element(page.getByRole('checkbox', { name: 'Theirs is on' })).not.toBeChecked()
  await expect.element(name).toHaveValue('Mine')
  theirs(at + 3, { name: 'Theirs again', on: false })
  client.emit('alerts:changed', undefined)
  await expect.element(page.getByText(/^Grace changed this rule, .* Yours is not saved\.$/)).toBeVisible()
  await expect.element(name).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Save rule…' }).click()
  await expect.element(page.getByRole('button', { name: 'Take that version' })).toHaveFocus()
  expect(client.asked('alerts:save')).toEqual([])
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect.element(page.getByRole('heading', { name: 'Theirs again', level: 2 })).toHaveFocus()
  client.answer('alerts:save', () => ({ saved: true }))
  await page.getByRole('button', { name: 'Save rule…' }).click()
  await expect
    .poll(() => client.asked('alerts:save'))
    .toMatchObject([{ before: at + 3, content: { name: 'Mine', on: false } }])
  await name.fill('Mine too')
  theirs(at + 4, { name: 'Theirs at last' })
  client.emit('alerts:changed', undefined)
  await page.getByRole('button', { name: 'Take that version' }).click()
  await expect.element(name).toHaveValue('Theirs at last')
})

test('the page of a rule shows what it would have sent, and again after a change', async () => {
  const client = new FakeClient(appState())
  const now = Date.now()
  client.answer('alerts:past', () => ({
    since: now - 30 * 86_400_000,
    messages: [
      { at: now - 2 * 86_400_000, part: 'first', titles: ['12 of BambooHR: Relink needed'] },
      { at: now, part: 'end', titles: ['Over: 12 of BambooHR: Relink needed', 'Over: 3 of Gusto'] }
    ]
  }))
  await opened(client, [rule()])
  await table.getByRole('button', { name: /^Many relinks/ }).click()
  const part = page.getByRole('region', { name: 'What this rule would have sent' })
  await expect.element(part).toHaveTextContent('In the last 30 days it would have sent 2 messages.')
  await expect.element(part.getByRole('img')).toHaveAccessibleName(/^Messages by day: \d+ \w+ 1, \d+ \w+ 1$/)
  await part.getByRole('button', { name: 'Show them' }).click()
  await expect
    .element(part.getByRole('listitem').first())
    .toHaveTextContent('Over: 12 of BambooHR: Relink needed and 1 more')
  client.answer('alerts:past', () => ({ since: now - 3 * 86_400_000, messages: [] }))
  await page.getByLabelText('At least so many').fill('50')
  await expect.element(part).toHaveTextContent('In the last 3 days it would have sent 0 messages.')
  expect(client.asked('alerts:past').at(-1)).toMatchObject({ when: { when: { count: 50 } }, perDay: 5 })
  await expectClean('what a rule would have sent')
})

test('mail has recipients in place of an address, each checked by main', async () => {
  const client = new FakeClient(appState())
  await opened(client, [])
  await page.getByRole('button', { name: 'New rule' }).click()
  await page.getByLabelText('Name', { exact: true }).fill('By mail')
  await page.getByRole('combobox', { name: 'Service' }).selectOptions('E-mail')
  await expect.element(page.getByLabelText('Webhook address')).not.toBeInTheDocument()
  await page.getByLabelText('Recipients').fill('ada@example.com, grace@example.com')
  client.answer('alerts:save', () => {
    throw new AppError('invalid-input', 'x', { fields: { 'channel.to': 'An address has one @.' } })
  })
  await page.getByRole('button', { name: 'Save rule…' }).click()
  await expect.element(page.getByLabelText('Recipients')).toHaveAccessibleDescription('An address has one @.')
  expect(client.asked('alerts:save')[0]).toMatchObject({
    ...{ address: null },
    content: { channel: { kind: 'email', to: ['ada@example.com', 'grace@example.com'] } }
  })
  await expectClean('an alert rule by mail')
})

test('the switch turns a rule off without a question; what was agreed to ends with one press, and the focus stays', async () => {
  const client = new FakeClient(appState())
  await opened(client, [rule()])
  client.answer('alerts:turn', () => undefined)
  await page.getByRole('checkbox', { name: 'Many relinks is on' }).click()
  await expect.poll(() => client.asked('alerts:turn')).toEqual([{ workspaceId: workspace().id, id, on: false }])
  await table.getByRole('button', { name: /^Many relinks/ }).click()
  client.answer('settings:endConsent', () => undefined)
  await page.getByRole('button', { name: 'End messages of Many relinks' }).click()
  await expect.element(form).toHaveFocus()
})

test('a new rule begins in its name; without the organization’s leave there is none', async () => {
  const client = new FakeClient(appState())
  await opened(client, [])
  await expect.element(page.getByText('No rules in this workspace.')).toBeVisible()
  await page.getByRole('button', { name: 'New rule' }).click()
  await expect.element(page.getByLabelText('Name', { exact: true })).toHaveFocus()
  await page.getByRole('combobox', { name: 'Service' }).selectOptions('Webhook, signed')
  await expect.element(page.getByLabelText('Signature key')).toBeVisible()
  await page.getByRole('button', { name: 'Digest' }).click()
  await expectClean('a new alert rule')
  await page.getByRole('combobox', { name: 'Service' }).selectOptions('This desktop')
  await expect.element(page.getByLabelText('Webhook address')).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: 'Cancel', exact: true }))
  await expect.element(page.getByRole('button', { name: 'Back to Settings' })).toHaveFocus()
  client.answer('alerts:list', () => ({ allowed: false, rules: [], known: [] }))
  client.emit('alerts:changed', undefined)
  await expect.element(page.getByText('Your organization does not allow alert rules.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'New rule' })).toBeDisabled()
})
