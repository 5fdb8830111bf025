import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { smtpServer, textOf } from '../src/main/mail/testing/smtp'
import type { Regions } from '../src/practice/regions'
import { hasExited, until } from './fixtures/process'
import { expect, shot, test } from './fixtures/test'
import { Activity } from './pages/activity'
import { Confirm } from './pages/confirm'
import { Desk } from './pages/desk'
import { Issues } from './pages/issues'
import { Mail } from './pages/mail'

/** A customer with an origin ID whose one connector needs a relink. */
function toRelink(practice: Regions) {
  const live = practice.default.connectors.filter((one) => !one.is_test_connector)
  const found = live.find(
    ({ status, integration_slug, origin_id }) =>
      status === 'RELINK_NEEDED' &&
      integration_slug !== 'workday' &&
      origin_id !== null &&
      live.filter((other) => other.origin_id === origin_id).length === 1
  )
  if (!found?.origin_id) throw new Error('The practice service has no such customer.')
  return { ...found, origin_id: found.origin_id }
}

test.describe('@reach letters to customers', () => {
  test('a relink request leaves once, for the contact that was chosen, and the issue and Activity say so', async ({
    connected,
    practice
  }) => {
    const server = await smtpServer()
    const { page } = await connected()
    await new Desk(page).refreshed()
    const mail = new Mail(page)
    await mail.setUp(server.port, 'desk', 'right')
    const one = toRelink(practice)
    const issues = new Issues(page)
    await issues.show()
    await issues.filter('Relink needed')
    await issues.open(one.end_user)
    await issues.drawer.getByRole('button', { name: 'Request relink…' }).click()
    await expect(mail.dialog.getByText('No contact of this customer is known.')).toBeVisible()
    await expect(mail.send).toBeDisabled()
    await mail.dialog.getByRole('textbox', { name: 'Relink link' }).fill('https://link.example/abc')
    await mail.addContact('d.hale@harrow.example', 'Dana Hale')
    await shot(page, 'reach-request')

    const confirm = await mail.asked()
    await expect(confirm.title).toContainText('Send this letter to')
    const whole = confirm.page.getByRole('main')
    await expect(whole).toContainText(`smtp://127.0.0.1:${server.port}`)
    await expect(whole).toContainText('To: Dana Hale <d.hale@harrow.example>')
    await expect(whole).toContainText('1, to 1 address')
    await expect(whole).toContainText('https://link.example/abc')
    expect(server.taken).toEqual([])
    await shot(confirm.page, 'reach-confirm')
    await confirm.agree()
    await expect(mail.dialog.getByText('Sent: 1.', { exact: true })).toBeVisible()
    expect(server.taken.map(({ from, to }) => ({ from, to }))).toEqual([
      { from: 'ops@harbourline.example', to: ['d.hale@harrow.example'] }
    ])
    expect(server.taken[0] && textOf(server.taken[0])).toContain('https://link.example/abc')
    await page.keyboard.press('Escape')
    await expect(issues.row(one.end_user)).toContainText(/Requested .* ago/)
    await expect(issues.drawer.getByRole('region', { name: 'History' })).toContainText('Relink requested: by email')

    await issues.drawer.getByRole('button', { name: one.end_user }).click()
    const contacts = page.getByRole('region', { name: 'Contacts', exact: true })
    await expect(contacts.getByText('Dana Hale <d.hale@harrow.example>')).toBeVisible()
    await expect(contacts.getByRole('list', { name: 'Letters' })).toContainText('to d.hale@harrow.example')
    await shot(page, 'reach-customer')

    const activity = new Activity(page)
    await activity.show()
    const row = activity.row('SEND')
    await expect(row).toContainText('250')
    await expect(row).not.toContainText('d.hale@harrow.example')
    await server.close()
  })
})

