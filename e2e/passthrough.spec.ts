import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DOCUMENTS } from '../src/practice/passthrough/documents'
import type { Regions } from '../src/practice/regions'
import type { Fault } from '../src/practice/faults'
import type { RunningApp } from './fixtures/app'
import { filesHolding } from './fixtures/profile'
import { answerSaveDialogs } from './fixtures/save-dialog'
import { expect, shot, test } from './fixtures/test'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'
import { Passthrough } from './pages/passthrough'

test.use({ practiceOptions: { connectors: 200 } })

const endpoint = '/api/v1/passthrough'

/** A connector that works, of an integration of the third party wanted. */
function connectorOf(service: Regions['default'], slugs = ['bamboohr', 'personio', 'hibob', 'rippling']) {
  const names = service.connectors.map(({ end_user }) => end_user)
  const found = service.connectors.find(
    ({ status, is_active, is_test_connector, integration_slug, end_user, category, origin_id }) =>
      status === 'COMPLETE' &&
      is_active &&
      !is_test_connector &&
      category === 'HRIS' &&
      origin_id !== null &&
      slugs.includes(integration_slug) &&
      names.filter((name) => name === end_user).length === 1
  )
  if (!found) throw new Error('the practice service has no such connector')
  return found
}

/** Connects, walks, and shows the builder; nothing is chosen yet. */
async function atTheBuilder({ page }: RunningApp, practice: Regions) {
  await new FirstRun(page).connectTo(practice)
  const desk = new Desk(page)
  await desk.walked()
  const builder = new Passthrough(page)
  await builder.show()
  return { desk, builder }
}

/** The same, with a connector chosen. */
async function ready(app: RunningApp, practice: Regions, slugs?: string[]) {
  const { desk, builder } = await atTheBuilder(app, practice)
  const connector = connectorOf(practice.default, slugs)
  await builder.choose(connector)
  return { desk, builder, connector }
}

const asked = ({ requests }: Regions['default']) => requests.filter(({ path }) => path === endpoint)
const written = ({ writes }: Regions['default']) => Object.fromEntries(writes)
const onPassthrough = (fault: object) => ({ path: endpoint, ...fault }) as Fault

