import { describe, expect, it } from 'vitest'
import { buildUrl, readBaseAddress } from './url'

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
    ''
  ])('refuses %s', (path) => {
    expect(() => buildUrl('https://api.example.com', path)).toThrow(/Not a path/)
  })
})
