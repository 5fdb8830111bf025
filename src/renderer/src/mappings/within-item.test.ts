import { expect, test } from 'vitest'
import { withinItem } from './mapping-bench.svelte'

test.each([
  ['data[3].address.country', 'data', { index: 3, expression: 'address.country' }],
  ['[12].name', '@', { index: 12, expression: 'name' }],
  ['b[1]."a b"[0]', 'b', { index: 1, expression: '"a b"[0]' }],
  ['data[3]', 'data', null],
  ['data', 'data', null],
  ['database[0].a', 'data', null],
  ['paging.next', 'data', null],
  ['', '@', null]
])('%s within an item of %s', (expression, list, within) => {
  expect(withinItem(expression, list)).toEqual(within)
})
