import type { SampleOrigin, SampleSet } from '../../../../shared/model/lab'
import { testedElsewhere, type Whose } from '../../../../shared/mappings/tested-on'
import { integrationName } from '../../lib/words/integration-name'
import type { Entry } from '../shared/entry'
import type { ChosenScope } from './scopes'

type Find = (key: string) => Entry | null

/** Whose data a sample is, or whom a scope is for, by the connectors that were read. */
function whoseOf({ slug, key }: SampleOrigin, find: Find): Whose {
  const connector = key === null ? null : (find(key)?.connector ?? null)
  const known = slug || connector?.integrationSlug || ''
  const integration = integrationName(known)
  return { slug: known, integration, connector: key === null ? null : { key, name: connector?.endUser || key } }
}

const scopeOf = ({ kind, slug, key }: ChosenScope): SampleOrigin =>
  kind === 'integration' ? { slug, key: null } : { slug: '', key }

/** What to know of the sample that an expression was tried on; null where it belongs to the scope. */
export function elsewhere({ of }: Pick<SampleSet, 'of'>, scope: ChosenScope, find: Find): string | null {
  return testedElsewhere(of && whoseOf(of, find), whoseOf(scopeOf(scope), find))
}

/** Whether a sample is known to be of another scope: what an expression gives on it says nothing about this one. */
export function isOther({ of }: Pick<SampleSet, 'of'>, scope: ChosenScope): boolean {
  if (!of) return false
  return scope.kind === 'integration' ? of.slug !== scope.slug : of.key !== scope.key
}

/** What a scope is called in a sentence: "BambooHR", "Hollis Freight". */
export function scopeName(scope: ChosenScope, find: Find): string {
  const { integration, connector } = whoseOf(scopeOf(scope), find)
  if (scope.kind === 'integration') return integration || 'no integration yet'
  return connector?.name ?? 'no connector yet'
}
