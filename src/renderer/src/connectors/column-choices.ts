import { ageBucket, ageBucketNames } from '../../../shared/issues/age'
import { diagnosisNames } from '../../../shared/issues/diagnosis'
import { connectorFilterWords } from './words/filters'
import type { Entry } from '../records/entry'

const words = connectorFilterWords.choices

const ages = { ...ageBucketNames, never: words.never }
const times = { ...ages, odd: words.odd }

/** Column filters with a few choices, in the words of the cells. */
export const choiceWords = {
  good: ages,
  verdict: { ...diagnosisNames, none: words.notDiagnosed },
  began: times,
  nextRun: { past: words.overdue, soon: words.soon, later: words.later, none: words.none, odd: words.odd },
  progress: { begun: '0 %', part: '1–99 %', whole: '100 %', none: words.none, odd: words.oddPart },
  foundBad: times,
  test: { yes: words.yes, no: words.no }
} as const
export type ChoiceName = keyof typeof choiceWords
export type Choice<N extends ChoiceName> = Extract<keyof (typeof choiceWords)[N], string>

export function choicesOf<N extends ChoiceName>(name: N): Choice<N>[] {
  return Object.keys(choiceWords[name]) as Choice<N>[]
}

/**
 * null if no choice finds the entry. A future time counts as new, as ages do everywhere.
 *
 * @param now the time that ages count to, ms since 1970
 */
export const choiceOf: { [N in ChoiceName]: (entry: Entry, now: number) => Choice<N> | null } = {
  good({ diagnosis }, now) {
    if (!diagnosis) return null
    const { kind, time } = diagnosis.lastGoodSync
    if (kind === 'never') return 'never'
    return time === null ? null : ageBucket(now - time)
  },
  verdict: ({ diagnosis }) => diagnosis?.kind ?? 'none',
  began: (entry, now) => ageOf(entry, entry.lastSyncStart, 'last_sync_start_time', now),
  foundBad: (entry, now) => ageOf(entry, entry.relinkNeededAt, 'relink_needed_at', now),
  nextRun({ nextSyncStart: next, odd }, now) {
    if (next === null) return odd.includes('next_sync_start_time') ? 'odd' : 'none'
    if (next < now) return 'past'
    return next < now + day ? 'soon' : 'later'
  },
  progress({ syncProgress: progress, odd }) {
    if (progress === null) return odd.includes('sync_progress') ? 'odd' : 'none'
    if (progress === 0) return 'begun'
    return progress < 100 ? 'part' : 'whole'
  },
  test: ({ isTest }) => (isTest ? 'yes' : 'no')
}

const day = 86_400_000

function ageOf({ odd }: Entry, time: number | null, field: string, now: number): Choice<'began'> {
  if (time !== null) return ageBucket(now - time)
  return odd.includes(field) ? 'odd' : 'never'
}
