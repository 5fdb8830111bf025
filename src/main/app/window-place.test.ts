import { expect, it } from 'vitest'
import { placeOf } from './window-place'

const main = { x: 0, y: 0, width: 1920, height: 1040 }
const left = { x: -1280, y: 0, width: 1280, height: 984 }

it('is usual at the first start, and no larger than the screen', () => {
  expect(placeOf(null, [main])).toEqual({ width: 1440, height: 900, maximized: false })
  // Laptops of 1366×768 px, and of 1920×1200 px at 200 %.
  expect(placeOf(null, [{ x: 0, y: 0, width: 1366, height: 728 }])).toMatchObject({ width: 1366, height: 728 })
  expect(placeOf(null, [{ x: 0, y: 0, width: 960, height: 560 }])).toMatchObject({ width: 960, height: 560 })
})

it('is where it was, on whichever screen', () => {
  const kept = { x: -1200, y: 40, width: 1000, height: 700 }
  expect(placeOf(kept, [main, left])).toEqual({ ...kept, maximized: false })
})

it('is where the system puts it once its screen is gone, or shows too little of it', () => {
  const size = { width: 1000, height: 700 }
  expect(placeOf({ x: -1200, y: 40, ...size }, [main])).toEqual({ ...size, maximized: false })
  expect(placeOf({ x: 1850, y: 40, ...size }, [main])).toEqual({ ...size, maximized: false })
  expect(placeOf({ x: 0, y: 1030, ...size }, [main])).toEqual({ ...size, maximized: false })
})

it('fits a screen that shows less since its scale was changed', () => {
  const kept = { x: 0, y: 0, width: 1900, height: 1000 }
  const at200 = { x: 0, y: 0, width: 960, height: 520 }
  expect(placeOf(kept, [at200])).toEqual({ x: 0, y: 0, width: 960, height: 520, maximized: false })
})

it('is maximized again, over the bounds it goes back to', () => {
  const kept = { x: -1200, y: 40, width: 1000, height: 700, maximized: true }
  expect(placeOf(kept, [main, left])).toEqual(kept)
  expect(placeOf(kept, [main])).toEqual({ width: 1000, height: 700, maximized: true })
})
