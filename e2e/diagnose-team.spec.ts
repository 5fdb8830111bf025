import { brokenOne, test } from './fixtures/team'
import { expect, shot } from './fixtures/test'
import { Desk } from './pages/desk'

test.use({ practiceOptions: { connectors: 200, limitPerMinute: 0 } })

test('@team @diagnose due times of one desk count on the other, pause on both, and are off on both', async ({
  practice,
  member
}) => {
  const name = brokenOne(practice)
  const [ada, grace] = [await member('ada'), await member('grace')]
  const due = grace.issues.drawer.getByRole('region', { name: 'Due' })
  await grace.issues.open(name)
  await expect(due).toHaveCount(0)

  const { page } = ada.running
  const dialog = page.getByRole('dialog', { name: /^Due times of/ })
  await new Desk(page).go('Settings')
  await page.getByRole('button', { name: /^Start from an example/ }).click()
  await expect(dialog).toContainText('All desks of a team have the same')
  await dialog.getByRole('textbox', { name: 'Hours for Relink needed, All others' }).fill('1000')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(due).toContainText('target 1,000 h')
  await shot(grace.running.page, 'due-of-a-colleague')

  await ada.issues.show()
  await ada.issues.open(name)
  await ada.issues.drawer.getByRole('button', { name: 'Request relink…' }).click()
  const request = page.getByRole('dialog')
  await request.getByRole('textbox', { name: 'Relink link' }).fill('https://link.example/abc')
  await request.getByRole('button', { name: 'Copy' }).click()
  await page.keyboard.press('Escape')
  await expect(due).toContainText(/left, paused: waits for the customer since /)

  const settings = grace.running.page
  await new Desk(settings).go('Settings')
  await settings.getByRole('button', { name: /^Edit… Due times/ }).click()
  await settings.getByRole('button', { name: 'Turn off' }).click()
  await expect(ada.issues.drawer.getByRole('region', { name: 'Due' })).toHaveCount(0)
})

test('@team @diagnose who works on a failing webhook is the same on both desks', async ({ member }) => {
  const [ada, grace] = [await member('ada'), await member('grace')]
  const of = ({ running: { page } }: typeof ada) => ({
    section: page.getByRole('region', { name: 'Failing webhooks' }).first(),
    row: page.getByRole('button', { name: 'Old HR export' }),
    drawer: page.getByRole('complementary', { name: 'Failing webhook' })
  })
  await of(ada).row.click()
  const owner = of(ada).drawer.getByRole('textbox', { name: 'Owner' })
  await owner.fill('Ines')
  await owner.press('Enter')
  await expect(of(grace).section).toContainText('Ines')
  await of(grace).row.click()
  await expect(of(grace).drawer.getByRole('textbox', { name: 'Owner' })).toHaveValue('Ines')
})
