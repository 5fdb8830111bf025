import type { Verdict } from '../../../../../shared/model/verdict'

/** The words about the data after a verdict: the part set stronger is the time it is good as of. */
export interface GoodWords {
  before: string
  strong: string
}

/**
 * @param write writes ms since 1970 for a reader
 * @returns null where the verdict's own words say it already, or where there is no data
 */
export function goodWords({ kind, goodAsOf, words }: Verdict, write: (ms: number) => string): GoodWords | null {
  const { time, kind: known } = goodAsOf
  if (known === 'never') {
    if (kind === 'unfinished' || kind === 'linking' || /no run/i.test(words)) return null
    return { before: 'No data came through: ', strong: 'no run has ended well yet' }
  }
  if (time === null) return { before: 'Until when its data is good ', strong: 'is not known' }
  if (known === 'estimate')
    return { before: 'No walk saw a run Done: data is ', strong: `good as of ${write(time)} by estimate` }
  const stale = kind === 'relink' || kind === 'incident'
  return { before: stale ? 'Synced data stays readable but stale: ' : 'Data is ', strong: `good as of ${write(time)}` }
}

const hour = 3_600_000

/** How often it runs: "6 h", "30 min", "2 d". */
export function cadenceWords(ms: number): string {
  if (ms < hour) return `${Math.max(1, Math.round(ms / 60_000))} min`
  return ms < 48 * hour ? `${Math.round(ms / hour)} h` : `${Math.round(ms / (24 * hour))} d`
}
