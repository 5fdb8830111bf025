import { execFile } from 'node:child_process'
import type { Page } from '@playwright/test'
import { root } from './fixtures/app'
import { atWork } from './fixtures/connected'
import { expect, shot, test } from './fixtures/test'
import { Confirm, confirmed } from './pages/confirm'
import { Desk } from './pages/desk'

test.use({ practiceOptions: { connectors: 200 } })

const program = process.env['CONNECTOR_DESK_ELECTRON'] ?? ''
const argumentsFor = (profileDir: string, ...command: string[]) => [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  `--user-data-dir=${profileDir}`,
  root,
  ...command
]

/** As a shell runs it, without a display. */
function run(profileDir: string, ...command: string[]): Promise<{ code: number; out: string; err: string }> {
  const { DISPLAY: _, ...env } = process.env
  return new Promise((resolve) => {
    const child = execFile(program, argumentsFor(profileDir, ...command), { env }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err })
    )
  })
}

async function letAsk(page: Page, choice = 'May ask, names hidden'): Promise<void> {
  await new Desk(page).go('Settings')
  const box = page.getByRole('combobox', { name: /^Assistants and scripts in/ })
  await box.selectOption({ label: choice })
  await confirmed(page)
  await expect(box.locator('option:checked')).toHaveText(choice)
}

test.describe('@outside', () => {
  test('nothing answers until a person lets the workspace be asked; then query does, and Activity has each question', async ({
    connected,
    practice,
    profileDir
  }) => {
    const app = await connected()
    await atWork(app, practice)
    expect((await run(profileDir, 'query', 'issues')).code).toBe(3)

    await new Desk(app.page).go('Settings')
    const box = app.page.getByRole('combobox', { name: /^Assistants and scripts in/ })
    await box.selectOption({ label: 'May ask, names hidden' })
    const asked = await Confirm.asked(app.page)
    await expect(asked.title).toHaveText('Let assistants and scripts ask this workspace?')
    await asked.goBack()
    await expect(box.locator('option:checked')).toHaveText('May not ask')
    expect((await run(profileDir, 'query', 'issues')).code).toBe(3)

    await letAsk(app.page)
    await shot(app.page, 'outside-settings')
    const read = await run(profileDir, 'query', 'issues', '--cause', 'relink', '--older', '3d', '--json')
    expect([read.code, read.err.includes('connector-desk')]).toEqual([0, false])
    const { answer, namesHidden } = JSON.parse(read.out) as {
      namesHidden: boolean
      answer: { rows: { cause: string; ageDays: number; customer: { writtenBy: string; text: string } }[] }
    }
    expect(namesHidden).toBe(true)
    expect(answer.rows.length).toBeGreaterThan(0)
    for (const row of answer.rows) {
      expect(row).toMatchObject({ cause: 'relink', customer: { writtenBy: 'customer' } })
      expect(row.ageDays).toBeGreaterThanOrEqual(3)
      expect(row.customer.text).toMatch(/^customer-[0-9a-f]{10}$/)
    }
    const names = practice.default.connectors.map(({ end_user }) => end_user)
    expect(names.filter((name) => read.out.includes(name))).toEqual([])
  })
})
