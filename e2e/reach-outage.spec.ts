import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { smtpServer, textOf } from '../src/main/mail/testing/smtp'
import type { Regions } from '../src/practice/regions'
import { hasExited, until } from './fixtures/process'
import { answerOpenDialogs } from './fixtures/save-dialog'
import { test as team } from './fixtures/team'
import { expect, shot, test } from './fixtures/test'
import { Confirm } from './pages/confirm'
import { Desk } from './pages/desk'
import { Issues } from './pages/issues'
import { Mail } from './pages/mail'
import type { RunningApp } from './fixtures/app'

/** Connectors of the possible outage, and one that is still well. */
function workday(practice: Regions) {
  const all = practice.default.connectors.filter((one) => one.integration_slug === 'workday' && !one.is_test_connector)
  const broken = all.filter((one) => one.status === 'RELINK_NEEDED')
  const well = all.find((one) => one.status === 'COMPLETE' && one.sync_status === 'Done' && one.origin_id !== null)
  if (broken.length < 5 || !well) throw new Error('The practice service has no outage.')
  return { broken, well }
}

/** A contact for each customer of the outage. */
async function contacts({ app, page }: RunningApp, practice: Regions, folder: string) {
  const { broken, well } = workday(practice)
  const ids = [...new Set([...broken, well].flatMap((one) => one.origin_id ?? []))]
  const file = join(folder, 'contacts.csv')
  const lines = ids.map((id, at) => `${id},hr${at}@customer.example,Person ${at},en,yes`)
  await writeFile(file, ['origin_id,email,name,language,relinks', ...lines].join('\n'))
  await answerOpenDialogs(app, file)
  await new Desk(page).go('Settings')
  await page.getByRole('button', { name: 'Import contacts…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: `Import ${ids.length} contacts` }).click()
  await expect(dialog).toContainText(`${ids.length} contacts imported.`)
  await page.keyboard.press('Escape')
}

/** The outage desk, from the possible outage in Issues. */
async function tell(page: Page) {
  const issues = new Issues(page)
  await issues.show()
  await page.getByRole('button', { name: 'Open incident' }).first().click()
  await page.getByRole('complementary', { name: 'Incident' }).getByRole('button', { name: 'Tell customers…' }).click()
  const desk = page.getByRole('region', { name: 'Workday outage' })
  await expect(desk).toBeVisible()
  const send = desk.getByRole('button', { name: /^Send to/ })
  return {
    desk,
    send,
    issues,
    async agreed() {
      await send.click()
      const confirm = await Confirm.asked(page)
      await confirm.agree()
    }
  }
}

const customers = (of: readonly { origin_id: string | null }[]) =>
  new Set(of.flatMap((one) => one.origin_id ?? [])).size

test.describe('@reach an outage', () => {
  test.use({ practiceOptions: { connectors: 300 } })

  test('is told once to each customer, holds relink requests back, finds who joined late, and ends with an all clear', async ({
    connected,
    practice,
    folder
  }) => {
    const server = await smtpServer()
    const running = await connected()
    const { page } = running
    await new Desk(page).refreshed()
    await new Mail(page).setUp(server.port)
    await contacts(running, practice, folder)
    const { broken, well } = workday(practice)
    const first = customers(broken)
    const { agreed, desk, issues, send } = await tell(page)
    await shot(page, 'outage-first')
    await desk.getByRole('textbox', { name: 'Text' }).fill('Subject: Workday\n\n{customer}: do not relink. {nonsense}')
    await expect(desk).toContainText('There is no placeholder {nonsense}.')
    await expect(send).toBeDisabled()
    await desk
      .getByRole('textbox', { name: 'Text' })
      .fill('Subject: Workday\n\n{customer}: do not relink, we are on it.')
    await expect(send).toHaveText(`Send to ${first}…`)
    await agreed()
    await expect(desk.getByRole('button', { name: /^First letter/ })).toContainText(`to ${first}`)
    expect(server.taken).toHaveLength(first)
    expect(new Set(server.taken.flatMap(({ to }) => to)).size).toBe(first)
    expect(server.taken[0] && textOf(server.taken[0])).toContain('do not relink, we are on it.')
    await expect(desk).toContainText('held back until the all clear')
    await shot(page, 'outage-told')

    // Somebody joins late: named, and told only once a person sends it.
    Object.assign(well, { status: 'RELINK_NEEDED', relink_needed_at: new Date().toISOString() })
    await new Desk(page).refresh.click()
    await expect(desk.getByRole('button', { name: /^First letter/ })).toContainText('1 to tell')
    expect(server.taken).toHaveLength(first)
    await expect(send).toHaveText('Send to 1…')
    await agreed()
    await expect(desk.getByRole('button', { name: /^First letter/ })).toContainText(`to ${first + 1}`)
    expect(server.taken).toHaveLength(first + 1)

    // A relink request of one of them says why it waits.
    await page.keyboard.press('Escape')
    const lines = page.getByRole('region', { name: 'Outages told to customers' })
    await expect(lines).toContainText(`${first + 1} customers still failing`)
    await issues.filter('Relink needed')
    await issues.open(well.end_user)
    await expect(issues.drawer.getByRole('region', { name: 'Told of the outage' })).toContainText('First letter')
    await issues.drawer.getByRole('button', { name: 'Request relink…' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Held back during the outage of Workday')
    await expect(dialog.getByRole('button', { name: 'Copy' })).toBeDisabled()
    await shot(page, 'outage-held')
    await dialog.getByRole('checkbox', { name: 'Ask them anyway' }).check()
    await expect(dialog.getByRole('region', { name: 'Relink request' })).toBeVisible()
    await page.keyboard.press('Escape')

    // It ends by itself, which is named until everybody knows.
    for (const one of [...broken, well])
      Object.assign(one, { status: 'COMPLETE', relink_needed_at: null, sync_status: 'Done' })
    await new Desk(page).refresh.click()
    await expect(lines).toContainText(`all sync again; ${first + 1} without the all clear`)
    await lines.getByRole('button', { name: 'Open Workday' }).click()
    await expect(desk).toContainText('All sync again')
    await shot(page, 'outage-recovered')
    await expect(send).toHaveText(`Send to ${first + 1}…`)
    await agreed()
    await expect(desk.getByRole('table')).toContainText('All clear')
    expect(server.taken).toHaveLength(2 * (first + 1))
    await page.keyboard.press('Escape')
    await expect(lines).toHaveCount(0)
    await server.close()
  })
})
