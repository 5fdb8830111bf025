import type { FieldDetail, KnownMapping, MappingScope } from '../../../../shared/mappings/mapping'
import type { Entry } from '../../records/entry'

export interface Applying {
  fieldId: string
  fieldName: string
  expression: string
  scope: MappingScope
  /** Its connectors, without those that have their own mapping for the field. */
  entries: readonly Entry[]
  /** Number of connectors whose own mapping wins. */
  overridden: number
  /** When this computer changed it, ms since 1970; null if the API listed it in this session. */
  changedAt: number | null
  uncertain: boolean
}

type Found = Pick<Applying, 'fieldId' | 'fieldName' | 'expression' | 'scope' | 'changedAt' | 'uncertain'> & {
  category: string | null
}

/**
 * The mappings of these connectors, by field name. For fields read in this session that reading counts; for others only
 * the change log.
 */
export function applyingTo(
  entries: readonly Entry[],
  read: readonly FieldDetail[],
  known: readonly KnownMapping[]
): Applying[] {
  const wasRead = new Set(read.map(({ field }) => field.id))
  const found: Found[] = [
    ...read.flatMap(({ field, mappings }) =>
      mappings.map(({ expression, scope }) => ({
        ...{ fieldId: field.id, fieldName: field.name || field.id, category: field.category },
        ...{ expression, scope, changedAt: null, uncertain: false }
      }))
    ),
    ...known
      .filter(({ fieldId }) => !wasRead.has(fieldId))
      .map(({ fieldName, at, ...one }) => ({ ...one, fieldName: fieldName || one.fieldId, changedAt: at }))
  ]
  return found
    .flatMap((one): Applying[] => {
      const inScope = entries.filter((entry) => isIn(one, entry))
      if (inScope.length === 0) return []
      const own = one.scope.kind === 'connector' ? [] : inScope.filter(({ key }) => hasOwn(found, one.fieldId, key))
      const { category: _, ...mapping } = one
      return [{ ...mapping, entries: inScope.filter((entry) => !own.includes(entry)), overridden: own.length }]
    })
    .sort((a, b) => a.fieldName.localeCompare(b.fieldName, 'en') || a.scope.kind.localeCompare(b.scope.kind))
}

function isIn({ scope, category }: Found, { key, row, connector }: Entry): boolean {
  if (scope.kind === 'connector') return scope.key === key
  if (category !== null && category.toUpperCase() !== row.category) return false
  return scope.slug === connector.integrationSlug
}

const hasOwn = (found: readonly Found[], fieldId: string, key: string) =>
  found.some((one) => one.fieldId === fieldId && one.scope.kind === 'connector' && one.scope.key === key)
