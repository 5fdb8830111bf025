import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { smtpServer, textOf } from '../src/main/mail/testing/smtp'
import type { Regions } from '../src/practice/regions'
import { hasExited, until } from './fixtures/process'
import { answerOpenDialogs, answerSaveDialogs } from './fixtures/save-dialog'
import { expect, shot, test } from './fixtures/test'
import { Campaign } from './pages/campaign'
import { Confirm } from './pages/confirm'
import { Desk } from './pages/desk'
import { Mail } from './pages/mail'

/** Exactly so many customers must relink, the last of them with all connectors that are left over. */
function toRelink(practice: Regions, customers: number) {
  const live = practice.default.connectors.filter((one) => !one.is_test_connector)
  const broken = live.filter(({ status }) => status === 'RELINK_NEEDED')
  const well = live.filter(({ status, sync_status }) => status === 'COMPLETE' && sync_status === 'Done')
  const all = [...broken, ...well.slice(0, Math.max(0, customers + 3 - broken.length))]
  all.forEach((one, at) => {
    const of = Math.min(at, customers - 1)
    Object.assign(one, {
      ...{ status: 'RELINK_NEEDED', origin_id: `origin-${of}`, end_user: `Customer ${String(of).padStart(2, '0')}` },
      // None of them broke together.
      relink_needed_at: new Date(Date.parse('2026-03-01T08:00:00Z') - at * 86_400_000).toISOString()
    })
  })
  return all
}

const contactsOf = (customers: number, language = '') =>
  [
    'origin_id,email,name,language,relinks',
    ...Array.from(
      { length: customers },
      (_, at) => `origin-${at},hr${at}@customer.example,Person ${at},${language},yes`
    )
  ].join('\n')

async function importContacts(page: Page, app: Parameters<typeof answerOpenDialogs>[0], folder: string, text: string) {
  const file = join(folder, 'contacts.csv')
  await writeFile(file, `${text}\nx-1,"a@b.example,c@d.example",,,`)
  await answerOpenDialogs(app, file)
  await page.getByRole('button', { name: 'Import contacts…' }).click()
  await expect(page.getByRole('dialog')).toContainText('This is more than one address')
  await page.getByRole('button', { name: /^Import \d+ contacts?$/ }).click()
  await expect(page.getByRole('dialog')).toContainText('imported.')
  await page.keyboard.press('Escape')
}

/** Presses of the mouse, wherever they are. */
const counting = (page: Page) =>
  page.evaluate(() => {
    Object.assign(window, { pressed: 0 })
    addEventListener(
      'pointerdown',
      () => Object.assign(window, { pressed: Number(Reflect.get(window, 'pressed')) + 1 }),
      true
    )
  })
const clicksOf = (page: Page) => page.evaluate(() => Number(Reflect.get(window, 'pressed')))

