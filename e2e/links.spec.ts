import { createHash, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Regions } from '../src/practice/regions'
import type { LinkKind } from '../src/shared/desktop/link'
import type { RunningApp } from './fixtures/app'
import { connectBefore } from './fixtures/connected'
import { fieldOf, mappingPractice, mappingsOf } from './fixtures/mapping'
import { runApp } from './fixtures/run-app'
import { broken, test, upToDate, type OpenDesk } from './fixtures/team'
import { expect, shot } from './fixtures/test'
import { Desk } from './pages/desk'
import { Issues } from './pages/issues'
import { AskMany } from './pages/many'
import { Mappings } from './pages/mappings'
import { Passthrough } from './pages/passthrough'
import { Runbooks } from './pages/runbooks'
import { Webhooks } from './pages/webhooks'

test.use({ practiceOptions: { ...mappingPractice, limitPerMinute: 0 } })

const connector = (page: Page) => page.getByRole('complementary', { name: 'Connector' })
const digestOf = (address: string) => createHash('sha256').update(address).digest('hex').slice(0, 16)

/** Presses “Copy link” in an open menu, or a button of that name. @returns what the clipboard has then */
async function copied({ page, app }: RunningApp, kind: LinkKind): Promise<string> {
  const name = 'Copy link'
  await page.getByRole('menuitem', { name }).or(page.getByRole('button', { name })).first().click()
  const read = () => app.evaluate(({ clipboard }) => clipboard.readText())
  await expect.poll(read).toMatch(new RegExp(`^connector-desk://${kind}/[0-9a-f]{16}/[^/]`))
  return read()
}

/** As the system does with a link that is pressed in another program. */
async function follow({ profileDir }: { profileDir: string }, link: string): Promise<void> {
  expect((await runApp({ profileDir, args: [link] }).ended).code).toBe(0)
}

/** Requests that changed something, or that reach a provider. What the app tries of the service it refuses. */
const sent = (practice: Regions) =>
  practice.default.requests
    .filter(({ method, status }) => method !== 'GET' && ![404, 405, 422].includes(status ?? 0))
    .map(({ method, path }) => `${method} ${path}`)

const openTabs = (page: Page) => page.getByRole('tablist', { name: 'Requests' }).getByRole('tab')

