import type { Page } from '@playwright/test'
import type { Regions } from '../src/practice/regions'
import { filesWithCanaries } from './fixtures/canary'
import { atWork } from './fixtures/connected'
import { atEmployees, dataPractice, employees, heldUp, released } from './fixtures/data'
import { asked, held } from './fixtures/held'
import { upToDate, type OpenDesk } from './fixtures/team'
import { expect, shot } from './fixtures/test'
import { test } from './fixtures/walker'
import { Activity } from './pages/activity'
import { Confirm } from './pages/confirm'
import { Desk } from './pages/desk'

const newToken = `practice_${'n3w'.repeat(14)}`

/** As somebody does in the dashboard of the service: the old one dies at once. */
const rotate = (practice: Regions) => practice.default.set({ bearerToken: newToken })

/** In Settings, as it is asked for there. */
async function paste(page: Page, token: string) {
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('button', { name: /^Replace: token for .*, Default$/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Bearer token').fill(token)
  await dialog.getByRole('button', { name: 'Use this token' }).click()
  return dialog
}

async function replaceToken(page: Page, token: string): Promise<void> {
  await expect(await paste(page, token)).toBeHidden()
}

const card = (page: Page) => page.getByRole('article')

const frame = ({ running }: OpenDesk) => new Desk(running.page)

test.describe('@outside', () => {
  test.describe('of a team', () => {
    test.use({ practiceOptions: { connectors: 200 } })

    test('a replaced token is used at once, and a colleague’s desk says who changed it and what it needs', async ({
      server,
      practice,
      member
    }) => {
      const [ada, grace] = [await member('ada', 'Ada'), await member('grace', 'Grace')]
      rotate(practice)
      await replaceToken(ada.running.page, newToken)
      await expect(card(ada.running.page)).toContainText(/Token, Default.*changed .* by Ada/)
      await shot(ada.running.page, 'token-changed-settings')
      await expect.poll(() => tokenRows()).toEqual([{ account: 'ada', operator: 'Ada', keys: 'at,fingerprint' }])
      await upToDate(grace)

      await frame(grace).refresh.click()
      const { page } = grace.running
      await expect(page.getByText(/Ada changed the token at (?:\w+ )?\d\d:\d\d\./)).toBeVisible()
      await expect(page.getByText('Paste the new one: Settings, Workspaces, Replace.')).toBeVisible()
      await shot(page, 'token-changed-by-a-colleague')
      await replaceToken(page, newToken)
      await expect(card(page)).toContainText(/Token, Default.*changed .* by Grace/)
      await frame(grace).refresh.click()
      await frame(grace).refreshed()
      await expect(page.getByText(/changed the token at/)).toBeHidden()
      await upToDate(grace)
      // She pasted what the team knew: nobody else has to do anything.
      expect(await tokenRows()).toHaveLength(1)

      const activity = new Activity(ada.running.page)
      await activity.show()
      await ada.running.page.getByRole('button', { name: 'Verify' }).click()
      await expect(
        ada.running.page.getByRole('region', { name: 'The record of write requests is unchanged' })
      ).toContainText('1 record')
      await server.stop()
      expect(await filesWithCanaries(server.folder)).toEqual({})

      function tokenRows() {
        return server.query(
          'team',
          `SELECT account, operator, (SELECT string_agg(key, ',' ORDER BY key) FROM jsonb_object_keys(value) AS key) AS keys
            FROM connector_desk.change WHERE kind = 'token'`
        )
      }
    })

    test('a walker with the old token says who changed it, and once', async ({ server, practice, member, walker }) => {
      const old = practice.default.bearerToken
      // The fixture of the walker gives ada's account another password.
      const grace = await member('grace', 'Grace')
      rotate(practice)
      await replaceToken(grace.running.page, newToken)
      await expect
        .poll(() => server.query('team', `SELECT 1 FROM connector_desk.change WHERE kind = 'token'`))
        .toHaveLength(1)
      const { ended, output } = await walker(['--once'], { token: old })
      expect(await ended).toBe(3)
      expect(output()).toMatch(
        /The API rejected this token\. Grace \(account grace\) changed the token at [\d-]+T[\d:.]+Z: give this walker the new one, and start it again\.\n$/
      )
    })
  })

  test.describe('of one desk', () => {
    test.use({ practiceOptions: dataPractice })

    test('a fetch that met the old token’s end goes on with the new one, and has each record once', async ({
      app,
      practice
    }) => {
      const { view, connector } = await atEmployees(app, practice)
      const people = await held(practice.default, employees, connector)
      practice.default.set(heldUp)
      await view.start()
      await expect.poll(() => view.count('Pages')).toBe(2)
      rotate(practice)
      practice.default.set(released)
      await view.fetched('failed')
      await expect(view.inspector.getByRole('alert')).toContainText('The token was rejected')
      const since = practice.default.requests.length
      await replaceToken(app.page, newToken)
      await view.show()
      await view.inspector.getByRole('button', { name: /^Resume at page/ }).click()
      await view.fetched()
      expect(await view.count('Rows')).toBe(people.length)
      expect(await view.count('Repeated IDs')).toBe(0)
      const cursors = asked(practice.default, employees, since).map(({ cursor }) => cursor)
      expect(new Set(cursors).size).toBe(cursors.length)
    })

    test('a token that shows other connectors is asked about, and declined it changes nothing', async ({
      app: { page, ...app },
      practice
    }) => {
      const desk = await atWork({ page, ...app }, practice)
      const body = { items: [], cursor: null, page_size: 200 }
      practice.default.set({ faults: [{ name: 'status', path: '/connectors', status: 200, body }] })
      rotate(practice)
      await paste(page, newToken)
      const confirm = await Confirm.asked(page)
      await expect(confirm.title).toHaveText('Use a token that shows other connectors?')
      await shot(confirm.page, 'token-of-others')
      await confirm.goBack()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('button', { name: 'Use this token' })).toBeEnabled()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      practice.default.set({ faults: [] })
      await desk.go('Issues')
      await desk.refresh.click()
      await expect(page.getByText('The token was rejected')).toBeVisible()
    })
  })
})
