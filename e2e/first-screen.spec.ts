import type { Page } from '@playwright/test'
import { expect, test } from './fixtures/test'
import { Desk } from './pages/desk'

/** What moved since the page was loaded without being asked: its parts, and by how much. */
function shifts(page: Page): Promise<string[]> {
  const lines = 'header, nav, footer, .list-pane > .head'
  return page.evaluate(async (lines) => {
    type Shift = PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
    }
    const found: Shift[] = []
    const observer = new PerformanceObserver((list) => found.push(...(list.getEntries() as Shift[])))
    observer.observe({ type: 'layout-shift', buffered: true })
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    found.push(...(observer.takeRecords() as Shift[]))
    observer.disconnect()
    const box = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ')
    return found
      .filter(({ hadRecentInput }) => !hadRecentInput)
      .flatMap(({ sources, startTime }) =>
        sources.flatMap(({ node, previousRect, currentRect }) => {
          const of = node instanceof Element ? node : node?.parentElement
          // Lines of numbers say new ones as they come, and stay on their line.
          if (!of || (previousRect.y === currentRect.y && of.closest(lines))) return []
          return `${Math.round(startTime)} ms ${of?.tagName} ${of?.className} “${of?.textContent?.trim().slice(0, 40)}”: ${box(previousRect)} → ${box(currentRect)}`
        })
      )
  }, lines)
}

test.use({ practiceOptions: { connectors: 200 } })

test('nothing jumps from the first paint until the screen is ready: Issues, then Connectors', async ({
  launch,
  connected
}) => {
  const first = await connected()
  await new Desk(first.page).refreshed()
  await first.close()
  const { page } = await launch()
  await new Desk(page).refreshed()
  await expect(page.getByRole('treegrid', { name: 'Issues' })).toBeVisible()
  const issues = await shifts(page)
  // A click would excuse what moves after it.
  await page.evaluate(() => (location.hash = '#/connectors'))
  await expect(page.getByRole('grid', { name: 'Connectors' })).toBeVisible()
  expect({ issues, both: await shifts(page) }).toEqual({ issues: [], both: [] })
})

test('nothing jumps on the screen of the first start', async ({ launch }) => {
  const { page } = await launch()
  await expect(page.getByRole('button', { name: 'Try the practice workspace' })).toBeVisible()
  expect(await shifts(page)).toEqual([])
})