test.describe('@passthrough a request', () => {
  test('a JMESPath filter works on the answer while it is typed, and says what is wrong', async ({
    launch,
    practice
  }) => {
    const app = await launch()
    const { builder } = await ready(app, practice)
    await builder.target('GET', '/employees?per_page=3')
    await builder.send.click()
    await builder.answered()
    await builder.response.getByRole('button', { name: 'Filter with JMESPath' }).click()
    const filter = builder.response.getByRole('searchbox', { name: 'JMESPath' })
    await filter.fill('data[*].id')
    await expect(builder.lines('Pretty')).toContainText('"p-1"')
    await expect(builder.lines('Pretty')).not.toContainText('employee_number')
    await filter.fill('data[?')
    await expect(filter).toHaveAttribute('aria-invalid', 'true')
    await shot(app.page, 'passthrough-filter')
    expect(asked(practice.default)).toHaveLength(1)
  })

  test('GET goes at once; its answer is the third party’s, said so', async ({ launch, practice }) => {
    const app = await launch()
    const { builder } = await ready(app, practice)
    await builder.target('GET', '/employees?per_page=5&page=2')
    await expect(builder.path).toHaveValue('/employees')
    await expect(builder.cell('Param', 1, 'name')).toHaveValue('per_page')
    await expect(builder.cell('Param', 2, 'value')).toHaveValue('2')
    await builder.send.click()
    await builder.answered()
    await expect(builder.dialog).toBeHidden()
    await expect(builder.response).toContainText('200')
    // The second page of five.
    await expect(builder.lines('Pretty')).toContainText('"id": "p-6"')
    expect(asked(practice.default)).toMatchObject([{ method: 'POST', connectorToken: true, status: 200 }])
    await shot(app.page, 'passthrough-answer')
  })

  test('the connector is found by end user, integration, origin id and id', async ({ launch, practice }) => {
    const app = await launch()
    const { builder } = await atTheBuilder(app, practice)
    const connector = connectorOf(practice.default, ['bamboohr'])
    const option = builder.found.getByRole('option').filter({ hasText: connector.origin_id ?? 'none' })
    for (const text of [connector.end_user, connector.origin_id ?? '', connector.id]) {
      await builder.look(text)
      await expect(option).toHaveCount(1)
      await expect(option).toContainText(connector.end_user)
      await builder.connector.press('Escape')
      await expect(builder.found).toBeHidden()
    }
    await builder.look('bamboohr')
    await expect(builder.found.getByRole('option').first()).toContainText('BambooHR')
    await shot(app.page, 'passthrough-picker')
    await builder.connector.fill('no such connector anywhere')
    await expect(builder.found.getByRole('option')).toHaveCount(0)
    await expect(app.page.getByText('No connector of this region matches')).toBeVisible()
    await builder.connector.fill(connector.end_user)
    await builder.connector.press('Enter')
    await expect(builder.connector).toHaveValue(new RegExp(`${connector.end_user}, BambooHR, HRIS`))
  })

  test('POST is asked about once, by end user, integration and region; Cancel sends nothing', async ({
    launch,
    practice
  }) => {
    const app = await launch()
    const { builder, connector } = await ready(app, practice, ['bamboohr'])
    await builder.target('POST', '/counter/one')
    await builder.typeBody('{"name": "Ada"}')
    await builder.send.click()
    await expect(builder.dialog).toContainText(connector.end_user)
    await expect(builder.dialog).toContainText('BambooHR')
    await expect(builder.dialog).toContainText('Default')
    await expect(builder.dialog).toContainText('POST /counter/one')
    await expect(builder.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await shot(app.page, 'passthrough-confirm')
    await builder.dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(builder.dialog).toBeHidden()

    await builder.send.click()
    await app.page.keyboard.press('Escape')
    await expect(builder.dialog).toBeHidden()
    // A read that was answered after them: what was cancelled would have arrived by now.
    await builder.target('GET', '/counter/one')
    await builder.send.click()
    await builder.answered()
    await expect(builder.lines('Pretty')).toContainText('"count": 0')
    expect(written(practice.default)).toEqual({})
    expect(asked(practice.default)).toHaveLength(1)
  })

  test('confirmed, it arrives exactly once, also where "Send" was pressed twice', async ({ launch, practice }) => {
    const app = await launch()
    const { builder } = await ready(app, practice)
    await builder.target('POST', '/counter/one')
    await builder.typeBody('{"name": "Ada"}')
    await builder.send.click()
    await builder.dialog.getByRole('button', { name: /^Send / }).dblclick()
    await builder.answered()
    await expect(builder.lines('Pretty')).toContainText('"count": 1')
    expect(written(practice.default)).toEqual({ one: 1 })
    expect(asked(practice.default)).toHaveLength(1)
  })

  for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
    test(`${method} is asked about, and arrives once`, async ({ launch, practice }) => {
      const app = await launch()
      const { builder, connector } = await ready(app, practice)
      await builder.target(method, '/counter/one')
      await builder.send.click()
      await expect(builder.dialog.getByRole('heading')).toHaveText(`Send ${method} to ${connector.end_user}?`)
      expect(written(practice.default)).toEqual({})
      await builder.confirm()
      await builder.answered()
      await expect(builder.lines('Pretty')).toContainText(`"method": "${method}"`)
      expect(written(practice.default)).toEqual({ one: 1 })
    })
  }

  test('in EU: the question says so, and it arrives there only', async ({ launch, practice }) => {
    const app = await launch()
    const { desk, builder } = await atTheBuilder(app, practice)
    await desk.region.selectOption({ label: 'EU' })
    await desk.walked()
    await expect.poll(() => desk.connectors()).toBe(practice.eu.connectors.length)
    const connector = connectorOf(practice.eu)
    await builder.choose(connector)
    await builder.target('POST', '/counter/eu')
    await builder.send.click()
    await expect(builder.dialog).toContainText(connector.end_user)
    await expect(builder.dialog.getByRole('definition').filter({ hasText: 'PROD' })).toContainText('EU')
    await shot(app.page, 'passthrough-confirm-eu')
    await builder.confirm()
    await builder.answered()
    expect(written(practice.eu)).toEqual({ eu: 1 })
    expect(asked(practice.default)).toEqual([])
  })
})

