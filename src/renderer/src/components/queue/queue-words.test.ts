import { expect, test } from 'vitest'
import { madeUpQueue, madeUpSnapshot } from '../../testing/made-up-queue'
import { checkedWords } from './queue-words'

test('what was checked is shown in one order, whatever the order it was kept in', () => {
  const walk = madeUpSnapshot()
  const queue = madeUpQueue([])
  expect(checkedWords(queue, { ...walk, parts: walk.parts.toReversed() })).toBe('1,204 connectors in HRIS, ATS and LMS')
  const parts = walk.parts.map((part) => (part.category === 'ATS' ? { ...part, state: 'failed' as const } : part))
  expect(checkedWords(queue, { ...walk, parts })).toBe('1,204 connectors in HRIS and LMS')
  expect(checkedWords(queue, null)).toBe('1,204 connectors')
})
