import { expect, it } from 'vitest'
import type { ListedRow } from './listed-row'
import { SearchTexts } from './search-texts'

const texts = ['acme\norg-1', '', 'acme acme\norg-2', 'zoë', 'org-1', '']
const search = new SearchTexts()
for (const [place, searched] of texts.entries()) search.put({ place, searched } as ListedRow)
const found = (word: string) => texts.map((_, at) => at).filter((at) => search.find(word)[at] === 1)

it.each<[string, string, number[]]>([
  ['a word in several rows, more than once in one', 'acme', [0, 2]],
  ['its end at the end of a row', 'org-1', [0, 4]],
  ['its begin at the begin of a row', 'zo', [3]],
  ['a letter beyond Latin', 'ë', [3]],
  ['a single letter', 'o', [0, 2, 3, 4]],
  ['a word that no row holds', 'beta', []],
  ['no word that runs from a row into the next', 'org-2zoë', []]
])('finds %s', (_, word, rows) => expect(found(word)).toEqual(rows))

it('finds the same after many other words, and nothing where there are no rows', () => {
  for (let n = 0; n < 20; n++) found(String(n))
  expect(found('acme')).toEqual([0, 2])
  expect([...new SearchTexts().find('a')]).toEqual([])
})
