import type { Locator, Page } from '@playwright/test'

export class Palette {
  readonly dialog: Locator
  readonly box: Locator
  readonly found: Locator

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Search or run' })
    this.box = this.dialog.getByRole('combobox')
    this.found = this.dialog.getByRole('option')
  }
}
