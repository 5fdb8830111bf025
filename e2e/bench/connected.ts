import type { Page } from '@playwright/test'
import { FirstRun } from '../pages/first-run'

/** Of a walk that the window showed, ms since the press of the button that began it. */
export interface Walked {
  /** When the first row of the table of connectors was painted; null where rows were there before, or no table. */
  painted: number | null
  done: number
}

/** Presses a button, and times the walk that it begins inside of the page, so that no question from outside delays it. */
function walkBy(page: Page, button: string): Promise<Walked> {
  return page.evaluate(
    (name) =>
      new Promise<Walked>((resolve) => {
        const rows = () => document.querySelectorAll('[role=grid] [role=row] [role=gridcell]').length
        const hadRows = rows() > 0
        const began = performance.now()
        let painted: number | null = null
        let seen = hadRows
        let walking = false
        const look = () => {
          const state = document.querySelector('main')?.dataset['walk']
          if (state === 'walking') walking = true
          if (!seen && rows() > 0) {
            seen = true
            // The frame after the one that has them: they are on the screen.
            requestAnimationFrame(() => requestAnimationFrame(() => (painted = performance.now() - began)))
          }
          if (!walking || state !== 'done') return
          observer.disconnect()
          const done = performance.now() - began
          requestAnimationFrame(() => requestAnimationFrame(() => resolve({ painted, done })))
        }
        const observer = new MutationObserver(look)
        observer.observe(document, { subtree: true, childList: true, attributeFilter: ['data-walk'] })
        ;[...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === name)?.click()
      }),
    button
  )
}

/** Connects a workspace in a window without one. @returns its first walk */
export async function connected(page: Page, address: string): Promise<Walked> {
  await new FirstRun(page).fill({ name: 'Bench', baseUrl: address, token: 'bench-token-bench-token' })
  return walkBy(page, 'Connect')
}

/** Walks again. @returns ms */
export const refreshed = async (page: Page): Promise<number> => (await walkBy(page, 'Refresh')).done
