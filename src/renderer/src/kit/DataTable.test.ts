import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import DataTable, { type Column } from './DataTable.svelte'

interface Part {
  name: string
  rows: number
}
const rows: Part[] = [
  { name: 'Employees', rows: 3 },
  { name: 'Courses', rows: 0 }
]
const onsort = vi.fn<() => void>()
const columns: Column<Part>[] = [
  { head: 'Part', names: true, text: ({ name }) => name, sorted: 'descending', onsort, foot: 'All' },
  {
    head: 'Rows',
    class: 'number',
    cellClass: ({ rows }) => ({ none: rows === 0 }),
    title: ({ rows }) => (rows === 0 ? 'Nothing came' : undefined),
    text: ({ rows }) => rows,
    foot: 3
  },
  { head: '', text: () => 'Open' }
]

test('columns name their cells, the first cell its row, and what is below sums them up', async () => {
  const oncontext = vi.fn<(event: MouseEvent, row: Part) => void>()
  await render(DataTable<Part>, { columns, rows, keyOf: ({ name }) => name, oncontext })
  const names = (role: 'columnheader' | 'rowheader') =>
    page
      .getByRole(role)
      .elements()
      .map(({ textContent }) => textContent.trim())
  expect(names('columnheader')).toEqual(['Part', 'Rows'])
  expect(names('rowheader')).toEqual(['Employees', 'Courses', 'All'])
  const courses = page.getByRole('row', { name: 'Courses' })
  await expect.element(courses.getByRole('cell', { name: '0' })).toHaveClass('number none')
  await expect.element(courses.getByRole('cell', { name: '0' })).toHaveAttribute('title', 'Nothing came')
  courses.element().dispatchEvent(new MouseEvent('contextmenu', { bubbles: true }))
  expect(oncontext.mock.calls[0]?.[1]).toEqual(rows[1])
})

test('a column that is sorted by says so, and its head sorts', async () => {
  await render(DataTable<Part>, { columns, rows })
  await expect.element(page.getByRole('columnheader', { name: 'Part' })).toHaveAttribute('aria-sort', 'descending')
  await expect.element(page.getByRole('columnheader', { name: 'Rows' })).not.toHaveAttribute('aria-sort')
  await page.getByRole('button', { name: 'Part' }).click()
  expect(onsort).toHaveBeenCalledOnce()
})
