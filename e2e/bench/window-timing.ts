import type { Page } from '@playwright/test'

/** Collects the window's tasks of 50 ms and more, as Chromium reports them, those since the page was opened too. */
export async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tasks: number[] = []
    Object.assign(window, { tasks })
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
    observer.observe({ type: 'longtask', buffered: true })
  })
}

/** @returns the longest task since the last time, ms; 50 where none was longer, as Chromium names no shorter ones */
export async function longestTask(page: Page): Promise<number> {
  const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks.splice(0))
  return Math.max(50, ...tasks)
}

/**
 * From an event in the window until the rows that follow from it are painted, ms.
 * @param event that begins it: `input` of the search box, `click` of a head
 * @param act brings the event about, from outside
 */
export async function paintedAfter(page: Page, event: 'input' | 'click', act: () => Promise<void>): Promise<number> {
  await page.evaluate((name) => {
    const rows = document.querySelector('[role=grid] > .body')
    if (!rows) throw new Error('No list is shown.')
    const painted = new Promise<number>((resolve) => {
      let began = 0
      const observer = new MutationObserver(() => {
        if (began === 0) return
        observer.disconnect()
        // The task after the frame: what it drew is on its way to the screen.
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

/** Turns the wheel over the list. @returns the time from each frame to the next, ms */
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

/** The value that 95 of 100 are not above. */
export function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? NaN
}
