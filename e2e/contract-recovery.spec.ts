import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Regions } from '../src/practice/regions'
import { dataPractice, employees } from './fixtures/data'
import type { OpenApp } from './fixtures/app'
import { expectClean } from './fixtures/axe'
import { held, readable, standStill } from './fixtures/held'
import { answerSaveDialogs } from './fixtures/save-dialog'
import { expect, shot, test } from './fixtures/test'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'
import { Records } from './pages/records'
import { Recovery } from './pages/recovery'
import { Webhooks } from './pages/webhooks'

test.use({ practiceOptions: dataPractice })

const day = 86_400_000
const logs = '/api/v1/webhooks/logs'
const groups = '/api/hris/v1/groups'

async function atTheForm({ page }: OpenApp, practice: Regions) {
  standStill(practice.default)
  await page.setViewportSize({ width: 1280, height: 800 })
  await new FirstRun(page).connectTo(practice)
  await new Desk(page).refreshed()
  await new Webhooks(page).show()
  const recovery = new Recovery(page)
  await recovery.open.click()
  await expect(recovery.dialog).toBeVisible()
  return recovery
}

test.describe('@contract missed deliveries', () => {
  test('what changed since then is found, opens by its id and is exported', async ({ app, folder, practice }) => {
    const recovery = await atTheForm(app, practice)
    const connector = readable(practice.default)
    const now = Date.now()
    const from = Math.floor((now - 30 * day) / 60_000) * 60_000
    const people = await held(practice.default, employees, connector)
    const changed = people.filter((one) => Date.parse(String(one['modified_at'])) >= from)
    expect(changed.length).toBeGreaterThan(0)
    expect(changed.length).toBeLessThan(people.length)
    const before = practice.default.requests.length
    await recovery.during(from, now)
    await recovery.choose(connector.end_user)
    await shot(app.page, 'contract-recovery-form')
    await expectClean(app.page, 'the form of a recovery')
    await recovery.start()
    await expect(recovery.pane).toContainText(/21 of 21 fetches complete/)
    await expect(recovery.part('Employees').getByRole('cell').nth(3)).toHaveText(String(changed.length))
    const fetched = practice.default.requests.slice(before).filter(({ path }) => path.startsWith('/api/hris/'))
    expect(new Set(fetched.map(({ path }) => path)).size).toBe(21)
    expect(fetched.every(({ query }) => query['modified_after'] === new Date(from - 1_000).toISOString())).toBe(true)
    await shot(app.page, 'contract-recovery')
    await app.page.setViewportSize({ width: 1440, height: 900 })
    await shot(app.page, 'contract-recovery-1440')
    await expectClean(app.page, 'a recovery')

    await recovery.part('Employees').getByRole('button', { name: 'Show only these' }).click()
    await expect(recovery.rows).toHaveAttribute('aria-rowcount', String(changed.length + 1))
    await expect(recovery.rows.locator('[data-index="0"]')).toContainText(String(changed[0]?.['id']))
    await recovery.rows.focus()
    await app.page.keyboard.press('Enter')
    const records = new Records(app.page)
    await expect(records.line('id')).toContainText(String(changed[0]?.['id']))
    await shot(app.page, 'contract-recovery-record')
    await app.page.keyboard.press('Escape')

    for (const [name, file] of [
      ['CSV, the list of records', 'changed.csv'],
      ['NDJSON, with each record', 'changed.ndjson']
    ] as const) {
      await answerSaveDialogs(app.app, join(folder, file))
      await app.page.getByRole('button', { name: 'Export', exact: true }).click()
      await app.page.getByRole('menuitem', { name }).click()
      await expect(recovery.exports).toContainText(file)
      await expect.poll(() => readdirSync(folder)).toContain(file)
    }
    const lines = readFileSync(join(folder, 'changed.ndjson'), 'utf8').trim().split('\n')
    const written = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    const its = written.filter(({ model }) => model === 'employees')
    expect(its.map(({ id }) => id).sort()).toEqual(changed.map(({ id }) => id).sort())
    expect(its[0]?.['record']).toMatchObject({ id: its[0]?.['id'] })
    const csv = readFileSync(join(folder, 'changed.csv'), 'utf8')
    expect(csv.trim().split('\r\n')).toHaveLength(written.length + 1)
    expect(csv + lines.join()).not.toContain(connector.connector_token)
  })

  test('connectors with a failed delivery are chosen from the log; one that fails does not end the others', async ({
    app,
    practice
  }) => {
    const recovery = await atTheForm(app, practice)
    const now = Date.now()
    await recovery.during(now - 7 * day, now)
    const deliveries = await held(practice.default, logs)
    const failed = deliveries.filter(
      ({ response_code: code, created_at: at }) =>
        (code === null || Number(code) >= 300) &&
        Date.parse(String(at)) >= Math.floor((now - 7 * day) / 60_000) * 60_000
    )
    const ids = new Set(failed.map((one) => one['connector_id']))
    await recovery.failedOnes.click()
    await expect(recovery.dialog).toContainText(`${Math.min(ids.size, 100)} connectors selected`)
    await shot(app.page, 'contract-recovery-failed')
    practice.default.set({
      faults: [{ name: 'status', path: groups, status: 403, body: { detail: 'Not in your plan' } }]
    })
    await recovery.dialog.getByRole('button', { name: 'Clear selection' }).click()
    await recovery.choose(readable(practice.default).end_user)
    await recovery.start()
    await expect(recovery.pane).toContainText('20 of 21 fetches complete, 1 failed')
    await expect(recovery.part('Groups')).toContainText('Not allowed for this token or plan')
    await shot(app.page, 'contract-recovery-403')
  })

  test('models that cannot be narrowed are named and read only if asked; it can be cancelled', async ({
    app,
    practice
  }) => {
    const recovery = await atTheForm(app, practice)
    const connector = readable(practice.default, 'LMS')
    await recovery.choose(connector.end_user)
    await expect(recovery.dialog).toContainText('they cannot be filtered by change): Users, Courses')
    await recovery.dialog.getByRole('checkbox', { name: /Also load these completely/ }).check()
    practice.default.set({ faults: [{ name: 'slow', path: '/api/lms/v1/courses', delayMs: 600_000 }] })
    await shot(app.page, 'contract-recovery-whole')
    await recovery.start()
    await expect(recovery.part('Courses, complete')).toContainText('Loading page 1')
    const asked = practice.default.requests.find(({ path }) => path === '/api/lms/v1/users')
    expect(asked?.query).not.toHaveProperty('modified_after')
    await recovery.cancel.click()
    await expect(recovery.pane).toContainText('found, incomplete')
    await expect(app.page.getByRole('button', { name: 'Recover again' })).toBeVisible()
  })
})