test.describe('@reach what goes wrong', () => {
  async function asking(page: Page, practice: Regions, port: number) {
    await new Desk(page).refreshed()
    const mail = new Mail(page)
    await mail.setUp(port)
    const one = toRelink(practice)
    const issues = new Issues(page)
    await issues.show()
    await issues.filter('Relink needed')
    await issues.open(one.end_user)
    await issues.drawer.getByRole('button', { name: 'Request relink…' }).click()
    await mail.dialog.getByRole('textbox', { name: 'Relink link' }).fill('https://link.example/abc')
    return { mail, issues, one }
  }

  test('an address that is two, or has another behind its name, is named, and a server that is busy can be asked again', async ({
    connected,
    practice
  }) => {
    let busy = true
    const refusal = Object.assign(new Error('Greylisted'), { responseCode: 451 })
    const server = await smtpServer({ onRcptTo: (_, __, done) => done(busy ? refusal : null) })
    const { page } = await connected()
    const { mail, issues, one } = await asking(page, practice, server.port)
    await mail.dialog.getByRole('button', { name: 'Add contact…' }).click()
    const save = mail.dialog.getByRole('button', { name: 'Save contact' })
    await mail.dialog.getByLabel('Address').fill('ada@example.com, grace@example.com')
    await mail.dialog.getByLabel('Name').fill('grace@example.com')
    await save.click()
    await expect(mail.dialog).toContainText('This is more than one address')
    await expect(mail.dialog).toContainText('could be taken for another address')
    await mail.dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(mail.dialog.getByRole('button', { name: 'Add contact…' })).toBeFocused()
    await mail.addContact('ada@example.com', 'Ada')
    await (await mail.asked()).agree()
    await expect(mail.dialog.getByText('Not sent: 1.')).toBeVisible()
    await expect(mail.dialog).toContainText('451')
    await expect(mail.dialog).toContainText('Greylisted')
    expect(server.taken).toEqual([])
    busy = false
    await (await mail.asked()).agree()
    await expect(mail.dialog.getByText('Sent: 1.', { exact: true })).toBeVisible()
    expect(server.taken).toHaveLength(1)
    await page.keyboard.press('Escape')
    await expect(issues.row(one.end_user)).toContainText(/Requested .* ago/)
    await server.close()
  })

  test('@fault a kill while a letter leaves: at the next start it is unknown, its customer is named, and nothing is sent again', async ({
    connected,
    launch,
    practice
  }) => {
    // It takes the letter, and never answers.
    const server = await smtpServer({ onData: (stream) => void stream.resume() })
    const first = await connected()
    const { mail, one } = await asking(first.page, practice, server.port)
    await mail.addContact('ada@example.com', 'Ada')
    const confirm = await mail.asked()
    await confirm.agree()
    await expect.poll(() => server.connections).toBe(1)
    process.kill(first.child.pid ?? 0, 'SIGKILL')
    await until('the end of main', () => hasExited(first.child))
    await first.close()

    const { page } = await launch()
    await expect(page.getByText(`It is not known whether the letter to ${one.origin_id} arrived`)).toBeVisible()
    await new Desk(page).refreshed()
    const issues = new Issues(page)
    await issues.show()
    await issues.filter('Relink needed')
    await issues.open(one.end_user)
    await issues.drawer.getByRole('button', { name: one.end_user }).click()
    const contacts = page.getByRole('region', { name: 'Contacts', exact: true })
    await expect(contacts.getByRole('list', { name: 'Letters' })).toContainText('Unknown')
    await shot(page, 'reach-unknown')
    expect(server.connections).toBe(1)
    await server.close()
  })
})

test.describe('@reach contacts', () => {
  test('are edited on the customer’s page, the Doctor tests the server, and a customer is forgotten', async ({
    connected,
    practice,
    profileDir
  }) => {
    const server = await smtpServer()
    const { page } = await connected()
    const desk = new Desk(page)
    await desk.refreshed()
    await new Mail(page).setUp(server.port, 'desk', 'right')
    await desk.go('Doctor')
    await page.getByRole('button', { name: /Test/ }).first().click()
    await expect(page.getByText('It connects and logs in. Nothing was sent.')).toBeVisible()
    expect(server.taken).toEqual([])

    const one = toRelink(practice)
    const issues = new Issues(page)
    await issues.show()
    await issues.filter('Relink needed')
    await issues.open(one.end_user)
    await issues.note.fill('Ring Dana Hale.')
    await issues.drawer.getByRole('button', { name: one.end_user }).click()
    const contacts = page.getByRole('region', { name: 'Contacts', exact: true })
    const mail = new Mail(page)
    await contacts.getByRole('button', { name: 'Add contact…' }).click()
    await contacts.getByLabel('Address').fill('d.hale@harrow.example')
    await contacts.getByLabel('Name').fill('Dana Hale')
    await contacts.getByLabel('Language').fill('de')
    await contacts.getByRole('button', { name: 'Save contact' }).click()
    await expect(contacts).toContainText('Dana Hale <d.hale@harrow.example>')
    await expect(contacts).toContainText('German')
    await expect(contacts).toContainText('Who relinks')
    await contacts.getByRole('button', { name: 'Edit d.hale@harrow.example' }).click()
    await contacts.getByLabel('Name').fill('Dana H.')
    await contacts.getByRole('button', { name: 'Save contact' }).click()
    await expect(contacts).toContainText('Dana H. <d.hale@harrow.example>')
    await shot(page, 'reach-contacts')
    const file = await readFile(join(profileDir, 'history.db'), 'latin1')
    expect(file).not.toContain('d.hale@harrow.example')

    await contacts.getByRole('button', { name: 'Forget this customer…' }).click()
    const confirm = await Confirm.asked(mail.page)
    await expect(confirm.page.getByRole('main')).toContainText('the record of changes')
    await confirm.agree()
    await expect(contacts).toContainText('Forgotten.')
    await expect(contacts).toContainText('None yet.')
    await issues.show()
    await issues.open(one.end_user)
    await expect(issues.note).toHaveValue('')
    await server.close()
  })
})
