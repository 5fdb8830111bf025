import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FakeClient } from '../testing/fake-client'
import { appState } from '../testing/made-up'
import { open } from '../testing/open'

const menu = page.getByRole('menu', { name: 'Acme' })
const item = (name: string) => page.getByRole('menuitem', { name })

async function withThing() {
  const desk = await open(new FakeClient(appState()), '#/settings')
  const ran = vi.fn<(what: string) => void>()
  const thing = document.createElement('button')
  thing.textContent = 'A thing'
  thing.style.cssText = 'position: fixed; right: 0; bottom: 0; z-index: 9'
  thing.addEventListener('contextmenu', (event) =>
    desk.contextMenu.show(event, 'Acme', [
      { label: 'Copy ID', run: () => ran('copy') },
      { label: 'Reopen', run: () => ran('reopen'), disabled: true },
      { label: 'Open in Passthrough', run: () => ran('open'), apart: true }
    ])
  )
  document.body.append(thing)
  return { ran, thing, remove: () => thing.remove() }
}

test('a right click opens it inside of the window, and a choice closes it before it runs', async () => {
  const { ran, thing, remove } = await withThing()
  await userEvent.click(thing, { button: 'right' })
  await expect.element(menu).toBeVisible()
  const { right, bottom } = menu.element().getBoundingClientRect()
  expect(right).toBeLessThanOrEqual(innerWidth)
  expect(bottom).toBeLessThanOrEqual(innerHeight)
  await expect.element(item('Reopen')).toBeDisabled()
  await item('Copy ID').click()
  await expect.element(menu).not.toBeInTheDocument()
  expect(ran.mock.calls).toEqual([['copy']])
  remove()
})

test('arrows go over the items that can be chosen, Esc gives the focus back', async () => {
  const { ran, thing, remove } = await withThing()
  thing.focus()
  thing.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
  await expect.element(item('Copy ID')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('Open in Passthrough')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('Copy ID')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()
  expect(document.activeElement).toBe(thing)
  expect(ran).not.toHaveBeenCalled()
  remove()
})

test('a click elsewhere closes it and runs nothing', async () => {
  const { ran, thing, remove } = await withThing()
  await userEvent.click(thing, { button: 'right' })
  await expect.element(menu).toBeVisible()
  await userEvent.click(document.body, { position: { x: 5, y: 5 } })
  await expect.element(menu).not.toBeInTheDocument()
  expect(ran).not.toHaveBeenCalled()
  remove()
})

test('in a field the menu of the system belongs', async () => {
  const { ran, thing, remove } = await withThing()
  const field = document.createElement('input')
  thing.append(field)
  const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
  field.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(false)
  await expect.element(menu).not.toBeInTheDocument()
  expect(ran).not.toHaveBeenCalled()
  remove()
})
