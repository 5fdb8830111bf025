import { expect, test } from 'vitest'
import { fetchProgress, collectionRequest, endedFetch } from '../testing/made-up-data'
import { facts, mismatchWords, reportedTotal, stateWords } from './fetch-words'

const now = Date.now()
const left = (total: number | null, rate: number | null, change = {}) =>
  Object.fromEntries(facts(fetchProgress(change), { rate, total }, now))['Time left']

test('the time left is of the rows that are missing at this rate, where both are known', () => {
  expect(left(5_150, 100)).toBe('about 50 s')
  expect(left(5_150, 100, { items: 151, repeated: 1 })).toBe('about 50 s')
  expect(left(null, 100)).toBe('–')
  expect(left(5_150, null)).toBe('–')
  expect(left(5_150, 0)).toBe('–')
  expect(left(100, 100)).toBe('–')
  expect(left(5_150, 100, { state: 'paused' })).toBe('–')
})

test('another total is told of a complete fetch only', () => {
  expect(mismatchWords(endedFetch(), 5_086)).toBe('150 rows; connector reports 5,086')
  expect(mismatchWords(endedFetch({ repeated: 2 }), 148)).toBeNull()
  expect(mismatchWords(endedFetch(), null)).toBeNull()
  expect(mismatchWords(fetchProgress(), 5_086)).toBeNull()
})

test('without the list of connectors no total is known', () => {
  expect(reportedTotal(collectionRequest(), null)).toBeNull()
})

test('a fetch whose request failed says why while it waits', () => {
  const failure = {
    host: 'api.example',
    error: { code: 'unreachable', message: 'This computer has no network.' }
  } as const
  const wait = { until: now + 4_000, reason: 'retry', source: 'backoff', failure } as const
  expect(stateWords(fetchProgress({ state: 'waiting', pages: 2, wait }), null, now)).toEqual({
    strong: 'Waiting 4 s',
    rest: 'No connection to api.example: This computer has no network; then page 3 again'
  })
})
