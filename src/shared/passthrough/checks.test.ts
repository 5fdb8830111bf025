import { expect, it } from 'vitest'
import { checkHeaderName, checkHeaderValue, checkParamName, checkPath, splitQuery } from './checks'

it.each([
  ['/employees', []],
  ['/v1/a.b/c..d/...', []],
  ['/naïve', []],
  ['', ['refused empty']],
  ['employees', ['refused no-slash']],
  ['https://evil.example/x', ['refused absolute']],
  ['HTTPS:/evil', ['refused absolute']],
  ['javascript:alert(1)', ['refused absolute']],
  ['//evil.example/x', ['refused other-host']],
  ['\\\\evil\\x', ['refused other-host']],
  ['/\\evil', ['refused other-host']],
  ['/a b', ['refused control']],
  ['/a\r\nHost: evil', ['refused control']],
  ['/a\0', ['refused control']],
  ['/a#b', ['refused fragment']],
  ['/a?b=1', ['refused query']],
  ['/a/{id}', ['refused empty']],
  ['/a/{{id}}', []],
  ['/a/../b', ['confirm dots']],
  ['/a/./b', ['confirm dots']],
  ['/a/%2e%2E/b', ['confirm dots']],
  ['/a/.%2e', ['confirm dots']],
  ['/a/%252e%252e/b', ['confirm dots']],
  ['/a/..%2fb', ['confirm dots']],
  ['/a/..\\b', ['confirm dots']],
  ['/a\\b', ['confirm backslash']],
  ['/a%5cb', ['confirm backslash']],
  ['/a%3F_method=DELETE', ['confirm encoded-query']],
  ['/a%253fx', ['confirm encoded-query']],
  ['/a%23', ['confirm encoded-query']],
  ['/a%2Fb', ['warning encoded-slash']],
  ['/100%', ['warning percent']]
])('@attack path %j: %j', (path, expected) => {
  expect(checkPath(path).map(({ severity, code }) => `${severity} ${code}`)).toEqual(expected)
})

it.each([
  ['X-Trace', []],
  ['x_1!#$%&', []],
  ['', ['refused empty']],
  ['X Trace', ['refused header-name']],
  ['X-Trace:', ['refused header-name']],
  ['X\r\nY', ['refused header-name']],
  ['X\0', ['refused header-name']],
  ['Ü', ['refused header-name']],
  ['authorization', ['confirm inner-authorization']],
  ['Proxy-Authorization', ['confirm inner-authorization']],
  ['HOST', ['confirm inner-host']],
  ['X-Forwarded-Host', ['confirm inner-host']],
  ['X-Connector-Token', ['confirm inner-token']],
  ['x_connector_token', ['confirm inner-token']],
  ['X-HTTP-Method-Override', ['confirm other-method']],
  ['x-http-method', ['confirm other-method']],
  ['X-Method-Override', ['confirm other-method']],
  ['X_HTTP_Method_Override', ['confirm other-method']],
  ['X-Original-URL', ['confirm inner-path']],
  ['X-Rewrite-Url', ['confirm inner-path']],
  ['Content-Length', ['warning inner-framing']]
])('@attack header name %j: %j', (name, expected) => {
  expect(checkHeaderName(name).map(({ severity, code }) => `${severity} ${code}`)).toEqual(expected)
})

it.each([
  ['method', []],
  ['_method', ['confirm other-method']],
  [' _Method', ['confirm other-method']],
  ['_HttpMethod', ['confirm other-method']],
  ['X-HTTP-Method-Override', ['confirm other-method']]
])('@attack parameter name %j: %j', (name, expected) => {
  expect(checkParamName(name).map(({ severity, code }) => `${severity} ${code}`)).toEqual(expected)
})

it.each([
  ['plain', []],
  ['a\tb', []],
  ['a\rb', ['refused header-value']],
  ['a\nb', ['refused header-value']],
  ['a\0b', ['refused header-value']],
  ['ü', ['warning header-text']],
  [' a', ['warning header-space']]
])('@attack header value %j: %j', (value, expected) => {
  expect(checkHeaderValue(value).map(({ severity, code }) => `${severity} ${code}`)).toEqual(expected)
})

it('splits a pasted query into params, in order, with repeats', () => {
  expect(splitQuery('/a?x=1&y=a%20b&x=2+3&flag#part')).toEqual({
    path: '/a',
    params: [
      { name: 'x', value: '1', enabled: true },
      { name: 'y', value: 'a b', enabled: true },
      { name: 'x', value: '2 3', enabled: true },
      { name: 'flag', value: '', enabled: true }
    ]
  })
})
