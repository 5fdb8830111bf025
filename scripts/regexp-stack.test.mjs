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

test('where V8 may not optimize, it keeps a place for each round of any repetition', () => {
  expect(deepGroups('^\\s*a{2,}[^x]{0,99}(?:ab)+', '', { every: true })).toEqual(['\\s*', 'a{2,}', '(?:ab)+'])
})
