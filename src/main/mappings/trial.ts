import type { SampleSet, SetResult } from '../../shared/model/lab'

/** `saved`: the expression it is compared with. */
export interface TrialQuestion {
  setId: string
  expression: string
  saved: string
}

/** What an expression gives on the records of one sample. */
export interface Trial {
  set: SampleSet
  result: SetResult
}

/** @throws AppError for a sample that is no longer kept, and for what cannot be evaluated */
export type TryExpression = (question: TrialQuestion, signal: AbortSignal) => Promise<Trial>