test.describe('@passthrough exactly one arrival', () => {
  test('reset after send: the outcome is unknown, and it is not sent again', async ({ launch, practice }) => {
    const app = await launch()
    const { builder, connector } = await ready(app, practice, ['bamboohr'])
    await builder.target('POST', '/reset-after-send')
    await builder.sendConfirmed()
    await expect(builder.outcome).toContainText('Outcome unknown')
    await expect(builder.outcome).toContainText('does not send it again by itself')
    await expect(builder.outcome).toContainText(connector.end_user)
    await expect(builder.sent('/reset-after-send')).toContainText('unknown')
    await shot(app.page, 'passthrough-unknown')
    // Sent behind it on the same token's queue: a repetition would have come before.
    await builder.target('GET', '/echo')
    await builder.send.click()
    await builder.answered()
    expect(written(practice.default)).toEqual({ '/reset-after-send': 1 })
    expect(asked(practice.default)).toHaveLength(2)
  })

  test('an answer lost on the way: unknown, arrived once', async ({ launch, practice }) => {
    const app = await launch()
    const { builder } = await ready(app, practice)
    practice.default.set({ faults: [onPassthrough({ name: 'lost-answer', times: 1 })] })
    await builder.target('POST', '/counter/lost')
    await builder.sendConfirmed()
    await expect(builder.outcome).toContainText('Outcome unknown')
    await builder.target('GET', '/counter/lost')
    await builder.send.click()
    await builder.answered()
    await expect(builder.lines('Pretty')).toContainText('"count": 1')
    expect(asked(practice.default)).toHaveLength(2)
  })

  test('a slow answer, cancelled: unknown for a write, which arrived once', async ({ launch, practice }) => {
    const app = await launch()
    const { builder } = await ready(app, practice)
    await builder.target('POST', '/slow?seconds=50')
    await builder.sendConfirmed()
    await expect.poll(() => written(practice.default)).toEqual({ '/slow': 1 })
    await expect(builder.progress).toContainText('Waiting for the third party’s answer')
    await builder.cancel.click()
    await expect(builder.outcome).toContainText('Outcome unknown')
    await expect(builder.send).toBeVisible()

    await builder.target('GET', '/slow')
    await builder.send.click()
    await expect.poll(() => asked(practice.default).length).toBe(2)
    await app.page.keyboard.press('Escape')
    await expect(builder.outcome).toContainText('Cancelled: nothing was changed')
    expect(written(practice.default)).toEqual({ '/slow': 1 })
    expect(asked(practice.default)).toHaveLength(2)
  })

  test('429 of the service: waited out, shown, then exactly one arrival', async ({ launch, practice }) => {
    const app = await launch()
    const { builder } = await ready(app, practice)
    await builder.target('GET', '/echo')
    await builder.send.click()
    await builder.answered()
    practice.default.set({ limitEveryN: 2, retryAfter: 'seconds', retryAfterSeconds: 3 })
    await builder.send.click()
    await builder.answered()
    await builder.target('POST', '/counter/limited')
    await builder.sendConfirmed()
    await expect(builder.progress).toContainText(/Waiting \d+ s: rate limit/)
    expect(written(practice.default)).toEqual({})
    await shot(app.page, 'passthrough-waiting')
    await builder.answered()
    await expect(builder.response).toContainText('2 tries')
    expect(written(practice.default)).toEqual({ limited: 1 })
    expect(asked(practice.default).map(({ status }) => status)).toEqual([200, 200, 429, 200])
  })

  test('429 without the service’s headers may be of the third party: not sent again', async ({ launch, practice }) => {
    const app = await launch()
    const { builder } = await ready(app, practice)
    practice.default.set({ faults: [onPassthrough({ name: 'status', status: 429, times: 1 })] })
    await builder.target('POST', '/counter/relayed')
    await builder.sendConfirmed()
    await expect(builder.response).toContainText('429')
    await expect(builder.outcome).toContainText('The limit of this connector’s token is reached')
    expect(asked(practice.default)).toHaveLength(1)
    expect(written(practice.default)).toEqual({})
  })

  test('a keep-alive connection lost unseen does not lose or double a write', async ({ launch, practice }) => {
    const app = await launch()
    const { builder } = await ready(app, practice)
    await builder.target('GET', '/echo')
    await builder.send.click()
    await builder.answered()
    practice.default.set({ faults: [onPassthrough({ name: 'stale-socket' })] })
    await builder.target('POST', '/counter/stale')
    await builder.sendConfirmed()
    await builder.answered()
    await expect(builder.lines('Pretty')).toContainText('"count": 1')
    expect(written(practice.default)).toEqual({ stale: 1 })
  })

  test('killed in the middle of a write: the history says that its outcome is unknown', async ({
    launch,
    practice
  }) => {
    const first = await launch()
    const { builder } = await ready(first, practice)
    await builder.target('GET', '/echo')
    await builder.send.click()
    await builder.answered()
    await builder.target('POST', '/slow?seconds=50')
    await builder.sendConfirmed()
    await expect.poll(() => written(practice.default)).toEqual({ '/slow': 1 })
    const child = first.app.process()
    const gone = once(child, 'exit')
    process.kill(-(child.pid ?? NaN), 'SIGKILL')
    await gone

    const { page } = await launch()
    await new Desk(page).walked()
    const later = new Passthrough(page)
    await later.show()
    await expect(later.sent('/slow')).toContainText('unknown')
    await expect(later.sent('/echo')).toContainText('200')
    expect(written(practice.default)).toEqual({ '/slow': 1 })
    expect(asked(practice.default)).toHaveLength(2)
  })
})

