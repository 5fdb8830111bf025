import { collectionAt } from '../../../../../shared/collections/catalogue'
import { titleOf } from '../../../../../shared/error-words'
import type { RecoveryPart } from '../../../../../shared/model/recovery'
import { count, counted, secondsLeft } from '../../../lib/format'
import { quietTitle } from '../../../lib/words/quiet-words'
import type { RecoveryRun } from '../../../state/webhooks/recovery/recovery-run.svelte'

export const modelName = (path: string): string => collectionAt(path)?.label ?? path

/** How one model of one connector stands. */
export function partWords({ state, wait, quiet, error, pages }: RecoveryPart, now: number): string {
  if (wait) return `Waiting ${secondsLeft(wait.until, now)}`
  if (quiet) return quietTitle(quiet, now)
  switch (state) {
    case 'walking':
      return `Reading page ${count(pages + 1)}`
    case 'done':
      return 'Read to the end'
    case 'failed':
      return error ? titleOf(error.code) : 'Failed'
    case 'cancelled':
      return 'Cancelled'
    default:
      return 'Waits for its turn'
  }
}

/** How a recovery stands, in one sentence of which the first part is set stronger. */
export function runWords({ progress, running, cancelling, sum }: RecoveryRun): { strong: string; rest: string } {
  const all = progress.parts.length
  const changed = counted(sum.changed, 'changed record')
  const ended = `${count(sum.ended)} of ${counted(all, 'model')} read to the end`
  if (running) return { strong: cancelling ? 'Cancelling' : `${changed} so far`, rest: ended }
  if (progress.state === 'cancelled') return { strong: 'Cancelled', rest: `${changed} came; it is not whole` }
  return { strong: changed, rest: sum.failed > 0 ? `${ended}, ${count(sum.failed)} failed` : ended }
}

/** What is said in place of rows while there is none. */
export function noneWords({ progress, running }: RecoveryRun): { title: string; text: string } {
  if (running) return { title: 'No change found yet', text: 'Records appear here as pages arrive.' }
  if (progress.state === 'cancelled')
    return { title: 'Cancelled before a change was found', text: 'What was not read may hold changes.' }
  return { title: 'Nothing changed', text: 'The service has no record of these models that changed since then.' }
}

/** What needs a word of explanation, so that no number is taken for another one. */
export function runNotes({ progress, sum }: RecoveryRun): string[] {
  const unfiltered = progress.parts.filter(({ narrowed, older }) => narrowed && older > 0)
  const whole = new Set(progress.parts.filter(({ narrowed }) => !narrowed).map(({ path }) => modelName(path)))
  const notes: string[] = []
  if (sum.later > 0)
    notes.push(
      `${counted(sum.later, 'record')} changed again after this time: only the latest time of a record is known.`
    )
  if (sum.undated > 0) notes.push(`${counted(sum.undated, 'record')} without a time of change: listed, to be safe.`)
  if (whole.size > 0) notes.push(`Read whole, as the service cannot narrow them: ${[...whole].join(', ')}.`)
  if (unfiltered.length > 0)
    notes.push(
      `The service ignored modified_after on ${counted(unfiltered.length, 'model')}: what is older was left out here.`
    )
  return notes
}
