import { expect, type Locator, type Page } from '@playwright/test'

export interface TypedRunbook {
  title: string
  integration?: string
  cause?: string
  matches?: string
  steps: string
  request?: string
  letter?: string
}

export class Runbooks {
  /** In an issue's drawer. */
  readonly section: Locator
  readonly editor: Locator
  readonly list: Locator

  constructor(readonly page: Page) {
    this.section = page.getByRole('complementary').getByRole('region', { name: 'Runbook' })
    this.editor = page.getByRole('dialog', { name: /^(New runbook|Edit “)/ })
    this.list = page.getByRole('dialog', { name: 'Runbooks' })
  }

  field = (name: string): Locator => this.editor.getByRole('textbox', { name })

  async type({ title, integration, cause, matches, steps, request, letter }: TypedRunbook): Promise<void> {
    await this.field('Title').fill(title)
    const choose = (name: string) => this.editor.getByRole('combobox', { name, exact: true })
    if (integration !== undefined) await choose('Integration').selectOption({ label: integration })
    if (cause !== undefined) await choose('Cause').selectOption({ label: cause })
    if (matches !== undefined) await this.field('Error codes and texts').fill(matches)
    await this.field('Steps').fill(steps)
    if (request !== undefined) {
      const add = choose('Add a saved request…')
      const value = await add.getByRole('option').filter({ hasText: request }).getAttribute('value')
      await add.selectOption(value ?? '')
    }
    if (letter !== undefined) await this.field('Letter to the customer').fill(letter)
  }

  async save(): Promise<void> {
    await this.editor.getByRole('button', { name: 'Save', exact: true }).click()
  }

  /** Of an issue that is open. */
  async write(typed: TypedRunbook): Promise<void> {
    await this.section.getByRole('button', { name: 'Write a runbook…' }).click()
    await this.type(typed)
    await this.save()
    await expect(this.editor).toBeHidden()
  }

  showAll = async (): Promise<void> => {
    await this.page.getByRole('button', { name: 'Runbooks', exact: true }).click()
    await expect(this.list).toBeVisible()
  }
}
