import { expect, type Locator, type Page } from '@playwright/test'
import type { FetchState } from '../../src/shared/data/collection'
import type { PracticeConnector } from '../../src/practice/connector'

type NamedConnector = Pick<PracticeConnector, 'id' | 'end_user'>

export type ExportKind = 'NDJSON' | 'CSV' | 'JSON'

export class DataView {
  readonly collection: Locator
  readonly connector: Locator
  readonly request: Locator
  readonly pageSize: Locator
  readonly fetch: Locator
  readonly severalConnectors: Locator
  readonly newFetch: Locator
  readonly tabs: Locator
  readonly inspector: Locator
  readonly state: Locator
  readonly pause: Locator
  readonly resume: Locator
  readonly cancel: Locator
  readonly fetchAgain: Locator
  readonly rows: Locator
  readonly record: Locator
  readonly exports: Locator
  readonly past: Locator
  /** Fetches of the other region. */
  readonly elsewhere: Locator
  readonly reconciled: Locator
  readonly dialog: Locator

  constructor(readonly page: Page) {
    this.request = page.getByRole('region', { name: 'Request', exact: true })
    this.collection = page.getByRole('combobox', { name: 'Collection' })
    this.connector = page.getByRole('combobox', { name: 'Connector', exact: true })
    this.pageSize = page.getByRole('spinbutton', { name: 'Page size' })
    this.fetch = this.request.getByRole('button', { name: 'Fetch records', exact: true })
    this.severalConnectors = this.request.getByRole('button', { name: 'Several connectors' })
    this.newFetch = page.getByRole('button', { name: 'New fetch' })
    this.tabs = page.getByRole('tablist', { name: 'Open fetches' }).getByRole('tab')
    this.inspector = page.getByRole('region', { name: 'Fetch', exact: true })
    this.state = this.inspector.locator('[data-state]')
    this.pause = this.inspector.getByRole('button', { name: 'Pause' })
    this.resume = this.inspector.getByRole('button', { name: 'Resume' })
    this.cancel = this.inspector.getByRole('button', { name: 'Cancel' })
    this.fetchAgain = this.inspector.getByRole('button', { name: 'Fetch again' })
    this.rows = page.getByRole('grid', { name: 'Rows' })
    this.record = page.getByRole('complementary', { name: 'Record' })
    this.exports = page.getByRole('region', { name: 'Exports' })
    this.past = page.getByRole('region', { name: 'Earlier fetches' })
    this.elsewhere = page.getByRole('status').filter({ hasText: / in (Default|EU)/ })
    this.reconciled = page.getByRole('region', { name: 'Reconcile' })
    this.dialog = page.getByRole('dialog')
  }

  async show(): Promise<void> {
    await this.page.getByRole('link', { name: 'Data', exact: true }).click()
    await expect(this.collection).toBeVisible()
  }

  /** Any path typed by hand, too. */
  async choose(path: string): Promise<void> {
    await this.collection.click()
    await this.collection.fill(path)
    await this.collection.press('Enter')
    await expect(this.collection).toHaveAttribute('title', path)
  }

  async chooseConnector({ id, end_user }: NamedConnector): Promise<void> {
    await this.connector.click()
    await this.connector.fill(id)
    await expect(this.page.getByRole('listbox', { name: 'Connectors found' }).getByRole('option')).toHaveCount(1)
    await this.connector.press('Enter')
    await expect(this.connector).toHaveValue(new RegExp(end_user.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  }

  async fill(path: string, connector?: NamedConnector, pageSize?: number): Promise<void> {
    await this.choose(path)
    if (connector) await this.chooseConnector(connector)
    if (pageSize !== undefined) await this.pageSize.fill(String(pageSize))
  }

  param(name: string): Locator {
    return this.request.getByRole('textbox', { name, exact: true })
  }

  /** Waits for a new tab. */
  async start(): Promise<void> {
    const open = await this.tabs.count()
    await this.fetch.click()
    await expect(this.tabs).toHaveCount(open + 1)
  }

  async fetched(state: FetchState = 'done'): Promise<void> {
    await expect(this.state).toHaveAttribute('data-state', state)
  }

  /** A counter of the inspector. */
  fact(name: string): Locator {
    return this.inspector.locator('dl > div').filter({ hasText: name }).locator('dd')
  }

  async count(name: string): Promise<number> {
    return Number((await this.fact(name).innerText()).replaceAll(',', ''))
  }

  /** The fetch must have ended. */
  async closeFetch(): Promise<void> {
    const open = await this.tabs.count()
    await this.page.getByRole('tablist', { name: 'Open fetches' }).locator('[aria-selected=true]').press('Delete')
    await expect(this.tabs).toHaveCount(open - 1)
  }

  async pane(name: 'Rows' | 'Reconcile'): Promise<void> {
    await this.page.getByRole('tablist', { name: 'View of the fetch' }).getByRole('tab', { name }).click()
  }

  /** `answerSaveDialogs` answers the dialog. */
  async export(kind: ExportKind): Promise<void> {
    await this.page.getByRole('button', { name: 'Export', exact: true }).click()
    await this.page.getByRole('menuitem', { name: new RegExp(`^${kind} `) }).click()
    if (kind === 'CSV') await this.dialog.getByRole('button', { name: 'Export…' }).click()
  }
}
