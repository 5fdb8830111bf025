import { expect, test } from 'vitest'
import type { GoodAsOf, Verdict, VerdictKind } from '../../../../../shared/model/verdict'
import type { TimelineEvent } from '../../../../../shared/model/timeline'
import { madeUpCase, madeUpHealth } from '../../../testing/made-up-queue'
import { goodWords } from './health-words'
import { mergedEvents } from './timeline-look'

const verdict = (kind: VerdictKind, goodAsOf: Omit<GoodAsOf, 'why'>, words = 'Something stopped.'): Verdict => ({
  ...madeUpHealth(madeUpCase('a')).verdict,
  kind,
  words,
  goodAsOf: { ...goodAsOf, why: '' }
})
const said = (one: Verdict) => {
  const words = goodWords(one, () => 'Sat 06:02')
  return words && words.before + words.strong
}

test.each([
  ['relink', 1, 'seen-done', 'Synced data stays readable but stale: good as of Sat 06:02'],
  ['stalled', 1, 'seen-done', 'Data is good as of Sat 06:02'],
  ['failed', 1, 'estimate', 'No walk saw a run Done: data is good as of Sat 06:02 by estimate'],
  ['failed', null, 'estimate', 'Until when its data is good is not known'],
  ['relink', null, 'never', 'No data came through: no run has ended well yet'],
  ['unfinished', null, 'never', null]
] as const)('%s, good at %s by %s', (kind, time, by, words) => {
  expect(said(verdict(kind, { time, kind: by }))).toBe(words)
})

test('what the verdict says is not repeated', () => {
  expect(said(verdict('relink', { time: null, kind: 'never' }, 'Stopped; no run has ended well yet.'))).toBeNull()
})

test('a note kept many times while it was typed is one event', () => {
  const noted = (at: number): TimelineEvent => ({
    at,
    kind: 'case',
    words: 'Note changed',
    source: 'operator',
    good: false
  })
  const walk: TimelineEvent = { at: 9_000_000, kind: 'walk', words: 'Walk: Done', source: 'walk', good: false }
  const hour = 3_600_000
  expect(mergedEvents([noted(3 * hour), noted(3 * hour - 400), walk, noted(2 * hour), noted(hour / 2)])).toHaveLength(4)
})
