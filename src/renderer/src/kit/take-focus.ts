import { tick } from 'svelte'
import type { Attachment } from 'svelte/attachments'

/** For a field that opens for typing. */
export const takeFocus: Attachment<HTMLElement> = (element) => element.focus()

export const takeLostFocus: Attachment<HTMLElement> = (element) =>
  void tick().then(() => document.activeElement === document.body && element.focus())

/**
 * Where a control that has the focus vanishes or is disabled, the next one near it gets the focus: it never falls to the
 * body.
 */
export const keepFocus: Attachment<HTMLElement> = (element) => {
  let last: Element | null = null
  let around: Element[] = []
  const note = ({ target }: FocusEvent) => {
    last = target as Element
    around = []
    for (let at = last.parentElement; at && element.contains(at); at = at.parentElement) around.push(at)
  }
  /** Whoever clicks beside it leaves it. */
  const leave = ({ target }: PointerEvent) => {
    if (!document.activeElement?.contains(target as Node)) last = null
  }
  const observer = new MutationObserver(() => {
    const { activeElement } = document
    if (!last || (activeElement !== document.body && activeElement !== last)) return
    if (last.isConnected && !last.matches(':disabled')) return
    const near = around.filter((one) => one.isConnected).map((one) => one.querySelector<HTMLElement>(focusable))
    near.find((one) => one !== null)?.focus()
  })
  element.addEventListener('focusin', note)
  element.addEventListener('pointerdown', leave)
  observer.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => {
    element.removeEventListener('focusin', note)
    element.removeEventListener('pointerdown', leave)
    observer.disconnect()
  }
}

const focusable = ['button', 'input', 'select', 'textarea'].map((one) => `${one}:enabled:not([tabindex='-1'])`).join()
