import { expect, it, vi } from 'vitest'
import { validationIssue } from '../../shared/errors'
import { answerError } from './answer'

const errorOf = (body: string, status = 409) =>
  answerError({ status, headers: {}, allHeaders: [], body: Buffer.from(body) })
const issue = (at: number) => ({ loc: ['body', at], msg: `Not ${at}`, type: 'x' })

it.each([32, 60])('@attack a detail of %d MB is cut before anything is done to it', (megabytes) => {
  const said = 'Not “this”, \\n '.repeat((megabytes * 1e6) / 16)
  const { detail } = errorOf(JSON.stringify({ detail: said })).info
  expect(typeof detail === 'string' && detail.length).toBeLessThanOrEqual(65_536)
  expect(detail).toMatch(/^Not “this”, .*…$/s)
})

it.each(['\\', '\\u', '\\u00', '\\u00e', 'é', '😀', ''])('a sentence that is cut at %s is read up to there', (last) => {
  const before = '{"detail":"'
  const filler = 'x'.repeat(65_536 - Buffer.byteLength(before + last))
  expect(errorOf(`${before}${filler}${last}${'0'.repeat(99)}"}`).info.detail).toMatch(/^x{65000,}.{0,2}…$/u)
})

it('a whole sentence before something large is read as it is', () => {
  expect(errorOf(`{"detail": "Taken \\"a\\"", "trace": "${'x'.repeat(9e6)}"}`).info.detail).toBe('Taken "a"')
})

it('of a long list of mistakes those that are whole are read', () => {
  const error = errorOf(JSON.stringify({ detail: Array.from({ length: 99_999 }, (_, at) => issue(at)) }), 422)
  expect(error.code).toBe('validation')
  expect(error.info.detail?.length).toBeGreaterThan(500)
  expect(error.info.detail?.[0]).toEqual(issue(0))
})

it('@attack a long list of something else is looked through no further than to its first entry', () => {
  const looked = vi.spyOn(validationIssue, 'safeParse')
  expect(errorOf(`{"detail":[${'{},'.repeat(99_999)}{}]}`).info.detail).toBeUndefined()
  // One look per possible cut.
  expect(looked.mock.calls.length).toBeLessThanOrEqual(50)
  looked.mockRestore()
})

it.each([
  ['a list in which no entry is whole', `{"detail":[{"loc":["${'x'.repeat(99_999)}"]}]}`],
  ['a list of something else', `{"detail":[${'{},'.repeat(99_999)}{}]}`],
  ['another shape', `{"error":"${'x'.repeat(99_999)}"}`],
  ['a web page', `<html>${'x'.repeat(99_999)}`],
  ['nested without end', '{"detail":' + '['.repeat(999_999)]
])('%s costs only the detail', (_, body) => {
  expect(errorOf(body)).toMatchObject({ code: 'conflict', info: { status: 409 } })
  expect(errorOf(body).info.detail).toBeUndefined()
})
