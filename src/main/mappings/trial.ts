import type { SampleSet, SetResult } from '../../shared/mappings/lab'
import type { Place } from '../../shared/workspaces/place'
import type { LabEngine } from './lab/engine'
import type { ServiceSamples } from './lab/service-samples'
import type { HeldSet } from './lab/sets'

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

/** What keeps mappings right needs of the lab. */
export interface GuardLab {
  engine: Pick<LabEngine, 'results' | 'profile' | 'anonymized'>
  held(place: Place, setId: string): HeldSet
  service: Pick<ServiceSamples, 'takeCollection' | 'collection'>
}
