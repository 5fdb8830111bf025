import type { Settings } from '../settings/settings-schema'

/** px of the system. */
interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** A screen must show this much of the width and all of the title bar, px. */
const leastShown = 120
const titleBar = 32
const usual: NonNullable<Settings['window']> = { width: 1440, height: 900 }

/**
 * The window returns to a place that a screen still shows enough of to grab: the screen may be gone or have another
 * scale.
 * @param kept px of the system; null at the first start
 * @param workAreas the main screen's first, px
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

function isSeen({ x, y, width }: Omit<Area, 'height'>, area: Area): boolean {
  const across = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
  return across >= leastShown && y >= area.y - 1 && y + titleBar <= area.y + area.height
}
