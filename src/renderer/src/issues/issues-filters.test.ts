import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SavedFilter } from '../../../shared/connectors/saved-filter'
import { deskLink } from '../../../shared/desktop/link'
import { appState, workspace } from '../testing/made-up'
import { colleagues, withFilters } from '../testing/made-up-filters'
import { day, hour, issuesClient, madeUpIssue } from '../testing/made-up-issues'
import { open } from '../testing/open'
import { quietTeam } from '../testing/made-up-team'

const list = page.getByRole('treegrid', { name: 'Issues' })
const names = () =>
  [...document.querySelectorAll<HTMLElement>('[role=row][data-key] .name')].map((one) => one.textContent?.trim())
const legend = page.getByRole('list', { name: 'Totals' })
const filters = page.getByRole('button', { name: /^Filters/ })
const always = { from: 0, to: 1_440 }
const dueTimes = {
  calendar: { zone: 'UTC', week: [always, always, always, always, always, always, always], holidays: [] },
  tiers: [],
  targets: [{ cause: 'relink' as const, tier: null, hours: 24 }]
}
const issues = () => [
  madeUpIssue('a', 30 * hour, { endUser: 'Over', tags: ['vip'] }),
  madeUpIssue('b', 2 * hour, { endUser: 'Soon', tags: ['vip'] }),
  madeUpIssue('c', 40 * hour, { endUser: 'Plain' }),
  madeUpIssue('d', 9 * day, { endUser: 'Still', cause: 'stalled', tags: ['vip'] })
]

async function withIssues(there: SavedFilter[] = []) {
  localStorage.clear()
  const client = issuesClient(issues())
  client.answer('app:getState', () => appState({ workspaces: [workspace({ dueTimes })] }))
  const kept = withFilters(client, there)
  const desk = await open(client, '#/issues')
  await expect.element(list).toBeVisible()
  return { client, desk, kept }
}

test('choices hold together, each is undone alone, and the list says all of them', async () => {
  await withIssues()
  await legend.getByRole('button', { name: /^Relink needed/ }).click()
  await page.getByRole('combobox', { name: 'Tag', exact: true }).selectOptions('vip')
  await page.getByRole('button', { name: '2 over' }).click()
  await expect.poll(names).toEqual(['Over'])
  await expect.element(page.getByText('Showing 1 of 4: Over the due time, Relink needed, tag vip')).toBeVisible()
  await page.getByRole('button', { name: 'Integration', exact: true }).click()
  await legend.getByRole('button', { name: /^BambooHR/i }).click()
  await expect.poll(names).toEqual(['Over'])
  await page.getByRole('button', { name: '2 over' }).click()
  await expect.poll(() => names().sort()).toEqual(['Over', 'Soon'])
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(() => names().length).toBe(4)
})

test('a filter is saved under a name, chosen again, renamed, copied as a link and deleted', async () => {
  const { client, desk, kept } = await withIssues()
  await filters.click()
  await expect.element(page.getByRole('menuitem', { name: 'Save filter…' })).toBeDisabled()
  await expect.element(page.getByText('Set a filter first, then save it')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await legend.getByRole('button', { name: /^Relink needed/ }).click()
  await page.getByRole('button', { name: '2 over' }).click()
  await filters.click()
  await page.getByRole('menuitem', { name: 'Save filter…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save filter' })
  await expect.element(dialog).toHaveTextContent('Saved on this computer for')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Overdue relinks')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(kept.map(({ filters }) => filters)).toEqual([{ place: 'issues', cause: 'relink', due: 'over' }])
  await expect.element(filters).toHaveTextContent('Overdue relinks')
  await expect.poll(() => document.activeElement).toBe(filters.element())

  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(() => names().length).toBe(4)
  await filters.click()
  await page.getByRole('menuitem', { name: 'Overdue relinks 2' }).click()
  await expect.poll(() => names().sort()).toEqual(['Over', 'Plain'])
  expect(desk.relink.view.filter.due?.at).toBeGreaterThan(Date.now() - hour)

  await filters.click()
  await expect.element(page.getByText('Only on this computer')).toBeVisible()
  client.answer('desktop:writeLink', ({ kind, key }) => deskLink(kind, '0123456789abcdef', key) ?? '')
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect.element(page.getByText(`connector-desk://filter/0123456789abcdef/${kept[0]?.id}`)).toBeVisible()
  await filters.click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Late')
  await userEvent.keyboard('{Enter}')
  await expect.element(filters).toHaveTextContent('Late')
  await filters.click()
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  await expect.poll(() => client.asked('connectors:removeFilter')).toHaveLength(1)
  await expect.element(filters).toHaveTextContent('Filters')
  await expect.poll(names).toHaveLength(2)
  expect(document.activeElement).not.toBe(document.body)
})

test('filters of colleagues stand by who saved them; those of Connectors are not among them', async () => {
  await withIssues([
    colleagues('Grace', 'Stalled ones', { place: 'issues', cause: 'stalled' }),
    colleagues('Grace', 'Of Connectors', { quick: 'stalled' })
  ])
  await filters.click()
  const group = page.getByRole('group', { name: 'Saved by Grace' })
  expect(group.getByRole('menuitem').elements()).toHaveLength(1)
  await group.getByRole('menuitem', { name: 'Stalled ones 1' }).click()
  await expect.poll(names).toEqual(['Still'])
  await filters.click()
  await expect.element(page.getByText('Shared by Grace')).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Delete for the whole team' })).toBeVisible()
})

test('a viewer chooses filters of the team, and may change none', async () => {
  const { client } = await withIssues([colleagues('Grace', 'Stalled ones', { place: 'issues', cause: 'stalled' })])
  const address = { host: 'db', port: 5432, database: 'd', user: 'vera', tls: true }
  const status = { kind: 'connected' as const, waiting: 0, writes: false }
  client.emit('team:changed', {
    address,
    status,
    ...quietTeam
  })
  await filters.click()
  await page.getByRole('menuitem', { name: 'Stalled ones 1' }).click()
  await filters.click()
  await expect.element(page.getByText('You may only read in this team.')).toBeVisible()
  for (const name of ['Rename…', 'Delete for the whole team'])
    await expect.element(page.getByRole('menuitem', { name })).toBeDisabled()
})

test('at 1280 with a drawer open the count is whole, and nothing leaves the head', async () => {
  const { desk } = await withIssues()
  const fresh = desk.relink.issues.fresh
  for (const key of ['HRIS:b', 'HRIS:c']) fresh.add(key)
  desk.relink.view.openIssue('HRIS:a')
  await expect.element(page.getByRole('complementary', { name: 'Issue' })).toBeVisible()
  const pane = document.querySelector('.list-pane')?.getBoundingClientRect().right ?? 0
  const [count] = [...document.querySelectorAll('.list-pane p')].filter(({ textContent }) =>
    textContent?.includes('4 issues')
  )
  expect(count?.clientWidth ?? 0).toBeGreaterThanOrEqual(count?.scrollWidth ?? Infinity)
  for (const one of page
    .getByRole('button')
    .elements()
    .filter((one) => one.closest('.list-pane') && one.checkVisibility()))
    expect(one.getBoundingClientRect().right, one.textContent ?? '').toBeLessThanOrEqual(pane)
})
