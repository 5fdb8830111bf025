import { expect, test } from 'vitest'
import { foreignFunction, withoutPipe } from './foreign'

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
