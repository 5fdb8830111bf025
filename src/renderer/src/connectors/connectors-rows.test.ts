import { tick } from 'svelte'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeClient } from '../testing/fake-client'
import { appState, ended, row } from '../testing/made-up'
import { open } from '../testing/open'

const drawn = () => document.querySelectorAll('[role=row][data-index]').length

test('rows fill a window that grows while they are being drawn', async () => {
  const client = new FakeClient(appState())
  await open(client, '#/connectors')
  await expect.poll(() => client.refreshId).not.toBe('')
  await page.viewport(1280, 500)
  const rows = Array.from({ length: 200 }, (_, at) => row('HRIS', `c${at}`))
  client.connectors.hold(rows)
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  const frame = () => new Promise(requestAnimationFrame)
  while (drawn() === 0) await frame()
  // Another size in each of the next frames, while more rows wait for theirs.
  const app = document.querySelector<HTMLElement>('#app')
  for (let height = 500; app && height <= 1000; height += 50) {
    app.style.height = `${height}px`
    await frame()
  }
  await page.viewport(1280, 1000)
  await expect.poll(drawn).toBeGreaterThan(24)
})

test('a leap draws the rows in sight at once, and those beyond the edge after it', async () => {
  const client = new FakeClient(appState())
  await open(client, '#/connectors')
  await expect.poll(() => client.refreshId).not.toBe('')
  await page.viewport(1280, 800)
  const rows = Array.from({ length: 4000 }, (_, at) => row('HRIS', `c${at}`))
  client.connectors.hold(rows)
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  const list = page.getByRole('grid')
  await expect.element(list).toBeVisible()
  const grid = list.element() as HTMLElement
  const indexes = () =>
    [...document.querySelectorAll<HTMLElement>('[role=row][data-index]')].map(({ dataset }) => Number(dataset['index']))
  const leap = async (to: number) => {
    grid.scrollTop = to
    await new Promise((resolve) => grid.addEventListener('scroll', resolve, { once: true }))
    await tick()
    return indexes()
  }
  const seen = Math.ceil((grid.clientHeight - 72) / 30)
  // Away from the top there are rows beyond both edges: once the last is drawn, all slots exist.
  grid.scrollTop = 600
  await expect.poll(() => Math.max(...indexes())).toBeGreaterThanOrEqual(20 + seen + 4)
  for (const to of [30_000, 60_000, 90_000]) {
    const drawn = await leap(to)
    const isNear = (index: number) => Math.abs(index - to / 30) < 100
    expect(new Set(drawn).size).toBe(drawn.length)
    for (let index = to / 30; index < to / 30 + seen; index++) expect(drawn).toContain(index)
    expect(drawn.filter((index) => !isNear(index)).length).toBeGreaterThan(0)
  }
  await expect.poll(() => Math.min(...indexes())).toBe(3_000 - 6)
  expect(indexes()).toEqual(indexes().toSorted((a, b) => a - b))
})

test('the customer of each row is a layer of its own only where columns scroll under it', async () => {
  const client = new FakeClient(appState())
  await open(client, '#/connectors')
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold([row('HRIS', 'c0')])
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  const grid = page.getByRole('grid')
  await expect.element(grid).toBeVisible()
  const customer = () => document.querySelector('[role=row][data-index] .end-user') ?? grid.element()
  await page.viewport(1440, 800)
  await expect.poll(() => getComputedStyle(customer()).position).toBe('static')
  expect(grid.element().scrollWidth).toBeLessThanOrEqual(grid.element().clientWidth)
  await page.viewport(640, 800)
  await expect.poll(() => getComputedStyle(customer()).position).toBe('sticky')
  expect(grid.element().scrollWidth).toBeGreaterThan(grid.element().clientWidth)
})
