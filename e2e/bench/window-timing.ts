import type { Page } from '@playwright/test'

/** 50 ms and more, since the page opened. */
export async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tasks: number[] = []
    Object.assign(window, { tasks })
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
    observer.observe({ type: 'longtask', buffered: true })
  })
}

/** @returns ms since the last call; 50 if Chromium reported none */
export async function longestTask(page: Page): Promise<number> {
  const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks.splice(0))
  return Math.max(50, ...tasks)
}

/**
 * @param event the start: `input` of the search box, `click` of a head
 * @param act causes the event, from outside
 * @returns ms until its rows are painted
 */
export async function paintedAfter(page: Page, event: 'input' | 'click', act: () => Promise<void>): Promise<number> {
  await page.evaluate((name) => {
    const rows = document.querySelector('[role=grid] > [role=rowgroup]:last-child')
    if (!rows) throw new Error('No list is shown.')
    const painted = new Promise<number>((resolve) => {
      let began = 0
      const observer = new MutationObserver(() => {
        if (began === 0) return
        observer.disconnect()
        // Then the drawing is on the way to the screen.
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
      })
      observer.observe(rows, { subtree: true, childList: true, characterData: true, attributes: true })
      addEventListener(name, ({ timeStamp }) => (began = timeStamp), { capture: true, once: true })
    })
    Object.assign(window, { painted })
  }, event)
  await act()
  return page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted)
}

/** @returns ms between frames */
export async function framesWhileScrolling(page: Page, steps: number): Promise<number[]> {
  await page.evaluate(() => {
    const at: number[] = []
    const frame = (now: number) => {
      at.push(now)
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    Object.assign(window, { frames: at })
  })
  for (let step = 0; step < steps; step++) await page.mouse.wheel(0, step % 8 === 7 ? 200_000 : 900)
  const at = await page.evaluate(() => (window as unknown as { frames: number[] }).frames.slice())
  return at.slice(1).map((now, n) => now - (at[n] ?? now))
}

/** 95th percentile, nearest rank. */
export function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? NaN
}
