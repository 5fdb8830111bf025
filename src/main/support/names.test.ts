import { expect, test } from 'vitest'
import { Names } from './names'

const names = new Names()
for (const name of ['Umber Textiles', 'Umber Textiles Holding', 'Łódź & Co.', 'HR', 'umb-0001', '(odd) name', '   '])
  names.add(name)

test('names are taken out wherever they stand as words, the longest first', () => {
  const text = names.takeOut('No answer of Umber Textiles Holding; Umber Textiles (umb-0001) and "Łódź & Co." at 12:00')
  expect(text).toBe('No answer of [name]; [name] ([name]) and "[name]" at 12:00')
})

test('a part of another word, and what is too short to be one, stay', () => {
  expect(names.takeOut('an (odd) name')).toBe('an ([name]')
  const said = 'Umber Textilesque, HR and an Umber'
  expect(names.takeOut(said)).toBe(said)
})

test('a long text with many names takes one pass', () => {
  const many = new Names()
  for (let at = 0; at < 100_000; at++) many.add(`Customer ${at}`)
  const lines = 20_000
  expect(many.takeOut('Customer 77777 failed\n'.repeat(lines))).toBe('[name] failed\n'.repeat(lines))
})
