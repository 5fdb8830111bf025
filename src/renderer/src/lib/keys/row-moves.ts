/** The row that a key goes to in a list, null for a key that goes to none. `page` in rows. */
export function movedTo(key: string, { cursor, rows, page }: { cursor: number; rows: number; page: number }) {
  const targets: Record<string, number> = {
    ArrowDown: cursor + 1,
    ArrowUp: cursor - 1,
    PageDown: cursor + page,
    PageUp: cursor - page,
    Home: 0,
    End: rows - 1
  }
  const target = targets[key]
  return target === undefined ? null : Math.max(0, Math.min(rows - 1, target))
}
