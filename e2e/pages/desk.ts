import { expect, type Locator, type Page } from '@playwright/test'

export type RefreshState = 'idle' | 'walking' | 'done' | 'failed' | 'cancelled'

/** The frame: top bar, rail, status line. */
export class Desk {
  readonly main: Locator
  readonly refreshRun: Locator
  readonly refresh: Locator
  readonly cancelRefresh: Locator
  readonly region: Locator
  readonly workspace: Locator
  readonly grid: Locator
  readonly search: Locator
  readonly status: Locator

  constructor(readonly page: Page) {
    this.main = page.locator('main')
    this.refreshRun = page.getByRole('status', { name: 'Refresh progress' })
    this.refresh = page.getByRole('button', { name: 'Refresh', exact: true })
    this.cancelRefresh = page.getByRole('button', { name: 'Cancel refresh' })
    this.region = page.getByRole('combobox', { name: 'Region' })
    this.workspace = page.getByRole('combobox', { name: 'Workspace' })
    this.grid = page.getByRole('grid', { name: 'Connectors' })
    this.search = page.getByRole('searchbox', { name: 'Search connectors' })
    this.status = page.getByRole('combobox', { name: 'Credentials' })
  }

  async go(view: string): Promise<void> {
    await this.page.getByRole('link', { name: view }).click()
  }

  async refreshed(state: RefreshState = 'done'): Promise<void> {
    await expect(this.main).toHaveAttribute('data-walk', state)
  }

  /** Earlier texts belong to the other region. */
  async switchTo(label: 'Default' | 'EU'): Promise<void> {
    await this.region.selectOption({ label })
    await expect(this.region).toHaveValue(label === 'EU' ? 'eu' : 'default')
  }

  async connectors(): Promise<number> {
    return Number(await this.main.getAttribute('data-connectors'))
  }

  row(text: string | RegExp): Locator {
    return this.grid.getByRole('row').filter({ hasText: text })
  }

  banner(text: string | RegExp): Locator {
    return this.page.getByRole('region', { name: text }).or(this.page.getByRole('alert').filter({ hasText: text }))
  }
}