test.describe('@reach campaigns', () => {
  test.use({ practiceOptions: { connectors: 600 } })

  test('38 customers are told to relink with at most 6 clicks beside the pasted links, one letter each', async ({
    connected,
    practice,
    folder
  }) => {
    const server = await smtpServer()
    const relinks = toRelink(practice, 38)
    const { app, page } = await connected()
    await new Desk(page).refreshed()
    await new Mail(page).setUp(server.port)
    await importContacts(page, app, folder, contactsOf(38))
    const campaign = new Campaign(page)
    await page.getByRole('link', { name: 'Issues' }).click()
    await counting(page)
    await campaign.start()
    await expect(page.getByRole('heading', { name: 'Ask 38 customers to relink' })).toBeVisible()
    await expect(campaign.box).toBeFocused()
    await shot(page, 'campaign-links')
    expect(await campaign.pasteAll()).toBe(relinks.length)
    await expect(campaign.group('Ready').getByRole('row')).toHaveCount(39)
    await shot(page, 'campaign-ready')
    const dryRun = 1
    const dry = join(folder, 'letters')
    await answerSaveDialogs(app, dry)
    await page.getByRole('button', { name: 'Save as .eml' }).click()
    await expect(page.getByText('Saved 38 letters')).toBeVisible()
    expect(await readdir(dry)).toHaveLength(38)
    expect(server.connections).toBe(0)
    const confirm = await campaign.asked()
    await expect(confirm.title).toHaveText('Send 38 letters to 38 customers?')
    await expect(confirm.requests).toHaveCount(38)
    // The last press is in main's window.
    expect((await clicksOf(page)) + 1 - dryRun).toBeLessThanOrEqual(6)
    await confirm.agree()
    await expect(campaign.group('Sent').getByRole('row')).toHaveCount(39)
    expect(server.taken.map(({ to }) => to.join()).sort()).toEqual(
      Array.from({ length: 38 }, (_, at) => `hr${at}@customer.example`).sort()
    )
    // All connectors of the last customer are in one letter, each with its own link.
    const whole = server.taken.map((one) => textOf(one))
    const of = (text: string) => text.match(/https:\/\/dashboard\.example\.com\/link\/\d+/g) ?? []
    expect(whole.flatMap(of)).toHaveLength(relinks.length)
    expect(new Set(whole.flatMap(of)).size).toBe(relinks.length)
    await shot(page, 'campaign-sent')

    const [first] = relinks
    Object.assign(first ?? {}, { status: 'COMPLETE', sync_status: 'Done', relink_needed_at: null })
    const desk = new Desk(page)
    await desk.refresh.click()
    await expect(campaign.group('Relinked').getByRole('row')).toHaveCount(2)
    await server.close()
  })

  test('a draft is kept through a kill; what each customer lacks is named; bounces come back', async ({
    connected,
    launch,
    practice,
    folder
  }) => {
    const gone = Object.assign(new Error('No such user'), { responseCode: 550 })
    const server = await smtpServer({
      onRcptTo: ({ address }, _, done) => done(address === 'hr0@customer.example' ? gone : null)
    })
    toRelink(practice, 3)
    const first = await connected()
    await new Desk(first.page).refreshed()
    await new Mail(first.page).setUp(server.port)
    await importContacts(first.page, first.app, folder, contactsOf(2))
    const before = new Campaign(first.page)
    await before.start()
    await expect(before.links).toContainText(/^0 of/)
    await before.paste('ring them')
    await expect(before.links.getByRole('alert')).toContainText('Paste the whole link of the dashboard')
    await before.pasteAll(2)
    process.kill(first.child.pid ?? 0, 'SIGKILL')
    await until('the end of main', () => hasExited(first.child))
    await first.close()

    const { page } = await launch()
    await new Desk(page).refreshed()
    const campaign = new Campaign(page)
    await campaign.resume()
    await expect(campaign.links).toContainText(/^2 of/)
    await campaign.pasteAll()
    await expect(campaign.group('Needs you')).toContainText('No contact')
    await campaign.rows.getByRole('button', { name: /Customer 02/ }).click()
    await expect(campaign.letter).toContainText('No contact of this customer is known.')
    await campaign.letter.getByRole('button', { name: 'Add contact…' }).click()
    await campaign.letter.getByLabel('Address').fill('hr2@customer.example')
    await campaign.letter.getByLabel('Language').fill('de')
    await campaign.letter.getByRole('button', { name: 'Save contact' }).click()
    await expect(campaign.letter).toContainText('Bitte verbinden Sie')
    await expect(campaign.letter).toContainText('Not known: {contact}')
    await campaign.letter.getByRole('button', { name: 'Edit template…' }).click()
    await campaign.letter.getByLabel('Template, German').fill('Hallo {kunde}, {relink_link}')
    await campaign.letter.getByRole('button', { name: 'Save template' }).click()
    await expect(page.getByText('There is no placeholder {kunde}.', { exact: true })).toBeVisible()
    await campaign.letter.getByLabel('Template, German').fill('Hallo {customer}, {relink_link}')
    await campaign.letter.getByRole('button', { name: 'Save template' }).click()
    await expect(campaign.letter).toContainText('Hallo Customer 02')
    await shot(page, 'campaign-letter')
    await (await campaign.asked()).agree()
    await expect(campaign.group('Needs you')).toContainText('Bounced')
    await expect(campaign.group('Sent').getByRole('row')).toHaveCount(3)
    await campaign.rows.getByRole('button', { name: /Customer 01/ }).click()
    await campaign.letter.getByRole('button', { name: 'It bounced…' }).click()
    await campaign.letter.getByLabel('What the bounce says').fill('Mailbox full')
    await campaign.letter.getByRole('button', { name: 'Save bounce' }).click()
    await expect(campaign.letter).toContainText('Mailbox full')
    await expect(campaign.group('Needs you').getByRole('row')).toHaveCount(3)
    await shot(page, 'campaign-bounced')
    expect(server.taken).toHaveLength(2)
    await server.close()
  })

  test('@fault a kill while letters leave: none leaves twice, the one under way is unknown, and the others can be sent', async ({
    connected,
    launch,
    practice,
    folder
  }) => {
    let isDeaf = true
    let heard = 0
    const server = await smtpServer({
      onData(stream, _, done) {
        heard++
        stream.resume().on('end', () => {
          // The second letter is taken, and never answered.
          if (heard !== 2 || !isDeaf) done()
        })
      }
    })
    toRelink(practice, 4)
    const first = await connected()
    await new Desk(first.page).refreshed()
    await new Mail(first.page).setUp(server.port)
    await importContacts(first.page, first.app, folder, contactsOf(4))
    const before = new Campaign(first.page)
    await before.start()
    await before.pasteAll()
    await (await before.asked()).agree()
    await expect.poll(() => heard).toBe(2)
    process.kill(first.child.pid ?? 0, 'SIGKILL')
    await until('the end of main', () => hasExited(first.child))
    await first.close()

    isDeaf = false
    const { page } = await launch()
    await expect(page.getByText(/It is not known whether the letter to origin-\d arrived/)).toBeVisible()
    await new Desk(page).refreshed()
    const campaign = new Campaign(page)
    await campaign.resume()
    await expect(campaign.group('Sent').getByRole('row')).toHaveCount(2)
    await expect(campaign.group('Needs you')).toContainText('Unknown')
    await expect(campaign.group('Ready').getByRole('row')).toHaveCount(3)
    expect(heard).toBe(2)
    await (await campaign.asked()).agree()
    await expect(campaign.group('Sent').getByRole('row')).toHaveCount(4)
    expect(heard).toBe(4)
    await server.close()
  })

  test('reminders are agreed to once, listed in Settings, and end with one press', async ({
    connected,
    practice,
    folder
  }) => {
    const server = await smtpServer()
    toRelink(practice, 2)
    const { app, page } = await connected()
    const desk = new Desk(page)
    await desk.refreshed()
    await new Mail(page).setUp(server.port)
    await importContacts(page, app, folder, contactsOf(2))
    const campaign = new Campaign(page)
    await campaign.start()
    await campaign.pasteAll()
    await page.getByRole('button', { name: 'Reminders: none' }).click()
    await shot(page, 'campaign-reminders')
    await page.getByRole('button', { name: 'Allow reminders…' }).click()
    const confirm = await Confirm.asked(page)
    const whole = confirm.page.getByRole('main')
    await expect(whole).toContainText('3 days after the last letter, 2 at most to each customer')
    await expect(whole).toContainText('Monday to Friday, 09:00–17:00')
    await expect(whole).toContainText('Reminder: Subject: Please reconnect {integration} for {customer}')
    await confirm.agree()
    await expect(page.getByRole('button', { name: 'Reminders: after 3 days, 2 at most' })).toBeVisible()
    await desk.go('Settings')
    const list = page.getByRole('region', { name: 'Sent without asking again' })
    await expect(list).toContainText('Relink reminders: 2 customers')
    await list.getByRole('button', { name: /^End messages of 2 customers/ }).click()
    await expect(list.getByRole('list')).toBeHidden()
    await expect(list.getByRole('heading')).toBeFocused()
    await desk.go('Issues')
    await expect(page.getByRole('button', { name: 'Reminders: not agreed' })).toBeVisible()
    expect(server.taken).toEqual([])
    await server.close()
  })
})
