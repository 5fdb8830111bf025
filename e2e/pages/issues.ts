import { expect, type Locator, type Page } from '@playwright/test'

export class Issues {
  readonly issues: Locator
  readonly legend: Locator
  readonly drawer: Locator
  readonly note: Locator
  readonly snooze: Locator

  constructor(readonly page: Page) {
    this.issues = page.getByRole('treegrid', { name: 'Issues' })
    this.legend = page.getByRole('list', { name: 'Totals' })
    this.drawer = page.getByRole('complementary', { name: 'Issue' })
    this.note = this.drawer.getByRole('textbox', { name: 'Note' })
    this.snooze = this.drawer.getByRole('combobox', { name: 'Snooze until' })
  }

  async show(): Promise<void> {
    await this.page.getByRole('link', { name: /^Issues/ }).click()
    await expect(this.page.getByRole('heading', { name: 'Issues', exact: true })).toBeVisible()
  }

  /** From the legend. */
  async count(cause: string): Promise<number> {
    const button = this.legend.getByRole('button', { name: new RegExp(`^${cause}`) })
    const name = await button.getAttribute('aria-label')
    return Number(/(?<![\d,])[\d,]+$/.exec(name ?? '')?.[0].replaceAll(',', ''))
  }

  async filter(cause: string): Promise<void> {
    await this.legend.getByRole('button', { name: new RegExp(`^${cause}`) }).click()
  }

  row(name: string): Locator {
    return this.issues.getByRole('row').filter({ hasText: name }).first()
  }

  /** Scrolls to it: a list draws only what is in view. */
  async reach(name: string): Promise<Locator> {
    const row = this.row(name)
    await expect(this.issues).toBeVisible()
    for (let turns = 0; turns < 40 && !(await row.isVisible()); turns++) {
      await this.issues.hover()
      await this.page.mouse.wheel(0, 120)
      await this.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    }
    return row
  }

  async claim(name: string, owner: string): Promise<void> {
    await this.open(name)
    const field = this.drawer.getByRole('combobox', { name: 'Owner' })
    await field.fill(owner)
    await field.press('Enter')
    await expect(this.row(name)).toContainText(owner)
  }

  /** With its tags and its note. */
  async open(name: string): Promise<void> {
    await this.row(name).click()
    await expect(this.drawer).toBeVisible()
    const more = this.drawer.getByRole('button', { name: 'Tags and note' })
    if ((await more.getAttribute('aria-expanded')) === 'false') await more.click()
  }

  async exportEvidence(): Promise<void> {
    await this.drawer.getByRole('button', { name: 'More for this issue' }).click()
    await this.page.getByRole('menuitem', { name: 'Export evidence' }).click()
  }
}
