import { tick } from 'svelte'
import { expect } from 'vitest'
import { userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-svelte'
import { expectClean } from './axe'

const above = () => document.querySelector('dialog[open], :popover-open, [role=menu]')

async function settled(): Promise<void> {
  await tick()
  for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
}

/** Except tabs and buttons in rows. */
const buttons = () =>
  [...document.querySelectorAll<HTMLElement>('button:enabled')].filter(
    (one) => one.checkVisibility() && !one.closest('[role=row], [role=option], [role=treeitem], [role=tablist]')
  )

const nameOf = (button: HTMLElement) =>
  (button.getAttribute('aria-label') ?? button.innerText).replace(/\s+/g, ' ').trim() || button.title

interface Pressed {
  /** For the test's message. */
  what: string
  /** Fewer buttons mean that the view was missing. */
  atLeast: number
  show: () => Promise<unknown>
}

/**
 * Opens the context menu of each list, presses every button once, and checks each dialog, menu and popover with axe.
 * It names no button, so it covers new ones too.
 */
export async function checkAllThatOpens({ what, atLeast, show }: Pressed): Promise<void> {
  await afresh(show)
  await expectClean(what)
  await checkContextMenus(what)
  const names = namesNow()
  const opened: string[] = []
  for (const name of new Set(names)) {
    if (namesNow().join() !== names.join()) await afresh(show)
    buttons()
      .find((one) => nameOf(one) === name)
      ?.click()
    await settled()
    const shown = above()
    if (shown) {
      opened.push(name)
      await expectClean(`${what}: ${name}`, shown)
    }
    await closeAll()
  }
  expect(opened.length, opened.join(', ')).toBeGreaterThanOrEqual(atLeast)
}

async function checkContextMenus(what: string): Promise<void> {
  for (const list of document.querySelectorAll('[role=grid], [role=treegrid], [role=tree], [role=listbox]')) {
    const { left, top } = list.getBoundingClientRect()
    const press = { bubbles: true, cancelable: true, button: 2, clientX: left + 40, clientY: top + 40 }
    list
      .querySelector('[data-index], [aria-rowindex], [role=treeitem], [role=option]')
      ?.dispatchEvent(new MouseEvent('contextmenu', press))
    await settled()
    const menu = above()
    if (menu) await expectClean(`${what}: context menu of ${list.getAttribute('aria-label')}`, menu)
    await closeAll()
  }
}

const namesNow = () => buttons().map(nameOf)

/** A press may leave the view. */
async function afresh(show: () => Promise<unknown>): Promise<void> {
  await cleanup()
  document.querySelector('#app')?.remove()
  await show()
  await expect.poll(() => document.querySelector('h1')).not.toBeNull()
  await settled()
}

/** Layers may stack. */
async function closeAll(): Promise<void> {
  for (let times = 0; times < 4 && above(); times++) {
    await userEvent.keyboard('{Escape}')
    await settled()
  }
}
