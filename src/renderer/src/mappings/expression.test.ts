import { expect, test } from 'vitest'
import { foreignFunction, withinItem, withoutPipe } from './expression'

const at = (expression: string, name: string) => foreignFunction(expression, expression.indexOf(name))

test.each([
  ['a.b | upper(@)', 'upper', 'a.b'],
  ['a || b\n  | upper( )', 'upper', 'a || b'],
  ['a || upper(@)', 'upper', null],
  ['a | upper(b)', 'upper', null],
  ['a | upper(@) | c', 'upper', null]
])('%s without its last step is %s', (expression, name, left) => {
  const foreign = at(expression, name)
  expect(foreign?.name).toBe(name)
  expect(foreign && withoutPipe(expression, foreign)).toBe(left)
})

test('a function of the standard, a key and an unknown place are not foreign functions', () => {
  expect(at('sort(a)', 'sort')).toBeNull()
  expect(at('upper.b', 'upper')).toBeNull()
  expect(at('toString(a)', 'toString')?.name).toBe('toString')
  expect(foreignFunction('upper(a)', null)).toBeNull()
})

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
