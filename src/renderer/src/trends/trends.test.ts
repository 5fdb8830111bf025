import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import { expectClean } from '../testing/axe'
import { workspace } from '../testing/made-up'
import { madeUpTrends, trendsClient } from '../testing/made-up-trends'
import { open } from '../testing/open'

const chart = (name: string) => page.getByRole('img', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const table = (name: string) => page.getByRole('region', { name: `${name} as a table` })
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

async function shown(trends = madeUpTrends()) {
  const client = trendsClient(trends)
  const desk = await open(client, '#/trends')
  return { client, desk }
}

const cells = (name: string) =>
  [...table(name).element().querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent?.trim())
  )

test('draws four charts, each with its main figures', async () => {
  const { client } = await shown()
  for (const name of ['Relinks by week', 'Time to relink by integration', 'Last good sync', 'Issues by owner'])
    await expect.element(chart(name)).toBeVisible()
  await expect.element(page.getByText('56 opened, 65 closed, 3 open now')).toBeVisible()
  await expect
    .element(page.getByText('9 of 65 closed have a known time: half within 2 d, 90 % within 11 d · 3 open'))
    .toBeVisible()
  await expect.element(page.getByText(/^85\.5 % of 200 connectors today, as the refresh of .* saw them/)).toBeVisible()
  await expect.element(page.getByText('19 open now, 24 closed in these weeks')).toBeVisible()
  expect(client.asked('trends:read')).toEqual([{ workspaceId: workspace().id, region: 'default', zone, span: 12 }])
})

test('says whose history it shows', async () => {
  const { client } = await shown()
  await expect.element(page.getByText(/from this computer’s history since 31 Aug/)).toBeVisible()
  await expect.element(page.getByText(/in a possible outage counts only if it needed a relink before/)).toBeVisible()
  client.answer('trends:read', () => madeUpTrends({ source: 'team' }))
  await button('26 weeks').click()
  await expect.element(page.getByText(/from your team’s history since 31 Aug/)).toBeVisible()
})

test('marks a week without a refresh as unknown, in chart and table', async () => {
  await shown()
  await expect.element(chart('Relinks by week')).toBeVisible()
  const titles = [...chart('Relinks by week').element().querySelectorAll('title')].map(({ textContent }) => textContent)
  expect(titles.at(-2)).toBe('9 Nov: unknown, no refresh')
  expect(titles.at(-1)).toBe('16 Nov: 11 opened, 0 closed, 19 open at the end')
  await expect.element(page.getByText('Unknown: no refresh')).toBeVisible()
  await button('Relinks by week as a table').click()
  expect(cells('Relinks by week').slice(0, 4)).toEqual([
    ['Week of', 'Opened', 'Closed', 'Of those deleted', 'Open at the end'],
    ['16 Nov (so far)', '11', '0', '1', '19'],
    ['9 Nov', 'Unknown', 'Unknown', 'Unknown', 'Unknown'],
    ['2 Nov', '9', '2', '1', '21']
  ])
})

test('times are listed by integration or customer; open ones are beside them with their age', async () => {
  await shown()
  await button('Time to relink as a table').click()
  expect(cells('Time to relink')).toEqual([
    ['Integration', 'Relinked', 'Median', '90th percentile', 'Open', 'Oldest open'],
    ['All', '9', '2 d', '11 d', '3', '5 d'],
    ['BambooHR', '6', '2 d', '11 d', '1', '5 d'].map((cell) => (cell === 'BambooHR' ? 'Bamboohr' : cell)),
    ['No integration', '0', '–', '–', '2', '5 d']
  ])
  await button('Customer').click()
  expect(cells('Time to relink').map(([name]) => name)).toEqual(['Customer', 'All', 'Harbour Foods', 'No name'])
  await expect.element(page.getByText('1,204 more rows in the CSV file')).toBeVisible()
})

test('another span is read again, and so is everything after a refresh of this region', async () => {
  const { client } = await shown()
  await button('52 weeks').click()
  await expect.poll(() => client.asked('trends:read').map(({ span }) => span)).toEqual([12, 52])
  const snapshot = { id: 1, startedAt: 1, endedAt: 2, ended: 'complete', parts: [] } as const
  const changed = { workspaceId: workspace().id, snapshot: { ...snapshot, parts: [] } }
  client.emit('connectors:snapshotChanged', { ...changed, region: 'eu' })
  client.emit('connectors:snapshotChanged', { ...changed, region: 'default' })
  await expect.poll(() => client.asked('trends:read')).toHaveLength(3)
})

