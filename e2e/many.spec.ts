import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { oddityOf } from '../src/practice/passthrough/company'
import { MADE_UP } from '../src/practice/passthrough/everywhere'
import type { Regions } from '../src/practice/regions'
import type { OpenApp } from './fixtures/app'
import { atWork } from './fixtures/connected'
import { asked, onPassthrough } from './fixtures/passthrough'
import { answerSaveDialogs } from './fixtures/save-dialog'
import { expect, shot, test } from './fixtures/test'
import { Desk } from './pages/desk'
import { Issues } from './pages/issues'
import { AskMany } from './pages/many'

test.use({ practiceOptions: { connectors: 450, limitPerMinute: 0 } })

const slug = 'personio'

/** Those of the integration that can be asked; test connectors are not. */
const able = ({ connectors }: Regions['default']) =>
  connectors.filter(
    ({ integration_slug, is_active, status, is_test_connector }) =>
      integration_slug === slug && is_active && status !== 'INCOMPLETE' && !is_test_connector
  )

/** With an origin ID that no other of them has. */
function unique(service: Regions['default']) {
  const all = able(service)
  return all.filter((one) => one.origin_id !== null && all.filter((it) => it.origin_id === one.origin_id).length === 1)
}

async function pasteRows(page: Page, rows: string): Promise<Locator> {
  await page.getByRole('button', { name: 'From a CSV…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rows of a CSV' })
  await dialog.getByRole('textbox').fill(rows)
  await dialog.getByRole('button', { name: 'Read the pasted rows' }).click()
  // A customer may have connectors of other integrations too.
  await dialog.getByRole('combobox', { name: 'Integration' }).selectOption({ label: 'Personio' })
  return dialog
}

async function atTheForm(app: OpenApp, practice: Regions) {
  const desk = await atWork(app, practice)
  const many = new AskMany(app.page)
  await many.show()
  return { desk, many }
}

/** The fifth answer waits until the faults are gone. */
const heldUp = { faults: [onPassthrough({ name: 'slow', nth: 5, times: 1, delayMs: 600_000 })] }
const slowBy = (delayMs: number) => ({ faults: [onPassthrough({ name: 'slow', delayMs })] })
/** From the fifth on, answers wait until the faults are gone. */
const inItsMiddle = { faults: [onPassthrough({ name: 'slow', nth: 5, delayMs: 600_000 })] }
const released = { faults: [] }

