import type { Region } from '../workspaces/region'
import type { Trends } from './trends'

export interface TrendsReport {
  workspace: string
  region: Region
  trends: Trends
  /** By slug. */
  names: Record<string, string>
}

/** All that the preload puts on `window.report`. */
export interface ReportBridge {
  /** @returns a `TrendsReport` as JSON */
  read(): Promise<string>
  drawn(): void
  /** Main gives up the report and tells the operator. */
  failed(): void
}
