import { tick } from 'svelte'
import { expect } from 'vitest'
import { userEvent } from 'vitest/browser'
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
  /** Opens again what a press closed, such as a drawer. */
  again?: () => Promise<unknown>
}

/**
 * Presses every button once, by name, and has axe look at each dialog, menu and popover that opens.
 * No name is written here, so what is added or renamed is looked at as well.
 */
export async function checkAllThatOpens({ what, atLeast, again }: Pressed): Promise<void> {
  const { hash } = location
  const opened: string[] = []
  for (const name of new Set(buttons().map(nameOf))) {
    const find = () => buttons().find((one) => nameOf(one) === name)
    if (!find()) {
      await remount(hash)
      await again?.()
      await settled()
    }
    find()?.click()
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

/** A press may have led elsewhere: the view is made again. */
async function remount(hash: string): Promise<void> {
  for (const place of [hash === '#/doctor' ? '#/lookups' : '#/doctor', hash]) {
    location.hash = place
    await settled()
  }
}

/** Presses Esc until nothing is above the window: a few things may be above each other. */
async function closeAll(): Promise<void> {
  for (let times = 0; times < 4 && above(); times++) {
    await userEvent.keyboard('{Escape}')
    await settled()
  }
}
