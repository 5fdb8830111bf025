import type { MappingOperation } from '../../shared/mappings/mapping'
import type { Grant } from '../guard/grant'
import type { Target } from '../http/call'
import type { Impact } from './impact'
import type { Noted } from './change-log'
import type { WriteRequest } from './requests'

/** One write at the service. */
export interface Act {
  target: Target
  noted: Omit<Noted, 'outcome' | 'message'>
  subject: string
  request: WriteRequest
  impact?: Impact | undefined
  /**
   * Runs after the confirmation, because a person may take their time. Throws if the write must not be sent any more.
   */
  still?: (() => Promise<void>) | undefined
  /** Set for a step of a list that was confirmed as a whole. */
  grant?: Grant | undefined
  token: string | null
  operation?: MappingOperation
  signal: AbortSignal
}
