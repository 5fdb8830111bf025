import { expect, test } from 'vitest'
import type { JobProgress } from '../../../../shared/base/job'
import type { PassthroughDraft } from '../../../../shared/passthrough/passthrough'
import type { PassthroughProgress } from '../../../../shared/passthrough/result'
import { actProgressWords, quietWords } from './waiting'
import { progressWords } from '../../passthrough/sending.svelte'

test.each([
  ['connection', 'no connection for 9 s'],
  ['answer', 'no answer for 9 s'],
  ['rest', 'hardly any data for 9 s']
] as const)('a silence of %s', (what, words) => {
  expect(quietWords({ what, since: 1_000 }, 10_000)).toBe(words)
  // A clock that was set back makes no silence negative.
  expect(quietWords({ what, since: 1_000 }, 500)).toMatch(/for < ?1 s$|for 0 s$/)
})

const draft = { timeout: '30' } as PassthroughDraft
const at = (progress: Partial<PassthroughProgress>) =>
  progressWords({ stage: 'connecting', since: 0, tries: 1, ...progress } as PassthroughProgress, draft, 10_000)

test('a send does not count as sent before it was', () => {
  expect(at({})).toEqual({ title: 'Connecting', detail: 'Not sent yet.' })
  expect(at({ quiet: { what: 'connection', since: 1_000 } })).toEqual({
    title: 'No connection for 9 s',
    detail: 'Not sent yet.'
  })
  expect(at({ stage: 'sending' }).title).toBe('Sent')
  expect(at({ stage: 'sending', quiet: { what: 'answer', since: 2_000 } })).toMatchObject({
    title: 'No answer for 8 s',
    detail: expect.stringContaining('Waiting for the response.')
  })
})

const idle: JobProgress = { wait: null, quiet: null, sent: false }
const wait = { until: 42_000, source: 'retry-after' as const }
const act = (progress: Partial<JobProgress>) => actProgressWords({ ...idle, ...progress }, 'Deleting, then looking', 0)

test('an act shows what it does, what it waits for, and silence', () => {
  expect(act({})).toEqual({ text: 'Deleting, then looking', canTryNow: false })
  expect(act({ wait: { ...wait, reason: 'rate-limit' } })).toEqual({
    text: 'Waiting 42 s (rate limit).',
    canTryNow: true
  })
  expect(act({ wait: { ...wait, reason: 'retry' } })).toMatchObject({ canTryNow: false })
  expect(act({ quiet: { what: 'answer', since: -9_000 } }).text).toBe('No answer for 9 s.')
})

test('an act that is tried again says why', () => {
  const failure = { host: 'api.example', error: { code: 'timeout', message: 'No answer within 30 s.' } } as const
  expect(act({ wait: { ...wait, reason: 'retry', failure } }).text).toBe(
    'No answer from api.example: No answer within 30 s. Retrying in 42 s.'
  )
})
