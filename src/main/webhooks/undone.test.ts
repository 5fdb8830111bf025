import { expect, it } from 'vitest'
import { undone } from './undone'

const inText = (text: string) => JSON.stringify(text).slice(1, -1)

it.each([
  ['no escape', 'a/b"c'],
  ['escaped signs', 'a\\/b\\"c'],
  ['codes of both cases', 'a\\u002Fb\\u0022\\u0063'],
  ['a JSON text in it', inText('a\\u002fb\\"c')],
  ['a JSON text in a JSON text in it', inText(inText('a\\/b\\"c'))]
])('reads the same with %s, and returns the original spelling', (_, written) => {
  const text = `{"\\u00fc": "${written}, \\n😀${written}"}`
  const { read, spelled } = undone(written.includes('\\') ? text : written)
  expect(read).toContain('a/b"c')
  expect(spelled('a/b"c')).toEqual([written])
})

it('returns each original spelling of a piece, and nothing else', () => {
  const { spelled } = undone('"token \\u0074oken t\\u006fken \\u0074oken"')
  expect(spelled('token')).toEqual(['token', '\\u0074oken', 't\\u006fken'])
  expect(spelled('other')).toEqual([])
})

it('reads a line break as one, and a backslash before a word as a backslash', () => {
  expect(undone('"a\\nbc\\t"').read).toBe('"a\nbc\t"')
  expect(undone('"DOMAIN\\\\name"').read).toBe('"DOMAIN\\name"')
})

it.each(['\\u12', '\\', '\\x', '{"a":12345678901234567890}'])('leaves %s alone', (text) => {
  expect(undone(text).read).toBe(text)
})
