import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { smtpServer, textOf } from '../src/main/mail/testing/smtp'
import type { Regions } from '../src/practice/regions'
import { hasExited, until } from './fixtures/process'
import { answerOpenDialogs, answerSaveDialogs } from './fixtures/save-dialog'
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
  const told = new Set(broken.map((one) => one.origin_id))
  const [well, later] = all.filter(
    (one) =>
      one.status === 'COMPLETE' && one.sync_status === 'Done' && one.origin_id !== null && !told.has(one.origin_id)
  )
  if (broken.length < 5 || !well || !later) throw new Error('The practice service has no outage.')
  return { broken, well, later }
}

/** A contact for each customer of the outage. */
async function contacts({ app, page }: RunningApp, practice: Regions, folder: string) {
  const { broken, well, later } = workday(practice)
  const ids = [...new Set([...broken, well, later].flatMap((one) => one.origin_id ?? []))]
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
    const { broken, well, later } = workday(practice)
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
    await expect.poll(() => server.taken).toHaveLength(first)
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
    await expect.poll(() => server.taken).toHaveLength(first + 1)

    // The next one without a further question, once a person agreed to that.
    await desk.getByRole('button', { name: 'Send the first letter automatically…' }).click()
    const standing = await Confirm.asked(page)
    await expect(standing.page.locator('body')).toContainText('do not relink, we are on it.')
    await standing.agree()
    await expect(desk).toContainText('gets the first letter once, automatically, until')
    Object.assign(later, { status: 'RELINK_NEEDED', relink_needed_at: new Date().toISOString() })
    await new Desk(page).refresh.click()
    await expect(desk.getByRole('button', { name: /^First letter/ })).toContainText(`to ${first + 2}`)
    await expect.poll(() => server.taken.length).toBe(first + 2)
    await expect(desk.getByRole('region', { name: 'What was told' })).toContainText('to 1 customer, later')
    await shot(page, 'outage-late')
    await new Desk(page).go('Settings')
    await expect(page.getByRole('region', { name: 'Sent without asking again' })).toContainText(
      'Workday, late customers'
    )
    await new Desk(page).go('Issues')

    // A relink request of one of them says why it waits.
    await page.keyboard.press('Escape')
    const lines = page.getByRole('region', { name: 'Outages told to customers' })
    await expect(lines).toContainText(`${first + 2} customers still failing`)
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
    for (const one of [...broken, well, later])
      Object.assign(one, { status: 'COMPLETE', relink_needed_at: null, sync_status: 'Done' })
    await new Desk(page).refresh.click()
    await expect(lines).toContainText(`all sync again; ${first + 2} without the all clear`)
    await lines.getByRole('button', { name: 'Open Workday' }).click()
    await expect(desk).toContainText('All sync again')
    await shot(page, 'outage-recovered')
    await expect(send).toHaveText(`Send to ${first + 2}…`)
    await agreed()
    await expect(desk.getByRole('table')).toContainText('All clear')
    await expect.poll(() => server.taken).toHaveLength(2 * (first + 2))
    await page.keyboard.press('Escape')
    await expect(lines).toHaveCount(0)
    await server.close()
  })
})

