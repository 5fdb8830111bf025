import { expect, test } from 'vitest'
import type { JobProgress } from '../../../shared/base/job'
import { actProgressWords } from './act-progress-words'

const idle: JobProgress = { wait: null, quiet: null, sent: false }
const wait = { until: 42_000, source: 'retry-after' as const }
const at = (progress: Partial<JobProgress>) => actProgressWords({ ...idle, ...progress }, 'Deleting, then looking', 0)

test('an act shows what it does, what it waits for, and silence', () => {
  expect(at({})).toEqual({ text: 'Deleting, then looking', canTryNow: false })
  expect(at({ wait: { ...wait, reason: 'rate-limit' } })).toEqual({
    text: 'Waiting 42 s (rate limit).',
    canTryNow: true
  })
  expect(at({ wait: { ...wait, reason: 'retry' } })).toMatchObject({ canTryNow: false })
  expect(at({ quiet: { what: 'answer', since: -9_000 } }).text).toBe('No answer for 9 s.')
})
