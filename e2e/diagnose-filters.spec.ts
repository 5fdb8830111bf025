import { brokenOne, test as teamTest } from './fixtures/team'
import { expect, shot } from './fixtures/test'
import { Desk } from './pages/desk'

teamTest.use({ practiceOptions: { connectors: 200 } })

teamTest.describe('@diagnose', () => {
  teamTest(
    'a filter of Issues that one desk saves is chosen on the other, whose link opens it from any view',
    async ({ practice, member }) => {
      const name = brokenOne(practice)
      const [ada, grace] = [await member('ada'), await member('grace')]
      const filters = (page: typeof ada.running.page) => page.getByRole('button', { name: /^Filters/ })
      const from = ada.running.page
      await ada.issues.claim(name, 'Ada Palmer')
      await from.keyboard.press('Escape')
      await ada.issues.filter('Relink needed')
      await from.getByRole('searchbox', { name: 'Search issues' }).fill('ada palmer')
      await expect(ada.issues.row(name)).toBeVisible()
      await filters(from).click()
      await from.getByRole('menuitem', { name: 'Save filter…' }).click()
      const dialog = from.getByRole('dialog', { name: 'Save filter' })
      await expect(dialog).toContainText('on all desks of your team')
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Relinks of Ada')
      await dialog.getByRole('textbox', { name: 'Name' }).press('Enter')
      await expect(filters(from)).toHaveText('Relinks of Ada')
      await shot(from, 'issue-filter-saved')

      const to = grace.running.page
      await expect(grace.issues.row(name)).toContainText('Ada Palmer')
      await filters(to).click()
      await to.getByRole('menuitem', { name: /^Relinks of Ada/ }).click()
      await expect(to.getByText(/^Showing 1 of .+: Relink needed, “ada palmer”$/)).toBeVisible()
      await filters(to).click()
      await shot(to, 'issue-filters-menu')
      await to.getByRole('menuitem', { name: 'Copy link' }).click()
      const link = (await to.getByRole('region', { name: 'What was copied' }).textContent()) ?? ''
      expect(link).toMatch(/^connector-desk:\/\/filter\/[0-9a-f]{16}\/[0-9a-f-]{36}$/)

      await to.getByRole('button', { name: 'Show all' }).click()
      await new Desk(to).go('Connectors')
      await grace.running.app.evaluate(({ app }, given) => app.emit('second-instance', {}, ['desk', given], ''), link)
      await expect(to.getByText(/^Showing 1 of .+: Relink needed, “ada palmer”$/)).toBeVisible()
      await expect(filters(to)).toHaveText('Relinks of Ada')
    }
  )
})
