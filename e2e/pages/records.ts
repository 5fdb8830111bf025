import type { Locator, Page } from '@playwright/test'

export class Records {
  readonly drawer: Locator
  readonly back: Locator
  readonly again: Locator
  /** The document's file and parsed data. */
  readonly document: Locator
  readonly openById: Locator
  readonly dialog: Locator
  readonly menu: Locator

  constructor(readonly page: Page) {
    this.drawer = page.getByRole('complementary', { name: 'Record by ID' })
    this.back = this.drawer.getByRole('button', { name: 'Back' })
    this.again = this.drawer.getByRole('button', { name: 'Refresh' })
    this.document = this.drawer.getByRole('group', { name: 'Document' })
    this.openById = page.getByRole('button', { name: 'Open record by ID' })
    this.dialog = page.getByRole('dialog', { name: 'Open record by ID' })
    this.menu = page.getByRole('menu', { name: 'Open by ID' })
  }

  line(name: string): Locator {
    return this.drawer.getByRole('treeitem').filter({ hasText: new RegExp(`^\\s*${name}:`) })
  }

  /** @param model as the dialog calls it */
  async ask(model: string, id: string): Promise<void> {
    await this.openById.click()
    await this.dialog.getByRole('combobox', { name: 'Model' }).selectOption({ label: model })
    await this.dialog.getByRole('textbox', { name: 'ID' }).fill(id)
    await this.dialog.getByRole('button', { name: 'Open record' }).click()
  }
}
