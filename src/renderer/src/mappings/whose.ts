import type { SampleOrigin, SampleSet } from '../../../shared/mappings/lab'
import { testedElsewhere, type Whose } from '../../../shared/mappings/tested-on'
import { integrationName } from '../records/integration-name'
import type { Entry } from '../records/entry'
import { categoryOf } from '../records/chosen-connector'
import { type ChosenScope, sameCategory } from './scopes'

type Find = (key: string) => Entry | null
type Origin = Omit<SampleOrigin, 'category'> & Pick<Whose, 'category'>

function whoseOf({ slug, category, key }: Origin, find: Find): Whose {
  const connector = key === null ? null : (find(key)?.connector ?? null)
  const known = slug || connector?.integrationSlug || ''
  const integration = integrationName(known)
  return {
    slug: known,
    category,
    integration,
    connector: key === null ? null : { key, name: connector?.endUser || key }
  }
}

/** @param category null for all */
function originOf({ kind, slug, key }: ChosenScope, category: string | null): Origin {
  if (kind === 'connector') return { slug: '', category: key === null ? null : categoryOf({ key }), key }
  return { slug, category: category?.toUpperCase() ?? null, key: null }
}

/**
 * A warning if the sample belongs to another scope; else null.
 *
 * @param category null for all
 */
export function elsewhere(
  { of }: Pick<SampleSet, 'of'>,
  scope: ChosenScope,
  category: string | null,
  find: Find
): string | null {
  return testedElsewhere(of && whoseOf(of, find), whoseOf(originOf(scope, category), find))
}

/** Results on another scope's sample say nothing about this one. */
export function isOther({ of }: Pick<SampleSet, 'of'>, scope: ChosenScope, category: string | null): boolean {
  if (!of) return false
  if (scope.kind === 'connector') return of.key !== scope.key
  return of.slug !== scope.slug || !sameCategory(category, of.category)
}

/** Empty without a choice. */
export function scopeName(scope: ChosenScope, find: Find): string {
  const { integration, connector } = whoseOf(originOf(scope, null), find)
  return scope.kind === 'integration' ? integration : (connector?.name ?? '')
}
