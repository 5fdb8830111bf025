import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { connectorOf } from './fixtures/connector-of'
import { crashPage, inPage } from './fixtures/crash'
import { mappingPractice } from './fixtures/mapping'
import { killed } from './fixtures/process'
import { filesHolding } from './fixtures/profile'
import { expect, test } from './fixtures/test'
import { Desk } from './pages/desk'
import { Mappings } from './pages/mappings'
import { Passthrough } from './pages/passthrough'
import { Issues } from './pages/issues'

test.use({ practiceOptions: mappingPractice })

/** ms within which typed text must be kept. */
const second = 1_000

/** The window told main; what is left is the write, which `second` covers. */
async function told(page: Page, text: string): Promise<void> {
  const kept = () =>
    page.evaluate(() =>
      (window as unknown as { desk: { invoke(channel: string): Promise<string> } }).desk.invoke('app:keptWindow')
    )
  await expect.poll(kept).toContain(text)
}

test.describe('@fault unsaved work', () => {
  test('all that was typed and chosen comes back after a kill a second later, and is not readable on disk', async ({
    connected,
    launch,
    practice,
    profileDir
  }) => {
    const first = await connected()
    const { page } = first
    const desk = new Desk(page)
    await desk.refreshed()
    const connector = connectorOf(practice.default)

    const builder = new Passthrough(page)
    await builder.show()
    await builder.choose(connector)
    await builder.target('POST', '/people?limit=7')
    await builder.typeBody('{"note":"marker-body"}')
    const mappings = new Mappings(page)
    await mappings.show()
    await mappings.open('cost_center')
    await mappings.type('employee."marker-expression"')
    const issueRows = new Issues(page)
    await issueRows.show()
    const broken = practice.default.connectors.find(
      (one) => one.status === 'RELINK_NEEDED' && !one.is_test_connector && one.integration_slug !== 'workday'
    )
    await issueRows.filter('Relink needed')
    await issueRows.open(broken?.end_user ?? '')
    await issueRows.note.fill('marker-note')
    await desk.go('Connectors')
    await desk.search.fill(connector.end_user)
    await desk.row(connector.end_user).first().click()
    await expect(page.getByRole('complementary', { name: 'Connector' })).toContainText(connector.id)
    await told(page, connector.id)
    await pause(second)
    await killed(first)
    expect(await filesHolding(profileDir, 'marker-expression')).toEqual([])
    expect(await filesHolding(profileDir, 'marker-body')).toEqual([])

    const again = await launch()
    const back = new Desk(again.page)
    await back.refreshed()
    await expect(back.search).toHaveValue(connector.end_user)
    await expect(again.page.getByRole('complementary', { name: 'Connector' })).toContainText(connector.id)
    const issues = new Issues(again.page)
    await issues.show()
    await expect(issues.note).toHaveValue('marker-note')
    const request = new Passthrough(again.page)
    await request.show()
    await expect(request.path).toHaveValue('/people')
    await expect(request.cell('Param', 1, 'value')).toHaveValue('7')
    await request.part('Body')
    await expect(request.body).toContainText('marker-body')
    const fields = new Mappings(again.page)
    await fields.show()
    await expect(again.page.getByRole('heading', { name: 'cost_center', exact: true })).toBeVisible()
    await expect(fields.expression).toHaveText('employee."marker-expression"')
  })

  test('what was typed at the very end of the login comes back', async ({ connected, launch }) => {
    const { page, child } = await connected()
    await new Desk(page).refreshed()
    const builder = new Passthrough(page)
    await builder.show()
    await builder.path.pressSequentially('/people/of/the/draft')
    const ended = once(child, 'exit')
    // A logout, before a pause in typing saved the draft.
    child.kill('SIGTERM')
    await ended
    const again = new Passthrough((await launch()).page)
    await again.show()
    await expect(again.path).toHaveValue('/people/of/the/draft')
  })

  test('search words and an open drawer come back after a crash of the page', async ({ connected, practice }) => {
    const { app, page } = await connected()
    const desk = new Desk(page)
    await desk.refreshed()
    await desk.go('Connectors')
    const connector = connectorOf(practice.default)
    await desk.search.fill(connector.end_user)
    await desk.row(connector.end_user).first().click()
    await expect(page.getByRole('complementary', { name: 'Connector' })).toContainText(connector.id)
    await told(page, connector.id)
    await pause(second)
    await crashPage(app)
    const looked = () => inPage(app, 'document.querySelector("[aria-label=\'Search connectors\']")?.value ?? ""')
    await expect.poll(looked).toBe(connector.end_user)
    const drawer = () => inPage(app, 'document.querySelector("aside[aria-label=Connector]")?.innerText ?? ""')
    await expect.poll(drawer).toContain(connector.id)
  })
})
