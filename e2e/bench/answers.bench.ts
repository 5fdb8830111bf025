import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test'
import { Desk } from '../pages/desk'
import { FirstRun } from '../pages/first-run'
import { Passthrough } from '../pages/passthrough'
import { answerServer } from './answers'
import { peer } from './prepared'
import { inTurn, report } from './report'

/** ms from a press until a text is painted, without polling. */
function painted(page: Page, press: string, within: string, text: string): Promise<number> {
  return page.evaluate(
    ([press, within, text]) =>
      new Promise<number>((resolve) => {
        const began = performance.now()
        let gone = false
        const look = () => {
          const shown = document.querySelector(within)?.textContent?.includes(text) ?? false
          gone ||= !shown
          if (!gone || !shown) return
          watch.disconnect()
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
        }
        const watch = new MutationObserver(look)
        watch.observe(document, { subtree: true, childList: true, characterData: true })
        ;[...document.querySelectorAll('button')].find((one) => one.textContent?.trim().startsWith(press))?.click()
      }),
    [press, within, text] as const
  )
}

/** @returns ms until a text is painted */
function typed(page: Page, words: string, within: string, text: RegExp): Promise<number> {
  return page.evaluate(
    ([words, within, text]) =>
      new Promise<number>((resolve) => {
        const input = document.activeElement as HTMLInputElement
        const began = performance.now()
        const look = () => {
          if (!new RegExp(text).test(document.querySelector(within)?.textContent ?? '')) return
          watch.disconnect()
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
        }
        const watch = new MutationObserver(look)
        watch.observe(document, { subtree: true, childList: true, characterData: true })
        input.value = words
        input.dispatchEvent(new InputEvent('input', { bubbles: true }))
      }),
    [words, within, text.source] as const
  )
}

test('large answers beside JSON.parse', async ({ launch, folder }) => {
  const service = await answerServer(folder)
  const { page, close } = await launch()
  await new FirstRun(page).fill({ name: 'Bench', baseUrl: service.url, token: 'bench-token-bench-token' })
  await new FirstRun(page).connect.press('Enter')
  await new Desk(page).refreshed()
  const builder = new Passthrough(page)
  await builder.show()
  await builder.look('hris-1')
  await expect(builder.found.getByRole('option')).toHaveCount(1)
  await builder.connector.press('Enter')

  for (const megabytes of [10, 50]) {
    await builder.target('GET', `/mb/${megabytes}`)
    const sent = () => painted(page, 'Send', '[aria-label="Body, pretty"]', 'person0@example.com')
    const { app, parse } = await inTurn({
      app: sent,
      parse: async () => (await peer('json-parse.mjs', join(folder, `${megabytes}.json`))).ms
    })
    report({
      name: `answer of ${megabytes} MB, from Send to the first screen`,
      unit: 'ms',
      ours: app,
      peer: { name: 'JSON.parse', value: parse },
      target: { ratio: 3 }
    })
  }

  await builder.response.getByRole('button', { name: 'Find in the response' }).click()
  const find = builder.response.getByRole('searchbox', { name: 'Find', exact: true })
  let round = 0
  const { rare, frequent } = await inTurn({
    rare: async () => {
      await find.fill('')
      return typed(page, `person10${++round}00@example`, 'mark.current', /person/)
    },
    frequent: async () => {
      await find.fill('')
      return typed(page, `title ${++round % 10}`, 'mark.current', /Title/)
    }
  })
  report({ name: 'find a rare text in 50 MB, to its first place', unit: 'ms', ours: rare, target: { ours: 500 } })
  report({ name: 'find a frequent text in 50 MB', unit: 'ms', ours: frequent, target: { ours: 500 } })
  await close()
  service.close()
})
