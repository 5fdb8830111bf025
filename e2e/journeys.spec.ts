import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PracticeService } from '../src/practice/types'
import { viewLabels } from '../src/shared/app/view'
import type { OpenApp } from './fixtures/app'
import { employees } from './fixtures/data'
import { connectorOf } from './fixtures/connector-of'
import { KeyboardHand, MouseHand, type Hand, type Steps } from './fixtures/hand'
import { readable } from './fixtures/held'
import { mappingsOf } from './fixtures/mapping'
import { written } from './fixtures/passthrough'
import { answerSaveDialogs } from './fixtures/save-dialog'
import { expect, test } from './fixtures/test'
import { DataView } from './pages/data'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'
import { JourneyControls } from './pages/journeys'
import { Mappings } from './pages/mappings'
import { Passthrough } from './pages/passthrough'
import { Issues } from './pages/issues'

test.use({ practiceOptions: { connectors: 200, collectionSize: 60, limitPerMinute: 0 } })

/** From the first screen with data. */
const mostClicks = { 'relink request': 4, 'passthrough GET': 3, 'mapping saved': 8, evidence: 3 }

const hands = { clicks: MouseHand, 'the keyboard alone': KeyboardHand } satisfies Record<
  string,
  new (page: OpenApp['page']) => Hand
>

/** Leaves out the possible outage. */
function stopped({ connectors }: PracticeService): string {
  const found = connectors.find(
    (one) => one.status === 'RELINK_NEEDED' && !one.is_test_connector && one.integration_slug !== 'workday'
  )
  if (!found) throw new Error('The practice service has no customer who must relink.')
  return found.end_user
}

