import { describe, expect, it } from 'vitest'
import { addressSecrets, maskedAddress } from './address'

describe('maskedAddress', () => {
  it.each([
    ['https://hooks.example.com/in', 'https://hooks.example.com/in'],
    ['https://hooks.example.com/in?token=abc&x=1', 'https://hooks.example.com/in?token=…&x=…'],
    ['https://hooks.example.com/in?secret', 'https://hooks.example.com/in?…'],
    ['https://h/in?a=b=c', 'https://h/in?a=…'],
    ['https://user:pass@h/in', 'https://…@h/in'],
    ['https://us@er:pa@h/in', 'https://…@h/in'],
    ['//user@h/in?k=v', '//…@h/in?k=…'],
    ['https://h/in#access_token=abc', 'https://h/in#…'],
    ['https://h/a@b', 'https://h/a@b'],
    ['no address at all?key=v', 'no address at all?key=…'],
    ['', '']
  ])('%s', (address, masked) => {
    expect(maskedAddress(address)).toBe(masked)
  })
})

const secretsOf = (json: string) => addressSecrets(json).map(({ from, to }) => json.slice(from, to))

describe('addressSecrets', () => {
  it('are those of every field called url', () => {
    const json = { url: 'https://u:p@h/in?token=abc', other: 'https://h/?b=2', request: { url: 'https://h/#frag' } }
    expect(secretsOf(JSON.stringify(json))).toEqual(['u:p', 'token=abc', 'frag'])
  })

  it('are as written in the text', () => {
    const json = JSON.stringify({ url: 'https://h/?a="b\\c"' })
    const [secret = ''] = secretsOf(json)
    expect(json.replace(secret, '…')).toBe('{"url":"https://h/?…"}')
  })

  it('are as written, short ones too, with any escapes', () => {
    const json = String.raw`{"\u0075rl":"https:\/\/\u0075:p@h\/\u003fk\u003d1\u0026\n#\u0066"}`
    expect(secretsOf(json)).toEqual([String.raw`\u0075:p`, String.raw`k\u003d1\u0026\n`, String.raw`\u0066`])
  })

  it('are those of a field that is there twice', () => {
    expect(secretsOf('{"url":"https://h/?a=1","url":"https://h/?b=2"}')).toEqual(['a=1', 'b=2'])
  })

  it.each(['', 'no JSON ?a=b', '{"url":7}', '[]', '{"url":"https://h/in"}'])('are none in %j', (text) => {
    expect(secretsOf(text)).toEqual([])
  })
})

it('finds addresses however deep they are', () => {
  const deep = `${'['.repeat(50_000)}{"url":"https://h/?key=1"}${']'.repeat(50_000)}`
  expect(secretsOf(deep)).toEqual(['key=1'])
})
