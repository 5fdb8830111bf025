import type { Quiet } from '../../../../shared/model/walk'
import { duration } from '../format'

const words: Record<Quiet['what'], string> = {
  connection: 'no connection for',
  answer: 'no answer for',
  rest: 'hardly anything came for'
}

/** "no answer for 8 s": the words shown while waiting for an answer. */
export const quietWords = ({ what, since }: Quiet, now: number): string =>
  `${words[what]} ${duration(Math.max(0, now - since))}`

/** The same where a sentence begins. */
export const quietTitle = (quiet: Quiet, now: number): string => {
  const said = quietWords(quiet, now)
  return said[0]?.toUpperCase() + said.slice(1)
}
