import { expect, type Locator, type Page } from '@playwright/test'

export class Shelf {
  readonly library: Locator
  readonly dialog: Locator
  readonly find: Locator
  /** With their tags. */
  readonly operations: Locator
  readonly check: Locator
  readonly newer: Locator

  constructor(readonly page: Page) {
    this.library = page.getByRole('complementary', { name: 'History and saved requests' })
    this.dialog = page.getByRole('dialog')
    this.find = this.library.getByRole('searchbox', { name: 'Find by words, path or tag' })
    this.operations = this.library.getByRole('tree', { name: 'Operations' }).getByRole('treeitem')
    this.check = page.getByRole('region', { name: 'Answer and file' })
    this.newer = page.getByRole('region', { name: 'Newer file' })
  }

  async open(): Promise<void> {
    await this.page.getByRole('link', { name: 'Passthrough' }).click()
  }

  async show(): Promise<void> {
    await this.library.getByRole('button', { name: 'Shelf', exact: true }).click()
  }

  operation(name: string): Locator {
    return this.operations.filter({ hasText: name })
  }

  field(name: string): Locator {
    return this.page.getByRole('tabpanel', { name: 'Fields of the operation' }).getByRole('textbox', { name })
  }

  /** The file that the system's dialog answers. The dialog stays open with what it says. */
  async importFile(): Promise<void> {
    await this.library.getByRole('button', { name: 'Import a file…' }).click()
    await this.dialog.getByRole('button', { name: 'Choose a file…' }).click()
  }

  /** @param seen looks at the dialog before it closes */
  async paste(text: string, seen: () => Promise<void> = async () => undefined): Promise<void> {
    await this.library.getByRole('button', { name: 'Import a file…' }).click()
    await this.dialog.getByRole('textbox').fill(text)
    await this.dialog.getByRole('button', { name: 'Import pasted text' }).click()
    await expect(this.dialog.getByRole('region', { name: 'Taken out on import' })).toBeVisible()
    await seen()
    await this.dialog.getByRole('button', { name: 'Close' }).click()
  }
}
