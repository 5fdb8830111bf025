import { expect, type Locator, type Page } from '@playwright/test'

/** Ask many, in Passthrough. */
export class AskMany {
  readonly form: Locator
  readonly who: Locator
  readonly all: Locator
  readonly integration: Locator
  readonly method: Locator
  readonly path: Locator
  readonly ask: Locator
  readonly table: Locator
  readonly heads: Locator
  readonly drawer: Locator
  readonly pause: Locator
  readonly resume: Locator
  readonly stop: Locator
  readonly runs: Locator

  constructor(readonly page: Page) {
    this.form = page.getByRole('group', { name: 'Route' })
    this.who = page.getByRole('grid', { name: 'Connectors' })
    this.all = page.getByRole('checkbox', { name: 'All that are listed' })
    this.integration = page.getByRole('combobox', { name: 'Integration' })
    this.method = page.getByRole('combobox', { name: 'Method' })
    this.path = page.getByRole('combobox', { name: 'Path', exact: true })
    this.ask = page.getByRole('button', { name: /^Ask (connectors|[\d,]+ connector|for [\d,]+ row)/ })
    this.table = page.getByRole('grid', { name: 'Answers' })
    this.heads = this.table.getByRole('button', { name: /, [\d,]+ answers?$/ })
    this.drawer = page.getByRole('complementary', { name: 'Answer' })
    this.pause = page.getByRole('button', { name: 'Pause', exact: true })
    this.resume = page.getByRole('button', { name: 'Resume' })
    this.stop = page.getByRole('button', { name: /^Stop/ })
    this.runs = page.getByRole('list', { name: 'Runs' })
  }

  async show(): Promise<void> {
    await this.page.getByRole('link', { name: 'Passthrough' }).click()
    await this.form.getByRole('button', { name: 'Ask many' }).click()
    await expect(this.who).toBeVisible()
  }

  /** The form with an integration and a path. @returns how many are asked */
  async fill(integration: string, path: string): Promise<number> {
    await this.integration.selectOption({ label: integration })
    await this.path.fill(path)
    await expect(this.ask).toHaveText(/^Ask [\d,]+ connector/)
    // The plan may leave some out.
    await expect(this.page.getByText(/^about /)).toBeVisible()
    return Number(/[\d,]+/.exec((await this.ask.textContent()) ?? '')?.[0].replaceAll(',', ''))
  }

  async answered(answered: number, asked: number): Promise<void> {
    await expect(this.page.getByText(`${answered} of ${asked}`, { exact: true })).toBeVisible()
  }

  async done(): Promise<void> {
    await expect(this.page.getByText(/^Done in /)).toBeVisible()
  }

  /** The answers of each group, by its title; folds all groups, so that each is in view. */
  async groups(): Promise<Record<string, number>> {
    const open = this.table.getByRole('button', { name: /, [\d,]+ answers?$/, expanded: true })
    while ((await open.count()) > 0) await open.first().click()
    const names = await this.heads.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
    const groups: Record<string, number> = {}
    for (const name of names) {
      const [, title = '', answers = ''] = /^(.*), ([\d,]+) answers?$/.exec(name) ?? []
      // Groups whose first difference is the same have one title.
      groups[title] = (groups[title] ?? 0) + Number(answers.replaceAll(',', ''))
    }
    return groups
  }

  async addColumn(expression: string, name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Add column' }).click()
    const panel = this.page.getByRole('dialog', { name: 'Add column' })
    await panel.getByRole('textbox', { name: 'JMESPath' }).fill(expression)
    await panel.getByRole('textbox', { name: 'Name' }).fill(name)
    await panel.getByRole('button', { name: 'Add', exact: true }).click()
  }

  async export(form: 'CSV' | 'NDJSON'): Promise<void> {
    await this.page.getByRole('button', { name: 'Export' }).click()
    await this.page.getByRole('menuitem', { name: new RegExp(`^${form}`) }).click()
    await expect(this.page.getByRole('status').filter({ hasText: `.${form.toLowerCase()}` })).toBeVisible()
  }
}
