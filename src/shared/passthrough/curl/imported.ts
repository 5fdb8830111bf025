import type { PassthroughDraft } from '../passthrough'

/** Everything of a draft but the connector, which the operator chooses. */
export type ImportedDraft = Omit<PassthroughDraft, 'workspaceId' | 'region' | 'connector'>

export interface CurlImport {
  draft: ImportedDraft
  /** A provider's call; a passthrough call, whose body is the request; or a unified write. */
  of: 'third-party' | 'passthrough' | 'unified'
  /** The command's host; the service has its own for each connector. */
  host: string
  /** Names of secrets found. The result never holds their values. */
  dropped: string[]
  notes: string[]
}
