import { expect, type Locator, type Page } from '@playwright/test'
import { Confirm } from './confirm'
import { Issues } from './issues'

/** A campaign of relink requests, in the place of the list of Issues. */
export class Campaign {
  readonly box: Locator
  readonly links: Locator
  readonly send: Locator
  readonly letter: Locator
  readonly rows: Locator

  constructor(readonly page: Page) {
    this.links = page.getByRole('region', { name: 'Links', exact: true })
    this.box = this.links.getByRole('textbox', { name: 'Paste the relink link' })
    this.send = page.getByRole('button', { name: /^Send [\d,]+ letters?…$/ })
    this.letter = page.getByRole('region').filter({ has: page.getByText(/^Letter \d+ of \d+$/) })
    this.rows = page.getByRole('table', { name: 'Customers of this campaign' })
  }

  /** From the group Relink needed, as an operator does. */
  async start(): Promise<void> {
    const issues = new Issues(this.page)
    await issues.show()
    await issues.filter('Relink needed')
    await this.page.getByRole('button', { name: /^Request [\d,]+ relinks$/ }).click()
    await this.page.getByRole('button', { name: 'Start a campaign…' }).click()
    await expect(this.box).toBeVisible()
  }

  /** From the relink board, where drafts are kept. */
  async resume(): Promise<void> {
    await new Issues(this.page).show()
    await this.page.getByRole('button', { name: 'Relink board' }).click()
    await this.page.getByRole('list', { name: 'Campaigns' }).getByRole('button').first().click()
    await expect(this.links).toBeVisible()
  }

  /** Pastes a link for each connector that lacks one, as from the dashboard. @returns how many */
  async pasteAll(most = Infinity): Promise<number> {
    const [, done = '0', all = '0'] = /^([\d,]+) of ([\d,]+) links? pasted/.exec(await this.links.innerText()) ?? []
    const last = Math.min(Number(all), Number(done) + most)
    for (let at = Number(done); at < last; at++) {
      await this.paste(`https://dashboard.example.com/link/${at}`)
      await expect(this.links).toContainText(`${at + 1} of ${all} link`)
    }
    return last - Number(done)
  }

  async paste(text: string): Promise<void> {
    await this.box.evaluate((box, link) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', link)
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)
  }

  group(name: string): Locator {
    return this.rows
      .getByRole('rowgroup')
      .filter({ has: this.page.getByRole('rowheader', { name: new RegExp(`^${name} `) }) })
  }

  async asked(): Promise<Confirm> {
    await this.send.click()
    return Confirm.asked(this.page)
  }
}
