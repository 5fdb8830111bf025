import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import type { Regions } from '../src/practice/regions'
import type { OpenApp } from './fixtures/app'
import { atWork, connectBefore } from './fixtures/connected'
import { killed } from './fixtures/process'
import { answerSaveDialogs } from './fixtures/save-dialog'
import { expect, shot, test } from './fixtures/test'
import { Confirm, confirmed } from './pages/confirm'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'
import { Issues } from './pages/issues'

async function atTheIssues(app: OpenApp, practice: Regions): Promise<{ desk: Desk; issues: Issues }> {
  const desk = await atWork(app, practice)
  const issues = new Issues(app.page)
  await issues.show()
  await expect(issues.issues).toBeVisible()
  return { desk, issues }
}

const live = (practice: Regions) => practice.default.connectors.filter((one) => !one.is_test_connector)

test.describe('@relink the queue', () => {
  test('groups what needs a person by cause, the incident first', async ({ app, practice }) => {
    const { issues } = await atTheIssues(app, practice)
    await expect(issues.issues).toContainText('Workday: 7 of 33 connectors failed within')
    const relink = live(practice).filter(({ status }) => status === 'RELINK_NEEDED').length
    expect(await issues.count('Possible outage')).toBe(7)
    expect(await issues.count('Relink needed')).toBe(relink - 7)
    expect(await issues.count('Link never finished')).toBe(9)
    expect(await issues.count('Sync stalled')).toBe(11)
    expect(await issues.count('Inconsistent data')).toBeGreaterThan(0)
    await shot(app.page, 'issues')
    await app.page.setViewportSize({ width: 1280, height: 800 })
    await shot(app.page, 'queue-1280x800')
  })

  test('the chart filters the list, and is a table for those who cannot see it', async ({ app, practice }) => {
    const { issues } = await atTheIssues(app, practice)
    await issues.filter('Sync stalled')
    await expect(issues.issues).toContainText('Sync stalled')
    await expect(issues.issues).not.toContainText('Relink needed')
    await app.page.getByRole('button', { name: 'Show all' }).click()
    await expect(issues.issues).toContainText('Relink needed')
    await app.page.getByRole('button', { name: 'Show as a table' }).click()
    const table = app.page.getByRole('region', { name: 'Issues as a table' })
    await expect(table).toContainText('Possible outage')
    await expect(table.getByRole('row').first()).toContainText('Sync stalled')
    await shot(app.page, 'queue-table')
  })

  test('a case says why it is there, what it touches and what was seen', async ({ app, practice }) => {
    const { issues } = await atTheIssues(app, practice)
    const one = live(practice).find(
      ({ status, integration_slug }) => status === 'RELINK_NEEDED' && integration_slug !== 'workday'
    )
    await issues.filter('Relink needed')
    await issues.open(one?.end_user ?? '')
    const diagnosis = issues.drawer.getByRole('region', { name: 'Diagnosis' })
    await expect(diagnosis).toContainText('RELINK_NEEDED')
    await expect(diagnosis).toContainText('relink_needed_at')
    await expect(issues.drawer.getByRole('region', { name: 'Impact' })).toBeVisible()
    await expect(issues.drawer.getByRole('region', { name: 'History' })).toContainText('Relink needed')
    await shot(app.page, 'queue-case')
  })

  test('owner, note and snooze are kept on this computer, over a restart', async ({ connected, launch, practice }) => {
    const first = await connected()
    const { issues } = await atTheIssues(first, practice)
    const one = live(practice).find(
      ({ status, integration_slug }) => status === 'RELINK_NEEDED' && integration_slug !== 'workday'
    )
    const name = one?.end_user ?? ''
    await issues.filter('Relink needed')
    await issues.open(name)
    await issues.note.fill('Their admin is back on Wednesday.')
    await issues.drawer.getByRole('combobox', { name: 'Owner' }).fill('Maya')
    await issues.drawer.getByRole('combobox', { name: 'Owner' }).press('Enter')
    await expect(issues.row(name)).toContainText('Maya')
    // Quits right after typing, with no other input.
    await issues.note.fill('Their admin is back on Thursday.')
    await first.close()

    const again = await launch()
    const desk = new Desk(again.page)
    await desk.refreshed()
    const later = new Issues(again.page)
    await later.show()
    await later.filter('Relink needed')
    await expect(later.row(name)).toContainText('Maya')
    await later.open(name)
    await expect(later.note).toHaveValue('Their admin is back on Thursday.')
    await later.snooze.selectOption({ index: 1 })
    await expect(again.page.getByText(/1 snoozed/).first()).toBeVisible()
    expect(practice.default.requests.every(({ method }) => method === 'GET')).toBe(true)
  })

  test('@journey a relink request leaves in three clicks from the start, and the issue says so', async ({
    app,
    practice
  }) => {
    const one = live(practice).find(
      ({ status, integration_slug }) => status === 'RELINK_NEEDED' && integration_slug !== 'workday'
    )
    const name = one?.end_user ?? ''
    await new FirstRun(app.page).connectTo(practice)
    await new Desk(app.page).refreshed()
    const issues = new Issues(app.page)
    await issues.open(name)
    await issues.drawer.getByRole('button', { name: 'Request relink…' }).click()
    const dialog = app.page.getByRole('dialog')
    const letter = dialog.getByRole('region', { name: 'Relink request' })
    await expect(letter).toContainText(name)
    expect(await letter.textContent()).not.toContain(one?.connector_token)
    expect(await letter.textContent()).not.toContain(one?.id)
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await expect(dialog.getByText('Copied without its link, so the relink is not marked as requested.')).toBeVisible()
    expect(await app.app.evaluate(({ clipboard }) => clipboard.readText())).toContain('[relink link]')
    await shot(app.page, 'relink-request')

    await dialog.getByRole('textbox', { name: 'Relink link' }).fill('https://link.example/abc')
    const opened = await app.app.evaluateHandle(({ shell }) => {
      const addresses: string[] = []
      shell.openExternal = async (address) => void addresses.push(address)
      return addresses
    })
    await dialog.getByRole('button', { name: 'Email' }).click()
    await expect(dialog.getByText(/^Opened in your mail program/)).toBeVisible()
    expect(await opened.jsonValue()).toEqual([expect.stringMatching(/^mailto:\?subject=.*&body=.*link\.example/)])
    await app.page.keyboard.press('Escape')
    await expect(issues.row(name)).toContainText(/Requested .* ago/)
    await expect(issues.drawer.getByRole('region', { name: 'History' })).toContainText('Relink requested: by email')
  })

  test('a dashboard is confirmed once, and pages open there alone', async ({ app, practice }) => {
    const { desk, issues } = await atTheIssues(app, practice)
    await desk.go('Settings')
    await app.page.getByRole('button', { name: /^Edit relink requests of/ }).click()
    const dialog = app.page.getByRole('dialog')
    await dialog.getByLabel('Connector page address').fill('https://dashboard.example.com/c/{connector_id}')
    await shot(app.page, 'relink-settings')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const confirm = await Confirm.asked(app.page)
    await expect(confirm.page.getByRole('main')).toContainText('https://dashboard.example.com/c/{connector_id}')
    await shot(confirm.page, 'confirm-dashboard')
    await confirm.agree()
    await expect(dialog).toBeHidden()
    const one = live(practice).find(
      ({ status, integration_slug }) => status === 'RELINK_NEEDED' && integration_slug !== 'workday'
    )
    await issues.show()
    await issues.open(one?.end_user ?? '')
    await issues.drawer.getByRole('button', { name: 'Request relink…' }).click()
    const opened = await app.app.evaluateHandle(({ shell }) => {
      const addresses: string[] = []
      shell.openExternal = async (address) => void addresses.push(address)
      return addresses
    })
    await dialog.getByRole('button', { name: 'Open in dashboard' }).click()
    await expect.poll(() => opened.jsonValue()).toEqual([`https://dashboard.example.com/c/${one?.id}`])
  })

  test('an evidence bundle holds the case and no secret', async ({ connected, practice, profileDir }) => {
    const app = await connected()
    const { issues } = await atTheIssues(app, practice)
    const file = join(profileDir, 'evidence.zip')
    await answerSaveDialogs(app.app, file)
    const one = live(practice).find(
      ({ status, integration_slug }) => status === 'RELINK_NEEDED' && integration_slug !== 'workday'
    )
    await issues.filter('Relink needed')
    await issues.open(one?.end_user ?? '')
    await issues.exportEvidence()
    await expect(app.page.getByText('evidence.zip').first()).toBeVisible()
    const files = unzipSync(new Uint8Array(await readFile(file)))
    expect(Object.keys(files).sort()).toEqual(['evidence.html', 'evidence.json', 'evidence.md', 'masked.json'])
    const text = Object.values(files)
      .map((content) => strFromU8(content))
      .join('\n')
    expect(text).toContain(one?.end_user)
    expect(text).toMatch(/\/api\/(hris|ats|lms)\/v1\/connectors/)
    const tokens = [
      practice.default.bearerToken,
      ...practice.default.connectors.map(({ connector_token }) => connector_token)
    ]
    expect(tokens.filter((token) => text.includes(token))).toEqual([])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })
})

