import type { PassthroughDraft } from '../passthrough'

/** The part of a draft that a command holds: everything but the connector, which is chosen by hand. */
export type ImportedDraft = Omit<PassthroughDraft, 'workspaceId' | 'region' | 'connector'>

export interface CurlImport {
  draft: ImportedDraft
  /**
   * A call of the third party, mapped into the envelope; a passthrough call, whose body is the envelope; or a unified
   * write of the service.
   */
  of: 'third-party' | 'passthrough' | 'unified'
  /** Host the command named; the service has its own for each connector. */
  host: string
  /** Secrets that were found, by name. Their values are nowhere in the result. */
  dropped: string[]
  notes: string[]
}
