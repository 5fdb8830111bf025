import type { ConnectorHealth } from '../../../shared/connectors/health'
import type { Due } from '../../../shared/issues/due'
import type { ConnectorDrift } from '../../../shared/mappings/drift-words'
import type { StepKind, ToldEnd } from '../../../shared/mail/outage'
import type { Ticket } from '../../../shared/tickets/ticket'
import type { StatusPage } from '../../../shared/lookups/status-page'
import type { UnknownChange } from '../../activity/room'
import type { KeptCall } from '../../http/call-log'
import type { Masker } from '../../secrets/masker'
import type { Masked } from './masking'

export interface EvidenceIssue {
  record: Record<string, unknown>
  health: ConnectorHealth
  /** The most specific about it. `changedAt` is ISO 8601. */
  runbook: { title: string; changedBy: string; changedAt: string } | null
  requests: readonly RequestMade[]
  /** Oldest first. */
  unknownChanges: readonly UnknownChange[]
  /** Of its integration, as it was last read. null: none is asked */
  statusPage: StatusPage | null
  /** Absent without a target. */
  due?: Due | null
  /** In the tracker. Absent without one. */
  ticket?: Ticket | null
  /** Mappings that give the connector's fields their values, and drifted. Absent without one. */
  drifts?: readonly ConnectorDrift[]
  /** What the customer was told of outages, oldest first: no address, no text. Absent: nothing. */
  told?: readonly { integration: string; kind: StepKind; at: number; by: string | null; state: ToldEnd | null }[]
}

/** `at` is ISO 8601. */
export type RequestMade = Omit<KeptCall, 'workspaceId' | 'at'> & { at: string }

export interface EvidenceInput {
  /** ms since 1970 */
  madeAt: number
  app: { version: string; runtime: Record<string, string> }
  workspace: { name: string; region: string }
  issues: readonly EvidenceIssue[]
  /** The latest list requests that brought the issues, oldest first. */
  requests: readonly RequestMade[]
  masker: Pick<Masker, 'nameOfLeak'>
}

/** Masked already. */
export interface EvidenceContent extends Omit<EvidenceInput, 'masker'> {
  masked: readonly Masked[]
  leftOut: readonly Masked[]
}
