import { expect, type Locator, type Page } from '@playwright/test'
import { Confirm, confirmed } from './confirm'
import { Desk } from './desk'

/** Letters to customers: the server in Settings, contacts, and the relink request. */
export class Mail {
  readonly dialog: Locator
  readonly send: Locator

  constructor(readonly page: Page) {
    this.dialog = page.getByRole('dialog')
    this.send = this.dialog.getByRole('button', { name: /^Send/ })
  }

  /** A server on this computer, without encryption. @param user empty for none */
  async setUp(port: number, user = '', password = ''): Promise<void> {
    await new Desk(this.page).go('Settings')
    const section = this.page.getByRole('region', { name: 'Mail', exact: true })
    await section.getByLabel('Mail server').fill('127.0.0.1')
    await section.getByLabel('Port').fill(String(port))
    await section.getByRole('button', { name: 'None', exact: true }).click()
    await section.getByLabel('User', { exact: true }).fill(user)
    await section.getByLabel('Password').fill(password)
    await section.getByLabel('Sender’s address').fill('ops@harbourline.example')
    await section.getByLabel('Sender’s name').fill('Harbourline Operations')
    await section.getByRole('button', { name: 'Save…' }).click()
    await confirmed(this.page)
    await expect(section.getByText('Saved.')).toBeVisible()
  }

  async addContact(address: string, name: string): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Add contact…' }).click()
    await this.dialog.getByLabel('Address').fill(address)
    await this.dialog.getByLabel('Name').fill(name)
    await this.dialog.getByRole('button', { name: 'Save contact' }).click()
    await expect(this.dialog.getByRole('checkbox', { name: `${name} <${address}>` })).toBeChecked()
  }

  /** Presses Send and shows what main asks. */
  async asked(): Promise<Confirm> {
    await this.send.click()
    return Confirm.asked(this.page)
  }
}
