import { expect, test } from 'vitest'
import { answerOf, readCodes } from './delivery-words'

test.each([
  [200, [], '200'],
  [302, [], '302 redirected'],
  [404, [], '404 rejected'],
  [503, [], '503 failed'],
  [null, [], 'no response'],
  [null, ['response_code'], 'unreadable']
])('%s with %j reads %s', (responseCode, odd, word) => {
  expect(answerOf({ responseCode, odd })).toBe(word)
})

test.each([
  ['', []],
  ['500', [500]],
  ['500, 502 404;404', [500, 502, 404]],
  ['99', null],
  ['600', null],
  ['5xx', null],
  [Array.from({ length: 51 }, (_, at) => 100 + at).join(), null]
])('codes %j', (text, codes) => {
  expect(readCodes(text)).toEqual(codes)
})
