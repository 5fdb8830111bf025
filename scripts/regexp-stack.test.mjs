import { expect, test } from 'vitest'
import { deepGroups } from './regexp-stack.mjs'

test.each([
  ['^(?:"[^"]*"|[^"])*', ['(?:"[^"]*"|[^"])*']],
  ['(ab)+', ['(ab)+']],
  ['(?:a|b)*?c', ['(?:a|b)*?']],
  ['(?:a+b)*', ['(?:a+b)*']],
  ['(?:ab){0,20000}x(?:a|b){0,20000}', ['(?:a|b){0,20000}']],
  ['(?:a|b){0,64}', []],
  ['[ab]*a+.*(?:ab)+(?:[ab]c)*', []]
])('of %s V8 keeps a place for each round of %j', (pattern, groups) => {
  expect(deepGroups(pattern)).toEqual(groups)
})
