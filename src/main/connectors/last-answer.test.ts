import { expect, it } from 'vitest'
import { madeUpRow } from '../testing/made-up-rows'
import { place, start } from '../testing/history'
import { LastAnswer } from './room'

const rows = [{ ...madeUpRow('a', start), tokenRef: null }]
const gone = expect.objectContaining({ code: 'not-found' })

it('holds the answer to the last question for its place, until another or the end of its workspace', () => {
  const last = new LastAnswer()
  last.hold('first', place, rows)
  expect(last.rows('first', place)).toBe(rows)
  expect(() => last.rows('first', { ...place, region: 'eu' })).toThrow(gone)
  last.hold('second', place, [])
  expect(() => last.rows('first', place)).toThrow(gone)
  last.forgetWorkspace('other')
  expect(last.rows('second', place)).toEqual([])
  last.forgetWorkspace(place.workspaceId)
  expect(() => last.rows('second', place)).toThrow(gone)
})
