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
 * Shows something, presses every button once, by name, and has axe look at it and at each dialog, menu and popover that
 * opens. No name is written here, so what is added or renamed is looked at as well.
 */
export async function checkAllThatOpens({ what, atLeast, show }: Pressed): Promise<void> {
  await show()
  await expectClean(what)
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

const namesNow = () => buttons().map(nameOf)

/** A press may have led elsewhere: the window is made again. */
async function afresh(show: () => Promise<unknown>): Promise<void> {
  await cleanup()
  document.querySelector('#app')?.remove()
  await show()
  await settled()
}

/** Presses Esc until nothing is above the window: a few things may be above each other. */
async function closeAll(): Promise<void> {
  for (let times = 0; times < 4 && above(); times++) {
    await userEvent.keyboard('{Escape}')
    await settled()
  }
}
