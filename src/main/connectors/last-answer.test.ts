import { expect, it } from 'vitest'
import { madeUpRow } from '../testing/made-up-rows'
import { place, start } from '../testing/history'
import { AnswerList } from '../../shared/connectors/list/questions'
import { LastAnswer } from './room'

const rows = [{ ...madeUpRow('a', start), tokenRef: null }]
const gone = expect.objectContaining({ code: 'not-found' })

it('holds the answer to the last question for its place, until another or the end of its workspace', () => {
  const last = new LastAnswer()
  const list = new AnswerList(rows, [], start)
  last.hold('first', place, rows, list)
  expect([...last.rows('first', place)]).toEqual([['HRIS:a', rows[0]]])
  expect(last.list('first', place)).toBe(list)
  expect(() => last.rows('first', { ...place, region: 'eu' })).toThrow(gone)
  last.hold('second', place, [], new AnswerList([], [], start))
  expect(() => last.rows('first', place)).toThrow(gone)
  last.forgetWorkspace('other')
  expect(last.rows('second', place).size).toBe(0)
  last.forgetWorkspace(place.workspaceId)
  expect(() => last.rows('second', place)).toThrow(gone)
})
