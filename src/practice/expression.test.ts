import { describe, expect, it } from 'vitest'
import { evaluatePath } from './expression'

const DATA = { a: { b: [{ c: 1 }, { c: null }, { c: 3 }], 'odd key': 'x' }, empty: '', zero: 0, s: "it's" }

describe('expressions', () => {
  it.each<[string, unknown]>([
    ['a.b[0].c', 1],
    ['a.b[-1].c', 3],
    ['a."odd key"', 'x'],
    ['a.b[*].c', [1, 3]],
    ['a.nothing.more', null],
    ['a.b[9]', null],
    ['empty || a.b[0].c', 1],
    ['zero || a.b[0].c', 0],
    ['nothing || empty', ''],
    ['a | b[2] | c', 3],
    ["nothing || 'none'", 'none'],
    ['@.zero', 0],
    [' a . b [ 0 ] . c ', 1],
    ['toString', null],
    ['s.length', null]
  ])('%s', (expression, value) => {
    expect(evaluatePath(expression, DATA)).toEqual({ kind: 'value', value })
  })

  it.each([
    'a.',
    '.a',
    'a..b',
    'a[',
    'a]',
    'a[0',
    '(a',
    'a ||',
    '|| a',
    'a b',
    '"open',
    "'open",
    'a.b[*]c',
    'a | | b',
    'lower(a)',
    'items(@)',
    'a && ',
    '',
    'a.b[]]',
    '#',
    'a.$b',
    'length(',
    '{a: }',
    'a.b.lower(@)'
  ])('%j is not an expression', (expression) => {
    expect(evaluatePath(expression, DATA)).toEqual({ kind: 'invalid' })
  })

  it.each([
    'length(a.b)',
    'a.b[?c > `1`].c',
    '{x: a.b, y: zero}',
    '[zero, empty]',
    'a.b[0:2]',
    'a.b[]',
    'a.*',
    '!zero',
    'sort_by(a.b, &c)',
    'a && zero'
  ])('%s is one this service cannot do', (expression) => {
    expect(evaluatePath(expression, DATA)).toEqual({ kind: 'beyond' })
  })
})
