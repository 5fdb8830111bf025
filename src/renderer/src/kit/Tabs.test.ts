import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import type { ComponentProps } from 'svelte'
import Tabs, { type Tab } from './Tabs.svelte'

const tab = (name: string) => page.getByRole('tab', { name })
const tabs = ['One', 'Two', 'Three'].map((label) => ({ key: label, label }))

async function withTabs(props: Partial<ComponentProps<typeof Tabs<Tab>>> = {}) {
  const view = await render(Tabs<Tab>, {
    name: 'Parts',
    tabs,
    chosen: 'One',
    ...props,
    onchoose: ({ key }) => choose(key)
  })
  const choose = vi.fn((key: string) => void view.rerender({ chosen: key }))
  return { view, choose }
}

test('Tab reaches the chosen one alone; arrows, Home and End choose, around the ends', async () => {
  const { choose } = await withTabs()
  await expect.element(page.getByRole('tablist', { name: 'Parts' })).toBeVisible()
  await userEvent.tab()
  await expect.element(tab('One')).toHaveFocus()
  for (const [key, name] of [
    ['ArrowLeft', 'Three'],
    ['ArrowRight', 'One'],
    ['End', 'Three'],
    ['Home', 'One'],
    ['ArrowRight', 'Two']
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    await expect.element(tab(name)).toHaveFocus()
    await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true')
  }
  expect(choose).toHaveBeenCalledTimes(5)
  expect(tabs.map(({ label }) => tab(label).element().getAttribute('tabindex'))).toEqual(['-1', '0', '-1'])
})

test('while none is chosen Tab reaches the one that is named, else the first', async () => {
  const { view } = await withTabs({ chosen: null, reached: 'Two' })
  await expect.element(tab('Two')).toHaveAttribute('tabindex', '0')
  await view.rerender({ reached: 'gone' })
  await expect.element(tab('One')).toHaveAttribute('tabindex', '0')
  await expect.element(tab('Two')).toHaveAttribute('aria-selected', 'false')
})

test('a strip closes with Delete, the middle button and its cross; a row of tabs never', async () => {
  const onclose = vi.fn<(tab: Tab) => void>()
  const { view } = await withTabs({ onclose, closeTitle: () => 'Close it' })
  await expect.element(tab('One')).toHaveAttribute('aria-keyshortcuts', 'Delete')
  ;(tab('One').element() as HTMLElement).focus()
  await userEvent.keyboard('{Delete}')
  await tab('Two').click({ button: 'middle' })
  await page.getByTitle('Close it').nth(2).click()
  expect(onclose.mock.calls.map(([{ key }]) => key)).toEqual(['One', 'Two', 'Three'])
  await view.unmount()
  await withTabs()
  ;(tab('One').element() as HTMLElement).focus()
  await userEvent.keyboard('{Delete}')
  await expect.element(tab('One')).toHaveFocus()
  await expect.element(tab('One')).not.toHaveAttribute('aria-keyshortcuts')
})
