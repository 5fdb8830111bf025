import { expect, type Locator, type Page } from '@playwright/test'

export class Activity {
  readonly calls: Locator
  readonly search: Locator
  /** Present if a workspace was removed. */
  readonly workspace: Locator
  readonly view: Locator
  readonly outcome: Locator
  readonly changesOnly: Locator
  readonly checks: Locator
  /** Folded groups included. */
  readonly total: Locator
  readonly drawer: Locator
  readonly clear: Locator

  constructor(readonly page: Page) {
    this.calls = page.getByRole('grid', { name: 'Activity' })
    this.search = page.getByRole('searchbox', { name: 'Search activity' })
    this.workspace = page.getByRole('combobox', { name: 'Workspace of the requests' })
    this.view = page.getByRole('combobox', { name: 'View', exact: true })
    this.outcome = page.getByRole('combobox', { name: 'Outcome' })
    this.changesOnly = page.getByRole('checkbox', { name: 'Changes only' })
    this.checks = page.getByRole('checkbox', { name: 'Feature checks' })
    this.total = page.getByText(/^[\d,]+ requests?$/)
    this.drawer = page.getByRole('complementary', { name: 'Request', exact: true })
    this.clear = page.getByRole('button', { name: 'Clear filters' })
  }

  async show(): Promise<void> {
    await this.page.getByRole('link', { name: 'Activity' }).click()
    await expect(this.page.getByRole('heading', { name: 'Activity', exact: true })).toBeVisible()
  }

  /** Without the heading. */
  get rows(): Locator {
    return this.calls.locator('[data-index]')
  }

  row(text: string | RegExp): Locator {
    return this.rows.filter({ hasText: text })
  }

  async export(kind: 'CSV' | 'JSON'): Promise<void> {
    await this.page.getByRole('button', { name: 'Export', exact: true }).click()
    await this.page.getByRole('menuitem', { name: new RegExp(`^${kind} `) }).click()
  }
}
