import type { ElectronApplication, Page } from '@playwright/test'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readable } from '../fixtures/held'
import { answerSaveDialogs } from '../fixtures/save-dialog'
import { expect, test } from '../fixtures/test'
import { Collections } from '../pages/collections'
import { Desk } from '../pages/desk'
import { FirstRun } from '../pages/first-run'

const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
const employees = '/api/hris/v1/employees'
test.use({ practiceOptions: { connectors: 30, euConnectors: 1, collectionSize: rows, limitPerMinute: 0 } })

/** The most memory of each process so far, MB: what the system counts as its own, and what main says of itself. */
type Most = Record<'main' | 'window' | 'rss' | 'heap' | 'external', number>

/** Looks twice a second from now on. */
async function watchMemory(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ app: electron }) => {
    const most = { main: 0, window: 0, rss: 0, heap: 0, external: 0 }
    Object.assign(globalThis, { mostMemory: most })
    setInterval(() => {
      const now = process.memoryUsage()
      const of = (type: string) => electron.getAppMetrics().find((one) => one.type === type)?.memory.workingSetSize ?? 0
      most.main = Math.max(most.main, Math.round(of('Browser') / 1024))
      most.window = Math.max(most.window, Math.round(of('Tab') / 1024))
      most.rss = Math.max(most.rss, Math.round(now.rss / 1048576))
      most.heap = Math.max(most.heap, Math.round(now.heapUsed / 1048576))
      most.external = Math.max(most.external, Math.round(now.external / 1048576))
    }, 500)
  })
}

const mostMemory = (app: ElectronApplication) =>
  app.evaluate(() => (globalThis as unknown as { mostMemory: Most }).mostMemory)

/** Collects the window's tasks of 50 ms and more, and notes when the walk that is shown ends, from inside of the page. */
async function watchPage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = { tasks: [] as number[], ended: false }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map((one) => one.duration))).observe({
      entryTypes: ['longtask']
    })
    const look = () => {
      const state = document.querySelector('[data-state]')?.getAttribute('data-state') ?? ''
      seen.ended = ['done', 'failed', 'cancelled'].includes(state)
    }
    new MutationObserver(look).observe(document, { subtree: true, attributeFilter: ['data-state'] })
  })
}

const seenIn = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { tasks: number[]; ended: boolean } }).seen)

async function lines(file: string): Promise<number> {
  let count = 0
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    for (const byte of chunk) if (byte === 10) count++
  }
  return count
}

test(`${rows.toLocaleString('en-US')} rows: a walk to NDJSON`, async ({ launch, practice, profileDir }) => {
  test.setTimeout(3_600_000)
  const { app, page } = await launch()
  await page.setViewportSize({ width: 1280, height: 800 })
  await new FirstRun(page).connectTo(practice)
  await new Desk(page).walked()
  const view = new Collections(page)
  await view.show()
  await view.fill(employees, readable(practice.default), 200)
  const file = join(profileDir, 'rows.ndjson')
  await answerSaveDialogs(app, file)
  await watchMemory(app)
  await watchPage(page)

  const since = Date.now()
  await view.start()
  await view.export('NDJSON')
  for (let ended = false; !ended;) {
    await pause(5_000)
    ended = (await seenIn(page)).ended
    const { main, window, rss, heap, external } = await mostMemory(app)
    console.log(
      `${Math.round((Date.now() - since) / 1000)} s: ${await view.fact('Rows').innerText()} rows; at most: ` +
        `main ${main} MB (rss ${rss}, heap ${heap}, external ${external}), window ${window} MB`
    )
  }
  await view.walked()
  await expect(view.exports).toContainText('Saved: ', { timeout: 600_000 })
  const seconds = (Date.now() - since) / 1000
  const { tasks } = await seenIn(page)
  console.log(
    `${rows} rows in ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s, file ` +
      `${Math.round((await stat(file)).size / 1e6)} MB; longest task of the window ` +
      `${Math.round(Math.max(0, ...tasks))} ms, ${tasks.filter((task) => task > 100).length} over 100 ms`
  )
  expect(await view.count('Rows')).toBe(rows)
  expect(await lines(file)).toBe(rows)
})
