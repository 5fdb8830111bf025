import { readConnector } from '../../shared/model/connector'
import type { Place } from '../../shared/model/place'
import type { ConnectorStore } from '../connectors/store'

/** Connectors a mapping is for, and their employees as far as the records say. */
export interface Reach {
  connectors: number
  employees: number
  /** Of `connectors`: those whose record has no number of employees. */
  uncounted: number
  /** Of the integration, but with a mapping of their own. */
  apart: number
}

/** Read from the history at once. */
const chunk = 500

/**
 * Whom a mapping of a whole integration reaches, by the newest record of each connector that this computer has.
 * @param category of the field: HRIS or hris; null reaches all
 * @param apart keys of connectors with a mapping of their own, which wins
 */
export async function reachOf(
  history: Pick<ConnectorStore, 'lastRows'>,
  place: Place,
  slug: string,
  category: string | null,
  apart: ReadonlySet<string>
): Promise<Reach> {
  const reach: Reach = { connectors: 0, employees: 0, uncounted: 0, apart: 0 }
  for (let after: number | null = 0; after !== null;) {
    const read: Awaited<ReturnType<typeof history.lastRows>> = await history.lastRows({ place, after, limit: chunk })
    for (const { key, category: of, record } of read.rows) {
      const { integrationSlug, totalEmployees } = readConnector(record)
      if (integrationSlug !== slug || (category && category.toUpperCase() !== of)) continue
      if (apart.has(key)) reach.apart++
      else {
        reach.connectors++
        reach.employees += totalEmployees ?? 0
        if (totalEmployees === null) reach.uncounted++
      }
    }
    after = read.next
  }
  return reach
}
