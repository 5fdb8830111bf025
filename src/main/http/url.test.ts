import { describe, expect, it } from 'vitest'
import { readBaseAddress } from '../../shared/base-address'
import { buildUrl } from './url'

it('sends a list as its parameter once for each value', () => {
  const { search } = buildUrl('https://api.example.com', '/api/x', { a: ['1', '2 3'], b: undefined, c: [] })
  expect(search).toBe('?a=1&a=2+3')
})

describe('readBaseAddress', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['  https://api.example.com/  ', 'https://api.example.com'],
    ['https://api.example.com/unified/', 'https://api.example.com/unified'],
    ['https://api.example.com:8443', 'https://api.example.com:8443'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['http://localhost:4000', 'http://localhost:4000'],
    ['http://[::1]:4000', 'http://[::1]:4000']
  ])('takes %s', (typed, url) => {
    expect(readBaseAddress(typed)).toEqual({ url })
  })

  it.each([
    ['', /enter/i],
    ['api.example.com', /full URL/],
    ['http://api.example.com', /https/],
    ['http://127.0.0.1.example.com', /https/],
    ['http://localhost.example.com', /https/],
    ['ftp://api.example.com', /https/],
    ['javascript:alert(1)', /https/],
    ['https://user:secret@api.example.com', /user name/],
    ['https://user@api.example.com', /user name/],
    ['https://api.example.com/?a=1', /\?/],
    ['https://api.example.com/#a', /#/]
  ])('refuses %s', (typed, problem) => {
    expect(readBaseAddress(typed)).toEqual({ problem: expect.stringMatching(problem) })
  })
})

describe('@attack a base address that looks like another', () => {
  it.each([
    ['a user part that looks like the host', 'https://api.example.com@evil.example/'],
    ['a user part with an encoded sign', 'https://api.example.com%40x:y@evil.example/'],
    ['a backslash before the sign', 'https://evil.example\\@api.example.com/'],
    ['a line break in the host', 'https://api.exa\nmple.com'],
    ['a tab in the scheme', 'ht\ttps://api.example.com'],
    ['a NUL in the path', 'https://api.example.com/\0'],
    ['a space', 'https://api.example.com/a b'],
    ['a dot at the end of the host', 'https://api.example.com./'],
    ['a dot at the end of loopback', 'http://localhost./'],
    ['plain http on all interfaces', 'http://0.0.0.0:4000'],
    ['plain http on loopback mapped into IPv6', 'http://[::ffff:127.0.0.1]'],
    ['plain http on a link-local address', 'http://[fe80::1]:80'],
    ['a port that is none', 'https://api.example.com:99999'],
    ['a host with a percent sign', 'https://api%00.example.com'],
    ['a file', 'file:///etc/passwd'],
    ['data', 'data:text/html,x']
  ])('is refused: %s', (_, typed) => {
    expect(readBaseAddress(typed)).toEqual({ problem: expect.any(String) })
  })

  it.each([
    ['letters of another script, as what they are', 'https://аpi.example.com', 'https://xn--pi-6kc.example.com'],
    ['full-width letters, as the usual ones', 'https://ａｐｉ.example.com', 'https://api.example.com'],
    ['a number for loopback, in full', 'http://2130706433:4000', 'http://127.0.0.1:4000'],
    ['the usual port, without it', 'https://api.example.com:443', 'https://api.example.com']
  ])('is shown with %s', (_, typed, url) => {
    expect(readBaseAddress(typed)).toEqual({ url })
  })
})

describe('buildUrl', () => {
  it('keeps the path of the base address', () => {
    expect(buildUrl('https://api.example.com/unified', '/api/v1/x').href).toBe(
      'https://api.example.com/unified/api/v1/x'
    )
  })

  it('encodes a query so that its values arrive verbatim', () => {
    const cursor = 'a+b/c==&x=1#é %2F'
    const url = buildUrl('https://api.example.com', '/api/v1/x', {
      cursor,
      page_size: 200,
      is_active: false,
      none: undefined
    })
    expect(new URL(url.href).searchParams.get('cursor')).toBe(cursor)
    expect([...url.searchParams.keys()]).toEqual(['cursor', 'page_size', 'is_active'])
  })

  it.each([
    '//evil.example/api',
    'https://evil.example/',
    '/api/../v2',
    '/api/%2e%2E/v2',
    '/api/./v1',
    '/api\\..\\v1',
    '/api?x=1',
    '/api#x',
    'api/v1',
    '/api/x%2f..%2fy',
    '/api/x%2F%2e%2e%2Fy',
    '/api/%5c..%5cy',
    '/api/\r\nHost: evil',
    '/api/\0',
    '/api/a b',
    ''
  ])('@attack refuses %j', (path) => {
    expect(() => buildUrl('https://api.example.com', path)).toThrow(/Not a path/)
  })
})
