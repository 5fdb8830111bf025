import { expect, type Locator, type Page } from '@playwright/test'
import type { PracticeConnector } from '../../src/practice/connector'
import { confirmed } from './confirm'

export type Part = 'Params' | 'Headers' | 'Body' | 'Options' | 'Checks'
export type BodyForm = 'Pretty' | 'Tree' | 'Table' | 'Raw'

export class Passthrough {
  readonly connector: Locator
  readonly found: Locator
  readonly method: Locator
  readonly path: Locator
  readonly send: Locator
  readonly cancel: Locator
  readonly body: Locator
  readonly timeout: Locator
  readonly dialog: Locator
  readonly response: Locator
  readonly progress: Locator
  readonly outcome: Locator
  readonly library: Locator
  readonly sends: Locator

  constructor(readonly page: Page) {
    this.connector = page.getByRole('combobox', { name: 'Connector', exact: true })
    this.found = page.getByRole('listbox', { name: 'Connectors found' })
    this.method = page.getByRole('combobox', { name: 'Method' })
    this.path = page.getByRole('combobox', { name: 'Path', exact: true })
    this.send = page.getByRole('button', { name: 'Send', exact: true })
    this.cancel = page.getByRole('button', { name: /^Cancel\s*Esc$/ })
    this.body = page.getByRole('textbox', { name: 'JSON body' })
    this.timeout = page.getByRole('textbox', { name: 'Timeout' })
    this.dialog = page.getByRole('dialog')
    this.response = page.getByRole('region', { name: 'Response', exact: true })
    this.progress = this.response.getByRole('status', { name: 'Send progress' })
    this.outcome = this.response.getByLabel('Outcome', { exact: true })
    this.library = page.getByRole('complementary', { name: 'History and saved requests' })
    this.sends = this.library.getByRole('listitem')
  }

  async show(): Promise<void> {
    await this.page.getByRole('link', { name: 'Passthrough' }).click()
    await expect(this.connector).toBeVisible()
  }

  async look(text: string): Promise<void> {
    await this.connector.click()
    await this.connector.fill(text)
  }

  async choose({ id, end_user }: PracticeConnector): Promise<void> {
    await this.look(id)
    await expect(this.found.getByRole('option')).toHaveCount(1)
    await this.connector.press('Enter')
    await expect(this.connector).toHaveValue(new RegExp(`^${escaped(end_user.trim())}`))
  }

  /** Text after `?` moves to the params on blur. */
  async target(method: string, path: string): Promise<void> {
    await this.method.selectOption(method)
    await this.path.fill(path)
    await this.path.blur()
  }

  async part(name: Part): Promise<void> {
    const tab = this.page.getByRole('tablist', { name: 'Parts of the request' }).getByRole('tab', { name })
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
  }

  /** Rows count from 1. */
  cell(kind: 'Param' | 'Header', row: number, part: 'name' | 'value'): Locator {
    return this.page.getByRole('textbox', { name: `${kind} ${row} ${part}` })
  }

  async typeBody(text: string): Promise<void> {
    await this.part('Body')
    await this.body.fill(text)
  }

  async sendConfirmed(): Promise<void> {
    await this.send.click()
    await this.confirm()
  }

  confirm(): Promise<void> {
    return confirmed(this.page)
  }

  async answered(): Promise<void> {
    await expect(this.outcome).toContainText(/Delivered to|answered/)
  }

  lines(form: BodyForm): Locator {
    return this.response.getByLabel(`Body, ${form.toLowerCase()}`, { exact: true })
  }

  async shownAs(form: BodyForm): Promise<Locator> {
    await this.response.getByRole('tab', { name: form, exact: true }).click()
    return this.lines(form)
  }

  async importCurl(command: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Import cURL' }).click()
    await this.dialog.getByRole('textbox', { name: 'Command' }).fill(command)
    await this.dialog.getByRole('button', { name: 'Import', exact: true }).click()
  }

  sent(text: string | RegExp): Locator {
    return this.sends.filter({ hasText: text })
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
