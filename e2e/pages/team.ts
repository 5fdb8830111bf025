import { expect, type Locator, type Page } from '@playwright/test'
import type { TeamAddress } from '../../src/shared/team/team'

export class Team {
  readonly section: Locator
  readonly status: Locator
  readonly results: Locator
  readonly join: Locator
  readonly createTables: Locator
  readonly newPassword: Locator
  readonly signIn: Locator
  /** In the line below every view. */
  readonly line: Locator

  constructor(readonly page: Page) {
    this.section = page.getByRole('region', { name: 'Team' })
    this.status = this.section.getByRole('status', { name: 'Team status' })
    this.results = this.section.getByRole('list', { name: 'Result of the test' })
    this.join = this.section.getByRole('button', { name: 'Join…' })
    this.createTables = this.section.getByRole('button', { name: 'Create tables…' })
    this.newPassword = this.section.getByRole('textbox', { name: /^Password of / })
    this.signIn = this.section.getByRole('button', { name: 'Sign in' })
    this.line = page.getByRole('link', { name: /^Team:/ })
  }

  async show(): Promise<void> {
    await this.page.getByRole('link', { name: 'Settings', exact: true }).click()
    await this.section.scrollIntoViewIfNeeded()
  }

  async fill({ host, port, database, user, tls }: TeamAddress, password: string): Promise<void> {
    const fields = { Host: host, Port: String(port), Database: database, User: user, Password: password }
    for (const [name, value] of Object.entries(fields))
      await this.section.getByRole('textbox', { name, exact: true }).fill(value)
    if (!tls) await this.section.getByRole('checkbox', { name: 'Encrypt the connection (TLS)' }).uncheck()
  }

  /** @param answer to a question of the app; the result is awaited afterwards */
  async test(answer: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    await this.section.getByRole('button', { name: 'Test', exact: true }).click()
    await answer()
    await expect(this.results).toBeVisible()
  }

  async leave(): Promise<void> {
    await this.section.getByRole('button', { name: 'Leave…' }).click()
    await this.section.getByRole('button', { name: 'Leave team' }).click()
    await expect(this.join).toBeVisible()
  }

  finding(step: string): Locator {
    return this.results.getByRole('listitem', { name: new RegExp(`^${step}:`) })
  }
}