test.describe('@passthrough what the service refuses', () => {
  test('422 is said at the control it names', async ({ launch, practice }) => {
    const app = await launch()
    const { builder } = await ready(app, practice)
    const detail = [
      { loc: ['body', 'path'], msg: 'String should match the pattern', type: 'string_pattern_mismatch' },
      { loc: ['body', 'headers', 'X-Trace'], msg: 'Input should be shorter', type: 'string_too_long' }
    ]
    practice.default.set({ faults: [onPassthrough({ name: 'status', status: 422, body: { detail }, times: 1 })] })
    await builder.target('GET', '/employees')
    await builder.part('Headers')
    await builder.cell('Header', 1, 'name').fill('X-Trace')
    await builder.cell('Header', 1, 'value').fill('1')
    await builder.send.click()
    await expect(builder.outcome).toContainText('nothing was forwarded')
    await expect(builder.path).toHaveAttribute('aria-invalid', 'true')
    await expect(builder.path).toHaveAccessibleDescription(/The service: String should match the pattern/)
    await expect(builder.cell('Header', 1, 'value')).toHaveAccessibleDescription(/The service: Input should be shorter/)
    await shot(app.page, 'passthrough-422')
    // Said until the field is changed, and then it can be sent.
    await builder.path.fill('/departments')
    await expect(builder.path).not.toHaveAttribute('aria-invalid', 'true')
    await builder.send.click()
    await builder.answered()
  })

  test('403 says which category the token belongs to', async ({ launch, practice }) => {
    const app = await launch()
    const { builder, connector } = await ready(app, practice)
    connector.is_active = false
    await builder.target('POST', '/counter/forbidden')
    await builder.sendConfirmed()
    await expect(builder.outcome).toContainText(`The token in use is that of the HRIS connector ${connector.id}`)
    await expect(builder.outcome).toContainText('It is good for HRIS only')
    await expect(builder.outcome).toContainText('This connector is not active')
    await shot(app.page, 'passthrough-403')
    expect(written(practice.default)).toEqual({})
    expect(asked(practice.default)).toHaveLength(1)
  })

  test('401: the workspace’s token was withdrawn; nothing of it arrived', async ({ launch, practice }) => {
    const app = await launch()
    const { builder } = await ready(app, practice)
    practice.default.set({ bearerToken: 'another one by now' })
    await builder.target('POST', '/counter/unauthorized')
    await builder.sendConfirmed()
    await expect(builder.outcome).toContainText('The workspace’s bearer token was refused')
    expect(written(practice.default)).toEqual({})
    expect(asked(practice.default)).toHaveLength(1)
  })
})

