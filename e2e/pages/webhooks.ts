import { expect, type Locator, type Page } from '@playwright/test'

export class Webhooks {
  readonly list: Locator
  readonly filters: Locator
  readonly errorsOnly: Locator
  readonly codes: Locator
  readonly deliveries: Locator
  readonly drawer: Locator
  readonly refresh: Locator

  constructor(readonly page: Page) {
    this.list = page.getByRole('region', { name: 'Webhooks', exact: true })
    this.filters = page.getByRole('group', { name: 'Which deliveries' })
    this.errorsOnly = this.filters.getByRole('checkbox', { name: 'Errors only' })
    this.codes = this.filters.getByRole('textbox', { name: 'Response codes' })
    this.deliveries = page.getByRole('grid', { name: 'Deliveries' })
    this.drawer = page.getByRole('complementary', { name: 'Delivery' })
    this.refresh = page.getByRole('button', { name: 'Refresh webhooks' })
  }

  async show(): Promise<void> {
    await this.page.getByRole('link', { name: 'Webhooks' }).click()
    await expect(this.page.getByRole('heading', { name: 'Webhooks', exact: true })).toBeVisible()
  }

  /** Without the heading. */
  get rows(): Locator {
    return this.deliveries.locator('[data-index]')
  }
}
