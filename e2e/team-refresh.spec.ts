import { filesWithCanaries } from './fixtures/canary'
import { killed } from './fixtures/process'
import { test, type OpenDesk } from './fixtures/team'
import { expect, shot } from './fixtures/test'
import { Desk } from './pages/desk'
import type { Regions } from '../src/practice/regions'

test.use({ practiceOptions: { connectors: 200 } })

const pages = (practice: Regions) => practice.default.requests.filter(({ path }) => path.includes('/connectors')).length

const frame = ({ running }: OpenDesk) => new Desk(running.page)

test('@team two desks refresh once: the other shows what the first brought, and who did', async ({
  server,
  practice,
  member
}) => {
  const [ada, grace] = [await member('ada'), await member('grace')]
  const before = pages(practice)
  await frame(ada).refresh.click()
  await expect
    .poll(() => server.query('team', 'SELECT 1 FROM connector_desk.walk WHERE ended_at IS NOT NULL'))
    .toHaveLength(1)
  const once = pages(practice)
  expect(once).toBeGreaterThan(before)

  await frame(grace).refresh.click()
  await expect(frame(grace).refreshRun).toContainText('Refreshed by')
  expect(pages(practice)).toBe(once)
  expect(await frame(grace).connectors()).toBe(await frame(ada).connectors())
  await shot(grace.running.page, 'team-walk-issues')
  await frame(grace).go('Connectors')
  for (const width of [1280, 1440]) {
    await grace.running.page.setViewportSize({ width, height: 900 })
    await shot(grace.running.page, `team-walk-connectors-${width}`)
  }
  await grace.team.show()
  await shot(grace.running.page, 'team-walk-settings')
  await server.stop()
  expect(await filesWithCanaries(server.folder)).toEqual({})
})

test('@team a desk that is killed while it refreshes is replaced, and its half is not taken for a whole', async ({
  server,
  practice,
  member
}) => {
  const [ada, grace] = [await member('ada'), await member('grace')]
  practice.default.set({ faults: [{ name: 'slow', delayMs: 600_000, path: 'ats' }] })
  await frame(ada).refresh.click()
  await expect
    .poll(() => server.query('team', 'SELECT 1 FROM connector_desk.lease WHERE until > now()'))
    .toHaveLength(1)
  await frame(grace).refresh.click()
  await expect(frame(grace).refreshRun).toContainText('is refreshing')
  await shot(grace.running.page, 'team-walk-waits')
  await killed(ada.running)
  practice.default.set({ faults: [] })
  // A lease lasts at most 20 s.
  await expect(frame(grace).main).toHaveAttribute('data-walk', 'done', { timeout: 90_000 })
  await expect
    .poll(() => server.query('team', 'SELECT ended_at IS NOT NULL AS whole FROM connector_desk.walk ORDER BY number'))
    .toEqual([{ whole: false }, { whole: true }])
})
