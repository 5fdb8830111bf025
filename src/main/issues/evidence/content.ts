import type { ConnectorHealth } from '../../../shared/connectors/health'
import type { KeptCall } from '../../http/call-log'
import type { Masker } from '../../secrets/masker'
import type { Masked } from './masking'

/** One case as it goes into the bundle. */
export interface EvidenceIssue {
  record: Record<string, unknown>
  health: ConnectorHealth
  /** Requests made for it alone in this session, oldest first. */
  requests: readonly RequestMade[]
}

/** `at` is ISO 8601. */
export type RequestMade = Omit<KeptCall, 'workspaceId' | 'at'> & { at: string }

export interface EvidenceInput {
  /** ms since 1970 */
  madeAt: number
  app: { version: string; runtime: Record<string, string> }
  workspace: { name: string; region: string }
  issues: readonly EvidenceIssue[]
  /** The latest requests for the lists the cases were read from, oldest first. */
  requests: readonly RequestMade[]
  /** Of what it knows nothing may be in the bundle in any form. */
  masker: Pick<Masker, 'nameOfLeak'>
}

/** What the files are made of: masked already. */
export interface EvidenceContent extends Omit<EvidenceInput, 'masker'> {
  masked: readonly Masked[]
  leftOut: readonly Masked[]
}
