import type { SampleSet, SetResult } from '../../shared/mappings/lab'
import type { Place } from '../../shared/workspaces/place'

export interface TrialQuestion {
  /** The place of the mapping: the trial refuses a sample of another place. */
  place: Place
  setId: string
  expression: string
  saved: string
}

export interface Trial {
  set: SampleSet
  result: SetResult
}

/** @throws AppError for a sample of another place, and for a failing expression */
export type TryExpression = (question: TrialQuestion, signal: AbortSignal) => Promise<Trial>
