import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FakeClient } from './fake-client'
import { ended, row } from './made-up'
import { open } from './open'

export const fieldBox = page.getByRole('combobox', { name: 'Custom field' })
export const expression = page.getByRole('textbox', { name: 'Expression' })
export const save = page.getByRole('button', { name: 'Save mapping' })
export const check = page.getByRole('status', { name: 'Expression check' })
export const result = page.getByRole('region', { name: 'Result' })
export const samples = page.getByRole('region', { name: 'Sample data' })
export const changeLog = page.getByRole('region', { name: 'Change log' })
export const done = { outcome: 'done' as const, message: '', stillListed: null }

export async function withField(client: FakeClient, name = 'work_country') {
  const desk = await open(client, '#/mappings')
  await fieldBox.fill(name)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name })).toBeVisible()
  return desk
}

const ofTwoCategories = [
  row('HRIS', 'b1', { end_user: 'Brightwater Clinics' }),
  row('HRIS', 'b2', { end_user: 'Hollis Freight' }),
  row('ATS', 'a1', { end_user: 'Hollis Freight' })
]

export async function withConnectors(client: FakeClient, rows = ofTwoCategories) {
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold(rows)
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
}

/** Without completions. */
export async function type(text: string) {
  await expression.click()
  await userEvent.keyboard('{Control>}a{/Control}{Delete}')
  await userEvent.keyboard(text.replaceAll(/[{[]/g, '$&$&'))
  await userEvent.keyboard('{Escape}')
}

export const text = () => (expression.element() as HTMLElement).innerText.trim()
