import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import '../app.css'
import FilterSelect from './FilterSelect.svelte'

const select = page.getByRole('combobox', { name: 'Status' })

async function backgrounds(value: 'late' | undefined) {
  const choices = [['late', 'Late']] as const
  const props = { name: 'Status', any: 'Any', value, choices, onchange: () => undefined, inHead: true }
  await render(FilterSelect, { target: document.body, props })
  await page.elementLocator(document.body).hover({ position: { x: 1, y: 300 } })
  const background = () => getComputedStyle(select.element()).backgroundColor
  const rest = background()
  await select.hover()
  expect(select.element().matches(':hover')).toBe(true)
  return { rest, hovered: background() }
}

test('under the pointer a filter of a head is tinted', async () => {
  const { rest, hovered } = await backgrounds(undefined)
  expect(hovered).not.toBe(rest)
})

test('one that is set keeps the tint that shows it', async () => {
  const { rest, hovered } = await backgrounds('late')
  expect(rest).not.toBe('rgba(0, 0, 0, 0)')
  expect(hovered).toBe(rest)
})
