import type { MappingOperation } from '../../shared/mappings/mapping'
import type { Grant } from '../guard/grant'
import type { Target } from '../http/call'
import type { Impact } from './impact'
import type { Noted } from './change-log'
import type { WriteRequest } from './requests'

/** One write at the service, and what the ledger keeps of it. */
export interface Act {
  target: Target
  noted: Omit<Noted, 'outcome' | 'message'>
  /** In the operator's words. */
  subject: string
  request: WriteRequest
  /** What follows from it, for the confirmation. */
  impact?: Impact | undefined
  /** Checked again once it is confirmed: a person may take their time. Throws where it must not be sent any more. */
  still?: (() => Promise<void>) | undefined
  /** Where this is one step of an act that was confirmed as a whole. */
  grant?: Grant | undefined
  /** Of the connector it is about: taken out of all words. */
  token: string | null
  /** Where it is one of the optional operations. */
  operation?: MappingOperation
  signal: AbortSignal
}
