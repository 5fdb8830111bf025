import { describe, expect, it } from 'vitest'
import { occurrences, textsAt } from './occurrences'
import { masked, spellings } from './spellings'

const secret = 'ct_aB/9"z\\k='
const hex = (char: string) => char.charCodeAt(0).toString(16).padStart(4, '0')
const escaped = (text: string, chosen = /./) =>
  Array.from(text, (char) => (chosen.test(char) ? `\\u${hex(char)}` : JSON.stringify(char).slice(1, -1))).join('')
const upper = (text: string) => text.replaceAll(/u00[0-9a-f]{2}/g, (code) => `u${code.slice(1).toUpperCase()}`)
const inText = (text: string) => JSON.stringify(text).slice(1, -1)

describe.each([
  ['as it is', secret],
  ['as JSON writes it', JSON.stringify(secret).slice(1, -1)],
  ['as PHP writes it', JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/')],
  ['with its first letter escaped', escaped(secret, /c/)],
  ['with signs escaped, as for HTML', escaped(secret, /["/\\=]/)],
  ['wholly escaped', escaped(secret)],
  ['wholly escaped in upper case', upper(escaped(secret))]
])('a secret %s', (_, spelled) => {
  const once = (text: string) => text
  it.each([
    ['a value', '{ "t": "', '", "u": "\\u00e9\\/é\\n" }', once],
    ['a key', '{"', '":1,"\\u0063t_":2}', once],
    ['a longer text', '["Bearer ', ', \\"so\\""]', once],
    ['JSON in a text', '{"t":"', '"}', inText],
    ['JSON in JSON in a text', '{"t":"', '"}', (text: string) => inText(inText(text))]
  ])('is found in %s, and nothing else is touched', (_, before, after, written) => {
    const text = written(before + spelled + after)
    const clean = `${written(before)}[token]${written(after)}`
    expect(masked(text, spellings(text, ['other-secret', secret]))).toBe(clean)
    const body = Buffer.from(text)
    expect(masked(text, textsAt(body, occurrences(body, [secret])))).toBe(clean)
    expect(masked(text + text, spellings(text + text, [secret]))).toBe(clean + clean)
  })
})

it.each(['\\u0063t_secret-one', 'ct\\u005Fsecret-one', '\\\\u0063t_secret-one', 'ct_secret-one'])(
  'a secret without signs is found as %s',
  (spelled) => {
    expect(spellings(`{"t":"\\u00fc\\/","${spelled}":1}`, ['ct_secret-one'])).toEqual([spelled])
  }
)

it.each([
  ['a part of a secret', '{"t":"\\u0063t_aB"}'],
  ['escapes of other texts', '{"t":"\\u00e4\\u00f6 \\/ \\\\u0063 \\ud83d\\ude00"}'],
  ['a broken escape', '{"t":"\\u006'],
  ['no escapes', '{"t":1}']
])('%s is left alone', (_, text) => {
  expect(spellings(text, [secret])).toEqual([])
})

it.each([
  ['with two backslashes', 'a\\\\b-secret'],
  ['with units whose low byte is a backslash', 'aŜb-secret-\u305c'],
  ['that looks like an escape without its backslash', 'u0061-secret']
])('a secret %s is found however it is written', (_, odd) => {
  for (const spelled of [odd, JSON.stringify(odd).slice(1, -1), escaped(odd), escaped(odd, /a|Ŝ/)]) {
    expect(spellings(`{"t":"${spelled}"}`, [odd])).toEqual([spelled])
  }
})

it('takes the longer one of two secrets that begin alike, and none below six letters', () => {
  const text = '{"a":"\\u0073ecret-long","b":"secret","c":"short"}'
  expect(masked(text, spellings(text, ['secret', 'secret-long', 'short']))).toBe(
    '{"a":"[token]","b":"[token]","c":"short"}'
  )
})

it('finds a secret beyond ASCII in a body, at its bytes', () => {
  const body = Buffer.from('{"é":"s\\u00e4cret-ß","ü":1}')
  const [place] = occurrences(body, ['säcret-ß'])
  expect(place).toEqual({ at: 7, length: 14 })
  expect(textsAt(body, place ? [place] : [])).toEqual(['s\\u00e4cret-ß'])
})
