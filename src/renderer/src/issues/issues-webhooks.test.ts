import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { IssueList } from '../../../shared/issues/issue'
import type { WebhookIssue } from '../../../shared/webhooks/webhook-issue'
import { workspace } from '../testing/made-up'
import {
  hour,
  issuesClient,
  madeUpDrift,
  madeUpIssue,
  madeUpIssues,
  madeUpWebhookIssue
} from '../testing/made-up-issues'
import { open } from '../testing/open'

const section = page.getByRole('region', { name: 'Failing webhooks' }).first()
const drawer = page.getByRole('complementary', { name: 'Failing webhook' })
const hook = section.getByRole('button', { name: 'Old HR export' })
const rail = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Issues' })

async function withWebhooks(webhooks: WebhookIssue[], change: Partial<IssueList> = {}, issues = [madeUpIssue('a')]) {
  let listed = webhooks
  const client = issuesClient(issues, change)
  client.answerIssues(() => madeUpIssues(issues, { ...change, webhooks: listed }))
  client.answer('issues:changeWatched', ({ id, change }) => {
    listed = listed.map((one) => (one.id === id ? ({ ...one, ...change } as WebhookIssue) : one))
  })
  client.answer('webhooks:list', () => ({ offered: true, webhooks: [], readAt: Date.now() }))
  client.answer('webhooks:deliveries', () => ({ offered: true, deliveries: [], more: false, readAt: Date.now() }))
  await open(client, '#/issues')
  return {
    client,
    now(webhooks: WebhookIssue[]) {
      listed = webhooks
      client.emit('issues:watchedChanged', { workspaceId: workspace().id, region: workspace().region })
    }
  }
}

test('a webhook that fails stands below the issues, with how many failed, and counts in the rail', async () => {
  await withWebhooks([madeUpWebhookIssue()])
  await expect.element(section).toHaveTextContent('18 of 20 deliveries failed at the end; last: 503')
  await expect.element(rail).toHaveTextContent('2')
})

