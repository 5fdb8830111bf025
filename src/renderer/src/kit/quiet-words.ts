import type { Quiet } from '../../../shared/connectors/refresh'
import { waitingWords } from './words/waiting'
import { duration } from './format'

/** "no answer for 8 s". */
export const quietWords = ({ what, since }: Quiet, now: number): string =>
  waitingWords.quiet[what](duration(Math.max(0, now - since)))

export const quietTitle = (quiet: Quiet, now: number): string => {
  const said = quietWords(quiet, now)
  return said[0]?.toUpperCase() + said.slice(1)
}