test.describe('@outside', () => {
  test('a link to an issue, a connector, a customer, a delivery or a mapping opens it on a colleague’s computer', async ({
    launch,
    seat,
    practice
  }) => {
    const [one] = broken(practice)
    const [mapping] = mappingsOf(practice.default, 'cost_center')
    if (!one || !mapping) throw new Error('nothing to link to')
    const [mine, theirs] = [await seat(), await seat()]
    const seats = [mine, theirs] as const
    for (const taken of seats) await connectBefore(practice, taken, { id: randomUUID() })
    const first = await launch(mine)
    const { page } = first
    const desk = new Desk(page)
    await desk.refreshed()

    const links = new Map<LinkKind, string>()
    const issues = new Issues(page)
    await issues.show()
    await (await issues.reach(one.end_user)).click({ button: 'right' })
    links.set('issue', await copied(first, 'issue'))
    await desk.go('Connectors')
    await desk.search.fill(one.id)
    await desk.row(one.end_user).click({ button: 'right' })
    links.set('connector', await copied(first, 'connector'))
    await desk.row(one.end_user).click()
    await connector(page).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Customer page' }).click()
    links.set('customer', await copied(first, 'customer'))
    await expect(page.getByText('Link copied.')).toBeVisible()
    await shot(page, 'link-copied')
    const mappings = new Mappings(page)
    await mappings.show()
    await mappings.open('cost_center')
    await page.getByRole('button', { name: 'More actions for this field' }).click()
    links.set('mapping', await copied(first, 'mapping'))
    const webhooks = new Webhooks(page)
    await webhooks.show()
    await webhooks.rows.nth(2).click({ button: 'right' })
    const delivered = await copied(first, 'delivery')
    links.set('delivery', delivered)
    for (const link of links.values()) {
      expect(link).toContain(`/${digestOf(practice.default.url)}/`)
      expect(link).not.toContain(one.end_user)
      expect(link).not.toContain(one.origin_id ?? '127.0.0.1')
    }
    await first.close()

    const second = await launch(theirs)
    await new Desk(second.page).refreshed()
    const before = sent(practice)
    await follow(theirs, links.get('issue') ?? '')
    await expect(new Issues(second.page).drawer).toContainText(one.end_user)
    await follow(theirs, links.get('connector') ?? '')
    await expect(connector(second.page)).toContainText(one.end_user)
    await follow(theirs, links.get('customer') ?? '')
    await expect(second.page.getByRole('region', { name: `Customer ${one.end_user}` })).toBeVisible()
    await follow(theirs, links.get('delivery') ?? '')
    await expect(new Webhooks(second.page).drawer).toContainText(delivered.split('/').at(-1) ?? '')
    await follow(theirs, links.get('mapping') ?? '')
    await expect(second.page.getByRole('heading', { name: 'cost_center' })).toBeVisible()
    await expect(new Mappings(second.page).expression).not.toBeEmpty()
    await shot(second.page, 'link-mapping')

    // Gone at the service: said, and nothing else is opened.
    const gone = `connector-desk://mapping/${digestOf(practice.default.url)}/${randomUUID()}/bamboohr`
    await follow(theirs, gone)
    await expect(
      new Desk(second.page).banner('This link names a mapping that this workspace does not know')
    ).toBeVisible()
    await follow(theirs, `connector-desk://delivery/${digestOf(practice.default.url)}/${randomUUID()}`)
    await expect(new Desk(second.page).banner('This link names a webhook delivery that')).toContainText(
      'Load more in Webhooks'
    )
    await shot(second.page, 'link-delivery-gone')
    expect(sent(practice)).toEqual(before)
    expect(fieldOf(practice.default, 'cost_center').id).toBe(mapping.custom_field_id)
  })

  test('a link to a saved request, a filter or a runbook of the team opens it, read only; a run stays where it was asked', async ({
    member,
    practice
  }) => {
    const [one] = broken(practice)
    if (!one) throw new Error('no relink')
    const ada = await member('ada', 'Ada')
    const { page } = ada.running
    const links = new Map<LinkKind, string>()
    const builder = new Passthrough(page)
    await builder.show()
    await builder.target('GET', '/employees/directory')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Save request' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Who answers')
    await dialog.getByRole('button', { name: 'Save request' }).click()
    await expect(dialog).toBeHidden()
    await builder.library.getByRole('button', { name: /^Saved/ }).click()
    await builder.library
      .getByRole('button', { name: /Who answers/ })
      .first()
      .click({ button: 'right' })
    links.set('request', await copied(ada.running, 'request'))

    await ada.issues.show()
    await ada.issues.open(one.end_user)
    const runbooks = new Runbooks(page)
    await runbooks.write({ title: 'Ask the administrator', steps: '1. Ask' })
    await page.keyboard.press('Escape')
    await runbooks.showAll()
    await runbooks.list.getByRole('button', { name: /Ask the administrator/ }).click()
    links.set('runbook', await copied(ada.running, 'runbook'))
    await expect(runbooks.list.getByText('Copied', { exact: true })).toBeVisible()
    await runbooks.list.getByRole('button', { name: 'Close' }).click()

    const desk = new Desk(page)
    await desk.go('Connectors')
    await desk.search.fill('a')
    await page.getByRole('button', { name: 'Save filter' }).click()
    const naming = page.getByRole('dialog', { name: 'Save filter' })
    await naming.getByRole('textbox', { name: 'Name' }).fill('With an a')
    await naming.getByRole('button', { name: 'Save filter' }).click()
    await page.getByRole('button', { name: 'More for With an a' }).click()
    links.set('filter', await copied(ada.running, 'filter'))

    const many = new AskMany(page)
    await many.show()
    const asked = await many.fill('Personio', '/employees')
    await many.ask.click()
    await many.answered(asked, asked)
    await page.getByRole('button', { name: 'More for employees' }).click()
    links.set('run', await copied(ada.running, 'run'))
    await upToDate(ada)
    await follow(ada, links.get('run') ?? '')
    await expect(many.table).toBeVisible()
    await ada.running.close()

    const grace: OpenDesk = await member('grace', 'Grace')
    await upToDate(grace)
    const their = grace.running.page
    const before = sent(practice)
    await follow(grace, links.get('request') ?? '')
    const looked = their.getByRole('dialog', { name: 'Who answers' })
    await expect(looked).toContainText('/employees/directory')
    await expect(looked).toContainText('Nothing was opened in a tab, and nothing was sent.')
    await shot(their, 'link-request')
    await looked.getByRole('button', { name: 'Close' }).click()
    await expect(their.locator('body')).not.toBeFocused()
    await expect(new Passthrough(their).path).toHaveValue('')
    await expect(openTabs(their)).toHaveCount(1)
    await follow(grace, links.get('runbook') ?? '')
    await expect(new Runbooks(their).list.getByRole('region', { name: 'Runbook' })).toContainText(
      'Ask the administrator'
    )
    await new Runbooks(their).list.getByRole('button', { name: 'Close' }).click()
    await follow(grace, links.get('filter') ?? '')
    await expect(new Desk(their).search).toHaveValue('a')
    await follow(grace, links.get('run') ?? '')
    const banner = new Desk(their).banner('This link names a run of Ask many that Harbourline does not know')
    await expect(banner).toContainText('a run stays where it was asked')
    await shot(their, 'link-run-elsewhere')
    expect(sent(practice)).toEqual(before)
  })

  test('@attack a link that is hostile, of another service, or comes while the app is locked, opens nothing it should not', async ({
    connected,
    practice,
    profileDir
  }) => {
    const app = await connected()
    const { page } = app
    const desk = new Desk(page)
    await desk.refreshed()
    const one = practice.default.connectors[0]
    if (!one) throw new Error('no connector')
    const before = sent(practice)
    const service = digestOf(practice.default.url)
    await desk.go('Settings')
    for (const text of [
      `connector-desk://request/${service}/${one.id}?send=1`,
      `connector-desk://request/${service}/..%2f..%2fsend`,
      `connector-desk://customer/${service}/<img src=x onerror=alert(1)>`,
      `connector-desk://connector/${service}/${one.id}/${one.id}`,
      `connector-desk://run/${service}/${one.id}\n${service}`,
      `connector-desk://mapping/${service}/${one.id}/${'a'.repeat(10_000)}`
    ]) {
      await follow({ profileDir }, text)
      await expect(desk.banner('This link cannot be opened')).toBeVisible()
      await page.getByRole('button', { name: 'Dismiss' }).click()
    }
    // Handed over, one this long would end the running app.
    const long = `connector-desk://mapping/${service}/${one.id}/${'a'.repeat(100_000)}`
    expect((await runApp({ profileDir, args: [long] }).ended).code).toBe(1)
    await follow({ profileDir }, `connector-desk://connector/${digestOf('https://elsewhere.example')}/${one.id}`)
    await expect(desk.banner('This link names a connector of a workspace that is not on this computer')).toBeVisible()
    await shot(page, 'link-no-workspace')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()

    // The region that the link names is not the open one: the operator chooses.
    const other = practice.eu.connectors[0]
    await desk.switchTo('EU')
    await desk.refreshed()
    await desk.switchTo('Default')
    await desk.go('Settings')
    await follow({ profileDir }, `connector-desk://connector/${digestOf(practice.eu.url)}/${other?.id}`)
    const elsewhere = desk.banner('This link names a connector of another workspace or region')
    await expect(elsewhere).toContainText('Nothing was changed.')
    await expect(desk.region).toHaveValue('default')
    await elsewhere.getByRole('button', { name: 'Open in Harbourline, EU' }).click()
    await expect(connector(page)).toContainText(other?.end_user ?? '')
    await page.keyboard.press('Escape')

    await desk.go('Settings')
    await page.getByRole('button', { name: 'Lock now' }).click()
    await follow({ profileDir }, `connector-desk://customer/${digestOf(practice.eu.url)}/${other?.id}`)
    await expect(page.getByRole('heading', { name: 'Connector Desk is locked' })).toBeVisible()
    await page.getByRole('button', { name: 'Unlock' }).click()
    await expect(page.getByRole('region', { name: `Customer ${other?.end_user}` })).toBeVisible()
    expect(sent(practice)).toEqual(before)
  })
})
