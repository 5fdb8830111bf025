import type { RecoveryRun } from './recovery-run.svelte'
import { modelName, recoveryWords } from '../words/recovery'

/** Numbers may puzzle the operator. */
export function runNotes({ progress, sum }: RecoveryRun): string[] {
  const words = recoveryWords.notes
  const unfiltered = progress.parts.filter(({ narrowed, older }) => narrowed && older > 0)
  const whole = new Set(progress.parts.filter(({ narrowed }) => !narrowed).map(({ path }) => modelName(path)))
  return [
    ...(sum.later > 0 ? [words.later(sum.later)] : []),
    ...(sum.undated > 0 ? [words.undated(sum.undated)] : []),
    ...(whole.size > 0 ? [words.whole([...whole])] : []),
    ...(unfiltered.length > 0 ? [words.unfiltered(unfiltered.length)] : [])
  ]
}