test.describe('@many', () => {
  test('all of one integration are asked once each, and the groups add up', async ({ app, practice }) => {
    const { many } = await atTheForm(app, practice)
    const whom = able(practice.default)
    expect(whom.length).toBeGreaterThan(10)
    expect(await many.fill('Personio', '/company')).toBe(whom.length)
    await shot(app.page, 'ask-many-setup')
    await many.ask.click()
    await many.done()
    await many.answered(whom.length, whom.length)
    expect(asked(practice.default)).toHaveLength(whom.length)
    const groups = await many.groups()
    expect(Object.values(groups).reduce((sum, one) => sum + one, 0)).toBe(whom.length)
    const odd = whom.filter((one) => oddityOf(one) === 'no-right').length
    expect(groups['Right is missing'] ?? 0).toBe(odd)
    expect(groups['Sign-in refused'] ?? 0).toBe(whom.filter((one) => oddityOf(one) === 'signed-out').length)
    await shot(app.page, 'ask-many-result')
  })

  test('a column is added while the run goes on', async ({ app, practice }) => {
    const { many } = await atTheForm(app, practice)
    practice.default.set(heldUp)
    const whom = await many.fill('Personio', '/company')
    await many.ask.click()
    await many.answered(whom - 1, whom)
    await many.addColumn('length(departments)', 'Departments')
    await expect(many.table.getByRole('columnheader', { name: /^Departments/ })).toBeVisible()
    await expect(
      many.table
        .getByRole('row')
        .filter({ hasText: /\s\d+$/ })
        .first()
    ).toBeVisible()
    practice.default.set(released)
    await many.done()
  })

  test('a run pauses and goes on with those that are left', async ({ app, practice }) => {
    const { many } = await atTheForm(app, practice)
    practice.default.set(inItsMiddle)
    const whom = await many.fill('Personio', '/company')
    await many.ask.click()
    await expect(many.heads.first()).toBeVisible()
    await many.pause.click()
    await expect(app.page.getByText(/^Paus(ing|ed): /)).toBeVisible()
    practice.default.set(released)
    await expect(app.page.getByText(/^Paused: \d+ not asked yet$/)).toBeVisible()
    const before = asked(practice.default).length
    expect(before).toBeLessThan(whom)
    await many.resume.click()
    await many.done()
    expect(asked(practice.default)).toHaveLength(whom)
  })

  test('Esc stops a run, which keeps what came', async ({ app, practice }) => {
    const { many } = await atTheForm(app, practice)
    practice.default.set(inItsMiddle)
    const whom = await many.fill('Personio', '/company')
    await many.ask.click()
    await expect(many.heads.first()).toBeVisible()
    await app.page.keyboard.press('Escape')
    await expect(app.page.getByText(/^Stopped: \d+ not asked$/)).toBeVisible()
    const groups = await many.groups()
    expect(Object.values(groups).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0)
    expect(asked(practice.default).length).toBeLessThan(whom)
    await expect(many.resume).toBeVisible()
  })

  test('a token with nothing left is waited for, and the window says whose and how long', async ({ app, practice }) => {
    const { many } = await atTheForm(app, practice)
    const [one] = unique(practice.default)
    practice.default.set({ limitPerMinute: 1 })
    await pasteRows(app.page, `origin\n${one?.origin_id}\n${one?.origin_id}\n`)
    await app.page.getByRole('button', { name: 'Use 2 rows' }).click()
    await many.path.fill('/company')
    await app.page.getByRole('combobox', { name: 'For one provider' }).selectOption('1')
    await many.ask.click()
    const waits = app.page.getByText(/^1 waits \d+ s: /)
    await expect(waits).toContainText(`: ${one?.end_user.trim()} has no requests left`)
    await many.stop.click()
    await expect(app.page.getByText('Stopped: 1 not asked')).toBeVisible()
    expect(asked(practice.default)).toHaveLength(1)
  })

  test('those that failed are asked again, and no other', async ({ app, practice }) => {
    const { many } = await atTheForm(app, practice)
    await many.fill('Personio', '/company')
    await many.ask.click()
    await many.done()
    const first = asked(practice.default).length
    const again = app.page.getByRole('button', { name: /^Ask \d+ failed again$/ })
    const failed = Number(/\d+/.exec((await again.textContent()) ?? '')?.[0])
    await again.click()
    await expect.poll(() => asked(practice.default).length).toBe(first + failed)
    await many.done()
  })

  test('rows of a CSV are asked, and those that find no connector are told', async ({ app, practice }) => {
    const { many } = await atTheForm(app, practice)
    const [one, other] = unique(practice.default).map(({ origin_id }) => origin_id)
    const dialog = await pasteRows(app.page, `origin,note\n${one},a\n${other},b\n${one},c\nnobody-there,d\n`)
    await expect(dialog.getByText('3 of 4 rows found a connector.')).toBeVisible()
    await expect(dialog.getByText('Row 4: no connector for “nobody-there”')).toBeVisible()
    await dialog.getByRole('button', { name: 'Use 3 rows' }).click()
    await many.path.fill('/echo')
    await app.page.getByRole('tab', { name: /^Params/ }).click()
    await app.page.getByRole('textbox', { name: 'Param 1 name' }).fill('note')
    await app.page.getByRole('textbox', { name: 'Param 1 value' }).fill('{{note}}')
    await expect(many.ask).toHaveText(/^Ask for 3 rows/)
    await many.ask.click()
    await many.answered(3, 3)
    await expect(many.table.getByRole('columnheader', { name: 'note', exact: true })).toBeVisible()
    expect(asked(practice.default)).toHaveLength(3)
  })

  test('nothing that may change data is asked of many', async ({ app, practice }) => {
    const { many } = await atTheForm(app, practice)
    await many.fill('Personio', '/company')
    expect(await many.method.getByRole('option').allTextContents()).toEqual(['GET', 'HEAD', 'OPTIONS'])
    await app.page.getByRole('tab', { name: /^Params/ }).click()
    await app.page.getByRole('textbox', { name: 'Param 1 name' }).fill('_method')
    await app.page.getByRole('textbox', { name: 'Param 1 value' }).fill('DELETE')
    await expect(app.page.getByRole('alert').filter({ hasText: '_method' })).toBeVisible()
    await many.ask.click()
    await expect(many.who).toBeVisible()
    expect(asked(practice.default)).toEqual([])
  })

  test('the table is exported as CSV, the answers as NDJSON, and neither holds a token', async ({
    app,
    practice,
    folder
  }) => {
    const { many } = await atTheForm(app, practice)
    const whom = await many.fill('Personio', '/company')
    await many.ask.click()
    await many.done()
    for (const form of ['CSV', 'NDJSON'] as const) {
      const file = join(folder, `run.${form.toLowerCase()}`)
      await answerSaveDialogs(app.app, file)
      await many.export(form)
      const text = await readFile(file, 'utf8')
      expect(text.trimEnd().split('\n')).toHaveLength(whom + (form === 'CSV' ? 1 : 0))
      for (const { connector_token } of able(practice.default)) expect(text).not.toContain(connector_token)
    }
  })

  test('a run goes on while another view is open, and is found again', async ({ app, practice }) => {
    const { desk, many } = await atTheForm(app, practice)
    practice.default.set(slowBy(100))
    const whom = await many.fill('Personio', '/company')
    await many.ask.click()
    await expect(many.heads.first()).toBeVisible()
    await desk.go('Issues')
    await expect.poll(() => asked(practice.default).length).toBe(whom)
    await desk.go('Passthrough')
    await many.done()
    await app.page.getByRole('button', { name: 'New', exact: true }).click()
    await many.runs.getByRole('button', { name: /company/ }).click()
    await many.answered(whom, whom)
    await many.heads.last().click()
    await many.heads.last().click()
    await many.table.getByRole('row').last().click()
    await expect(many.drawer.getByText('"success"')).toBeVisible()
    await many.drawer.getByRole('button', { name: 'Compare whole' }).click()
    await expect(many.drawer.getByText(/difference|same as/).first()).toBeVisible()
  })

  test('another region stops a run, which keeps what came', async ({ app, practice }) => {
    const { desk, many } = await atTheForm(app, practice)
    practice.default.set(inItsMiddle)
    const whom = await many.fill('Personio', '/company')
    await many.ask.click()
    await expect(many.heads.first()).toBeVisible()
    await desk.switchTo('EU')
    await expect(app.page.getByText(/^Stopped: \d+ not asked$/)).toBeVisible()
    const came = asked(practice.default).length
    expect(came).toBeLessThan(whom)
    await desk.switchTo('Default')
    practice.default.set(released)
    await many.resume.click()
    await many.done()
    await many.answered(whom, whom)
    expect(asked(practice.eu)).toEqual([])
  })

  test('a body of 40 MB and one without an end are cut, and the run goes on', async ({ app, practice }) => {
    const { many } = await atTheForm(app, practice)
    const rows = unique(practice.default).slice(0, 3)
    await pasteRows(app.page, ['origin', ...rows.map(({ origin_id }) => origin_id), ''].join('\n'))
    await app.page.getByRole('button', { name: 'Use 3 rows' }).click()
    await many.path.fill('/huge?megabytes=40')
    practice.default.set({ faults: [onPassthrough({ name: 'endless', nth: 2, times: 1 })] })
    await many.ask.click()
    await many.done()
    expect(await many.groups()).toEqual({ 'Broke off, or too long': 3 })
  })

  test('a killed app has kept what came, and the run goes on', async ({ connected, launch, practice }) => {
    const first = await connected()
    const { many } = await atTheForm(first, practice)
    practice.default.set(inItsMiddle)
    const whom = await many.fill('Personio', '/company')
    await many.ask.click()
    await expect(many.heads.first()).toBeVisible()
    const ended = once(first.child, 'exit')
    // With the processes that it started, as at a power cut.
    process.kill(-(first.child.pid ?? 0), 'SIGKILL')
    await ended
    const sent = asked(practice.default).length
    expect(sent).toBeLessThan(whom)
    practice.default.set(released)

    const again = await launch()
    await new Desk(again.page).refreshed()
    const later = new AskMany(again.page)
    await later.show()
    await later.runs.getByRole('button', { name: /company/ }).click()
    await expect(later.heads.first()).toBeVisible()
    await later.resume.click()
    await later.done()
    await later.answered(whom, whom)
  })

  test('from Issues, all of one cause are asked with five clicks at most', async ({ app, practice }) => {
    await atWork(app, practice)
    const { page } = app
    const issues = new Issues(page)
    await issues.show()
    let clicks = 0
    const click = async (control: ReturnType<typeof page.getByRole>) => {
      clicks++
      await control.click()
    }
    clicks++
    await issues.issues.getByRole('row').filter({ hasText: 'Relink needed' }).first().click({ button: 'right' })
    await click(page.getByRole('menuitem', { name: /^Select [\d,]+ issues?$/ }))
    await click(page.getByRole('button', { name: /^Ask these [\d,]+…$/ }))
    const many = new AskMany(page)
    await expect(many.path).toBeFocused()
    await page.keyboard.type('/company')
    await expect(page.getByText(/^about /)).toBeVisible()
    await click(many.ask)
    await expect(many.heads.first()).toBeVisible()
    expect(clicks).toBeLessThanOrEqual(5)
    await many.stop
      .or(page.getByText(/^Done in/))
      .first()
      .click()
  })
})

