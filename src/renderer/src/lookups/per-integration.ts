import type { Entry } from '../records/entry'

/** Number of connectors by integration slug. */
export function perIntegration(rows: readonly Entry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { integrationSlug } of rows) {
    counts.set(integrationSlug, (counts.get(integrationSlug) ?? 0) + 1)
  }
  return counts
}
