import { tick } from 'svelte'
import { expect } from 'vitest'
import { userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-svelte'
import { expectClean } from './axe'

/** What opens over a window. */
const above = () => document.querySelector('dialog[open], :popover-open, [role=menu]')

async function settled(): Promise<void> {
  await tick()
  for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
}

/** The buttons of the window that a person can press now, but for those of single rows and for tabs. */
const buttons = () =>
  [...document.querySelectorAll<HTMLElement>('button:enabled')].filter(
    (one) => one.checkVisibility() && !one.closest('[role=row], [role=option], [role=treeitem], [role=tablist]')
  )

const nameOf = (button: HTMLElement) =>
  (button.getAttribute('aria-label') ?? button.innerText).replace(/\s+/g, ' ').trim() || button.title

interface Pressed {
  /** What is looked at, for the message. */
  what: string
  /** How many buttons have to open something, or the view was not there. */
  atLeast: number
  /** Opens the window at what is looked at. */
  show: () => Promise<unknown>
}

/**
 * Shows something, opens the context menu of each of its lists, presses every button once, by name, and has axe look at
 * it and at each dialog, menu and popover that opens. No name is written here, so what is added or renamed is looked at as well.
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

/** The menu of the first row of each list, where it has one. */
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

/** Makes the window again, as a press may have led elsewhere, and waits until its view is there. */
async function afresh(show: () => Promise<unknown>): Promise<void> {
  await cleanup()
  document.querySelector('#app')?.remove()
  await show()
  await expect.poll(() => document.querySelector('h1')).not.toBeNull()
  await settled()
}

/** Presses Esc until nothing is above the window: a few things may be above each other. */
async function closeAll(): Promise<void> {
  for (let times = 0; times < 4 && above(); times++) {
    await userEvent.keyboard('{Escape}')
    await settled()
  }
}
