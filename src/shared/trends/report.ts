import type { Region } from '../workspaces/region'
import type { Trends } from './trends'

/** All that the page of the printed report shows. */
export interface TrendsReport {
  workspace: string
  region: Region
  trends: Trends
  /** Names of integrations by slug. */
  names: Record<string, string>
}

/** What the preload of that page puts on `window.report`: nothing but this. */
export interface ReportBridge {
  /** @returns a `TrendsReport` as JSON */
  read(): Promise<string>
  /** The page is drawn and can be printed. */
  drawn(): void
  /** The page is broken: main gives the report up, and says so. */
  failed(): void
}
