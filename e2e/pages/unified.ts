import { expect, type Locator } from '@playwright/test'
import type { Passthrough } from './passthrough'

export class UnifiedWrite {
  readonly create: Locator
  readonly form: Locator
  readonly schema: Locator
  readonly again: Locator
  readonly body: Locator

  constructor(private readonly builder: Passthrough) {
    const { page, response } = builder
    this.create = page.getByRole('combobox', { name: 'Create', exact: true })
    this.form = page.getByRole('group', { name: 'Fields of the new record' })
    this.schema = page.getByRole('status', { name: 'Schema' })
    this.again = response.getByRole('button', { name: 'Send again with the same key' })
    this.body = builder.body
  }

  async choose(path: string): Promise<void> {
    await this.builder.page.getByRole('group', { name: 'Route' }).getByRole('button', { name: 'Unified write' }).click()
    await this.create.selectOption(path)
  }

  field(name: string): Locator {
    return this.form.getByRole('textbox', { name: new RegExp(`^${name}\\b`) })
  }

  choice(name: string): Locator {
    return this.form.getByRole('combobox', { name: new RegExp(`^${name}\\b`) })
  }

  async show(view: 'Form' | 'JSON'): Promise<void> {
    const group = this.builder.page.getByRole('group', { name: 'Written as' })
    await group.getByRole('button', { name: view }).click()
  }

  async key(): Promise<string> {
    const button = this.builder.response.getByRole('button', { name: /^Copy idempotency key / })
    await expect(button).toBeVisible()
    return ((await button.getAttribute('aria-label')) ?? '').split(' ').at(-1) ?? ''
  }
}
