import type { PracticeConnector } from '../src/practice/connector'
import type { Regions } from '../src/practice/regions'
import { runbookLimits } from '../src/shared/issues/runbook'
import { atWork } from './fixtures/connected'
import { broken, brokenOne, test as teamTest } from './fixtures/team'
import { expect, shot, test } from './fixtures/test'
import { Confirm } from './pages/confirm'
import { Issues } from './pages/issues'
import { Passthrough } from './pages/passthrough'
import { Runbooks } from './pages/runbooks'

test.use({ practiceOptions: { connectors: 200 } })
teamTest.use({ practiceOptions: { connectors: 200 } })

/** A BambooHR connector whose customer must connect again. */
function relinkOf(practice: Regions): PracticeConnector {
  const [one] = broken(practice)
  if (!one) throw new Error('no relink')
  return Object.assign(one, { integration_slug: 'bamboohr' })
}

test.describe('@diagnose', () => {
  test('a runbook stands beside the issues it is about: its request, its letter and its links are one press away', async ({
    app,
    practice
  }) => {
    const one = relinkOf(practice)
    await atWork(app, practice)
    const { page } = app
    const [issues, runbooks, builder] = [new Issues(page), new Runbooks(page), new Passthrough(page)]
    await builder.show()
    await builder.target('GET', '/employees/directory')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Save request' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Who answers')
    await dialog.getByRole('button', { name: 'Save request' }).click()

    await issues.show()
    await issues.open(one.end_user)
    const { section } = runbooks
    await expect(section).toContainText('No runbook for BambooHR, Relink needed.')
    await expect(section).toContainText('None of this kind has ended yet.')
    await runbooks.write({
      title: 'The sign-in is no longer accepted',
      matches: 'RELINK_NEEDED',
      steps: '1. **Ask** for an administrator\n2. Look at [their help](https://help.example/relink)',
      request: 'Who answers',
      letter: 'Subject: From the runbook\nOpen {relink_link}'
    })
    await expect(section).toContainText('The sign-in is no longer accepted')
    await expect(section).toContainText('Matches “RELINK_NEEDED” in status, for BambooHR, Relink needed.')
    await expect(section.getByRole('listitem').first()).toHaveText('Ask for an administrator')
    await expect(section.getByRole('button', { name: 'Edit…' })).toBeVisible()
    await shot(page, 'runbook')

    const opened = await app.app.evaluateHandle(({ shell }) => {
      const addresses: string[] = []
      shell.openExternal = async (address) => void addresses.push(address)
      return addresses
    })
    await section.getByRole('button', { name: 'their help' }).click()
    const asked = await Confirm.asked(page)
    await expect(asked.page.getByText('https://help.example/relink')).toBeVisible()
    await shot(asked.page, 'runbook-link')
    await asked.agree()
    await expect.poll(() => opened.jsonValue()).toEqual(['https://help.example/relink'])

    await section.getByRole('button', { name: 'Letter…' }).click()
    const letter = page.getByRole('dialog', { name: `Relink request for ${one.end_user}` })
    await expect(letter).toContainText('From the runbook')
    await letter.getByRole('combobox', { name: 'Letter' }).selectOption({ label: 'The workspace’s' })
    await expect(letter).toContainText('Please reconnect BambooHR')
    await page.keyboard.press('Escape')
    await expect(letter).toBeHidden()

    const sends = () => practice.default.requests.filter(({ path }) => path.endsWith('/passthrough')).length
    const before = sends()
    await section.getByRole('button', { name: 'Open “Who answers”' }).click()
    await expect(builder.path).toHaveValue('/employees/directory')
    await expect(page.getByRole('combobox', { name: 'Connector' }).first()).toHaveValue(new RegExp(one.end_user))
    expect(sends()).toBe(before)
  })

  test('a runbook that is too large, holds a token or scripts is refused or text; it can be found, deleted, turned off', async ({
    app,
    practice
  }) => {
    const one = relinkOf(practice)
    const desk = await atWork(app, practice)
    const { page } = app
    const [issues, runbooks] = [new Issues(page), new Runbooks(page)]
    await issues.show()
    await issues.open(one.end_user)
    await runbooks.section.getByRole('button', { name: 'Write a runbook…' }).click()
    await runbooks.type({ title: 'Large', steps: 'x'.repeat(runbookLimits.steps + 1) })
    await runbooks.save()
    await expect(runbooks.editor).toContainText('Keep it to 32,000 characters. It has 32,001.')
    await expect(runbooks.field('Steps')).toBeFocused()
    await runbooks.field('Steps').fill(`curl -H "Authorization: Bearer ${practice.default.bearerToken}"`)
    await runbooks.save()
    await expect(runbooks.editor).toContainText('A token this app knows is in what you typed.')
    const bad =
      '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)> [press](javascript:alert(1)) ![cat](https://track.example/p.png)'
    await runbooks.field('Steps').fill(bad)
    await runbooks.editor.getByRole('button', { name: 'Preview' }).click()
    await expect(runbooks.editor.getByRole('region', { name: 'Preview' })).toContainText('<script>alert(1)</script>')

    // Esc keeps what was typed.
    await page.keyboard.press('Escape')
    await expect(runbooks.editor).toBeHidden()
    await expect(runbooks.section.getByRole('button', { name: 'Write a runbook…' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(runbooks.editor).toContainText('What you typed before was not saved yet.')
    await runbooks.save()
    await expect(runbooks.section).toContainText('press (javascript:alert(1))')
    await expect(runbooks.section.locator('img, script, a')).toHaveCount(0)

    await runbooks.showAll()
    await runbooks.list.getByRole('searchbox', { name: 'Search runbooks' }).fill('bamboohr larg')
    await runbooks.list
      .getByRole('listitem')
      .getByRole('button', { name: /^Large/ })
      .click()
    await shot(page, 'runbooks')
    await runbooks.list.getByRole('button', { name: 'Delete…' }).click()
    await expect(runbooks.list.getByRole('button', { name: 'Keep' })).toBeFocused()
    await runbooks.list.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(runbooks.list).toContainText('No runbook yet.')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Runbooks', exact: true })).toBeFocused()
    await expect(runbooks.section).toContainText('No runbook for BambooHR, Relink needed.')

    await desk.go('Settings')
    await page.getByRole('checkbox', { name: /^Show runbooks/ }).uncheck()
    await desk.go('Issues')
    await expect(issues.drawer.getByRole('region', { name: 'Diagnosis' })).toBeVisible()
    await expect(runbooks.section).toHaveCount(0)
    await desk.go('Settings')
    await page.getByRole('checkbox', { name: /^Show runbooks/ }).check()
  })
})

teamTest.describe('@diagnose', () => {
  teamTest(
    'a runbook of one desk is on the others, with who changed it; two that edit it at once both keep theirs',
    async ({ practice, member }) => {
      const name = brokenOne(practice)
      const [ada, grace, vera] = [
        await member('ada', 'Ada Byron'),
        await member('grace', 'Grace Hopper'),
        await member('vera')
      ]
      const [of, to, read] = [ada, grace, vera].map(({ running }) => new Runbooks(running.page)) as [
        Runbooks,
        Runbooks,
        Runbooks
      ]
      for (const { issues } of [ada, grace, vera]) await issues.open(name)
      await of.write({ title: 'Ask for a relink', steps: '1. Ask' })
      for (const desk of [to, read]) {
        await expect(desk.section).toContainText('Ask for a relink')
        await expect(desk.section).toContainText(/Ada Byron, \d\d:\d\d, shared/)
      }
      await expect(read.section.getByRole('button', { name: 'Edit…' })).toBeDisabled()
      await expect(read.section.getByRole('button', { name: 'Write a runbook…' })).toBeDisabled()

      for (const desk of [of, to]) {
        await desk.section.getByRole('button', { name: 'Edit…' }).click()
        await expect(desk.field('Steps')).toHaveValue('1. Ask')
      }
      await of.field('Steps').fill('1. Ask, by Ada')
      await to.field('Steps').fill('1. Ask, by Grace')
      await to.save()
      await expect(to.editor).toBeHidden()
      await expect(of.editor.getByRole('alert')).toContainText(
        /Grace Hopper changed this runbook at \d\d:\d\d, after you opened it\. Yours is not saved\./
      )
      await shot(ada.running.page, 'runbook-conflict')
      await of.editor.getByRole('button', { name: 'Save mine as a new one' }).click()
      await expect(of.editor).toBeHidden()
      for (const desk of [of, to, read]) {
        await desk.showAll()
        await expect(desk.list.getByRole('listitem').filter({ hasText: 'Ask for a relink' })).toHaveCount(2)
      }
      await of.list.getByRole('listitem').filter({ hasText: 'Grace Hopper' }).getByRole('button').click()
      await expect(of.list).toContainText('Ask, by Grace')
      await to.list.getByRole('listitem').filter({ hasText: 'Ada Byron' }).getByRole('button').click()
      await expect(to.list).toContainText('Ask, by Ada')
    }
  )
})
