import { expect, it } from 'vitest'
import { parseJson } from './json'

const parse = (text: string) => parseJson(Buffer.from(text))

it('parses what is JSON, with brackets in strings not counted', () => {
  expect(parse('{"a":"[[[\\"{{","b":[1,null]}')).toEqual({ a: '[[["{{', b: [1, null] })
  expect(parse(JSON.stringify('['.repeat(500)))).toBe('['.repeat(500))
})

it.each([
  ['', /empty/],
  ['  \n', /empty/],
  ['<!DOCTYPE html><html>', /web page/],
  ['<html lang="en">', /web page/],
  ['{"items":[', /not JSON, or broke off/],
  ['undefined', /not JSON/]
])('says what %j is instead', (text, message) => {
  expect(() => parse(text)).toThrow(
    expect.objectContaining({ code: 'bad-response', message: expect.stringMatching(message) })
  )
})

it('@attack refuses what is nested deeper than can be passed on, at the boundary', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(() => parse(nested(200))).not.toThrow()
  expect(() => parse(nested(201))).toThrow(/nested deeper/)
  expect(() => parse(nested(20_000))).toThrow(/nested deeper/)
})
