import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { FirstRun } from '../pages/first-run'

/** ms since the press of a button. */
export interface Refreshed {
  /** null if not measured. */
  painted: number | null
  done: number
}

/**
 * Times inside the page, because calls from outside delay it.
 * @param table whether to open the table of connectors as soon as it exists
 */
function refreshBy(page: Page, button: string, table: boolean): Promise<Refreshed> {
  return page.evaluate(
    ([name, toTable]) =>
      new Promise<Refreshed>((resolve) => {
        const began = performance.now()
        let painted: number | null = null
        let [seen, walking] = [!toTable, false]
        // After two frames earlier content is on the screen.
        const shown = (then: () => void) => requestAnimationFrame(() => requestAnimationFrame(then))
        const look = () => {
          const state = document.querySelector('main')?.dataset['walk']
          if (state === 'walking') walking = true
          // The connect form may have opened its own view.
          if (toTable && location.hash !== '#/connectors')
            document.querySelector<HTMLElement>('a[href="#/connectors"]')?.click()
          if (!seen && document.querySelector('[role=grid] [role=gridcell]')) {
            seen = true
            shown(() => (painted = performance.now() - began))
          }
          if (!walking || state !== 'done') return
          observer.disconnect()
          const done = performance.now() - began
          shown(() => resolve({ painted, done }))
        }
        const observer = new MutationObserver(look)
        observer.observe(document, { subtree: true, childList: true, attributeFilter: ['data-walk'] })
        ;[...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === name)?.click()
      }),
    [button, table] as const
  )
}

/** @returns its first refresh */
export async function connected(page: Page, address: string, { table = false } = {}): Promise<Refreshed> {
  // Agreed in advance, so that no question is timed.
  await page.evaluate((baseUrl) => {
    const { desk } = window as unknown as { desk: { invoke(channel: string, request: unknown): Promise<string> } }
    const of = { baseUrl, euBaseUrl: '' }
    return desk.invoke('doctor:run', { requestId: crypto.randomUUID(), of })
  }, address)
  await new FirstRun(page).fill({ name: 'Bench', baseUrl: address, token: 'bench-token-bench-token' })
  return refreshBy(page, 'Connect', table)
}

/** For work after a refresh, such as the list of issues. */
const restMs = 3_000

/** @returns ms */
export async function refreshed(page: Page): Promise<number> {
  await pause(restMs)
  return (await refreshBy(page, 'Refresh', false)).done
}
