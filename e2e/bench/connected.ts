import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { FirstRun } from '../pages/first-run'

/** Of a walk that the window showed, ms since the press of the button that began it. */
export interface Refreshed {
  /** When the first rows of the table of connectors were on the screen; null where that is not looked at. */
  painted: number | null
  done: number
}

/**
 * Presses a button, and times the walk that it begins inside of the page, so that no question from outside delays it.
 * @param table whether to go to the table of connectors as soon as the window has one
 */
function refreshBy(page: Page, button: string, table: boolean): Promise<Refreshed> {
  return page.evaluate(
    ([name, toTable]) =>
      new Promise<Refreshed>((resolve) => {
        const began = performance.now()
        let painted: number | null = null
        let [seen, walking] = [!toTable, false]
        // Two frames on, what was there before the first one is on the screen.
        const shown = (then: () => void) => requestAnimationFrame(() => requestAnimationFrame(then))
        const look = () => {
          const state = document.querySelector('main')?.dataset['walk']
          if (state === 'walking') walking = true
          // Again, where the form that connects a workspace went to its own view meanwhile.
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

/** Connects a workspace in a window that has none. @returns its first walk */
export async function connected(page: Page, address: string, { table = false } = {}): Promise<Refreshed> {
  // So that no question is timed: what a person agreed to once is known.
  await page.evaluate((baseUrl) => {
    const { desk } = window as unknown as { desk: { invoke(channel: string, request: unknown): Promise<string> } }
    const of = { baseUrl, euBaseUrl: '' }
    return desk.invoke('doctor:run', { requestId: crypto.randomUUID(), of })
  }, address)
  await new FirstRun(page).fill({ name: 'Bench', baseUrl: address, token: 'bench-token-bench-token' })
  return refreshBy(page, 'Connect', table)
}

/** So that nothing is measured that the walk before left to do, such as the queue of cases, in this app or one beside it. */
const restMs = 3_000

/** Rests, then walks again. @returns ms of the walk */
export async function refreshed(page: Page): Promise<number> {
  await pause(restMs)
  return (await refreshBy(page, 'Refresh', false)).done
}