test.describe('@relink a morning', () => {
  test('breaks, stalls and recovers: the queue follows each walk', async ({ app, practice }) => {
    const scenario = practice.default.play('morning', { speed: 0 })
    const { desk, issues } = await atTheIssues(app, practice)
    // A list of the middle of the refresh has fewer.
    await expect.poll(() => issues.count('Possible outage')).toBe(7)
    await expect.poll(() => issues.count('Sync stalled')).toBe(11)
    const refresh = () => desk.refresh.click()

    for (let step = scenario.next(); step?.name !== 'incident'; step = scenario.next()) expect(step).not.toBeNull()
    await refresh()
    await expect(async () => expect(await issues.count('Possible outage')).toBe(14)).toPass()
    await shot(app.page, 'queue-two-incidents')

    practice.default.advance('stalls')
    await refresh()
    await expect(async () => expect(await issues.count('Sync stalled')).toBe(14)).toPass()

    const [relinked] = practice.default.advance('relinked').slice(-1)
    const back = practice.default.connectors.find(({ id }) => id === relinked?.ids[0])
    await refresh()
    await issues.filter('Relink needed')
    await expect(issues.row(back?.end_user ?? '')).toHaveCount(0)
  })
})

test.describe('@relink the history', () => {
  test('that cannot be read is set aside and reported, and starts empty', async ({
    launch,
    practice,
    profileDir,
    keyring
  }) => {
    await connectBefore(practice, { profileDir, keyring })
    await writeFile(join(profileDir, 'history.db'), 'this is no database '.repeat(1_000))
    const { page } = await launch()
    await new Desk(page).refreshed()
    await expect(page.getByText('The history could not be read')).toBeVisible()
    await new Issues(page).show()
    await expect(new Issues(page).issues).toContainText('Relink needed')
    await shot(page, 'history-set-aside')
  })

  test('of a walk that was killed is there again, and so is the app', async ({ connected, launch, practice }) => {
    const first = await connected()
    const { desk } = await atTheIssues(first, practice)
    practice.default.set({ latencyMs: 600_000 })
    await desk.refresh.click()
    await expect(desk.main).toHaveAttribute('data-walk', 'walking')
    await killed(first)
    practice.default.set({ latencyMs: 0 })

    const { page } = await launch()
    await new Desk(page).refreshed()
    await new Issues(page).show()
    expect(await new Issues(page).count('Sync stalled')).toBe(11)
  })
})