test.describe('@passthrough bad input', () => {
  test('a full address and a path to another host are refused at the field; .. is asked about', async ({
    launch,
    practice
  }) => {
    const app = await launch()
    const { builder } = await ready(app, practice)
    for (const [path, reason] of [
      ['https://evil.example/employees', /full address could send the customer’s credentials elsewhere/],
      ['//evil.example/employees', /begins with \/\/ names another host/],
      ['\\\\evil.example/employees', /names another host/]
    ] as const) {
      await builder.target('GET', path)
      await builder.send.click()
      await expect(builder.path).toHaveAttribute('aria-invalid', 'true')
      await expect(builder.path).toHaveAccessibleDescription(reason)
      await expect(builder.dialog).toBeHidden()
    }
    await shot(app.page, 'passthrough-refused-path')
    for (const path of ['/employees/../echo', '/employees/%2e%2e/echo', '/employees/%252e%252e/echo']) {
      await builder.target('GET', path)
      await builder.send.click()
      await expect(builder.dialog).toContainText('. or .. as a segment')
      await builder.dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(builder.dialog).toBeHidden()
    }
    expect(asked(practice.default)).toEqual([])
    await builder.target('GET', '/echo')
    await builder.send.click()
    await builder.answered()
    expect(asked(practice.default)).toHaveLength(1)
  })

  test('a line break in a header is refused at the field', async ({ launch, practice }) => {
    const app = await launch()
    const { builder } = await ready(app, practice)
    await builder.importCurl(String.raw`curl $'https://api.vendor.example/echo' -H $'X-Trace: a\rX-Evil: 1'`)
    await builder.part('Headers')
    await builder.send.click()
    await expect(builder.cell('Header', 1, 'value')).toHaveAttribute('aria-invalid', 'true')
    await expect(builder.cell('Header', 1, 'value')).toHaveAccessibleDescription(/must not hold a carriage return/)
    await builder.cell('Header', 1, 'name').fill('X Trace')
    await expect(builder.cell('Header', 1, 'name')).toHaveAccessibleDescription(/letters, digits and/)
    await expect(builder.send).toBeVisible()
    expect(asked(practice.default)).toEqual([])
  })

  test('a JSON body that is none is not sent; its place is said', async ({ launch, practice }) => {
    const app = await launch()
    const { builder } = await ready(app, practice)
    await builder.target('POST', '/counter/invalid')
    await builder.typeBody('{\n  "name": "Ada",\n  "age": 36x\n}')
    await builder.send.click()
    const panel = app.page.getByRole('tabpanel', { name: 'body of the request' })
    await expect(panel).toContainText(/Line 3, column \d+:/)
    await expect(panel).toContainText('not sent as it is')
    await expect(builder.dialog).toBeHidden()
    await shot(app.page, 'passthrough-invalid-json')
    expect(asked(practice.default)).toEqual([])
    await builder.body.fill('{\n  "name": "Ada",\n  "age": 36\n}')
    await expect(panel).toContainText('valid JSON')
    await builder.sendConfirmed()
    await builder.answered()
    expect(written(practice.default)).toEqual({ invalid: 1 })
  })

  test('an unknown variable is named and nothing is sent; a known one is filled', async ({ launch, practice }) => {
    const app = await launch()
    const { builder } = await ready(app, practice)
    await builder.target('GET', '/echo')
    await builder.part('Headers')
    await builder.cell('Header', 1, 'name').fill('X-Team')
    await builder.cell('Header', 1, 'value').fill('{{team}}')
    await builder.send.click()
    await expect(builder.cell('Header', 1, 'value')).toHaveAccessibleDescription(/no variable named team/)
    expect(asked(practice.default)).toEqual([])

    await app.page.getByRole('button', { name: 'More', exact: true }).click()
    await app.page.getByRole('button', { name: 'Variables…' }).click()
    const add = builder.dialog.getByRole('button', { name: 'Add a variable' })
    const name = builder.dialog.getByRole('textbox', { name: 'Variable 1 name' })
    await expect(add).toBeVisible()
    if (!(await name.isVisible())) await add.click()
    await name.fill('team')
    await builder.dialog.getByRole('textbox', { name: 'Variable 1 value' }).fill('north "2"')
    await builder.dialog.getByRole('button', { name: 'Save variables' }).click()
    await expect(builder.dialog).toBeHidden()
    await builder.send.click()
    await builder.answered()
    await expect(builder.lines('Pretty')).toContainText(String.raw`"X-Team": "north \"2\""`)
  })
})

