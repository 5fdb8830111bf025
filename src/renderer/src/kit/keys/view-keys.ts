import { pressed } from './shortcut'

/** Whether no dialog, menu or other popover is open: an open one gets the keys, wherever the focus is. */
export function nothingIsAbove(): boolean {
  return document.querySelector('dialog[open], :popover-open') === null
}

/**
 * Whether a key is for the whole view: it comes without Ctrl, Cmd or Alt, nothing has handled it, and nothing is open
 * above the view. In a text field only Esc is, and in a search box only once the box is empty.
 */
export function isForView(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return false
  if (!nothingIsAbove()) return false
  const box = fieldOf(event)
  if (event.key !== 'Escape') return box === null
  return !(box instanceof HTMLInputElement && box.type === 'search' && box.value !== '')
}

/** Ctrl+A where no text is edited: Chromium would mark whatever text of the page can be copied. */
export const isSelectAll = (event: KeyboardEvent): boolean => pressed(event, 'select-all') && fieldOf(event) === null

const fieldOf = ({ target }: KeyboardEvent) =>
  (target as Element).closest('input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable=true]')

interface Rows {
  readonly cursor: number
  readonly opened: unknown
  close(): void
}

interface Grid {
  moveTo(index: number): void
}

/**
 * Keys of a whole view: J and K move, Escape closes the drawer. `close` gives the focus back to the rows.
 */
export function rowKeys(rows: Rows, grid: () => Grid | undefined) {
  function close(): void {
    rows.close()
    grid()?.moveTo(rows.cursor)
  }

  function keydown(event: KeyboardEvent): void {
    if (!isForView(event)) return
    if (pressed(event, 'close-drawer') && rows.opened) close()
    else if (pressed(event, 'next-row')) grid()?.moveTo(rows.cursor + 1)
    else if (pressed(event, 'previous-row')) grid()?.moveTo(rows.cursor - 1)
    else return
    event.preventDefault()
  }

  return { keydown, close }
}
