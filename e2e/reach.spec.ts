import { smtpServer, textOf } from '../src/main/mail/testing/smtp'
import type { Regions } from '../src/practice/regions'
import { expect, shot, test } from './fixtures/test'
import { Activity } from './pages/activity'
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
    await expect(mail.dialog.getByText('Sent: 1.')).toBeVisible()
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