test.describe('@passthrough the answer', () => {
  test('of 50 MB opens, and the window still answers', async ({ launch, practice }) => {
    const app = await launch()
    const { builder } = await ready(app, practice)
    await builder.target('GET', '/huge?megabytes=50')
    await app.page.evaluate(() => {
      const seen = window as unknown as { longest: number }
      seen.longest = 0
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration)
      }).observe({ type: 'longtask' })
    })
    await builder.send.click()
    await builder.answered()
    const rows = 50 * 4096
    await expect(builder.lines('Pretty')).toHaveAttribute('aria-rowcount', String(rows * 7 + 2), { timeout: 30_000 })
    await expect(builder.lines('Pretty')).toContainText('Worker 0000000')
    await expect(builder.response).toContainText('52 MB') // in decimal units, as it is 50 MiB
    await builder.lines('Pretty').focus()
    await app.page.keyboard.press('End')
    await expect(builder.lines('Pretty')).toContainText(`Worker ${String(rows - 1).padStart(7, '0')}`)
    await shot(app.page, 'passthrough-50mb')
    await builder.part('Options')
    await expect(builder.timeout).toBeVisible()
    const longest = await app.page.evaluate(() => (window as unknown as { longest: number }).longest)
    test.info().annotations.push({ type: 'longest task, ms', description: String(longest) })
  })

  test('shows big integers, exponents and repeated keys as they came', async ({ launch, practice }) => {
    const app = await launch()
    const { builder } = await ready(app, practice)
    await builder.target('GET', '/broken?kind=bigint')
    await builder.send.click()
    await builder.answered()
    for (const form of ['Pretty', 'Raw'] as const) {
      const lines = await builder.shownAs(form)
      for (const text of [
        '"id": 9007199254740993',
        '"negative": -9223372036854775808',
        '0.1000000000000000055511151231257827',
        '1e400',
        '-0',
        '12.50',
        '"first of two"',
        '"second of two"',
        '"__proto__"',
        '90071992547409931',
        '90071992547409932'
      ]) {
        await expect(lines).toContainText(text)
      }
    }
    const tree = await builder.shownAs('Tree')
    await expect(tree.getByRole('treeitem').filter({ hasText: 'twice' }).first()).toContainText('name')
    await shot(app.page, 'passthrough-repeated-keys')
  })

  test('a list of objects is a table; the tree opens and closes', async ({ launch, practice }) => {
    const app = await launch()
    const { builder } = await ready(app, practice)
    await builder.target('GET', '/employees?per_page=10')
    await builder.send.click()
    await builder.answered()
    const table = await builder.shownAs('Table')
    await expect(table).toHaveAttribute('aria-rowcount', '10')
    await expect(table.getByRole('columnheader', { name: 'id', exact: true })).toBeVisible()
    await expect(table.getByRole('gridcell', { name: 'p-10', exact: true })).toBeVisible()
    await shot(app.page, 'passthrough-table')

    const tree = await builder.shownAs('Tree')
    const data = tree.getByRole('treeitem').filter({ hasText: /data.*10 items/ })
    await expect(data).toBeVisible()
    if ((await data.getAttribute('aria-expanded')) === 'false') await data.getByRole('button', { name: 'Open' }).click()
    await expect(data).toHaveAttribute('aria-expanded', 'true')
    const items = tree.getByRole('treeitem').and(app.page.locator('[aria-level="3"]'))
    await expect(items.first()).toBeVisible()
    await shot(app.page, 'passthrough-tree')
    await data.getByRole('button', { name: 'Close' }).click()
    await expect(items).toHaveCount(0)
  })

  test('find counts the places and goes from one to the next', async ({ launch, practice }) => {
    const app = await launch()
    const { builder } = await ready(app, practice)
    await builder.target('GET', '/huge?megabytes=1')
    await builder.send.click()
    await builder.answered()
    await builder.response.getByRole('button', { name: 'Find in the response' }).click()
    const find = builder.response.getByRole('searchbox', { name: 'Find', exact: true })
    await find.fill('Worker 000205')
    const said = builder.response.getByRole('status').filter({ hasText: /^\s*\d+ of/ })
    await expect(said).toHaveText(/1 of 10/)
    await expect(builder.lines('Pretty').locator('mark.current')).toHaveText('Worker 000205')
    await find.press('Enter')
    await expect(said).toHaveText(/2 of 10/)
    await expect(builder.lines('Pretty')).toContainText('Worker 0002051')
    await find.fill('nowhere at all')
    await expect(builder.response.getByText('not found')).toBeVisible()
  })

  test('that is a file is saved byte for byte, for its owner only', async ({ launch, practice, profileDir }) => {
    const app = await launch()
    const { builder } = await ready(app, practice, ['gusto', 'deel'])
    const file = join(profileDir, 'badge.bin')
    await answerSaveDialogs(app.app, file)
    await builder.target('GET', '/documents/badge/content')
    await builder.part('Options')
    await app.page.getByRole('combobox', { name: 'Read as' }).selectOption('BINARY')
    await builder.send.click()
    await builder.answered()
    await expect(builder.response).toContainText('This is no text')
    await shot(app.page, 'passthrough-binary')
    await builder.response.getByRole('button', { name: 'Save to a file' }).click()
    await expect(builder.response.getByText(/Saved as .*badge\.bin/)).toBeVisible()
    const sent = DOCUMENTS.find(({ id }) => id === 'badge')?.bytes
    expect(Buffer.compare(await readFile(file), sent ?? Buffer.alloc(0))).toBe(0)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })
})

