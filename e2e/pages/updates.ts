import type { Locator, Page } from '@playwright/test'

export class UpdatesSection {
  readonly section: Locator
  readonly status: Locator
  readonly alert: Locator
  readonly address: Locator
  /** In the frame of every view. */
  readonly hint: Locator

  constructor(page: Page) {
    this.section = page.getByRole('region', { name: 'Updates' })
    this.status = this.section.getByRole('status', { name: 'Update status' })
    this.alert = this.section.getByRole('alert')
    this.address = this.section.getByRole('textbox', { name: 'Update folder' })
    this.hint = page.getByRole('link', { name: /^Update \d/ })
  }

  async setAddress(address: string): Promise<void> {
    await this.address.fill(address)
    await this.press('Save')
  }

  async press(name: string): Promise<void> {
    await this.section.getByRole('button', { name }).click()
  }
}