test.describe('@many with 1,000 connectors', () => {
  test.use({ practiceOptions: { connectors: 1_000 } })

  test('each integration is odd in its own way: all are told apart, and one that limits rests', async ({
    app,
    practice,
    folder
  }) => {
    const able = practice.default.connectors.filter(({ is_active, status }) => is_active && status !== 'INCOMPLETE')
    for (const [n, one] of able
      .filter(({ integration_slug }) => integration_slug === 'bamboohr')
      .slice(0, 12)
      .entries())
      one.integration_slug = MADE_UP[n % MADE_UP.length] ?? ''
    const { desk, many } = await atTheForm(app, practice)
    const of = (...slugs: string[]) => able.filter(({ integration_slug }) => slugs.includes(integration_slug)).length
    const limited = of('talentlms')
    expect(new Set(able.map(({ integration_slug }) => integration_slug)).size).toBe(30)
    expect(limited).toBeGreaterThan(3)
    await many.all.check()
    await many.path.fill('/own')
    await expect(many.ask).toHaveText(new RegExp(`^Ask ${able.length.toLocaleString('en')} connectors`))
    await many.ask.click()

    // The status line follows it into another view, and leads back.
    await desk.go('Issues')
    const line = (name: RegExp) => app.page.getByRole('button', { name })
    await line(/^Asking many: [\d,]+ of [\d,]+$/).click()
    await expect(many.table).toBeVisible()

    const rests = app.page.getByText(/^TalentLMS rests until .*\d\d:\d\d$/)
    await expect(rests).toBeVisible({ timeout: 60_000 })
    const told = async (text: RegExp) => Number.parseInt((await app.page.getByText(text).textContent()) ?? '')
    const left = () => told(/^\d+ in line$/)
    // Nothing is on its way any more. In this order: what is asked meanwhile makes the sum less.
    const settled = async () => (await told(new RegExp(`^\\d+ of ${able.length}$`))) + (await left())
    await expect.poll(settled, { timeout: 120_000 }).toBe(able.length)
    // Two of it were on their way at most.
    expect(await left()).toBeLessThan(limited)
    const came = asked(practice.default).length
    expect(came).toBeLessThanOrEqual(able.length - limited + 2)
    await many.pause.click()
    await expect(line(/^Asking many, paused: /)).toBeVisible()
    await many.resume.click()
    await expect(rests).toBeVisible()
    await many.stop.click()
    await expect(app.page.getByText(`Stopped: ${able.length - came} not asked`)).toBeVisible()
    expect(asked(practice.default)).toHaveLength(came)
    // Each token has 200 a minute: nobody was refused.
    expect(asked(practice.default).filter(({ status }) => status === 429)).toEqual([])

    const groups = await many.groups()
    expect(Object.values(groups).reduce((sum, one) => sum + one, 0)).toBe(came)
    expect(groups).toMatchObject({
      'Too many requests': came - (able.length - limited),
      'Right is missing': of('bamboohr'),
      'A web page instead of JSON': of('personio'),
      'JSON that cannot be read': of('paylocity', 'greenhouse'),
      'Not found': of('paychex-flex'),
      'No body': of('dayforce'),
      'XML, unlike the others': of('namely'),
      'Neither JSON nor XML': of('icims', 'docebo'),
      'Error 500 in the answer': of('lever'),
      'Error not_enabled in the answer': of('litmos'),
      'Error 503 in the answer': of('made-up-one')
    })
    const file = join(folder, 'run.csv')
    await answerSaveDialogs(app.app, file)
    await many.export('CSV')
    const text = await readFile(file, 'utf8')
    expect(text.trimEnd().split('\n')).toHaveLength(able.length + 1)
    for (const { connector_token } of able) expect(text).not.toContain(connector_token)
  })
})