test.describe('@passthrough cURL', () => {
  test('a pasted command is imported; its secrets are dropped, and that is said', async ({
    launch,
    practice,
    profileDir
  }) => {
    const app = await launch()
    const { builder } = await ready(app, practice)
    const secret = 'sk-live-5f0c9a7d31b2'
    await builder.importCurl(
      `curl -X PATCH 'https://api.vendor.example/counter/import?dry=1' -H 'Authorization: Bearer ${secret}' ` +
        `-H 'X-Trace: 7' -H 'Content-Type: application/json' --data '{"title": "Lead"}'`
    )
    const told = app.page.getByRole('status', { name: 'Imported from a command' })
    await expect(told).toContainText('Left out as secrets: Authorization')
    await expect(told).toContainText('The host api.vendor.example is left out')
    await expect(builder.method).toHaveValue('PATCH')
    await expect(builder.path).toHaveValue('/counter/import')
    await expect(builder.body).toContainText('"title": "Lead"')
    await shot(app.page, 'passthrough-imported')
    await builder.sendConfirmed()
    await builder.answered()
    await expect(builder.lines('Pretty')).toContainText('"method": "PATCH"')
    expect(written(practice.default)).toEqual({ import: 1 })
    expect(await app.page.content()).not.toContain(secret)
    await app.close()
    expect(await filesHolding(profileDir, secret)).toEqual([])
  })
})

