import type { Page } from '@playwright/test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, shot, test } from './fixtures/test'
import { Desk } from './pages/desk'
import { Doctor } from './pages/doctor'
import { FirstRun } from './pages/first-run'

test.use({ practiceOptions: { connectors: 60, limitPerMinute: 0 } })

/** A developer's app looks for a policy only where a variable says so. */
async function policyIn(folder: string, content: object): Promise<{ env: Record<string, string> }> {
  const file = join(folder, 'policy.json')
  await writeFile(file, JSON.stringify(content), { mode: 0o644 })
  return { env: { CONNECTOR_DESK_POLICY: file } }
}

/** As a hostile page would. */
const ask = async (page: Page, channel: string, request: unknown) =>
  JSON.parse(
    await page.evaluate(
      ([name, asked]) =>
        (window as unknown as { desk: { invoke(name: unknown, asked: unknown): Promise<string> } }).desk.invoke(
          name,
          asked
        ),
      [channel, request]
    )
  ) as { ok: boolean; value: { preferences: object }; error: { code: string; message: string } }

test('@attack main keeps to the policy, whatever the page asks; Settings and the Doctor show it', async ({
  launch,
  practice,
  folder
}) => {
  const { page } = await launch(
    await policyIn(folder, {
      version: 1,
      settings: {
        'services.allowedOrigins': { value: [practice.default.url] },
        'services.practice': { value: false },
        'lock.minutes': { value: 15 }
      }
    })
  )
  const first = new FirstRun(page)
  await expect(first.tryPractice).toBeDisabled()
  expect((await ask(page, 'workspaces:startPractice', undefined)).error).toMatchObject({ code: 'managed' })
  await first.connectTo(practice, { euToken: '' })
  await expect(page.getByText(`${practice.eu.url} is not allowed.`)).toBeVisible()
  await first.connectTo(practice, { euBaseUrl: '', euToken: '' })
  const desk = new Desk(page)
  await desk.refreshed()

  const { preferences } = (await ask(page, 'app:getState', undefined)).value
  expect(preferences).toMatchObject({ lockMinutes: 15 })
  const unlocked = await ask(page, 'settings:setPreferences', { ...preferences, lockMinutes: 0 })
  expect(unlocked.error).toMatchObject({ code: 'managed' })

  await desk.go('Settings')
  const managed = page.getByRole('region', { name: 'Managed by your organization' })
  await expect(managed).toContainText(practice.default.url)
  await expect(page.getByRole('combobox', { name: 'Lock without input' })).toBeDisabled()
  await managed.scrollIntoViewIfNeeded()
  await shot(page, 'settings-managed')
  await desk.go('Doctor')
  await expect(new Doctor(page).finding('Managed settings')).toHaveAttribute('data-state', 'ok')
})

test('@fault a policy that cannot be used is named by its key, and nothing is started', async ({ launch, folder }) => {
  const wrong = { version: 1, settings: { 'lock.minutes': { value: 'soon' } } }
  const { page } = await launch(await policyIn(folder, wrong))
  await expect(page.getByText('The policy of your organization cannot be used')).toBeVisible()
  await shot(page, 'policy-broken')
  await new FirstRun(page).tryPractice.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Managed by your organization' })).toContainText(
    'lock.minutes'
  )
})
