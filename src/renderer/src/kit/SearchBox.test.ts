import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import SearchBox from './SearchBox.svelte'

const box = page.getByRole('searchbox', { name: 'Search birds' })

function shown(more: { ofView?: boolean; ondown?: () => void } = {}) {
  const searched: [string, boolean][] = []
  const screen = render(SearchBox, {
    ...{ name: 'Search birds', value: '', ...more },
    onsearch: (text: string, now: boolean) => {
      searched.push([text, now])
      void screen.rerender({ value: text })
    }
  })
  return searched
}

test('the key of the view comes here, and Arrow down goes to the rows', async () => {
  let down = 0
  const searched = shown({ ofView: true, ondown: () => down++ })
  await expect.element(page.getByText('/')).toBeVisible()
  await userEvent.keyboard('/')
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('r/{ArrowDown}{Enter}')
  expect(down).toBe(1)
  expect(searched).toEqual([
    ['r', false],
    ['r/', false],
    ['r/', true]
  ])
})

test('Esc and its button empty it at once, and the focus stays; an empty box leaves Esc to others', async () => {
  const searched = shown()
  let escapes = 0
  const count = () => escapes++
  document.body.addEventListener('keydown', count)
  await userEvent.keyboard('/')
  await expect.element(box).not.toHaveFocus()
  await box.fill('rook')
  await userEvent.keyboard('{Escape}')
  await expect.element(box).toHaveValue('')
  await box.fill('rook')
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect.element(box).toHaveFocus()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  expect(searched.filter(([, now]) => now)).toEqual([
    ['', true],
    ['', true]
  ])
  const before = escapes
  await userEvent.keyboard('{Escape}')
  expect(escapes).toBe(before + 1)
  document.body.removeEventListener('keydown', count)
})
