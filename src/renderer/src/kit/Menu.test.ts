import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import MadeUpMenus from '../testing/MadeUpMenus.svelte'

const button = page.getByRole('button', { name: 'More', exact: true })
const menu = page.getByRole('menu', { name: 'More' })
const item = (name: string) => page.getByRole('menuitem', { name })

async function withMenus() {
  const chosen = vi.fn<(name: string) => void>()
  await render(MadeUpMenus, { onchoose: chosen })
  return chosen
}

test('the button says that it has a menu, and whether it is open', async () => {
  await withMenus()
  await expect.element(button).toHaveAttribute('aria-haspopup', 'menu')
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  await button.click()
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
  await expect.element(menu).toHaveAccessibleDescription('Text above. Text below.')
  const controlled = document.getElementById(button.element().getAttribute('aria-controls') ?? '')
  expect(controlled?.contains(menu.element())).toBe(true)
})

test('arrows, Home, End and letters move among the items; one that is disabled is skipped', async () => {
  await withMenus()
  await button.click()
  await expect.element(item('Duplicate')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('Copy the id')).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(item('Rename')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('Duplicate')).toHaveFocus()
  await userEvent.keyboard('ren')
  await expect.element(item('Rename')).toHaveFocus()
  await userEvent.keyboard('{Home}')
  await expect.element(item('Duplicate')).toHaveFocus()
})

test('arrow down opens at the first item and arrow up at the last', async () => {
  await withMenus()
  button.element().focus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(item('Rename')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('Duplicate')).toHaveFocus()
})

test('what is chosen happens once the menu is closed, with the focus on its button', async () => {
  const chosen = await withMenus()
  chosen.mockImplementation(() => expect(document.activeElement).toBe(button.element()))
  await button.click()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(menu).not.toBeInTheDocument()
  expect(chosen.mock.calls).toEqual([['Copy the id']])
  expect(chosen.mock.results).toMatchObject([{ type: 'return' }])
})

test('Tab and a press outside close it', async () => {
  await withMenus()
  await button.click()
  await expect.element(item('Duplicate')).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Filters' })).toHaveFocus()
  await button.click()
  await expect.element(menu).toBeVisible()
  await page.getByText('Beside them').click()
  await expect.element(menu).not.toBeInTheDocument()
})

test('Esc closes the topmost only: the menu in a form, then the form', async () => {
  await withMenus()
  const form = page.getByRole('dialog', { name: 'Filters' })
  const opener = page.getByRole('button', { name: 'Filters' })
  await opener.click()
  await expect.element(opener).toHaveAttribute('aria-haspopup', 'dialog')
  await expect.element(form.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  await form.getByRole('button', { name: 'Examples' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Test connectors' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(form).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('choices open at the one that is chosen', async () => {
  await withMenus()
  await page.getByRole('button', { name: 'Group by owner' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Group by' })).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Owner' })).toHaveFocus()
})
