import type { Region } from '../workspaces/region'
import type { Trends } from './trends'

export interface TrendsReport {
  workspace: string
  region: Region
  trends: Trends
  /** By slug. */
  names: Record<string, string>
}

/** The preload puts only this on `window.report`. */
export interface ReportBridge {
  /** @returns a `TrendsReport` as JSON */
  read(): Promise<string>
  /** The page can be printed. */
  drawn(): void
  /** The page is broken: main gives up the report and tells the operator. */
  failed(): void
}