test.describe('@reach what goes wrong in an outage', () => {
  test.use({ practiceOptions: { connectors: 300 } })

  test('@fault a kill while a letter leaves: it is unknown, those who did not get it are offered, and nobody is written to twice', async ({
    connected,
    launch,
    practice,
    folder
  }) => {
    let silent = true
    const taken: string[] = []
    const server = await smtpServer({
      // At first it takes a letter, and never answers.
      onData: (stream, { envelope }, done) => {
        stream.resume().on('end', () => {
          taken.push(...envelope.rcptTo.map(({ address }) => address))
          if (!silent) done()
        })
      }
    })
    const running = await connected()
    await new Desk(running.page).refreshed()
    await new Mail(running.page).setUp(server.port)
    await contacts(running, practice, folder)
    const all = customers(workday(practice).broken)
    await (await tell(running.page)).agreed()
    await expect.poll(() => taken).toHaveLength(1)
    process.kill(running.child.pid ?? 0, 'SIGKILL')
    await until('the end of main', () => hasExited(running.child))
    await running.close()
    silent = false

    const { page } = await launch()
    await new Desk(page).refreshed()
    const { agreed, desk, send } = await tell(page)
    await expect(desk.getByRole('table')).toContainText('First letter')
    await expect(desk.getByRole('row').filter({ hasText: 'Unknown' })).toHaveCount(1)
    await expect(send).toHaveText(`Send to ${all - 1}…`)
    await shot(page, 'outage-unknown')
    await agreed()
    await expect(desk.getByRole('button', { name: /^First letter/ })).toContainText(`to ${all}`)
    await expect.poll(() => taken).toHaveLength(all)
    expect(new Set(taken).size).toBe(all)
    await server.close()
  })

  test('@reach the report of a week is written once to its folder, with its next time and outcome in Settings', async ({
    connected,
    launch,
    profileDir,
    folder
  }) => {
    const first = await connected()
    await new Desk(first.page).refreshed()
    await new Desk(first.page).go('Settings')
    const section = (page: Page) => page.getByRole('region', { name: 'Weekly report', exact: true })
    const reports = join(folder, 'reports')
    await answerSaveDialogs(first.app, reports)
    await expect(section(first.page)).toContainText('Off.')
    await section(first.page).getByRole('button', { name: 'Choose folder…' }).click()
    await expect(section(first.page)).toContainText(`07:00, to ${reports}`)
    await first.close()
    // As if it had been turned on last year.
    const file = join(profileDir, 'settings.json')
    const settings = await readFile(file, 'utf8')
    expect(settings).toMatch(/"after": ?"\d/)
    await writeFile(file, settings.replace(/"after": ?"[^"]*"/, '"after":"2020-01-01"'))
    const { page } = await launch()
    await new Desk(page).go('Settings')
    const list = section(page).getByRole('list', { name: 'Last reports' })
    await expect(list.getByText('Made.')).toHaveCount(2)
    const made = await readdir(reports)
    expect(made.map((name) => name.replace(/\d{4}-\d\d-\d\d/, 'date'))).toEqual([
      'open-issues-default-date.csv',
      'trends-default-date.pdf'
    ])
    expect(await readFile(join(reports, made[0] ?? ''), 'utf8')).toContain('customer,origin_id')
    expect((await readFile(join(reports, made[1] ?? ''))).subarray(0, 5).toString()).toBe('%PDF-')
    await shot(page, 'weekly-report')
  })
})

team.describe('@reach an outage in a team', () => {
  team.use({ practiceOptions: { connectors: 300 } })

  team('one desk tells each customer, and both know who was told when', async ({ member, practice, folder }) => {
    const server = await smtpServer()
    const [ada, grace] = [await member('ada', 'Ada'), await member('grace', 'Grace')]
    for (const { running } of [ada, grace]) await new Mail(running.page).setUp(server.port)
    await contacts(ada.running, practice, folder)
    const all = customers(workday(practice).broken)
    const [one, two] = [await tell(ada.running.page), await tell(grace.running.page)]
    await expect(two.send).toHaveText(`Send to ${all}…`)
    await one.agreed()
    await expect(two.desk.getByRole('button', { name: /^First letter/ })).toContainText(`to ${all}`)
    await expect(two.desk.getByRole('table')).toContainText('by Ada')
    await expect(two.send).toBeDisabled()
    await expect.poll(() => server.taken).toHaveLength(all)

    await two.desk.getByRole('button', { name: /^Update 1/ }).click()
    await two.agreed()
    await expect(one.desk.getByRole('button', { name: /^Update 1/ })).toContainText(`to ${all}`)
    await expect(one.desk.getByRole('table')).toContainText('by Grace')
    await expect.poll(() => server.taken).toHaveLength(2 * all)
    await shot(ada.running.page, 'outage-team')
    await server.close()
  })
})
