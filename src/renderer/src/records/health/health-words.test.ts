import { expect, test } from 'vitest'
import type { LastGoodSync, Diagnosis, DiagnosisKind } from '../../../../shared/issues/diagnosis'
import type { TimelineEvent } from '../../../../shared/connectors/timeline'
import { madeUpIssue, madeUpHealth, madeUpRecord } from '../../testing/made-up-issues'
import { goodWords } from '../words/health'
import { mergedEvents, spansOf } from './SeenTimeline.svelte'

const diagnosis = (
  kind: DiagnosisKind,
  lastGoodSync: Omit<LastGoodSync, 'why'>,
  words = 'Something stopped.'
): Diagnosis => ({
  ...madeUpHealth(madeUpIssue('a')).diagnosis,
  kind,
  words,
  lastGoodSync: { ...lastGoodSync, why: '' }
})
const said = (one: Diagnosis) => {
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
  expect(said(diagnosis(kind, { time, kind: by }))).toBe(words)
})

test('what the verdict says is not repeated', () => {
  expect(said(diagnosis('relink', { time: null, kind: 'never' }, 'Stopped; no sync has succeeded yet.'))).toBeNull()
})

test('a note kept many times while it was typed is one event', () => {
  const noted = (at: number): TimelineEvent => ({
    at,
    kind: 'case',
    words: 'Note changed',
    source: 'operator',
    good: false
  })
  const refreshRun: TimelineEvent = {
    at: 9_000_000,
    kind: 'walk',
    words: 'Last sync: Done',
    source: 'walk',
    good: false
  }
  const hour = 3_600_000
  expect(
    mergedEvents([noted(3 * hour), noted(3 * hour - 400), refreshRun, noted(2 * hour), noted(hour / 2)])
  ).toHaveLength(4)
})

test('the past of a connector is spans with and without an issue, within what refreshes saw', () => {
  const day = 86_400_000
  const issue = (cause: 'relink' | 'failed', opened: number, closed: number | null) => ({
    ...madeUpRecord(madeUpIssue('a')),
    ...{ cause, openedAt: opened * day, closedAt: closed === null ? null : closed * day }
  })
  const spans = (to: number, ...issues: ReturnType<typeof issue>[]) =>
    spansOf(issues, 10 * day, to * day).map(({ cause, from, to }) => [cause, from / day, to / day])
  expect(spans(100)).toEqual([])
  // Newest first, as the store lists them; the older one began before the first refresh.
  expect(spans(100, issue('relink', 60, null), issue('failed', 0, 20))).toEqual([
    ['failed', 10, 20],
    [null, 20, 60],
    ['relink', 60, 100]
  ])
  // One became the other, and the last closed.
  expect(spans(100, issue('failed', 30, 40), issue('relink', 40, 70))).toEqual([
    [null, 10, 30],
    ['failed', 30, 40],
    ['relink', 40, 70],
    [null, 70, 100]
  ])
  // Opened at the end of the refresh that first saw it: it was not good before.
  expect(spans(20, issue('relink', 10.01, null))).toEqual([['relink', 10, 20]])
  expect(spans(10.5, issue('relink', 10.01, null))).toEqual([])
})
