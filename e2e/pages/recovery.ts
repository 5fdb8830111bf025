import type { Locator, Page } from '@playwright/test'

export class Recovery {
  readonly open: Locator
  readonly dialog: Locator
  readonly failedOnes: Locator
  readonly pane: Locator
  readonly parts: Locator
  readonly rows: Locator
  readonly cancel: Locator
  readonly exports: Locator

  constructor(readonly page: Page) {
    this.open = page.getByRole('button', { name: 'Recover missed deliveries' })
    this.dialog = page.getByRole('dialog', { name: 'Recover missed deliveries' })
    this.failedOnes = this.dialog.getByRole('button', { name: 'Select those with a failed delivery' })
    this.pane = page.getByRole('region', { name: 'Recovery' })
    this.parts = page.getByRole('region', { name: 'Models loaded' })
    this.rows = page.getByRole('grid', { name: 'Changed records' })
    this.cancel = page.getByRole('button', { name: 'Cancel recovery' })
    this.exports = page.getByRole('region', { name: 'Exports' })
  }

  /** App and test share a time zone. */
  async during(from: number, to: number): Promise<void> {
    for (const [name, at] of [
      ['From', from],
      ['To', to]
    ] as const) {
      const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
      const field = this.dialog.getByRole('textbox', { name, exact: true })
      await field.fill(local)
      await field.blur()
    }
  }

  async choose(endUser: string): Promise<void> {
    await this.dialog.getByRole('searchbox', { name: 'Find connectors' }).fill(endUser)
    await this.dialog.getByRole('checkbox', { name: endUser }).first().check()
  }

  part(model: string): Locator {
    return this.parts.getByRole('row').filter({ has: this.page.getByRole('cell', { name: model, exact: true }) })
  }

  /** Whatever its label. */
  async start(): Promise<void> {
    await this.dialog.getByRole('button', { name: /^Load \d+ models? of/ }).click()
  }
}
