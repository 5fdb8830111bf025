/** `connector` null: the whole integration. */
export interface Whose {
  slug: string
  /** HRIS, ATS, LMS; null if a field belongs to all. */
  category: string | null
  integration: string
  connector: { key: string; name: string } | null
}

/**
 * @param sample null for a file or a pasted text
 * @returns a warning; null if the sample belongs to the scope
 */
export function testedElsewhere(sample: Whose | null, scope: Whose): string | null {
  const wanted = scope.integration || 'this integration'
  if (!sample) return `Tested on data of unknown origin, perhaps not ${wanted}.`
  if (scope.connector && sample.connector?.key === scope.connector.key) return null
  if (sample.slug !== scope.slug) return `Tested on ${sample.integration || 'other'} data, not ${wanted}.`
  if (sample.category && scope.category && sample.category !== scope.category)
    return `Tested on ${sample.category} data of ${sample.integration}, not on ${scope.category} data.`
  if (!scope.connector) return null
  const whose = sample.connector ? `data of ${sample.connector.name}` : `the sample of ${sample.integration}`
  return `Tested on ${whose}, not on data of ${scope.connector.name}.`
}
