import { mount, unmount } from 'svelte'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import read from '../../../../docs/user-guide.md'
import '../app.css'
import { namesOfAllShapes } from '../testing/names-of-all-shapes'
import Guide from './Guide.svelte'
import type { GuideSection } from './section'

const sections = read as readonly GuideSection[]
const contents = page.getByRole('navigation', { name: 'Contents' })
const search = page.getByRole('searchbox', { name: 'Search the guide' })

async function show() {
  await page.viewport(920, 800)
  const target = document.createElement('div')
  target.id = 'app'
  document.body.append(target)
  const shown = mount(Guide, { target })
  onTestFinished(async () => {
    await unmount(shown)
    target.remove()
  })
}

test('each heading is in the contents and leads to its section, and so do links in the text', async () => {
  await show()
  expect(
    contents
      .getByRole('link')
      .elements()
      .map((link) => link.textContent)
  ).toEqual(sections.map(({ title }) => title))
  for (const link of page.getByRole('link').elements()) {
    const to = link.getAttribute('href') ?? ''
    expect(to).toMatch(/^#/)
    expect(document.getElementById(to.slice(1)), to).not.toBeNull()
  }
  await contents.getByRole('link', { name: 'Lock', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'Lock', exact: true })).toBeInViewport()
})

test('the search leaves the sections that have all words', async () => {
  await show()
  await search.fill('relink colleague stays noted')
  await expect
    .poll(() =>
      page
        .getByRole('heading')
        .elements()
        .map((one) => one.textContent)
    )
    .toEqual(['Send a relink request'])
  await expect.element(page.getByRole('status')).toHaveTextContent('1 section found')
  await search.fill('xyzzy')
  await expect.element(page.getByText('No section contains all of these words.')).toBeVisible()
})

test('Esc empties the search, then closes the window', async () => {
  const closed = vi.spyOn(window, 'close').mockImplementation(() => undefined)
  onTestFinished(() => closed.mockRestore())
  await show()
  await search.fill('relink')
  await userEvent.keyboard('{Escape}')
  await expect.element(search).toHaveValue('')
  expect(closed).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(closed).toHaveBeenCalledOnce()
})

test.each(namesOfAllShapes)(
  '@fault the guide, alone in its window, is searched for a name of any shape: %j',
  async (name) => {
    await show()
    await search.fill(name)
    await expect.element(page.getByRole('status')).toHaveTextContent(/sections? found$/)
  }
)
