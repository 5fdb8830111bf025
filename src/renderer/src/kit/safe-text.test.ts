import { expect, test } from 'vitest'
import { isPlain, safePieces, safeLines, safeString, searchable } from './safe-text'

test('ordinary names of any script stay as they are', () => {
  for (const name of ['Brightwater Clinics', 'Königsfeld', 'מרכז רפואי', '東京', 'می‌خواهم', '👩‍⚕️ Care', '葛󠄀城']) {
    expect(isPlain(name) || safePieces(name).every((piece) => 'text' in piece), name).toBe(true)
    expect(safeString(name)).toBe(name)
  }
})

test('what reorders, hides or breaks a line is named', () => {
  expect(safePieces('\u202Egnihsif\u202C')).toEqual([{ mark: 'U+202E' }, { text: 'gnihsif' }, { mark: 'U+202C' }])
  expect(safeString('A\u200Bcme')).toBe('A[U+200B]cme')
  expect(safeString('two\nlines\u0000')).toBe('two[U+000A]lines[U+0000]')
  expect(safeString('a\u200Db')).toBe('a[U+200D]b')
})

test('a search finds what a person would type', () => {
  expect(searchable('Ac\u200B\u00ADme GmbH')).toBe('acme gmbh')
  expect(searchable('Königsfeld')).toBe('konigsfeld')
  expect(searchable('ＡＣＭＥ\u00A0ﬁber')).toBe('acme fiber')
  for (const name of ['東京', 'ガス', 'हिन्दी']) expect(searchable(name).normalize('NFC'), name).toBe(name)
})

test('a 10 kB name is cut, and its length said', () => {
  expect(safeString('x'.repeat(10_240), 100)).toBe(`${'x'.repeat(100)}… (10,240 characters)`)
})

test('a long text keeps its lines and all of their characters, with what hides named', () => {
  const long = 'x'.repeat(1_000)
  expect(safeLines(`${long}\r\ntwo\u202e\n`)).toBe(`${long}\ntwo[U+202E]\n`)
})
