/*
 * How the operator likes a list to look: columns, widths, filters with a name. Kept in localStorage of the app's own
 * origin, that is in the profile: it is a matter of this window alone, nothing in main needs it, it holds no secret,
 * and if it is lost nothing is lost but a habit. What must not be lost goes through main.
 */

/** What a storage must do for this. Tests give their own. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem'>

/** @returns what was kept under this name, undefined where nothing was or it cannot be read */
export function readKept(name: string, shelf: Shelf = localStorage): unknown {
  try {
    return JSON.parse(shelf.getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** A profile that cannot be written to is said elsewhere; here it only means that a habit is not kept. */
export function keep(name: string, value: unknown, shelf: Shelf = localStorage): void {
  try {
    shelf.setItem(name, JSON.stringify(value))
  } catch {
    // see above
  }
}
