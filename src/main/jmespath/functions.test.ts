import { expect, it } from 'vitest'
import { numberFrom } from './functions'

it.each([
  ['1_000', 1000n],
  ['1_0.5_0e1_0', 10.5e10],
  ['1__0', null],
  ['_1', null],
  ['1_', null],
  ['1_.5', null],
  ['1._5', null],
  ['1e_5', null],
  ['٣_٤', 34n],
  ['1_'.repeat(5_000_000), null],
  ['1_'.repeat(5_000_000) + '1.0', Infinity]
])('reads a number as Python does, with its underscores', (text, number) => expect(numberFrom(text)).toBe(number))
