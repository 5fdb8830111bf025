import { expect, test } from '@playwright/test'
import { states } from './states'
import { Camera } from './still'
import { eachState } from './studio'

const sizes = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 }
]
/** The first few (DESK_LOOKS=short) cover fonts, tokens and layout. */
const compared = states
  .filter(({ varies }) => !varies)
  .slice(0, process.env['DESK_LOOKS'] === 'short' ? 4 : states.length)
const picture = { format: 'jpeg', quality: 50, scale: 0.5 } as const

test('@visual every view looks as it did', () =>
  eachState(async ({ state: { name }, page, own }) => {
    const camera = await Camera.of(page)
    // Windows of main set their own size.
    for (const size of own ? sizes : sizes.slice(0, 1)) {
      if (own) await page.setViewportSize(size)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.mouse.move(-1, -1)
        const taken = await camera.take(picture)
        expect.soft(taken, name).toMatchSnapshot(`${name}-${size.width}-${colorScheme}.jpg`)
      }
    }
  }, compared))
