/*
 * How the operator likes a list to look: columns, widths, filters with a name. Kept in localStorage of the app's own
 * origin, which is part of the profile: only this window needs it, it holds no secret, and Chromium writes it some
 * seconds later. All that must survive a crash goes through main.
 */

/** What a storage must provide. Tests give their own. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem'>

/** @returns what was kept under this name, undefined where nothing was or it cannot be read */
export function readKept(name: string, shelf: Shelf = localStorage): unknown {
  try {
    return JSON.parse(shelf.getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Where the profile cannot be written nothing is kept: a notice elsewhere says so. */
export function keep(name: string, value: unknown, shelf: Shelf = localStorage): void {
  try {
    shelf.setItem(name, JSON.stringify(value))
  } catch {
    // Only a preference is lost.
  }
}
