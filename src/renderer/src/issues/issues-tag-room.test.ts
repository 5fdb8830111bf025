import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { hour, madeUpIssue, issuesClient } from '../testing/made-up-issues'
import { open } from '../testing/open'

const list = page.getByRole('treegrid', { name: 'Issues' })
const rowOf = (name: string) => list.getByRole('row').filter({ hasText: name })
const long = 'waiting for the bank in Rotterdam'

const issues = [
  madeUpIssue('a', 6 * hour, { endUser: 'Aldermoor', originId: 'ald-1001', tags: [] }),
  madeUpIssue('b', 5 * hour, { endUser: 'Brightwater', originId: 'bri-2002-with-a-long-id', tags: ['waiting'] }),
  madeUpIssue('c', 4 * hour, { endUser: 'Castellan', originId: 'cas-3003', tags: ['VIP', 'bank'] }),
  madeUpIssue('d', 3 * hour, { endUser: 'Dunmore', originId: 'dun-4004', tags: ['waiting', 'bank', 'VIP'] }),
  madeUpIssue('e', 2 * hour, { endUser: 'Eastgate', originId: 'eas-5', tags: ['VIP', 'b', 'c', 'd', 'e', 'f'] }),
  madeUpIssue('g', 1.5 * hour, { endUser: 'Gatehouse Motors', originId: 'gat-7007', tags: ['vip', long] }),
  madeUpIssue('h', hour, { endUser: 'Hollingsworth Bakeries Group', originId: 'hol-8', tags: [long, 'b', 'c'] }),
  madeUpIssue('f', hour, { endUser: 'Fairhaven Logistics', originId: 'fai-6006', tags: [long] })
]

/** Whether its text ends in “…”: a fraction of a pixel is enough, so whole pixels do not show it. */
function isCut(box: Element): boolean {
  const text = document.createRange()
  text.selectNodeContents(box)
  return text.getBoundingClientRect().width > box.getBoundingClientRect().width
}

const cutIn = (name: string) =>
  [...rowOf(name).element().querySelectorAll('.name, .chip .ellipsis')].filter(isCut).map((box) => box.textContent)

test.each([1280, 1440])('beside a drawer, %s px wide, tags keep their text while the row has room', async (width) => {
  await open(issuesClient(issues), '#/issues')
  await page.viewport(width, 800)
  await rowOf('Aldermoor').click()
  await expect.element(page.getByRole('complementary', { name: 'Issue' })).toBeVisible()
  for (const name of ['Brightwater', 'Castellan', 'Dunmore', 'Eastgate']) expect(cutIn(name)).toEqual([])
  expect(cutIn('Fairhaven')).toEqual([long])
  expect(cutIn('Gatehouse')).toEqual([long])
})

test('where there is hardly any room, a chip that would be an empty box is not seen', async () => {
  await open(issuesClient(issues), '#/issues')
  await page.viewport(1280, 800)
  await rowOf('Aldermoor').click()
  await expect.element(page.getByRole('complementary', { name: 'Issue' })).toBeVisible()
  for (const name of ['Fairhaven', 'Gatehouse', 'Hollingsworth']) {
    const row = rowOf(name).element()
    const below = row.querySelector('.named')?.getBoundingClientRect().bottom ?? 0
    const seen = [...row.querySelectorAll('.named .chip')]
      .map((chip) => chip.getBoundingClientRect())
      .filter(({ top }) => top < below)
    // An empty box is 12 px wide: border and padding.
    for (const { width } of seen) expect(width).toBeGreaterThan(24)
  }
})
