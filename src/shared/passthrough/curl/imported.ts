import type { PassthroughDraft } from '../passthrough'

/** The operator chooses the connector. */
export type ImportedDraft = Omit<PassthroughDraft, 'workspaceId' | 'region' | 'connector'>

export interface CurlImport {
  draft: ImportedDraft
  /** For `passthrough` the command's body is the request. */
  of: 'third-party' | 'passthrough' | 'unified'
  /** The service has its own for each connector. */
  host: string
  /** Names; the result never holds the values. */
  dropped: string[]
  notes: string[]
}