test('its drawer shows facts with numbers, and leads to what was missed', async () => {
  await withWebhooks([madeUpWebhookIssue()])
  await hook.click()
  await expect
    .element(drawer)
    .toHaveTextContent('Of the newest 20 deliveries, 18 failed at the end; of 60 in the last 24 h, 40.')
  await expect.element(drawer).toHaveTextContent(/Judged .* from 212 lines of the log/)
  await expect.element(drawer).toHaveTextContent('503 × 17, no answer × 1')
  await expect.element(drawer).toHaveTextContent('connector_synced × 18')
  await expect.element(drawer.getByRole('img', { name: /18 of 20 failed/ })).toBeVisible()
  await drawer.getByRole('button', { name: 'Recover missed deliveries…' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Recover missed deliveries' })).toBeVisible()
})

test('opens its deliveries in Webhooks', async () => {
  const { client } = await withWebhooks([madeUpWebhookIssue()])
  await hook.click()
  await drawer.getByRole('button', { name: 'Open in Webhooks' }).click()
  await expect.poll(() => client.asked('webhooks:deliveries').at(-1)?.filters).toEqual({ webhookId: 'wh-1' })
  expect(client.asked('webhooks:list')).toHaveLength(1)
})

test('the focus returns to its row, and to the rows when it is gone', async () => {
  const { now } = await withWebhooks([madeUpWebhookIssue()], {}, [])
  await hook.click()
  await expect.element(drawer).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(hook).toHaveFocus()
  now([])
  await expect.element(section).not.toBeInTheDocument()
})

test('snooze, owner and note are kept as they are typed, and a snoozed one does not count', async () => {
  const { client } = await withWebhooks([madeUpWebhookIssue()])
  await hook.click()
  await drawer.getByRole('textbox', { name: 'Owner' }).fill('Ada')
  await userEvent.keyboard('{Tab}')
  await expect.element(section).toHaveTextContent('Ada')
  await drawer.getByRole('textbox', { name: 'Note' }).fill('Asked IT')
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await hook.click()
  await expect.element(drawer.getByRole('textbox', { name: 'Note' })).toHaveValue('Asked IT')
  await drawer.getByRole('combobox', { name: 'Snooze until' }).selectOptions('Tomorrow morning')
  await expect.element(section).toHaveTextContent('Snoozed until')
  await expect.element(rail).toHaveTextContent('1')
  expect(client.asked('issues:changeWatched').map(({ change }) => Object.keys(change)[0])).toEqual(
    expect.arrayContaining(['owner', 'note', 'snoozedUntil'])
  )
})

test('one that closed says why, and does not count', async () => {
  await withWebhooks([madeUpWebhookIssue({ closed: { at: Date.now() - hour, why: 'gone' } })])
  await expect.element(section).toHaveTextContent(/Closed .*: the webhook was deleted/)
  await expect.element(rail).toHaveTextContent('1')
})

test('the search finds it by name and address, a filter by cause leaves it out', async () => {
  await withWebhooks([madeUpWebhookIssue()])
  const search = page.getByRole('searchbox', { name: 'Search issues' })
  await search.fill('legacy.example')
  await expect.element(hook).toBeVisible()
  await search.fill('something else')
  await expect.element(hook).not.toBeInTheDocument()
})

test('alone it is not "All clear"', async () => {
  const counts = { issues: 0, snoozed: 0, fine: 1_204, tests: 0, connectors: 1_204 }
  await withWebhooks([madeUpWebhookIssue()], { counts }, [])
  await expect.element(page.getByRole('heading', { name: 'No connector has an issue' })).toBeVisible()
  await expect.element(section).toBeVisible()
})

test('its facts are copied for a ticket', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await withWebhooks([madeUpWebhookIssue()])
  await hook.click()
  await drawer.getByRole('button', { name: 'Copy facts' }).click()
  await expect.element(drawer.getByRole('status')).toHaveTextContent('Copied')
  expect(write.mock.calls[0]?.[0]).toContain('https://export.legacy.example/hook?key=…')
  expect(write.mock.calls[0]?.[0]).toContain('failed\t503\t5\tconnector_synced\tCustomer 0')
})

test('a mapping that drifted stands below webhooks, with both numbers; its drawer asks for what is encrypted', async () => {
  const details = {
    changed: [{ label: '1001', before: '"4020"', now: 'null' }],
    ...{ changedTotal: 2, gone: ['employee.cost_centre'], fresh: ['employee.cost_center'] }
  }
  const mappings = [madeUpDrift()]
  const client = issuesClient([madeUpIssue('a')])
  client.answerIssues(() => madeUpIssues([madeUpIssue('a')], { mappings, webhooks: [madeUpWebhookIssue()] }))
  client.answer('mappings:guard', ({ fieldId, scope }) => ({
    ...{ fieldId, scope, samples: [], closed: [], kept: null, look: null, drift: [], keptBy: null, isKept: true },
    details
  }))
  await open(client, '#/issues')
  const drift = page.getByRole('region', { name: 'Mapping drift' }).first()
  await expect.element(drift).toHaveTextContent('Fill rate 96 % → 4 %')
  await expect.element(rail).toHaveTextContent('3')
  const row = drift.getByRole('button', { name: 'cost_center, BambooHR' })
  await row.click()
  const shown = page.getByRole('complementary', { name: 'Mapping drift' })
  await expect.element(shown).toHaveTextContent('1001: "4020" → null')
  await expect.element(shown).toHaveTextContent('and 1 more')
  await expect.element(shown).toHaveTextContent('New: employee.cost_center')
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await shown.getByRole('button', { name: 'Copy facts' }).click()
  await expect.element(shown.getByRole('status')).toHaveTextContent('Copied')
  expect(write.mock.calls[0]?.[0]).toContain('Filled\t192, 96 %\t8, 4 %')
  expect(write.mock.calls[0]?.[0]).not.toContain('4020')
  await userEvent.keyboard('{Escape}')
  await expect.element(row).toHaveFocus()
  await page.getByRole('searchbox', { name: 'Search issues' }).fill('bamboo')
  await expect.element(row).toBeVisible()
  await expect.element(section).not.toBeInTheDocument()
})
