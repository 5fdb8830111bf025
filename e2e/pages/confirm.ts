import { expect, type Locator, type Page } from '@playwright/test'

/** No page owns it: it is found among the app's windows. */
export class Confirm {
  readonly title: Locator
  readonly requests: Locator
  readonly typed: Locator
  readonly cancel: Locator
  /** Whatever its label. */
  readonly yes: Locator

  private constructor(readonly page: Page) {
    this.title = page.getByRole('heading', { level: 1 })
    this.requests = page.getByRole('list', { name: 'Requests to send' }).getByRole('listitem')
    this.typed = page.locator('.typed').getByRole('textbox')
    this.cancel = page.getByRole('button', { name: 'Cancel' })
    this.yes = page.getByRole('button').last()
  }

  /** @param main the app's own page */
  static async asked(main: Page): Promise<Confirm> {
    let found: Page | undefined
    await expect(() => {
      found = Confirm.of(main)
      expect(found).toBeDefined()
    }).toPass()
    if (!found) throw new Error('The confirmation window is gone.')
    return Confirm.shown(found)
  }

  /** @param page the window's own page */
  static async shown(page: Page): Promise<Confirm> {
    const confirm = new Confirm(page)
    await expect(confirm.title).toBeVisible()
    return confirm
  }

  static of(main: Page): Page | undefined {
    const pages = main.context().pages()
    return pages.find((one) => one.url().startsWith('app://confirm/'))
  }

  /**
   * Reads to the end and types, then waits until the window is gone.
   * @param typed default: the text the window shows
   */
  async agree(typed?: string): Promise<void> {
    await this.prepare(typed)
    await this.pressing(() => this.yes.click())
  }

  /** Enter works only on the button. */
  async agreeWithEnter(): Promise<void> {
    await this.prepare()
    await this.yes.focus()
    await this.pressing(() => this.page.keyboard.press('Enter'))
  }

  /**
   * A press that focuses the window agrees to nothing, so the person presses again. Without a window manager the focus
   * may come at any time.
   */
  async pressing(press: () => Promise<void>): Promise<void> {
    await this.ending(async () => {
      while (!this.page.isClosed()) {
        await expect(this.yes).toBeEnabled()
        await press()
        // A slow look may miss it; then it is pressed again, and main takes the first answer only.
        await expect(this.yes)
          .toBeDisabled({ timeout: 3_000 })
          .catch(() => undefined)
      }
    })
  }

  private async prepare(typed?: string): Promise<void> {
    await this.readToTheEnd()
    if (typed !== undefined || (await this.typed.count()) > 0) await this.typed.fill(typed ?? (await this.wanted()))
  }

  /** The wheel does not move the focus. */
  async readToTheEnd(): Promise<void> {
    await this.page.getByRole('region', { name: 'Confirmation details' }).hover({ position: { x: 40, y: 40 } })
    await this.page.mouse.wheel(0, 1_000_000)
  }

  /** The text to type. */
  wanted(): Promise<string> {
    return this.page.locator('.typed bdi').innerText()
  }

  async goBack(): Promise<void> {
    await this.ending(() => this.page.keyboard.press('Escape'))
  }

  /** The window closes with the action, so Playwright may miss the reply. */
  async ending(act: () => Promise<void>): Promise<void> {
    const closed = this.page.waitForEvent('close')
    await act().catch(() => undefined)
    await closed
  }
}

export async function confirmed(main: Page, typed?: string): Promise<void> {
  await (await Confirm.asked(main)).agree(typed)
}
