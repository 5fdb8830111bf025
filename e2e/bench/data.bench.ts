import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { footprints, total } from '../fixtures/footprint'
import { answerSaveDialogs } from '../fixtures/save-dialog'
import { expect, test } from '../fixtures/test'
import { DataView } from '../pages/data'
import { connected } from './connected'
import { peer, prepared } from './prepared'
import { measured, report } from './report'

const rows = 1_000_000
const path = '/api/hris/v1/employees'
const connector = { id: 'hris-00000001', end_user: 'Harbour Logistics 1' }

/** Twice a second. @returns a function that gives each maximum, MB */
function watchMemory(head: number): () => { main: number; window: number } {
  const most = { main: 0, window: 0 }
  const timer = setInterval(() => {
    void footprints(head).then((all) => {
      most.main = Math.max(most.main, total(all, 'pss', 'main'))
      most.window = Math.max(most.window, total(all, 'pss', 'renderer'))
    })
  }, 500)
  return () => {
    clearInterval(timer)
    return most
  }
}

/** Tasks of 50 ms and more. @returns a function that gives the longest, ms */
async function watchTasks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const tasks: number[] = []
    Object.assign(window, { tasks })
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask'
    })
  })
  return () => page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks))
}

async function lines(file: string): Promise<number> {
  let count = 0
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    for (const byte of chunk) if (byte === 10) count++
  }
  return count
}

// Once: it takes minutes, and maxima differ little between runs.
test(`${rows.toLocaleString('en')} rows of a collection, to NDJSON`, async ({ launch, folder }) => {
  test.setTimeout(3_600_000)
  const service = await prepared({ connectors: 60, employees: rows })
  const { ms: bare } = await peer('undici.mjs', service.url, path)
  const { app, page, child } = await launch()
  await connected(page, service.url)
  const view = new DataView(page)
  await view.show()
  await view.fill(path, connector, 200)
  const file = join(folder, 'rows.ndjson')
  await answerSaveDialogs(app, file)
  const mostMemory = watchMemory(child.pid ?? 0)
  const longestTask = await watchTasks(page)

  const began = performance.now()
  await view.start()
  await view.export('NDJSON')
  await expect(view.exports).toContainText('Saved: ', { timeout: 1_800_000 })
  const seconds = (performance.now() - began) / 1_000
  const most = mostMemory()
  expect(await view.count('Rows')).toBe(rows)
  expect(await lines(file)).toBe(rows)

  const what = `${rows.toLocaleString('en')} rows of a collection, to NDJSON`
  const once = (value: number) => measured([value])
  report({ name: `${what}: main at most`, unit: 'MB', ours: once(most.main), target: { ours: 400 } })
  report({ name: `${what}: window at most`, unit: 'MB', ours: once(most.window) })
  report({ name: `${what}: longest task of the window`, unit: 'ms', ours: once(await longestTask()) })
  report({ name: what, unit: 's', ours: once(seconds), peer: { name: 'bare undici', value: once(bare / 1_000) } })
  service.close()
})
