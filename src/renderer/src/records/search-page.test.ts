import { expect, test } from 'vitest'
import { SearchPage } from './search-page'

const texts = ['acme\norg-1', '', 'acme acme\norg-2', 'zoë', 'org-1', '']
const page = new SearchPage(texts)
const found = (word: string) => texts.map((_, at) => at).filter((at) => page.holds(at, word))

test.each<[string, string, number[]]>([
  ['a word in several rows, more than once in one', 'acme', [0, 2]],
  ['its end at the end of a row', 'org-1', [0, 4]],
  ['its begin at the begin of a row', 'zo', [3]],
  ['a letter beyond Latin', 'ë', [3]],
  ['a single letter', 'o', [0, 2, 3, 4]],
  ['a word that no row holds', 'beta', []],
  ['no word that runs from a row into the next', 'org-2zoë', []],
  ['all rows for no letter at all', '', [0, 1, 2, 3, 4, 5]]
])('finds %s', (_, word, rows) => expect(found(word)).toEqual(rows))

test('finds the same after many other words', () => {
  for (let n = 0; n < 20; n++) found(String(n))
  expect(found('acme')).toEqual([0, 2])
})

test('finds nothing in a page without rows', () => expect(new SearchPage([]).holds(0, 'a')).toBe(false))
