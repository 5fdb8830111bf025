import type { Locator } from '@playwright/test'
import { addressOf, passwordOf } from '../src/main/team/testing'
import { psql } from '../src/main/team/testing/psql'
import type { Postgres } from '../src/main/testing/postgres'
import type { Regions } from '../src/practice/regions'
import { watchNotices } from './fixtures/notices'
import { readable } from './fixtures/held'
import { type OpenDesk, test } from './fixtures/team'
import { expect, shot } from './fixtures/test'
import { Confirm, confirmed } from './pages/confirm'

test.use({ practiceOptions: { connectors: 60, limitPerMinute: 0 } })

const section = ({ running: { page } }: OpenDesk) => page.getByRole('region', { name: 'Second approval' })
const deletions = (practice: Regions) => practice.default.requests.filter(({ method }) => method === 'DELETE').length

/** Both desks have keys, and Ada has compared Grace's words with those on Grace's screen. */
async function pair(member: (account: string, name?: string) => Promise<OpenDesk>): Promise<[OpenDesk, OpenDesk]> {
  const [grace, ada] = [await member('grace', 'Grace'), await member('ada', 'Ada')]
  await grace.team.show()
  const own = section(grace).getByRole('button', { name: /^Copy Your six words/ })
  await expect(own).toHaveText(/^([a-z]{5} ?){6}/)
  await ada.team.show()
  const box = section(ada).getByRole('checkbox', { name: 'Deleting a connector' })
  // Its state comes back from main.
  await box.click()
  await expect(box).toBeChecked()
  const row = section(ada).getByRole('listitem').filter({ hasText: 'grace' })
  await expect(row).toContainText((await own.innerText()).trim())
  await row.getByRole('button', { name: 'Compare the six words of grace' }).click()
  await confirmed(ada.running.page)
  await expect(row).toContainText('compared')
  await expect(row.getByRole('button')).toHaveCount(0)
  return [ada, grace]
}

