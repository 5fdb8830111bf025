import { pressed } from './shortcut'
import { isForView } from './view-keys'

interface Rows {
  readonly cursor: number
  readonly opened: unknown
  close(): void
}

interface Grid {
  moveTo(index: number): void
}

/**
 * Keys of a whole view: J and K move, Escape closes the drawer, `/` goes to the search box if there is one. `close`
 * gives the focus back to the rows.
 */
export function rowKeys(rows: Rows, grid: () => Grid | undefined, search?: () => HTMLElement | undefined) {
  function close(): void {
    rows.close()
    grid()?.moveTo(rows.cursor)
  }

  function keydown(event: KeyboardEvent): void {
    if (!isForView(event)) return
    if (pressed(event, 'close-drawer') && rows.opened) close()
    else if (pressed(event, 'search') && search) search()?.focus()
    else if (pressed(event, 'next-row')) grid()?.moveTo(rows.cursor + 1)
    else if (pressed(event, 'previous-row')) grid()?.moveTo(rows.cursor - 1)
    else return
    event.preventDefault()
  }

  return { keydown, close }
}