test.describe('@passthrough history', () => {
  test('is kept over a restart, its bodies can be opened, and nothing of them is readable on disk', async ({
    launch,
    practice,
    profileDir
  }) => {
    const marker = 'Marker-Quetzalcoatl-4711'
    const first = await launch()
    const { builder, connector } = await ready(first, practice)
    await builder.target('POST', '/echo')
    await builder.part('Headers')
    await builder.cell('Header', 1, 'name').fill('X-Note')
    await builder.cell('Header', 1, 'value').fill(`header-${marker}`)
    await builder.typeBody(`{"note": "${marker}"}`)
    await builder.sendConfirmed()
    await builder.answered()
    await expect(builder.lines('Pretty')).toContainText(`"note": "${marker}"`)
    await expect(builder.library).toContainText('sealed on this computer')
    await builder.target('GET', '/huge?megabytes=2')
    await builder.send.click()
    await builder.answered()
    await first.close()
    expect(await filesHolding(profileDir, marker)).toEqual([])
    expect(await filesHolding(profileDir, 'Worker 0000001')).toEqual([])
    expect(await filesHolding(profileDir, connector.connector_token)).toEqual([])
    expect(await filesHolding(profileDir, practice.default.bearerToken)).toEqual([])

    const again = await launch()
    await new Desk(again.page).walked()
    const later = new Passthrough(again.page)
    await later.show()
    await expect(later.sends).toHaveCount(2)
    await later.sent('/echo').getByRole('button').first().click()
    await expect(later.lines('Pretty')).toContainText(`"note": "${marker}"`)
    await later.sent('/huge').getByRole('button').first().click()
    await expect(later.lines('Pretty')).toContainText('Worker 0000001')
    await shot(again.page, 'passthrough-history')
    expect(asked(practice.default)).toHaveLength(2)

    const find = later.library.getByRole('searchbox', { name: 'Find in history' })
    await find.fill('echo')
    await expect(later.sends).toHaveCount(1)
    await find.fill(marker)
    await expect(later.sends).toHaveCount(0)
  })

  test('forgotten, it is gone: from the list, from the disk, over a restart', async ({
    launch,
    practice,
    profileDir
  }) => {
    const bodies = () => readdir(join(profileDir, 'bodies')).catch(() => [])
    const first = await launch()
    const { builder } = await ready(first, practice)
    await builder.target('GET', '/huge?megabytes=2')
    await builder.send.click()
    await builder.answered()
    await expect(builder.sends).toHaveCount(1)
    expect(await bodies()).not.toEqual([])
    await builder.library.getByRole('button', { name: 'Forget history' }).click()
    await expect(builder.dialog).toContainText('It cannot be undone')
    await shot(first.page, 'passthrough-forget')
    await builder.dialog.getByRole('button', { name: 'Forget history' }).click()
    await expect(builder.dialog).toBeHidden()
    await expect(builder.sends).toHaveCount(0)
    await expect(builder.library).toContainText('Nothing was sent yet')
    await expect.poll(bodies).toEqual([])
    await first.close()

    const again = await launch()
    await new Desk(again.page).walked()
    const later = new Passthrough(again.page)
    await later.show()
    await expect(later.library).toContainText('Nothing was sent yet')
  })

  test.describe('without a keychain', () => {
    test.use({ keyringState: 'missing' })

    test('bodies stay in memory, and the view says so', async ({ launch, practice, profileDir }) => {
      const marker = 'Marker-Memory-0815'
      const app = await launch()
      await new FirstRun(app.page).connectTo(practice)
      await app.page.getByRole('checkbox', { name: /this session only/i }).check()
      await new FirstRun(app.page).connect.click()
      await new Desk(app.page).walked()
      const builder = new Passthrough(app.page)
      await builder.show()
      await builder.choose(connectorOf(practice.default))
      await builder.target('POST', '/echo')
      await builder.typeBody(`{"note": "${marker}"}`)
      await builder.sendConfirmed()
      await builder.answered()
      await expect(builder.sent('/echo')).toContainText('200')
      await expect(builder.library.getByRole('status')).toContainText(/keychain/i)
      await shot(app.page, 'passthrough-memory-only')
      await app.close()
      expect(await filesHolding(profileDir, marker)).toEqual([])
    })
  })
})
