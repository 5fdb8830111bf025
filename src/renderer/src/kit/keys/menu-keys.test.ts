import { expect, test } from 'vitest'
import { MenuKeys } from './menu-keys'

const names = ['Duplicate', 'Reopen closed request', 'Variables…', 'Copy as cURL', 'Copy as fetch']

test('arrows go around the ends, Home and End to them', () => {
  const keys = new MenuKeys()
  const from = (key: string, at: number) => keys.target(key, names, at, 0)
  expect([from('ArrowDown', 0), from('ArrowDown', 4), from('ArrowUp', 0), from('ArrowUp', 4)]).toEqual([1, 0, 4, 3])
  expect([from('Home', 3), from('End', 1)]).toEqual([0, 4])
  expect([from('ArrowDown', -1), from('ArrowUp', -1)]).toEqual([0, 4])
})

test('a letter goes to the next name that begins with it, and around', () => {
  const keys = new MenuKeys()
  expect(keys.target('c', names, 0, 0)).toBe(3)
  expect(keys.target('c', names, 3, 100)).toBe(4)
  expect(keys.target('C', names, 4, 200)).toBe(3)
  expect(keys.target('x', names, 3, 5_000)).toBeNull()
})

test('letters typed one soon after the other are one word; after a pause a new one begins', () => {
  const keys = new MenuKeys()
  const more = ['Read again', 'Rename', 'Copy']
  expect(keys.target('r', more, 2, 0)).toBe(0)
  expect(keys.target('e', more, 0, 100)).toBe(0)
  expect(keys.target('n', more, 0, 200)).toBe(1)
  expect(keys.target('c', more, 1, 2_000)).toBe(2)
})

test('keys other than letters do nothing, nor does any key in a menu without items', () => {
  const keys = new MenuKeys()
  expect([' ', 'Enter', 'Escape', 'Tab', 'F2'].map((key) => keys.target(key, names, 0, 0))).toEqual(Array(5).fill(null))
  expect(keys.target('ArrowDown', [], -1, 0)).toBeNull()
})
