import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Response } from '../../../shared/ipc'
import { FakeClient } from '../testing/fake-client'
import { appState } from '../testing/made-up'
import { open } from '../testing/open'

const section = page.getByRole('region', { name: 'Weekly report' })
const time = section.getByRole('textbox', { name: 'Time' })
const report = (at: string) => ({ region: 'default' as const, weekday: 1, at, zone: 'UTC', to: [], folder: '/reports' })
const told = (at: string): Response<'alerts:report'> => ({
  report: report(at),
  next: '2026-11-30',
  runs: [],
  stands: null
})

async function shown() {
  const client = new FakeClient(appState())
  client.answer('alerts:report', () => told('08:00'))
  await open(client, '#/settings')
  await expect.element(time).toHaveValue('08:00')
  return client
}

test('what is typed stays when the report changes elsewhere, and can be saved while it is read', async () => {
  const client = await shown()
  await time.fill('09:30')
  let tell = () => {}
  client.answer('alerts:report', () => new Promise((resolve) => (tell = () => resolve(told('10:00')))))
  client.emit('alerts:changed', undefined)
  await expect.poll(() => client.asked('alerts:report')).toHaveLength(2)
  await expect.element(section.getByRole('button', { name: 'Choose folder…' })).toBeEnabled()
  tell()
  await expect.element(section).toHaveTextContent(/10:00/)
  await expect.element(time).toHaveValue('09:30')
  client.answer('alerts:setReport', () => told('09:30'))
  client.answer('alerts:report', () => told('09:30'))
  await section.getByRole('button', { name: 'Choose folder…' }).click()
  await expect.poll(() => client.asked('alerts:setReport')).toMatchObject([{ report: { at: '09:30' } }])
})

test('where nothing is typed, the fields follow what changed elsewhere', async () => {
  const client = await shown()
  client.answer('alerts:report', () => told('10:00'))
  client.emit('alerts:changed', undefined)
  await expect.element(time).toHaveValue('10:00')
})
