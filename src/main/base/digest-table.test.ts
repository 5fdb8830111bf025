import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { DigestTable } from './digest-table'

const digest = (of: unknown) => hash('sha1', String(of), 'base64').slice(0, 12)

it('finds each number by its digest, and none by another', () => {
  const table = new DigestTable()
  const numbers = Array.from({ length: 5_000 }, (_, number) => number)
  for (const number of numbers) table.put(number, digest(number))
  expect(numbers.map((number) => table.numberOf(digest(number)))).toEqual(numbers)
  expect(table.numberOf(digest('other'))).toBe(-1)
})

it('knows a number by its last digest only, however often it changes', () => {
  const table = new DigestTable()
  for (let round = 0; round < 100; round++)
    for (let number = 0; number < 50; number++) table.put(number, digest(`${round} ${number}`))
  expect(table.numberOf(digest('98 7'))).toBe(-1)
  expect(table.numberOf(digest('99 7'))).toBe(7)
})

it('forgets a number that is dropped, and takes it anew', () => {
  const table = new DigestTable()
  table.put(90_000, digest('a'))
  table.drop(90_000)
  table.drop(1e6)
  expect(table.numberOf(digest('a'))).toBe(-1)
  table.put(90_000, digest('a'))
  expect(table.numberOf(digest('a'))).toBe(90_000)
  table.clear()
  expect(table.numberOf(digest('a'))).toBe(-1)
})

it('tells apart digests that differ in one character', () => {
  const table = new DigestTable()
  const texts = Array.from({ length: 12 }, (_, at) => `${'a'.repeat(at)}b${'a'.repeat(11 - at)}`)
  texts.forEach((text, number) => table.put(number, text))
  expect(texts.map((text) => table.numberOf(text))).toEqual(texts.map((_, number) => number))
})
