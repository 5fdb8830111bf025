import { expect, type Locator, type Page } from '@playwright/test'
import { confirmed } from './confirm'

/** The page of alert rules, below Settings. */
export class AlertRules {
  readonly table: Locator
  readonly status: Locator
  readonly messages: Locator

  constructor(readonly page: Page) {
    this.table = page.getByRole('table', { name: 'Alert rules' })
    this.status = page.locator('form').getByRole('status')
    this.messages = page.getByRole('region', { name: 'Last messages' }).getByRole('listitem')
  }

  async show(): Promise<void> {
    await this.page.getByRole('link', { name: 'Settings', exact: true }).click()
    await this.page.getByRole('button', { name: 'Alert rules…' }).click()
    await expect(this.page.getByRole('heading', { name: 'Alert rules' })).toBeVisible()
  }

  field(name: string): Locator {
    return this.page.getByLabel(name, { exact: true })
  }

  async begin(name: string, { address, cause, least = '1' }: { address: string; cause?: string; least?: string }) {
    await this.page.getByRole('button', { name: 'New rule' }).click()
    await this.field('Name').fill(name)
    if (cause) await this.page.getByRole('combobox', { name: 'Cause' }).selectOption({ label: cause })
    await this.field('At least so many').fill(least)
    await this.page.getByRole('textbox', { name: 'Channel' }).fill('#ops')
    await this.field('Webhook address').fill(address)
  }

  async save(): Promise<void> {
    await this.page.getByRole('button', { name: 'Save rule…' }).click()
  }

  async add(name: string, of: { address: string; cause?: string; least?: string }): Promise<void> {
    await this.begin(name, of)
    await this.save()
    await confirmed(this.page)
    await expect(this.table).toContainText(name)
  }
}