/** Ada confirms, and a colleague is asked. */
async function askToDelete(desk: OpenDesk, customer: string, why = ''): Promise<Locator> {
  const { page } = desk.running
  await page.getByRole('link', { name: 'Connectors', exact: true }).click()
  await page.getByRole('searchbox').first().fill(customer)
  await page.getByRole('grid').getByText(customer).first().click()
  await page.getByRole('complementary', { name: 'Connector' }).getByRole('button', { name: 'Delete connector' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete connector' }).click()
  const confirm = await Confirm.asked(page)
  await expect(confirm.yes).toHaveText('Ask a colleague')
  await expect(confirm.page.getByRole('main')).toContainText('grace, within an hour')
  await confirm.page.getByRole('textbox', { name: 'Why you ask' }).fill(why)
  if (why) await shot(confirm.page, 'confirm-asks-a-colleague')
  await confirm.agree()
  await expect(dialog).toContainText('Waiting for a colleague to agree')
  return dialog
}

async function showApprovals({ running: { page } }: OpenDesk): Promise<Locator> {
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await page.getByRole('button', { name: 'Approvals' }).click()
  return page.getByRole('main').or(page.locator('.view')).first()
}

const idOf = async (server: Postgres) =>
  (await server.query<{ id: string }>('team', 'SELECT id::text AS id FROM connector_desk.approval'))[0]?.id ?? ''

const as = (server: Postgres, account: string, sql: string) =>
  psql(addressOf(server, 'team', account), passwordOf(account), [sql])[0]

test.describe('@outside second approval', () => {
  test('a colleague sees what leaves and agrees; it leaves once, and the author agrees to nothing of their own', async ({
    server,
    practice,
    member
  }) => {
    const [ada, grace] = await pair(member)
    const notices = await watchNotices(grace.running.app)
    const one = readable(practice.default)
    const dialog = await askToDelete(ada, one.end_user, 'They left us in May')
    expect(deletions(practice)).toBe(0)
    await expect.poll(() => notices.titles()).toContain('A colleague asks you to agree')

    // By psql: as the author, by the function and by hand.
    const id = await idOf(server)
    const [row] = await server.query<{ digest: string }>(
      'team',
      `SELECT encode(digest, 'hex') AS digest FROM connector_desk.approval`
    )
    const decide = `SELECT connector_desk.decide_approval('${id}', '\\x${row?.digest}', true, 'Grace', '', NULL)`
    expect(as(server, 'ada', decide)).toEqual({ code: '00000', printed: 'f' })
    expect(as(server, 'ada', `UPDATE connector_desk.approval SET agreed = true`)?.code).toBe('42501')
    expect(as(server, 'vera', decide)?.code).toBe('42501')

    await expect(grace.running.page.getByRole('link', { name: 'Activity', exact: true })).toContainText('1')
    const view = await showApprovals(grace)
    await expect(view.getByRole('heading', { level: 2, name: /Let Ada do this/ })).toBeVisible()
    await expect(view).toContainText(`/api/hris/v1/connectors/${one.id}/delete`)
    await expect(view).toContainText(one.end_user)
    await expect(view).toContainText('They left us in May')
    await expect(view).toContainText(row?.digest.replaceAll(/(.{8})(?=.)/g, '$1 ') ?? '?')
    await shot(grace.running.page, 'approval-waits')
    // The answer stands above the status line, however much there is to read.
    await grace.running.page.setViewportSize({ width: 1024, height: 640 })
    const [agree, line] = await Promise.all([
      view.getByRole('button', { name: 'Agree, once' }).boundingBox(),
      grace.running.page.locator('footer').boundingBox()
    ])
    expect((agree?.y ?? 640) + (agree?.height ?? 0)).toBeLessThan(line?.y ?? 0)
    await view.getByRole('textbox', { name: /A word to Ada/ }).fill('Right')
    await view.getByRole('button', { name: 'Agree, once' }).click()
    const sure = await Confirm.asked(grace.running.page)
    await expect(sure.page.getByRole('main')).toContainText('They left us in May')
    await expect(sure.requests).toContainText(`/api/hris/v1/connectors/${one.id}/delete`)
    await shot(sure.page, 'confirm-approval')
    await sure.agree()
    await expect(dialog.getByRole('status')).toContainText('Deleted.')
    expect(deletions(practice)).toBe(1)
    await expect(view).toContainText('agreed by Grace: “Right”, used')
    await expect(view).toContainText('asked for approval, account ada')
    await expect(view).toContainText('account grace')

    // Again, as its author, and as the desk that has it.
    const use = `SELECT connector_desk.use_approval('${id}', '\\x${row?.digest}', (SELECT desk FROM connector_desk.approval))`
    expect(as(server, 'ada', use)?.printed).toBe('f')
    expect(deletions(practice)).toBe(1)

    await dialog.getByRole('button', { name: 'Close' }).click()
    await ada.running.page.getByRole('link', { name: 'Activity', exact: true }).click()
    await ada.running.page.getByRole('button', { name: 'Verify' }).click()
    await expect(ada.running.page.getByText('The record of write requests is unchanged')).toBeVisible()
  })

  test('declined, withdrawn and changed in the database: nothing leaves', async ({ server, practice, member }) => {
    const [ada, grace] = await pair(member)
    const one = readable(practice.default)
    let dialog = await askToDelete(ada, one.end_user)
    const view = await showApprovals(grace)
    await view.getByRole('textbox', { name: /A word to Ada/ }).fill('Not this one')
    await view.getByRole('button', { name: 'Decline', exact: true }).click()
    await expect(view).toContainText('declined by Grace: “Not this one”')
    await expect(ada.running.page.getByText('Ada', { exact: true })).toHaveCount(0)
    await expect(dialog).toContainText('grace declined it: “Not this one”. Nothing was sent.')
    await expect(dialog.getByRole('button', { name: 'Delete connector' })).toBeEnabled()
    await ada.running.page.keyboard.press('Escape')

    // The dialog can be closed while it waits, and the request be withdrawn.
    dialog = await askToDelete(ada, one.end_user)
    await ada.running.page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    const own = await showApprovals(ada)
    await expect(own.getByRole('heading', { name: /^Asked by you/ })).toBeVisible()
    await own.getByRole('button', { name: 'Withdraw' }).click()
    await expect(own).toContainText('withdrawn by Ada')
    await expect(view).toContainText('withdrawn by Ada')

    dialog = await askToDelete(ada, one.end_user)
    await server.query(
      'team',
      `UPDATE connector_desk.approval SET digest = sha256('other') WHERE decided_at IS NULL AND withdrawn_at IS NULL`
    )
    await view.getByRole('button', { name: /asked by Ada/ }).click()
    await expect(view).toContainText('What would leave cannot be read on this computer')
    await expect(view.getByRole('button', { name: 'Agree, once' })).toHaveCount(0)
    expect(deletions(practice)).toBe(0)
  })

  test('forgotten meanwhile: the request ends on both desks, its text goes, and nothing leaves', async ({
    server,
    practice,
    member
  }) => {
    const [ada, grace] = await pair(member)
    const one = readable(practice.default)
    const dialog = await askToDelete(ada, one.end_user)
    const view = await showApprovals(grace)
    await expect(view).toContainText(one.end_user)
    // By the colleague who was asked.
    await grace.running.page.evaluate(
      async ([originId]) => {
        const { desk } = window as unknown as { desk: { invoke(name: string, asked?: unknown): Promise<string> } }
        const state = JSON.parse(await desk.invoke('app:getState')) as { value: { activeWorkspaceId: string } }
        void desk.invoke('mail:forgetCustomer', { workspaceId: state.value.activeWorkspaceId, originId })
      },
      [one.origin_id]
    )
    await confirmed(grace.running.page)
    await expect(view).toContainText('withdrawn, a customer was forgotten')
    await expect(view).not.toContainText(one.end_user)
    await expect(dialog.getByRole('button', { name: 'Delete connector' })).toBeEnabled()
    await expect(dialog).toContainText('Its customer was forgotten meanwhile. Nothing was sent.')
    const [kept] = await server.query<{ encrypted: object }>('team', 'SELECT encrypted FROM connector_desk.approval')
    expect(kept?.encrypted).toEqual({})
    expect(deletions(practice)).toBe(0)
  })

  test('after its hour, whatever a desk’s clock says, nobody agrees and nothing leaves', async ({
    server,
    practice,
    member
  }) => {
    const [ada, grace] = await pair(member)
    for (const { running } of [ada, grace])
      await running.app.evaluate(() => {
        const { now } = Date
        Date.now = () => now() - 5 * 3_600_000
      })
    const one = readable(practice.default)
    const dialog = await askToDelete(ada, one.end_user)
    const view = await showApprovals(grace)
    await expect(view.getByText(/^5\d min left$/).first()).toBeVisible()
    await view.getByRole('button', { name: 'Agree, once' }).click()
    const sure = await Confirm.asked(grace.running.page)
    // The hour ends while the confirmation is open.
    await server.query(
      'team',
      `UPDATE connector_desk.approval SET asked_at = asked_at - interval '61 min', until = until - interval '61 min'`
    )
    await sure.agree()
    await expect(view).toContainText('It does not count any more')
    await expect(view).toContainText('expired, no colleague answered within the hour')
    await expect(dialog.getByRole('button', { name: 'Delete connector' })).toBeEnabled()
    expect(deletions(practice)).toBe(0)
  })
})