test.describe('@relink connectors', () => {
  const findable = (practice: Regions) => {
    const names = practice.default.connectors.map(({ end_user }) => end_user)
    const once = (name: string) => names.filter((other) => other.includes(name)).length === 1
    const one = live(practice).find(({ status, end_user }) => status === 'COMPLETE' && once(end_user))
    if (!one) throw new Error('Every end user has several connectors.')
    return one
  }

  async function open(app: OpenApp, practice: Regions, name: string) {
    const desk = await atWork(app, practice)
    await desk.go('Connectors')
    await desk.search.fill(name)
    await desk.row(name).click()
    const drawer = app.page.getByRole('complementary', { name: 'Connector' })
    await expect(drawer.getByRole('heading', { name })).toBeVisible()
    return { desk, drawer }
  }

  test('the drawer answers both questions, from fields that are all there', async ({ app, practice }) => {
    const one = findable(practice)
    const { drawer } = await open(app, practice, one.end_user)
    await expect(drawer).toContainText('Do the credentials work?')
    await expect(drawer).toContainText('Did the last sync succeed?')
    await expect(drawer).toContainText(one.id.slice(0, 8))
    await expect(drawer).not.toContainText(one.connector_token)
    await shot(app.page, 'connector-drawer')
  })

  test('deleting asks for the name, names the region, and visibly happens', async ({ app, practice }) => {
    const one = findable(practice)
    const { desk, drawer } = await open(app, practice, one.end_user)
    await drawer.getByRole('button', { name: 'Delete connector' }).click()
    const dialog = app.page.getByRole('dialog')
    await expect(dialog).toContainText('Default region')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await shot(app.page, 'delete-connector')
    await dialog.getByRole('button', { name: 'Delete connector' }).click()
    const confirm = await Confirm.asked(app.page)
    await expect(confirm.page.getByRole('main')).toContainText('Default')
    await confirm.typed.fill(one.end_user.slice(0, -1))
    await expect(confirm.yes).toBeDisabled()
    await shot(confirm.page, 'confirm-delete-connector')
    expect(practice.default.requests.some(({ method }) => method === 'DELETE')).toBe(false)

    await confirm.agree(one.end_user)
    await expect(dialog.getByRole('status')).toContainText('Deleted.')
    expect(practice.default.connectors.some(({ id }) => id === one.id)).toBe(false)
    expect(practice.default.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(desk.row(one.end_user)).toHaveCount(0)
  })

  test('a delete whose answer is lost is sent once, and what became of it is looked up', async ({ app, practice }) => {
    const one = findable(practice)
    const { drawer } = await open(app, practice, one.end_user)
    practice.default.set({ faults: [{ name: 'lost-answer', path: '/delete', how: 'reset' }] })
    await drawer.getByRole('button', { name: 'Delete connector' }).click()
    const dialog = app.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete connector' }).click()
    await confirmed(app.page, one.end_user)
    await expect(dialog.getByRole('status')).toContainText(
      'No response came back, but the connector is not listed any more'
    )
    await shot(app.page, 'delete-unknown')
    await dialog.getByRole('button', { name: 'Find out…' }).click()
    const end = app.page.getByRole('dialog', { name: 'Find out whether it was done' })
    await end.getByRole('button', { name: 'Read the connector' }).click()
    await expect(end).toContainText('The connector is not listed any more.')
    await end.getByRole('button', { name: 'It was done' }).click()
    await end.getByRole('button', { name: 'Record' }).click()
    await expect(app.page.getByRole('dialog', { name: /^Delete this connector/ })).toContainText(
      /It was done, recorded by/
    )
    expect(practice.default.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })

  test('a sync is offered where the service answers it, and only there', async ({ app, practice }) => {
    practice.eu.set({ operations: { resync: false, linkToken: false } })
    const one = findable(practice)
    const { desk, drawer } = await open(app, practice, one.end_user)
    await expect(drawer.getByRole('button', { name: 'Start sync' })).toBeVisible()
    await desk.search.fill('')
    await desk.switchTo('EU')
    await desk.refreshed()
    await desk.grid.getByRole('row').nth(2).click()
    await expect(drawer.getByRole('button', { name: 'Open in Passthrough' })).toBeVisible()
    await expect(drawer.getByRole('button', { name: 'Start sync' })).toHaveCount(0)
  })

  test('an export is harmless in a spreadsheet and holds no token', async ({ connected, practice, profileDir }) => {
    findable(practice).end_user = '=HYPERLINK("https://evil.example","Bill")'
    const app = await connected()
    const desk = new Desk(app.page)
    await desk.refreshed()
    await desk.go('Connectors')
    const file = join(profileDir, 'export.csv')
    await answerSaveDialogs(app.app, file)
    await app.page.getByRole('button', { name: 'Export' }).click()
    await app.page.getByRole('menuitem', { name: /^CSV/ }).click()
    await expect(app.page.getByText('export.csv').first()).toBeVisible()
    const text = await readFile(file, 'utf8')
    expect(text.trim().split('\r\n')).toHaveLength(practice.default.connectors.length + 1)
    expect(text).toContain(`'=HYPERLINK`)
    expect(text).not.toMatch(/(^|,)"?=HYPERLINK/m)
    expect(practice.default.connectors.some(({ connector_token }) => text.includes(connector_token))).toBe(false)
  })

  test('two walks compared: what is new, gone, broken and recovered', async ({ app, practice }) => {
    const scenario = practice.default.play('morning', { speed: 0 })
    await new FirstRun(app.page).connectTo(practice)
    const desk = new Desk(app.page)
    await desk.refreshed()
    while (scenario.next()) continue
    await desk.refresh.click()
    await expect(desk.refreshRun).toContainText('Refreshed')
    await desk.go('Connectors')
    await app.page.getByRole('button', { name: 'Compare snapshots' }).click()
    const lists = app.page.getByRole('group', { name: 'Differences' })
    await expect(lists).toContainText(/New\s*1/)
    await expect(lists).toContainText(/Gone\s*1/)
    await expect(lists.getByRole('button', { name: /broken/i })).not.toContainText(/\b0\b/)
    await shot(app.page, 'compare-walks')
  })

  test('odd records are shown and marked, and none dropped', async ({ app, practice }) => {
    const [first, second, third] = live(practice)
    Object.assign(first ?? {}, { end_user: 'Evil\u202Eeman\u200B Ltd', total_employees: -4 })
    Object.assign(second ?? {}, { end_user: 'L'.repeat(10_000), last_sync_start_time: 'yesterday' })
    Object.assign(third ?? {}, { sync_progress: 400, status: 'SUSPENDED' })
    await new FirstRun(app.page).connectTo(practice)
    const desk = new Desk(app.page)
    await desk.refreshed()
    await desk.go('Connectors')
    expect(await desk.connectors()).toBe(practice.default.connectors.length)
    await desk.search.fill('eman')
    await expect(desk.grid.getByRole('row').nth(2)).not.toContainText('\u202E')
    await desk.search.fill('LLLLLLLL')
    await expect(desk.row('LLLLLLLL')).toBeVisible()
    await desk.row('LLLLLLLL').click()
    await expect(app.page.getByRole('complementary', { name: 'Connector' })).toContainText('yesterday')
    await shot(app.page, 'odd-records')
  })
})
