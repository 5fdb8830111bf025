import type { Settings } from '../settings/settings-schema'

/** A part of the screens, px of the system. */
interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** So much of a window's width, and all of its title bar, has to be on a screen, in px. */
const leastShown = 120
const titleBar = 32
const usual: NonNullable<Settings['window']> = { width: 1440, height: 900 }

/**
 * Where the window opens: where it was, as long as a screen still shows enough of it to take hold of. A screen may be
 * gone since, or show less at another scale. Without a place, the system chooses one on the main screen.
 *
 * @param kept where it was, px of the system; null at the first start
 * @param workAreas of the screens, the main one first, px
 */
export function placeOf(kept: Settings['window'], workAreas: readonly Area[]): NonNullable<Settings['window']> {
  const { x, y, width, height, maximized } = kept ?? usual
  const screen =
    x === undefined || y === undefined ? undefined : workAreas.find((area) => isSeen({ x, y, width }, area))
  const area = screen ?? workAreas[0]
  return {
    ...(screen && { x, y }),
    width: area ? Math.min(width, area.width) : width,
    height: area ? Math.min(height, area.height) : height,
    maximized: maximized ?? false
  }
}

/** Whether it can be taken hold of there. */
function isSeen({ x, y, width }: Omit<Area, 'height'>, area: Area): boolean {
  const across = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
  return across >= leastShown && y >= area.y - 1 && y + titleBar <= area.y + area.height
}
