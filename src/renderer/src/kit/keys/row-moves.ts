import { pressed } from './shortcut'

/** The row that a key goes to, null for another key. `page` in rows. */
export function movedTo(event: KeyboardEvent, { cursor, rows, page }: { cursor: number; rows: number; page: number }) {
  const to = (index: number) => Math.max(0, Math.min(rows - 1, index))
  if (pressed(event, 'row-down')) return to(cursor + 1)
  if (pressed(event, 'row-up')) return to(cursor - 1)
  if (pressed(event, 'page-down')) return to(cursor + page)
  if (pressed(event, 'page-up')) return to(cursor - page)
  if (pressed(event, 'first-row')) return 0
  return pressed(event, 'last-row') ? to(rows - 1) : null
}