for (const [by, Way] of Object.entries(hands)) {
  test.describe(`@journey @a11y by ${by}`, () => {
    /** Connects without counting. */
    async function begun({ page }: OpenApp, practice: { default: PracticeService; eu: PracticeService }) {
      await new FirstRun(page).connectTo({ ...practice, close: () => Promise.resolve() })
      await new Desk(page).refreshed()
      return { hand: new Way(page), controls: new JourneyControls(page) }
    }

    function expectFew(hand: Hand, name: keyof typeof mostClicks): Steps {
      const steps = hand.taken()
      test.info().annotations.push({ type: `${name} by ${by}`, description: JSON.stringify(steps) })
      expect(steps.clicks).toBeLessThanOrEqual(hand instanceof MouseHand ? mostClicks[name] : 0)
      return steps
    }

    test('1: a workspace is connected', async ({ page, practice }) => {
      const hand = new Way(page)
      const firstRun = new FirstRun(page)
      await hand.press(firstRun.connectWorkspace)
      await hand.type(firstRun.field('Workspace name'), 'Harbourline')
      await hand.type(firstRun.field('Base address'), practice.default.url)
      await hand.type(firstRun.field('Bearer token'), practice.default.bearerToken)
      await hand.press(firstRun.connect)
      const desk = new Desk(page)
      await desk.refreshed()
      expect(await desk.connectors()).toBe(200)
    })

    test('2: an issue is investigated, snoozed, and the snooze undone', async ({ app, practice }) => {
      const { hand, controls } = await begun(app, practice)
      const issues = new Issues(app.page)
      const name = stopped(practice.default)
      await hand.view(viewLabels.issues)
      await hand.open(issues.issues, issues.row(name))
      await expect(issues.drawer).toContainText(name)
      await expect(issues.drawer).toContainText('RELINK_NEEDED')
      await hand.next(issues.snooze, 1)
      await hand.press(controls.undoChange)
      await expect(controls.undoChange).toBeHidden()
      await expect(issues.row(name)).toBeVisible()
    })

    test('3: a relink request is written', async ({ app, practice }) => {
      const { hand, controls } = await begun(app, practice)
      const issues = new Issues(app.page)
      const name = stopped(practice.default)
      await hand.view(viewLabels.issues)
      await hand.open(issues.issues, issues.row(name))
      await hand.press(controls.requestRelink)
      await hand.press(controls.copyLetter)
      const copied = () => app.app.evaluate(({ clipboard }) => clipboard.readText())
      await expect.poll(copied).toContain(name)
      expectFew(hand, 'relink request')
    })

    test('4: a GET is sent through a connector', async ({ app, practice }) => {
      const { hand } = await begun(app, practice)
      const connector = connectorOf(practice.default)
      const builder = new Passthrough(app.page)
      await hand.view(viewLabels.passthrough)
      await hand.find(builder.connector, connector.id)
      await expect(builder.path).toBeFocused()
      await hand.type(builder.path, '/employees?per_page=3')
      await hand.press(builder.send)
      await builder.answered()
      expectFew(hand, 'passthrough GET')
    })

    test('5: a write leaves once it is confirmed', async ({ app, practice }) => {
      const { hand } = await begun(app, practice)
      const connector = connectorOf(practice.default)
      const builder = new Passthrough(app.page)
      await hand.view(viewLabels.passthrough)
      await hand.find(builder.connector, connector.id)
      await hand.next(builder.method, 3)
      await expect(builder.method).toHaveValue('POST')
      await hand.type(builder.path, '/counter/one')
      await hand.press(builder.send)
      expect(written(practice.default)).toEqual({})
      await hand.confirm()
      await builder.answered()
      expect(written(practice.default)).toEqual({ one: 1 })
    })

    test('6: a mapping is saved, and the save undone', async ({ app, practice }) => {
      const { hand, controls } = await begun(app, practice)
      const mappings = new Mappings(app.page)
      await hand.view(viewLabels.mappings)
      await hand.find(mappings.field, 'second_manager')
      await hand.find(mappings.integration, 'hibob')
      await hand.type(mappings.expression, 'employee.manager_id')
      await hand.press(mappings.save)
      await hand.confirm()
      await expect(controls.undoSave).toBeVisible()
      expect(mappingsOf(practice.default, 'second_manager')).toMatchObject([
        { integration_slug: 'hibob', json_path: 'employee.manager_id' }
      ])
      expectFew(hand, 'mapping saved')
      await hand.press(controls.undoSave)
      await hand.confirm()
      await expect.poll(() => mappingsOf(practice.default, 'second_manager')).toEqual([])
    })

    test('7: data is fetched and exported', async ({ app, practice, folder }) => {
      const { hand, controls } = await begun(app, practice)
      const data = new DataView(app.page)
      const connector = readable(practice.default)
      const file = join(folder, 'people.ndjson')
      await answerSaveDialogs(app.app, file)
      await hand.view(viewLabels.data)
      await hand.find(data.collection, employees)
      await hand.find(data.connector, connector.id)
      await hand.press(data.fetch)
      await data.fetched()
      await hand.take(controls.exportRows, controls.asLines)
      await expect(controls.saved).toBeVisible()
      const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
      expect(lines).toHaveLength(await data.count('Rows'))
    })

    test('8: evidence is exported', async ({ app, practice, folder }) => {
      const { hand, controls } = await begun(app, practice)
      const issues = new Issues(app.page)
      const file = join(folder, 'evidence.zip')
      await answerSaveDialogs(app.app, file)
      await hand.view(viewLabels.issues)
      await hand.open(issues.issues, issues.row(stopped(practice.default)))
      await hand.take(controls.moreOfIssue, controls.evidence)
      await expect
        .poll(() =>
          stat(file).then(
            ({ size }) => size > 0,
            () => false
          )
        )
        .toBe(true)
      expectFew(hand, 'evidence')
    })
  })
}

test('@journey 9: a mapping is made from nothing, all of it by the mouse', async ({ app, practice }) => {
  const { page } = app
  await new FirstRun(page).connectTo(practice)
  await new Desk(page).refreshed()
  const hand = new MouseHand(page)
  const mappings = new Mappings(page)
  await hand.view(viewLabels.mappings)
  await hand.press(mappings.row('second_manager'))
  await hand.take(mappings.integration, mappings.integrations.getByRole('option', { name: 'HiBob' }))
  await hand.press(mappings.samples.getByRole('button', { name: /^Fetch Employees of / }))
  await hand.press(mappings.record.getByText('1001').first())
  await expect(mappings.expression).toHaveText('employee.id')
  await hand.press(mappings.save)
  await hand.confirm()
  await expect(mappings.outcome).toContainText('Mapping saved.')
  expect(hand.taken()).toEqual({ clicks: 8, keys: 0, texts: 1 })
})
