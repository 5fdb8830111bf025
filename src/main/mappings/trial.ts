import type { SampleSet, SetResult } from '../../shared/mappings/lab'
import type { Place } from '../../shared/workspaces/place'

/** `saved`: the expression it is compared with. */
export interface TrialQuestion {
  /** Where the mapping is saved: a sample of elsewhere is not tried. */
  place: Place
  setId: string
  expression: string
  saved: string
}

/** What an expression gives on the records of one sample. */
export interface Trial {
  set: SampleSet
  result: SetResult
}

/** @throws AppError for a sample that is not kept there, and for what cannot be evaluated */
export type TryExpression = (question: TrialQuestion, signal: AbortSignal) => Promise<Trial>
