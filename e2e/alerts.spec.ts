import { receiver as started, type Receiver } from '../src/main/alerts/testing'
import type { Regions } from '../src/practice/regions'
import { atWork } from './fixtures/connected'
import { test as teamTest, upToDate } from './fixtures/team'
import { expect, shot, test as base } from './fixtures/test'
import { AlertRules } from './pages/alerts'
import { Confirm, confirmed } from './pages/confirm'
import { Desk } from './pages/desk'

/** In the form of a canary: fixtures look for it in all files. */
const secret = 'ct_alerts0123456789ABCDEFGHIJKLMNOPQRSTUV'
const path = `/services/T0/B0/${secret}`

const fixtures = {
  /** Stands in for Slack. */
  slack: async ({ browserName: _ }: { browserName: string }, use: (slack: Receiver) => Promise<void>) => {
    const slack = await started()
    await use(slack)
    slack.close()
  }
}
const test = base.extend<{ slack: Receiver }>(fixtures)
const withTeam = teamTest.extend<{ slack: Receiver }>(fixtures)
test.use({ practiceOptions: { connectors: 200 } })
withTeam.use({ practiceOptions: { connectors: 200 } })

/** An integration of its own, so that nothing else of the practice service is of it. */
function oneOfItsOwn(practice: Regions) {
  const one = practice.default.connectors.find(
    ({ status, is_test_connector }) => status === 'COMPLETE' && !is_test_connector
  )
  if (!one) throw new Error('no connector')
  Object.assign(one, { integration_slug: 'alertable', sync_status: 'Done', is_active: true })
  return {
    breaks: () => Object.assign(one, { status: 'RELINK_NEEDED', relink_needed_at: new Date().toISOString() }),
    recovers: () => Object.assign(one, { status: 'COMPLETE', relink_needed_at: null })
  }
}

async function refresh(desk: Desk): Promise<void> {
  await desk.refresh.click()
  await desk.refreshed()
}

