import { expect, test } from 'vitest'
import { sampleOf } from './sample-of'

const table = (node: number, jmespath: string) => ({ node, jmespath, rows: 20 })

test.each([
  ['data[3].address.country', [table(1, 'data')], { node: 1, index: 3, expression: 'address.country' }],
  ['[12].name', [table(0, '@')], { node: 0, index: 12, expression: 'name' }],
  ['data[3]', [table(1, 'data')], { node: 1, index: 3, expression: '' }],
  ['data', [table(1, 'data')], { node: 1, index: 0, expression: '' }],
  ['database[0].a', [table(1, 'data')], { node: null, index: 0, expression: 'database[0].a' }],
  ['paging.next', [table(1, 'data')], { node: null, index: 0, expression: 'paging.next' }],
  ['@', [], { node: null, index: 0, expression: '' }],
  ['b[1]."a b"[0]', [table(1, 'a'), table(40, 'b')], { node: 40, index: 1, expression: '"a b"[0]' }]
])('%s', (way, tables, sample) => {
  expect(sampleOf(way, tables)).toEqual(sample)
})
