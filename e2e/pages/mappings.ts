import { expect, type Locator, type Page } from '@playwright/test'
import type { PracticeConnector } from '../../src/practice/connector'
import { confirmed } from './confirm'

export class Mappings {
  readonly field: Locator
  readonly fields: Locator
  readonly add: Locator
  readonly integration: Locator
  readonly integrations: Locator
  readonly connector: Locator
  readonly connectors: Locator
  readonly expression: Locator
  readonly check: Locator
  readonly save: Locator
  readonly outcome: Locator
  readonly draft: Locator
  readonly samples: Locator
  readonly record: Locator
  readonly result: Locator
  readonly fill: Locator
  readonly changeLog: Locator
  readonly dialog: Locator

  constructor(readonly page: Page) {
    this.field = page.getByRole('combobox', { name: 'Custom field' })
    this.fields = page.getByRole('listbox', { name: 'Custom fields' })
    this.add = page.getByRole('button', { name: 'Add field', exact: true }).first()
    this.integration = page.getByRole('combobox', { name: 'Integration' })
    this.integrations = page.getByRole('listbox', { name: 'Integrations' })
    this.connector = page.getByRole('combobox', { name: 'Connector', exact: true })
    this.connectors = page.getByRole('listbox', { name: 'Connectors found' })
    this.expression = page.getByRole('textbox', { name: 'Expression' })
    this.check = page.getByRole('status', { name: 'Expression check' })
    this.save = page.getByRole('button', { name: 'Save mapping' })
    this.outcome = page.getByLabel('Outcome', { exact: true })
    this.draft = page.getByRole('status', { name: 'Draft' })
    this.samples = page.getByRole('region', { name: 'Sample data', exact: true })
    this.record = this.samples.getByLabel('Body, pretty', { exact: true })
    this.result = page.getByRole('region', { name: 'Result' })
    this.fill = page.getByRole('region', { name: 'Fill rate' })
    this.changeLog = page.getByRole('region', { name: 'Change log' })
    this.dialog = page.getByRole('dialog')
  }

  async show(): Promise<void> {
    await this.page.getByRole('link', { name: 'Mappings' }).click()
    await expect(this.field).toBeVisible()
  }

  row(name: string | RegExp): Locator {
    return this.fields.getByRole('option', { name })
  }

  /** Waits until its mappings are read. */
  async open(name: string): Promise<void> {
    await this.row(name).click()
    await expect(this.page.getByRole('heading', { name, exact: true })).toBeVisible()
    await expect(this.page.getByText('Loading mappings…')).toBeHidden()
  }

  async forIntegration(slug: string): Promise<void> {
    await this.page.getByRole('radio', { name: 'Whole integration' }).check()
    await this.integration.fill(slug)
    await this.integration.press('Enter')
    await expect(this.integrations).toBeHidden()
  }

  async forConnector({ id, end_user }: PracticeConnector): Promise<void> {
    await this.page.getByRole('radio', { name: 'One connector' }).check()
    await this.pick(this.connector, id)
    await expect(this.connector).toHaveValue(new RegExp(`^${escaped(end_user.trim())}`))
  }

  async pick(picker: Locator, id: string): Promise<void> {
    await picker.fill(id)
    await expect(this.connectors.getByRole('option')).toHaveCount(1)
    await picker.press('Enter')
  }

  /** It is not taken over automatically. */
  async useExpressionOf(name: string): Promise<void> {
    await this.check.getByRole('button', { name: `Use the expression of ${name}` }).click()
  }

  /** How the expression is written: Expression, By example, Builders. */
  async write(way: string): Promise<void> {
    await this.page.getByRole('group', { name: 'Way of writing' }).getByRole('button', { name: way }).click()
  }

  async type(expression: string): Promise<void> {
    // The editor may put its own selection back before the text comes, which is then added.
    await expect(async () => {
      await this.expression.fill(expression)
      if (/^[ -~]+$/.test(expression)) await expect(this.expression).toHaveText(expression, { timeout: 2_000 })
    }).toPass()
  }

  async saved(word = 'saved'): Promise<void> {
    await this.save.click()
    await confirmed(this.page)
    await expect(this.outcome).toContainText(`Mapping ${word}.`)
  }

  /** Whole payloads, one per line. */
  async paste(...payloads: readonly unknown[]): Promise<void> {
    await this.source('Paste…')
    const lines = payloads.map((one) => JSON.stringify(one)).join('\n')
    await this.dialog.getByRole('textbox', { name: 'Sample' }).fill(lines)
    await this.dialog.getByRole('button', { name: 'Use as sample data' }).click()
    await expect(this.dialog).toBeHidden()
  }

  /** With and without current samples. */
  async source(name: string): Promise<void> {
    const change = this.samples.getByRole('button', { name: 'Change sample data' })
    await change.click()
    await this.samples.getByRole('button', { name, exact: true }).last().click()
  }

  async make(name: string, model = 'employee', category = 'HRIS'): Promise<void> {
    await this.add.click()
    await this.dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await this.dialog.getByRole('combobox', { name: 'Category' }).selectOption(category)
    await this.dialog.getByRole('combobox', { name: 'Model' }).selectOption(model)
    await this.dialog.getByRole('button', { name: 'Create field' }).click()
    await confirmed(this.page)
    await expect(this.dialog).toBeHidden()
    await expect(this.page.getByRole('heading', { name, exact: true })).toBeVisible()
  }

  async takeIn(id: string, name: string): Promise<void> {
    await this.add.click()
    await this.dialog.getByRole('textbox', { name: 'Field ID' }).fill(id)
    await this.dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await this.dialog.getByRole('button', { name: 'Add', exact: true }).click()
  }

  /** The mapping of the open dialog. */
  async deleteMapping(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Delete mapping' }).click()
    await confirmed(this.page)
  }

  async more(act: string): Promise<void> {
    await this.page.getByRole('button', { name: 'More actions for this field' }).click()
    await this.page.getByRole('menuitem', { name: act, exact: true }).click()
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
