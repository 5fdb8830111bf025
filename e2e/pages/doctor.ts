import type { Locator, Page } from '@playwright/test'

export class Doctor {
  readonly result: Locator
  readonly again: Locator

  constructor(readonly page: Page) {
    this.result = page.getByRole('status', { name: 'Result' })
    this.again = page.getByRole('button', { name: 'Test again' })
  }

  /** @param about a part of the address; default: this computer */
  finding(check: string, about = 'This computer'): Locator {
    return this.page.getByRole('region', { name: about }).getByRole('listitem', { name: new RegExp(`^${check}:`) })
  }
}
