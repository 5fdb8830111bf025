import { describe, expect, it } from 'vitest'
import type { ErrorCode } from '../../shared/errors'
import { categories } from '../../shared/connectors/category'
import type { CategoryRefresh, RefreshProgress } from '../../shared/connectors/refresh'
import { failuresOf, outcomeOf, refreshWords } from './service-walker'

type How = 'done' | 'cancelled' | ErrorCode

const progress = (...how: [How, How, How]): RefreshProgress => ({
  startedAt: 1,
  finishedAt: 2,
  categories: categories.map((category, at): CategoryRefresh => {
    const ended = how[at] as How
    const counts = { pages: 1, emptyPages: 0, repeated: 0, waits: 0, bytes: 1 }
    if (ended === 'done' || ended === 'cancelled') return { category, state: ended, items: 10, ...counts }
    return { category, state: 'failed', items: 0, ...counts, error: { code: ended, message: `It is ${ended}.` } }
  })
})

describe('outcomeOf', () => {
  it.each<[ReturnType<typeof outcomeOf>, How, How, How]>([
    ['walked', 'done', 'done', 'done'],
    ['walked', 'done', 'forbidden', 'done'],
    ['in-part', 'done', 'service-error', 'done'],
    ['in-part', 'done', 'unauthorized', 'forbidden'],
    ['refused', 'unauthorized', 'unauthorized', 'unauthorized'],
    ['refused', 'forbidden', 'forbidden', 'unauthorized'],
    ['refused', 'forbidden', 'forbidden', 'forbidden'],
    ['away', 'unreachable', 'unreachable', 'unauthorized'],
    ['stopped', 'done', 'cancelled', 'unreachable']
  ])('is %s for %s, %s, %s', (outcome, ...how) => expect(outcomeOf(progress(...how))).toBe(outcome))
})

it('counts no category that is closed to the token as a failure', () => {
  const failures = failuresOf(progress('forbidden', 'service-error', 'done').categories)
  expect(failures.map(({ code }) => code)).toEqual(['service-error'])
})

it('says what a walk brought and which categories failed, and what all of them say once', () => {
  expect(refreshWords(progress('done', 'service-error', 'done'))).toBe(
    `20 connectors in 3 pages; ${categories[1]}: It is service-error.`
  )
  expect(refreshWords(progress('unauthorized', 'unauthorized', 'unauthorized'))).toBe('It is unauthorized.')
})
