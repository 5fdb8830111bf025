import { writeFileSync } from 'node:fs'
import type { Session } from 'node:inspector'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test'
import { Desk } from '../pages/desk'
import { FirstRun } from '../pages/first-run'
import { peer, prepared } from './prepared'

const connectors = Number(process.env['BENCH_CONNECTORS'] ?? 100_000)
const latencyMs = Number(process.env['BENCH_LATENCY'] ?? 0)
const times = Number(process.env['BENCH_TIMES'] ?? 3)

/** From the press of Refresh until the window shows the end, ms: timed inside of the page, without polling. */
function refreshed(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const began = performance.now()
        let walking = false
        const look = () => {
          const state = document.querySelector('main')?.dataset['walk']
          if (state === 'walking') walking = true
          if (walking && state === 'done') resolve(performance.now() - began)
        }
        new MutationObserver(look).observe(document, { subtree: true, attributeFilter: ['data-walk'] })
        ;[...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === 'Refresh')?.click()
      })
  )
}

test('a walk beside the bare loop', async ({ launch }) => {
  const service = await prepared({ connectors, latencyMs })
  const { page, app, close } = await launch()
  await new FirstRun(page).fill({ name: 'Bench', baseUrl: service.url, token: 'bench-token-bench-token' })
  await new FirstRun(page).connect.press('Enter')
  const desk = new Desk(page)
  await expect.poll(() => desk.connectors(), { timeout: 120_000 }).toBe(connectors)
  await desk.walked()
  for (let n = 0; n < times; n++) {
    const floor = await peer('undici.mjs', service.url, '/api/hris/v1/connectors')
    if (process.env['BENCH_PROFILE'] && n === times - 1) {
      await app.evaluate(() => {
        const { Session } = process.getBuiltinModule('node:inspector')
        const session = new Session()
        session.connect()
        Object.assign(globalThis, { benchSession: session })
        session.post('Profiler.enable')
        session.post('Profiler.start')
      })
    }
    const ours = await refreshed(page)
    console.log(`floor ${floor.ms.toFixed(0)} ms, ours ${ours.toFixed(0)} ms, ratio ${(ours / floor.ms).toFixed(2)}`)
  }
  if (process.env['BENCH_PROFILE']) {
    const profile = await app.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const { benchSession } = globalThis as unknown as { benchSession: Session }
          benchSession.post('Profiler.stop', (_error, { profile }) => resolve(JSON.stringify(profile)))
        })
    )
    writeFileSync(process.env['BENCH_PROFILE'], profile)
  }
  await close()
  service.close()
})
