import { misfits } from './fixtures/fit'
import { ringFaults } from './fixtures/rings'
import { expect, test } from './fixtures/test'
import { states } from './looks/states'
import { eachState } from './looks/studio'

/** CSS px; the last is 1280×800 at 200 %. */
const sizes = {
  '1024×640': { width: 1024, height: 640 },
  '1280×800': { width: 1280, height: 800 },
  '1920×1080': { width: 1920, height: 1080 },
  '1280×800 at 200 %': { width: 640, height: 400 }
}
/** Windows of main have one size. */
const ofThePage = states.filter((state) => !state.page)
/** What leads from one state to the next is written for this size. */
const usual = sizes['1280×800']

test('@fit each view and drawer fits each size: no text is cut, and focus rings are whole in both themes', async () => {
  test.setTimeout(300_000)
  const faults: Record<string, string[]> = {}
  await eachState(
    async ({ state, page }) => {
      for (const [name, size] of Object.entries(sizes)) {
        await page.setViewportSize(size)
        await page.mouse.move(-1, -1)
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
        const found = await misfits(page)
        if (found.length > 0) faults[`${state.name}, ${name}`] = found
      }
      await page.setViewportSize(usual)
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const found = await ringFaults(page)
        if (found.length > 0) faults[`${state.name}, rings, ${colorScheme}`] = found
      }
    },
    ofThePage,
    false
  )
  expect(faults).toEqual({})
})
