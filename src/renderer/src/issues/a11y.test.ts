import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { IssueList, Issue } from '../../../shared/issues/issue'
import { expectClean } from '../testing/axe'
import { ended, row } from '../testing/made-up'
import { day, hour, madeUpIssue, madeUpWebhookIssue, issuesClient } from '../testing/made-up-issues'
import { open } from '../testing/open'
import { checkAllThatOpens } from '../testing/openers'

const some = [
  madeUpIssue('broke', 3 * hour, { cause: 'incident', integrationSlug: 'workday', endUser: 'Aldermoor Logistics' }),
  madeUpIssue('old', 9 * day + hour, {
    endUser: 'Yarrow Biotech',
    owner: 'Maya Okafor',
    requestedAt: Date.now() - day
  }),
  madeUpIssue('young', 2 * day, { endUser: 'Umber Textiles', employees: null, hasNote: true }),
  madeUpIssue('stall', 4 * day, { endUser: 'Hollis Freight', cause: 'stalled', short: 'Due {since}' })
]

async function withIssues(issues: Issue[], change: Partial<IssueList> = {}) {
  const client = issuesClient(issues, change)
  const desk = await open(client, '#/issues')
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold(issues.map(({ key }) => row('HRIS', key.slice(5))))
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await expect.poll(() => document.querySelector('main')?.dataset['walk']).toBe('done')
  if (issues.length > 0) await expect.poll(() => document.querySelectorAll('[role=row][data-key]').length).toBe(4)
  return { client, desk }
}

const rowOf = (id: string) => document.querySelector<HTMLElement>(`[data-key="HRIS:${id}"]`)
const aside = page.getByRole('complementary')

test('@a11y issues, and all that opens from them', async () => {
  await checkAllThatOpens({ what: 'issues', atLeast: 4, show: () => withIssues(some) })
})

test('@a11y the drawer of an issue, and all that opens from it', async () => {
  const show = async () => {
    await withIssues(some)
    rowOf('old')?.click()
    await expect.element(aside).toBeVisible()
  }
  await checkAllThatOpens({ what: 'issue', atLeast: 4, show })
})

test('@a11y several chosen issues', async () => {
  await withIssues(some)
  for (const id of ['old', 'young']) rowOf(id)?.querySelector('input')?.click()
  await expect.element(page.getByRole('toolbar').or(page.getByRole('region')).first()).toBeVisible()
  await expectClean('chosen issues')
})

test('@a11y the drawer of an incident', async () => {
  await withIssues(some)
  document.querySelector<HTMLElement>('[role=row][aria-expanded]')?.focus()
  await userEvent.keyboard('{Enter}')
  await expectClean('incident')
})

test('@a11y no issue, and nothing read yet', async () => {
  await withIssues([], { counts: { issues: 0, snoozed: 0, fine: 12, tests: 0, connectors: 12 } })
  await expectClean('no issue')
})

test('@a11y issues before the first refresh', async () => {
  await open(issuesClient([]), '#/issues')
  await expectClean('nothing read yet')
})

test('@a11y webhooks that fail, with one open', async () => {
  const closed = madeUpWebhookIssue({ id: 2, closed: { at: Date.now() - hour, why: 'gone' } })
  await withIssues(some, { webhooks: [madeUpWebhookIssue({ owner: 'Maya Okafor' }), closed] })
  const section = page.getByRole('region', { name: 'Failing webhooks' }).first()
  await section.getByRole('button', { name: 'Old HR export' }).first().click()
  await expect.element(aside).toHaveTextContent('18 of 20 failed')
  await expectClean('a failing webhook')
})
