import { vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-svelte'
import { showNames } from '../records/learned-names.svelte'

/** Before the first test: this module loads once, unlike the setup file. */
const { href, title } = { href: location.href, title: document.title }
const [width, height] = [innerWidth, innerHeight]
const attributes = [document.documentElement, document.body].map((one) => ({
  one,
  were: [...one.attributes].map(({ name, value }) => [name, value] as const)
}))

export async function freshPage(): Promise<void> {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await cleanup()
  document.body.replaceChildren()
  for (const { one, were } of attributes) {
    for (const name of one.getAttributeNames()) one.removeAttribute(name)
    for (const [name, value] of were) one.setAttribute(name, value)
  }
  document.title = title
  localStorage.clear()
  sessionStorage.clear()
  showNames(null)
  if (location.href !== href) history.replaceState(null, '', href)
  if (innerWidth !== width || innerHeight !== height) await page.viewport(width, height)
}
