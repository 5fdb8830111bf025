import { expect, test } from '@playwright/test'
import { states } from './states'
import { Camera } from './still'
import { openStudio } from './studio'

const sizes = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 }
]
const picture = { format: 'jpeg', quality: 50, scale: 0.5 } as const

test('@visual every view looks as it did', async () => {
  const studio = await openStudio()
  const { app, page: main } = studio.running
  const stage = { ...studio, app, page: main }
  try {
    for (const { name, show, leave } of states.filter(({ varies }) => !varies))
      await test.step(name, async () => {
        const page = (await show(stage)) ?? main
        const camera = await Camera.of(page)
        // A window that main opens has the size it needs.
        for (const size of page === main ? sizes : sizes.slice(0, 1)) {
          if (page === main) await page.setViewportSize(size)
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
            await page.mouse.move(-1, -1)
            const taken = await camera.take(picture)
            expect.soft(taken, name).toMatchSnapshot(`${name}-${size.width}-${colorScheme}.jpg`)
          }
        }
        await leave?.(stage)
      })
  } finally {
    await studio.close()
  }
})
