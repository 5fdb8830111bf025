import type { Locator, Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { practiceHookKey, practiceTrackerToken } from '../src/practice/routes/tracker'
import { atWork } from './fixtures/connected'
import { answerSaveDialogs } from './fixtures/save-dialog'
import { broken, brokenOne, test } from './fixtures/team'
import { expect, shot } from './fixtures/test'
import { Confirm, confirmed } from './pages/confirm'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'
import { Issues } from './pages/issues'

test.use({ practiceOptions: { connectors: 200 } })

const section = (drawer: Locator) => drawer.getByRole('region', { name: 'Ticket', exact: true })
const button = (within: Locator, name: string | RegExp) => within.getByRole('button', { name })

/** Main asks about the address. */
async function setTracker(page: Page, url: string, kind: 'jira' | 'webhook' = 'jira'): Promise<void> {
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('button', { name: /^Tickets of / }).click()
  const dialog = page.getByRole('dialog', { name: /^Tickets of / })
  const field = (name: string) => dialog.getByLabel(name, { exact: true })
  if (kind === 'webhook') await dialog.getByRole('combobox', { name: 'Tracker' }).selectOption('Webhook')
  await field('Address').fill(kind === 'jira' ? `${url}/jira` : `${url}/hooks/tickets`)
  if (kind === 'jira') {
    await field('Key of the project').fill('OPS')
    await field('E-mail of the account').fill('ada@example.com')
    await field('Token').fill(practiceTrackerToken)
  } else await field('Key that signs').fill(practiceHookKey)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await confirmed(page)
  await expect(dialog).toBeHidden()
}

async function openIssue(page: Page, name: string): Promise<Locator> {
  const issues = new Issues(page)
  await issues.show()
  await issues.filter('Relink needed')
  await issues.open(name)
  await expect(section(issues.drawer)).toBeVisible()
  return section(issues.drawer)
}

test.describe('@reach', () => {
  test('a ticket with evidence is opened in three clicks, shown whole before it leaves, and named afterwards', async ({
    app,
    practice,
    folder
  }) => {
    const { page } = app
    const desk = await atWork(app, practice)
    const { tickets } = practice.default
    await setTracker(page, practice.default.url)
    const ticket = await openIssue(page, brokenOne(practice))
    await button(ticket, 'Open a ticket…').click()
    await expect(ticket).toContainText('No open ticket of this connector was found.')
    await shot(page, 'ticket-new')
    await button(ticket, 'Open ticket…').click()
    const confirm = await Confirm.asked(page)
    await expect(confirm.title).toHaveText(/^Open a ticket at 127\.0\.0\.1:\d+\?$/)
    await expect(confirm.requests).toHaveCount(2)
    await expect(confirm.requests.first()).toContainText(brokenOne(practice))
    await expect(confirm.requests.last()).toContainText('# Evidence')
    await shot(confirm.page, 'ticket-confirm')
    expect(tickets).toHaveLength(0)
    await confirm.agree()
    await expect(ticket).toContainText('OPS-1')
    await expect(ticket).toContainText('The evidence is attached.')
    expect(tickets.map(({ files }) => files.map(({ name }) => name))).toEqual([['evidence.md', 'evidence.json']])
    expect(tickets[0]?.summary).toContain(brokenOne(practice))
    expect(JSON.stringify(tickets)).not.toContain(practiceTrackerToken)
    await shot(page, 'ticket-open')

    const file = join(folder, 'evidence.zip')
    await answerSaveDialogs(app.app, file)
    await new Issues(page).exportEvidence()
    await expect(page.getByText('evidence.zip').first()).toBeVisible()
    const zip = await readFile(file)
    const evidence = Buffer.from(unzipSync(zip)['evidence.md'] ?? []).toString()
    expect(evidence).toContain('OPS-1')

    await desk.go('Activity')
    const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'Tickets' })
    await expect(row.first()).toContainText(brokenOne(practice))
  })

  test('a ticket that is there is found and linked; one of another tracker is not', async ({ app, practice }) => {
    const { page } = app
    const { tickets } = practice.default
    await atWork(app, practice)
    await setTracker(page, practice.default.url)
    const ticket = await openIssue(page, brokenOne(practice))
    await button(ticket, 'Open a ticket…').click()
    await button(ticket, 'Open ticket…').click()
    await confirmed(page)
    await expect(ticket).toContainText('OPS-1')
    await button(ticket, 'Unlink').click()
    await button(ticket, 'Open a ticket…').click()
    await expect(ticket).toContainText('1 open ticket of this connector:')
    await shot(page, 'ticket-found')
    await button(ticket, 'Link OPS-1').click()
    await expect(ticket).toContainText('To Do')
    await button(ticket, 'Unlink').click()
    await button(ticket, 'Link by hand…').click()
    const dialog = page.getByRole('dialog', { name: 'Link a ticket' })
    const typed = dialog.getByRole('textbox')
    await typed.fill('https://else.example/browse/OPS-1')
    await typed.press('Enter')
    await expect(dialog).toContainText('Only a ticket of')
    await typed.fill(`${practice.default.url}/jira/browse/OPS-1`)
    await typed.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(ticket).toContainText('OPS-1')
    expect(tickets).toHaveLength(1)
  })

  test('a ticket whose answer is lost is found by its label, and not created again', async ({ app, practice }) => {
    const { page } = app
    await atWork(app, practice)
    await setTracker(page, practice.default.url)
    const ticket = await openIssue(page, brokenOne(practice))
    practice.default.set({ faults: [{ name: 'lost-answer', path: '/rest/api/3/issue', times: 1 }] })
    await button(ticket, 'Open a ticket…').click()
    await button(ticket, 'Open ticket…').click()
    await confirmed(page)
    await expect(ticket).toContainText('OPS-1')
    await expect(ticket).toContainText('The evidence is attached.')
    expect(practice.default.tickets).toHaveLength(1)
  })

  test('the ticket of a recovered connector is offered to be closed, and closed once agreed to', async ({
    app,
    practice
  }) => {
    const { page } = app
    const desk = await atWork(app, practice)
    await setTracker(page, practice.default.url)
    const [one] = broken(practice)
    const ticket = await openIssue(page, one?.end_user ?? '')
    await button(ticket, 'Open a ticket…').click()
    await button(ticket, 'Open ticket…').click()
    await confirmed(page)
    await expect(ticket).toContainText('OPS-1')
    Object.assign(one ?? {}, { status: 'COMPLETE', sync_status: 'Done', relink_needed_at: null })
    await page.keyboard.press('Escape')
    await desk.refresh.click()
    await desk.refreshed()
    const recovered = page.getByRole('region', { name: 'Tickets of recovered connectors' })
    await expect(recovered).toContainText(one?.end_user ?? '')
    await shot(page, 'ticket-recovered')
    expect(practice.default.tickets[0]?.state).toBe('open')
    await button(recovered, 'Close OPS-1…').click()
    await confirmed(page)
    await expect(recovered).toBeHidden()
    expect(practice.default.tickets[0]?.state).toBe('closed')
  })

  test('a webhook gets a signed ticket; an unknown outcome stays so until a person says otherwise', async ({
    app,
    practice
  }) => {
    const { page } = app
    await atWork(app, practice)
    await setTracker(page, practice.default.url, 'webhook')
    const ticket = await openIssue(page, brokenOne(practice))
    practice.default.set({ faults: [{ name: 'status', status: 502, path: '/hooks/tickets', times: 1 }] })
    await button(ticket, 'Open a ticket…').click()
    await button(ticket, 'Open ticket…').click()
    await confirmed(page)
    await expect(ticket).toContainText('Not known whether it was created')
    await expect(button(ticket, 'Open a ticket…')).toBeHidden()
    await shot(page, 'ticket-unknown')
    await button(ticket, 'It was not created').click()
    await confirmed(page)
    await button(ticket, 'Open a ticket…').click()
    await button(ticket, 'Open ticket…').click()
    await confirmed(page)
    await expect(ticket).toContainText('OPS-1')
    expect(practice.default.tickets).toHaveLength(1)
    expect(practice.default.tickets[0]?.files).toHaveLength(2)
  })

  test('the practice workspace has a tracker beside it', async ({ launch }) => {
    const { page } = await launch()
    await new FirstRun(page).tryPractice.click()
    await new Desk(page).refreshed()
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('button', { name: /^Tickets of / }).click()
    const dialog = page.getByRole('dialog', { name: /^Tickets of / })
    await dialog.getByLabel('Token', { exact: true }).fill('any token of the practice tracker')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await confirmed(page)
    await expect(dialog).toBeHidden()
    const issues = new Issues(page)
    await issues.show()
    await issues.filter('Relink needed')
    await issues.issues.getByRole('row', { level: 3 }).first().click()
    const ticket = section(issues.drawer)
    await button(ticket, 'Open a ticket…').click()
    await button(ticket, 'Open ticket…').click()
    await confirmed(page)
    await expect(ticket).toContainText('OPS-1')
  })

  test('two desks that press at once open one ticket, and both show its number', async ({ practice, member }) => {
    const name = brokenOne(practice)
    const [ada, grace] = [await member('ada', 'Ada'), await member('grace', 'Grace')]
    const pages = [ada.running.page, grace.running.page]
    const sections: Locator[] = []
    for (const page of pages) {
      await setTracker(page, practice.default.url)
      sections.push(await openIssue(page, name))
    }
    for (const one of sections) {
      await button(one, 'Open a ticket…').click()
      await expect(one).toContainText('No open ticket of this connector was found.')
      await button(one, 'Open ticket…').click()
    }
    const confirms = await Promise.all(pages.map((page) => Confirm.asked(page)))
    await Promise.all(confirms.map((confirm) => confirm.agree()))
    for (const one of sections) await expect(one).toContainText('OPS-1')
    expect(practice.default.tickets).toHaveLength(1)
    await button(sections[1] as Locator, 'Unlink').click()
    await expect(button(sections[0] as Locator, 'Open a ticket…')).toBeVisible()
    await shot(ada.running.page, 'ticket-team')
  })
})
