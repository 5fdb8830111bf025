/** `connector` null: the whole integration. */
export interface Whose {
  slug: string
  /** HRIS, ATS, LMS; null if a field belongs to all. */
  category: string | null
  /** Absent or null if a field belongs to all, or a sample's is unknown. */
  model?: string | null | undefined
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
  const other = isOtherModel(sample.model, scope.model)
    ? `Tested on ${inWords(sample.model)} records, not on ${inWords(scope.model)} records.`
    : null
  if (scope.connector && sample.connector?.key === scope.connector.key) return other
  if (sample.slug !== scope.slug) return `Tested on ${sample.integration || 'other'} data, not ${wanted}.`
  if (sample.category && scope.category && sample.category !== scope.category)
    return `Tested on ${sample.category} data of ${sample.integration}, not on ${scope.category} data.`
  if (other !== null || !scope.connector) return other
  const whose = sample.connector ? `data of ${sample.connector.name}` : `the sample of ${sample.integration}`
  return `Tested on ${whose}, not on data of ${scope.connector.name}.`
}

/** Of a collection's records: `/api/hris/v1/time-offs` → time-off. */
export const modelOfPath = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/ies$/, 'y')
    .replace(/s$/, '')

const bare = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '')
const inWords = (model: string | null | undefined) => (model ?? '').replaceAll(/[-_]/g, ' ')

/** Unknown ones may be the same. */
export function isOtherModel(a: string | null | undefined, b: string | null | undefined): boolean {
  return Boolean(a) && Boolean(b) && bare(a ?? '') !== bare(b ?? '')
}
