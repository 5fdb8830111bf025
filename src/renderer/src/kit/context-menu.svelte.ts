import { createContext } from 'svelte'
import type { ShortcutId } from '../../../shared/shortcuts'

export interface ContextEntry {
  label: string
  run: () => void
  disabled?: boolean
  why?: string | undefined
  /** Does the same. */
  shortcut?: ShortcutId
  /** A line above sets it apart. */
  apart?: boolean
}

interface Opened {
  /** The accessible name: the subject. */
  name: string
  entries: () => readonly ContextEntry[]
  /** Its corner, px from the corner of the window. */
  x: number
  y: number
}

/** The menu of a right click, Shift+F10 or the menu key; at most one in the window. */
export class ContextMenu {
  opened = $state.raw<Opened | null>(null)

  /**
   * Does nothing in a field and on selected text: the system's menu with Copy and Paste belongs there.
   * @param offered a function where main may still answer what an act needs: then the entry is enabled, and none moves
   * @param about the keyboard's subject, if the focus is on a list that only points to it
   */
  show(
    event: MouseEvent,
    name: string,
    offered: readonly ContextEntry[] | (() => readonly ContextEntry[]),
    about?: Element | null
  ): void {
    const { target, currentTarget } = event
    const entries = typeof offered === 'function' ? offered : () => offered
    if (!(target instanceof Element) || entries().length === 0) return
    if (target.closest('input, textarea, [contenteditable=true]') || !(getSelection()?.isCollapsed ?? true)) return
    event.preventDefault()
    const byPointer = event.button === 2
    const place = (about ?? (currentTarget instanceof Element ? currentTarget : target)).getBoundingClientRect()
    const [x, y] = byPointer ? [event.clientX, event.clientY] : [place.left + 16, Math.min(place.bottom, innerHeight)]
    this.opened = { name, entries, x, y }
  }

  close(): void {
    this.opened = null
  }
}

export const [useContextMenu, provideContextMenu] = createContext<ContextMenu>()
