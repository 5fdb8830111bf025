/*
 * Columns, widths and named filters are in localStorage, part of the profile: only this window needs them, and they
 * hold no secret. Chromium writes them some seconds later, so data that must survive a crash goes through main.
 */

/** Tests give their own storage. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem'>

/** @returns undefined if nothing was kept or it cannot be read */
export function readKept(name: string, shelf: Shelf = localStorage): unknown {
  try {
    return JSON.parse(shelf.getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Without a writable profile this keeps nothing: a notice elsewhere says so. */
export function keep(name: string, value: unknown, shelf: Shelf = localStorage): void {
  try {
    shelf.setItem(name, JSON.stringify(value))
  } catch {
    // Only a preference is lost.
  }
}