test('saves a table and the report, says where, and why not', async () => {
  const { client } = await shown()
  client.answer('trends:exportTable', () => ({ file: '/home/ada/weeks.csv' }))
  await button('Export CSV: Relinks by week').click()
  await expect.element(page.getByText('Saved as /home/ada/weeks.csv')).toBeVisible()
  expect(client.asked('trends:exportTable')).toMatchObject([{ table: 'weeks', span: 12, zone }])
  client.answer('trends:saveReport', () => Promise.reject(new AppError('disk-full', 'no room')))
  await button('Save report').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(client.asked('trends:saveReport')).toMatchObject([{ names: { bamboohr: expect.any(String) } }])
})

test('a card has its acts in a context menu', async () => {
  await shown()
  const card = page.getByRole('region', { name: 'Issues by owner', exact: true })
  await card.click({ button: 'right', position: { x: 20, y: 40 } })
  await expect.element(page.getByRole('menu', { name: 'Issues by owner' })).toBeVisible()
  await expectClean('context menu of a card')
  await page.getByRole('menuitem', { name: 'Show as a table' }).click()
  expect(cells('Issues by owner')[1]?.slice(0, 5)).toEqual(['No owner', '14', '3', '0', 'Unknown'])
  await userEvent.keyboard('{Escape}')
})

test('before the first refresh it says what to do; in the first week, that it is early', async () => {
  const { client, desk } = await shown(madeUpTrends({ weeks: [], since: null }))
  await expect.element(page.getByRole('heading', { name: 'No trends yet' })).toBeVisible()
  await expect.element(button('Save report')).toBeDisabled()
  client.answer('trends:read', () => madeUpTrends({ weeks: madeUpTrends().weeks.slice(-1) }))
  await desk.rooms?.trends.read()
  await expect.element(page.getByText(/^The history is still short.*11 opened, 0 closed, 3 open now\.$/)).toBeVisible()
  for (const name of ['Relinks by week', 'Time to relink by integration'])
    await expect.element(chart(name)).not.toBeInTheDocument()
  await expect.element(chart('Last good sync')).toBeVisible()
  client.answer('trends:read', () => {
    const { weeks, total } = madeUpTrends()
    return madeUpTrends({ weeks: weeks.slice(0, 1), total: { ...total, relinked: 0, median: null, p90: null } })
  })
  await desk.rooms?.trends.read()
  await expect.element(page.getByText(/closed, none with a known time: needed at the first refresh/)).toBeVisible()
})

test('where the history cannot be read it says so, and can be asked again', async () => {
  const { client } = await shown()
  client.answer('trends:read', () => Promise.reject(new AppError('internal', 'the store is gone')))
  await button('26 weeks').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  client.answer('trends:read', () => madeUpTrends())
  await button('Try again').click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('@a11y charts and tables, in both themes', async () => {
  await shown()
  await expect.element(chart('Relinks by week')).toBeVisible()
  await expectClean('trends')
  for (const name of ['Relinks by week', 'Time to relink', 'Last good sync', 'Issues by owner'])
    await button(`${name} as a table`).click()
  await expectClean('trends as tables')
})

test('with due times a fifth chart says by cause how many passed them, and its table when', async () => {
  const weeks = madeUpTrends().weeks.map(({ relinks }) => relinks && 1)
  const { client } = await shown(madeUpTrends({ due: [{ cause: 'relink', over: 11, met: 30, weeks }] }))
  await expect.element(chart('Due times by cause')).toBeVisible()
  await expect.element(page.getByText('11 passed their due time in these weeks, 30 ended in time')).toBeVisible()
  await button('Due times by cause as a table').click()
  expect(cells('Due times by cause').map((row) => row.slice(0, 5))).toEqual([
    ['Cause', 'Over', 'In time', '16 Nov', '9 Nov'],
    ['Relink needed', '11', '30', '1', 'Unknown']
  ])
  client.answer('trends:exportTable', () => ({ file: '/home/me/due.csv' }))
  await button('Export CSV: Due times by cause').click()
  await expect.poll(() => client.asked('trends:exportTable')[0]?.table).toBe('due')
  await button('Due times by cause as a table').click()
  await expectClean('trends with due times')
  client.answer('trends:read', () => madeUpTrends({ due: [] }))
  await button('26 weeks').click()
  await expect.element(page.getByText('No issue with a due time passed it or ended in these weeks')).toBeVisible()
  client.answer('trends:read', () => madeUpTrends())
  await button('12 weeks').click()
  await expect.element(chart('Due times by cause')).not.toBeInTheDocument()
})
