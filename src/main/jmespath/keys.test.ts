import { expect, it } from 'vitest'
import { readJson } from './json/read'
import { keysAt } from './keys'

const payload = {
  employee: { id: 1, home: { city: 'Graz' } },
  list: [
    { type: 'home', a: { x: 1 } },
    { type: 'work', extra: true }
  ]
}
const data = readJson(JSON.stringify(payload))

it.each([
  ['', 0, ['employee', 'list']],
  ['emp', 0, ['employee', 'list']],
  ['employee.', 9, ['id', 'home']],
  ['employee.ho', 9, ['id', 'home']],
  ['employee.home.', 14, ['city']],
  ['employee.id || employee.h', 24, ['id', 'home']],
  ['list[*].', 8, ['type', 'a', 'extra']],
  ['list[].', 7, ['type', 'a', 'extra']],
  ['list[?ty', 6, ['type', 'a', 'extra']],
  ["list[?type=='home' && ", 22, ['type', 'a', 'extra']],
  ["list[?type=='home'].a.", 22, ['x']],
  ['list[0].', 8, ['type', 'a']],
  ['list | [0].', 11, ['type', 'a']],
  ['employee | ', 11, ['id', 'home']],
  ['{n: employee.', 13, ['id', 'home']],
  ['employee.{n: ', 13, ['id', 'home']],
  ['list[*].[', 9, ['type', 'a', 'extra']],
  ['sort_by(list, &', 15, ['type', 'a', 'extra']],
  ['length(employee.', 16, ['id', 'home']],
  ['list.', 5, []],
  ['nope.', 5, []],
  ['employee ', 9, []]
])('keys behind %j', (expression, from, keys) => {
  const found = keysAt(data, expression, expression.length)
  expect([found.from, found.keys.map(({ key }) => key)]).toEqual([from, keys])
})

it('tells the type of each, and looks only at what is before the place', () => {
  expect(keysAt(data, 'employee. | x', 9)).toEqual({
    from: 9,
    keys: [
      { key: 'id', type: 'number' },
      { key: 'home', type: 'object' }
    ]
  })
})
