import { expect, type Locator, type Page } from '@playwright/test'

export class Trends {
  readonly saveReport: Locator

  constructor(readonly page: Page) {
    this.saveReport = page.getByRole('button', { name: 'Save report' })
  }

  async show(): Promise<void> {
    await this.page.getByRole('link', { name: 'Trends' }).click()
    await expect(this.page.getByRole('heading', { name: 'Trends', exact: true })).toBeVisible()
  }

  card(title: string): Locator {
    return this.page.getByRole('region', { name: title, exact: true })
  }

  chart(title: string): Locator {
    return this.page.getByRole('img', { name: title, exact: true })
  }

  /** @returns the cells of each row, without the head */
  async table(title: string): Promise<string[][]> {
    await this.page.getByRole('button', { name: `${title} as a table` }).click()
    const rows = this.page.getByRole('region', { name: `${title} as a table` }).getByRole('row')
    await expect(rows.nth(1)).toBeVisible()
    const texts = await rows.locator('th, td').all()
    const cells = await Promise.all(texts.map((cell) => cell.innerText()))
    const columns = await rows.first().getByRole('columnheader').count()
    return Array.from({ length: cells.length / columns - 1 }, (_, at) =>
      cells.slice((at + 1) * columns, (at + 2) * columns)
    )
  }

  async export(title: string): Promise<void> {
    await this.page.getByRole('button', { name: `Export CSV: ${title}` }).click()
  }
}
