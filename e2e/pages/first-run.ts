import type { Locator, Page } from '@playwright/test'
import type { Regions } from '../../src/practice/regions'

export interface ConnectForm {
  name?: string
  region?: 'Default' | 'EU'
  baseUrl?: string
  euBaseUrl?: string
  token?: string
  euToken?: string
}

export class FirstRun {
  readonly tryPractice: Locator
  readonly connectWorkspace: Locator
  readonly connect: Locator

  constructor(readonly page: Page) {
    this.tryPractice = page.getByRole('button', { name: 'Try the practice workspace' })
    this.connectWorkspace = page.getByRole('button', { name: 'Connect a workspace' })
    this.connect = page.getByRole('button', { name: 'Connect', exact: true })
  }

  field(name: 'Workspace name' | 'Base address' | 'EU base address' | 'Bearer token' | 'EU bearer token'): Locator {
    return this.page.getByRole('textbox', { name, exact: true })
  }

  async fill({ name, region, baseUrl, euBaseUrl, token, euToken }: ConnectForm): Promise<void> {
    if (!(await this.connect.isVisible())) await this.connectWorkspace.click()
    if (name !== undefined) await this.field('Workspace name').fill(name)
    if (region !== undefined) await this.page.getByRole('radio', { name: region }).check({ force: true })
    if (baseUrl !== undefined) await this.field('Base address').fill(baseUrl)
    if (euBaseUrl !== undefined) await this.field('EU base address').fill(euBaseUrl)
    if (token !== undefined) await this.field('Bearer token').fill(token)
    if (euToken) {
      const another = this.page.getByRole('button', { name: 'Another token for EU' })
      if (await another.isVisible()) await another.click()
      await this.field('EU bearer token').fill(euToken)
    }
  }

  /** Each region has its own token. */
  async connectTo(practice: Regions, change: ConnectForm = {}): Promise<void> {
    await this.fill({
      name: 'Harbourline',
      baseUrl: practice.default.url,
      euBaseUrl: practice.eu.url,
      token: practice.default.bearerToken,
      euToken: practice.eu.bearerToken,
      ...change
    })
    await this.connect.click()
  }
}
