import { expect, it } from 'vitest'
import { lintsOf } from './lints'
import { parse } from './parse'

const found = (expression: string) =>
  lintsOf(expression, parse(expression)).map(({ message, from, to }) => [expression.slice(from, to), message])

it.each([
  ['list[?type=="home"]', '"home"', "A text is written in single quotes: 'home'"],
  ['list[?active == true]', 'true', 'The value is written between backticks: `true`'],
  ['list[?x != null]', 'null', 'read as a key'],
  [
    "list[?age > '10']",
    "'10'",
    'fails where the other side is a number. The number is written between backticks: `10`'
  ],
  ["list[?since > 'x']", "'x'", 'orders texts'],
  ['list[0][1:].a', '[1:]', 'Write | [1:]'],
  ["list[?age == '10']", "'10'", 'never equals a number. The number is written between backticks: `10`'],
  ['list[?@.type == `1`]', '@', 'can be left out'],
  ['!employee.active', '!employee.active', 'binds closer than the dot'],
  ['list[*].name[0]', '[0]', 'write | [0]'],
  ["list[?type=='home'][0]", '[0]', 'write | [0]'],
  ["'employee.name'", "'employee.name'", 'the same for every record']
])('%s', (expression, place, words) => {
  expect(found(expression)).toEqual([[place, expect.stringContaining(words)]])
})

it.each([
  'a',
  '@',
  'employee.name',
  "list[?type=='home'].city | [0]",
  'list[?age > `10`]',
  '!(a.b)',
  'list[0].name',
  'list[].n[]'
])('accepts %s', (expression) => {
  expect(found(expression)).toEqual([])
})

it.each([
  ['let $x = a in $x', 'means nothing in standard JMESPath'],
  ['a + b', 'no arithmetic'],
  ['a * b', 'no arithmetic'],
  ['items(a)', 'Standard JMESPath has no items()'],
  ['a | upper(@)', 'Standard JMESPath has no upper()'],
  ['sortBy(a, &b)', 'it is written sort_by'],
  ['list[?a = `1`]', 'two signs: =='],
  ['list[?a and b]', 'is written &&'],
  ['a or b', 'is written ||'],
  ['a toString', '"toString" cannot stand here'],
  ['list[?age > 10]', 'between backticks: `10`'],
  ['$.a', '@ is the payload'],
  ['a..b', 'write every key on the way'],
  ['`home`', "write 'home' for a text"],
  ['first-name', 'in double quotes'],
  ['a ? b : c', '[?condition]'],
  ['sort_by(a, b)', 'begins with &'],
  ['a\u200b', 'invisible character (U+200B)']
])('explains in plain words what is wrong with %s', (expression, words) => {
  expect(() => parse(expression)).toThrow(words)
})
