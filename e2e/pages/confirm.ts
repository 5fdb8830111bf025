import { expect, type Locator, type Page } from '@playwright/test'

/** The window in which main asks the operator to confirm. No page owns it: it is found among the app's windows. */
export class Confirm {
  readonly title: Locator
  readonly requests: Locator
  readonly typed: Locator
  readonly cancel: Locator
  /** The button that confirms, whatever it is called. */
  readonly yes: Locator

  private constructor(readonly page: Page) {
    this.title = page.getByRole('heading', { level: 1 })
    this.requests = page.getByRole('list', { name: 'Requests to send' }).getByRole('listitem')
    this.typed = page.getByRole('textbox')
    this.cancel = page.getByRole('button', { name: 'Cancel' })
    this.yes = page.locator('button:not([type=button])')
  }

  /** Waits until it is asked. @param main the app's own page */
  static async asked(main: Page): Promise<Confirm> {
    let found: Page | undefined
    await expect(() => {
      found = Confirm.of(main)
      expect(found).toBeDefined()
    }).toPass()
    if (!found) throw new Error('The confirmation window is gone.')
    const confirm = new Confirm(found)
    await expect(confirm.title).toBeVisible()
    return confirm
  }

  /** The window that is open now. */
  static of(main: Page): Page | undefined {
    const pages = main.context().pages()
    return pages.find((one) => one.url().startsWith('app://confirm/'))
  }

  /** Confirms, after typing what is demanded, and waits until the window is gone. */
  async agree(typed?: string): Promise<void> {
    if (typed !== undefined) await this.typed.fill(typed)
    await expect(this.yes).toBeEnabled()
    await this.ending(() => this.yes.click())
  }

  async goBack(): Promise<void> {
    await this.ending(() => this.page.keyboard.press('Escape'))
  }

  /** The window closes with the key or button, so Playwright may miss the reply to that action. */
  async ending(act: () => Promise<void>): Promise<void> {
    const closed = this.page.waitForEvent('close')
    await act().catch(() => undefined)
    await closed
  }
}

/** Answers the question that is asked with yes. */
export async function confirmed(main: Page, typed?: string): Promise<void> {
  await (await Confirm.asked(main)).agree(typed)
}
