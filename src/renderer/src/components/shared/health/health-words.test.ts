import { expect, test } from 'vitest'
import type { GoodAsOf, Verdict, VerdictKind } from '../../../../../shared/model/verdict'
import type { TimelineEvent } from '../../../../../shared/model/timeline'
import { madeUpCase, madeUpHealth } from '../../../testing/made-up-queue'
import { goodWords } from '../../../words/health'
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
  ['relink', 1, 'seen-done', 'Existing data stays readable but is out of date. Last good sync: Sat 06:02'],
  ['stalled', 1, 'seen-done', 'Last good sync: Sat 06:02'],
  ['failed', 1, 'estimate', 'Last good sync: about Sat 06:02 (estimated)'],
  ['failed', null, 'estimate', 'Last good sync: not known'],
  ['relink', null, 'never', 'There is no data: no sync has succeeded yet'],
  ['unfinished', null, 'never', null]
] as const)('%s, good at %s by %s', (kind, time, by, words) => {
  expect(said(verdict(kind, { time, kind: by }))).toBe(words)
})

test('what the verdict says is not repeated', () => {
  expect(said(verdict('relink', { time: null, kind: 'never' }, 'Stopped; no sync has succeeded yet.'))).toBeNull()
})

test('a note kept many times while it was typed is one event', () => {
  const noted = (at: number): TimelineEvent => ({
    at,
    kind: 'case',
    words: 'Note changed',
    source: 'operator',
    good: false
  })
  const walk: TimelineEvent = { at: 9_000_000, kind: 'walk', words: 'Last sync: Done', source: 'walk', good: false }
  const hour = 3_600_000
  expect(mergedEvents([noted(3 * hour), noted(3 * hour - 400), walk, noted(2 * hour), noted(hour / 2)])).toHaveLength(4)
})