test.describe('@reach', () => {
  test('a rule made in the window is agreed to in main’s, fires once, and its end names the first', async ({
    app,
    practice,
    slack
  }) => {
    const one = oneOfItsOwn(practice)
    const desk = await atWork(app, practice)
    const { page } = app
    const rules = new AlertRules(page)
    await rules.show()
    await expect(page.getByText('No rules in this workspace.')).toBeVisible()
    await rules.begin('Relinks', { address: 'http://hooks.example/a' })
    await page.getByRole('combobox', { name: 'Integration' }).selectOption({ label: 'Alertable' })
    await rules.save()
    await expect(page.locator('form')).toContainText('It must start with https://.')
    await rules.field('Webhook address').fill(slack.url + path)
    await rules.save()
    await (await Confirm.asked(page)).goBack()
    await expect(rules.table).toBeHidden()
    await rules.save()
    const asked = await Confirm.asked(page)
    await expect(asked.title).toHaveText(`Send messages to ${new URL(slack.url).host} by themselves?`)
    await expect(asked.page.getByText('1 or more of one integration')).toBeVisible()
    await expect(asked.page.getByText(secret)).toHaveCount(0)
    await shot(asked.page, 'alert-consent')
    await asked.agree()
    await expect(rules.status).toContainText('This computer sends it while the app runs and is unlocked.')
    await shot(page, 'alert-rule')

    await refresh(desk)
    expect(slack.received).toEqual([])
    one.breaks()
    await refresh(desk)
    await expect.poll(() => slack.texts()).toHaveLength(1)
    await refresh(desk)
    one.recovers()
    await refresh(desk)
    await expect.poll(() => slack.texts()).toHaveLength(2)
    const [first, end] = slack.texts()
    expect(first).toMatch(/^1 of Alertable: Relink needed\n/)
    expect(end).toMatch(/^Over: 1 of Alertable: Relink needed\nTold .+ as “1 of Alertable: Relink needed”\./)
    expect(slack.received[0]?.path).toBe(path)
    expect(slack.received[0]?.headers['authorization']).toBeUndefined()
    await expect(rules.messages).toHaveText([
      /Over: 1 of Alertable: Relink needed Sent 200/,
      /1 of Alertable: Relink needed Sent 200/
    ])

    await page.getByRole('button', { name: 'Test' }).click()
    await expect.poll(() => slack.texts()[2]).toMatch(/^Test of the alert rule “Relinks” by .+\nNothing has happened\./)
    await shot(page, 'alert-rules')

    await desk.go('Activity')
    await expect(page.getByRole('grid').getByRole('row').filter({ hasText: 'Alert rules' }).first()).toBeVisible()
    await expect(page.getByText(secret)).toHaveCount(0)

    await desk.go('Settings')
    const settings = page.getByRole('region', { name: 'Sent without asking again' })
    await expect(settings).toContainText('at most 20 a day')
    await settings.scrollIntoViewIfNeeded()
    await shot(page, 'alert-consents')
    await settings.getByRole('button', { name: 'End messages of Relinks' }).click()
    await expect(settings.getByRole('list')).toBeHidden()
    await expect(settings.getByRole('heading')).toBeFocused()
    one.breaks()
    await refresh(desk)
    await rules.show()
    await page.getByRole('button', { name: /^Relinks/ }).click()
    await expect(rules.status).toContainText('before you agree here')
    expect(slack.received).toHaveLength(3)
  })

  withTeam('of two desks exactly one sends; the other shows who did', async ({ member, practice, slack }) => {
    const one = oneOfItsOwn(practice)
    const [ada, grace] = [await member('ada', 'Ada'), await member('grace', 'Grace')]
    const [hers, theirs] = [new AlertRules(ada.running.page), new AlertRules(grace.running.page)]
    await hers.show()
    await hers.begin('Relinks', { address: slack.url + path })
    await ada.running.page.getByRole('combobox', { name: 'Integration' }).selectOption({ label: 'Alertable' })
    await hers.save()
    await confirmed(ada.running.page)
    await upToDate(ada)
    await theirs.show()
    await grace.running.page.getByRole('button', { name: /^Relinks/ }).click()
    await expect(theirs.status).toContainText('before you agree here')
    await theirs.save()
    await expect(grace.running.page.locator('form')).toContainText(
      'This computer has no address of this channel: paste it.'
    )
    await theirs.field('Webhook address').fill(slack.url + path)
    await theirs.save()
    await confirmed(grace.running.page)
    await expect(theirs.status).toContainText('This computer sends it')

    one.breaks()
    for (const { running } of [ada, grace]) await refresh(new Desk(running.page))
    await hers.show()
    await ada.running.page.getByRole('button', { name: /^Relinks/ }).click()
    for (const rules of [hers, theirs])
      await expect(rules.messages).toHaveText([/1 of Alertable: Relink needed Sent 200/])
    expect(slack.received).toHaveLength(1)
    await shot(grace.running.page, 'alert-team')
  })

  withTeam(
    'a desk that is killed as it sends leaves an unknown outcome, which nobody repeats',
    async ({ member, practice, slack }) => {
      const one = oneOfItsOwn(practice)
      const ada = await member('ada', 'Ada')
      const rules = new AlertRules(ada.running.page)
      await rules.show()
      await rules.begin('Relinks', { address: slack.url + path })
      await ada.running.page.getByRole('combobox', { name: 'Integration' }).selectOption({ label: 'Alertable' })
      await rules.save()
      await confirmed(ada.running.page)
      await expect(rules.status).toContainText('This computer sends it')
      // It takes the message, and never answers.
      const arrived = new Promise<void>((resolve) => (slack.serving.answer = () => resolve()))
      one.breaks()
      await new Desk(ada.running.page).refresh.click()
      await arrived
      const again = await ada.killAndOpen()
      const { page } = again.running
      const shown = new AlertRules(page)
      await shown.show()
      await page.getByRole('button', { name: /^Relinks/ }).click()
      await expect(shown.messages).toHaveText([
        /Outcome unknown Connector Desk ended before an answer came\. It is not sent again\./
      ])
      await shot(page, 'alert-unknown')
      await refresh(new Desk(page))
      await refresh(new Desk(page))
      expect(slack.received).toHaveLength(1)
    }
  )
})
