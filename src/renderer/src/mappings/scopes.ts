import { integrationName } from '../records/integration-name'
import type { Mapping, MappingScope } from '../../../shared/mappings/mapping'
import { mappingWords } from './words/mapping'
import type { Entry } from '../records/entry'

/** An integration or a connector, never both; perhaps incomplete. */
export interface ChosenScope {
  kind: MappingScope['kind']
  slug: string
  key: string | null
}

export function scopeKey({ kind, slug, key }: ChosenScope): string {
  return kind === 'integration' ? `integration:${slug}` : `connector:${key ?? ''}`
}

export function chosenOf(scope: MappingScope): ChosenScope {
  return scope.kind === 'integration'
    ? { kind: 'integration', slug: scope.slug, key: null }
    : { kind: 'connector', slug: '', key: scope.key }
}

export function isOfScope({ scope }: Mapping, chosen: ChosenScope): boolean {
  if (scope.kind !== chosen.kind) return false
  return scope.kind === 'integration' ? scope.slug === chosen.slug : scope.key !== null && scope.key === chosen.key
}

/** Ignores case; a field without a category fits all. */
export function sameCategory(a: string | null, b: string): boolean {
  return a === null || a === '' || a.toLowerCase() === b.toLowerCase()
}

/** `employees`: null without numbers, as in ATS and LMS. */
export function reachOf(
  rows: readonly Pick<Entry, 'category' | 'integrationSlug' | 'totalEmployees'>[],
  slug: string,
  category: string | null
) {
  const reached = rows.filter((entry) => entry.integrationSlug === slug && sameCategory(category, entry.category))
  const known = reached.flatMap(({ totalEmployees }) => totalEmployees ?? [])
  const employees = known.length > 0 ? known.reduce((sum, one) => sum + one, 0) : null
  return { connectors: reached.length, employees }
}

/** "Whole integration, BambooHR", "One connector, Hollis Freight" */
export function scopeWords(scope: MappingScope, find: (key: string) => Entry | null): string {
  if (scope.kind === 'integration') return mappingWords.scope.wholeOf(integrationName(scope.slug))
  const name = scope.key === null ? null : find(scope.key)?.connector.endUser
  return mappingWords.scope.oneOf(name || scope.key || mappingWords.scope.unknownConnector)
}

const isSlug = (text: string) => /^[a-z0-9][a-z0-9_-]*$/.test(text) && !/[-_](?![a-z0-9])/.test(text)

/**
 * "Hollis Freight (bamboohr)", as main recorded it, becomes "Hollis Freight, BambooHR"; "bamboohr" becomes "BambooHR".
 */
export function writtenScope(scopeName: string): string {
  const [, endUser, slug = ''] = /^(.+) \(([^()]+)\)$/.exec(scopeName) ?? []
  if (endUser !== undefined && isSlug(slug)) return `${endUser}, ${integrationName(slug)}`
  return isSlug(scopeName) ? integrationName(scopeName) : scopeName
}

export const noScope: ChosenScope = { kind: 'integration', slug: '', key: null }

export function scopeOf(kept: string): ChosenScope {
  const at = kept.indexOf(':')
  const rest = kept.slice(at + 1)
  return kept.slice(0, at) === 'connector'
    ? { kind: 'connector', slug: '', key: rest || null }
    : { kind: 'integration', slug: rest, key: null }
}

/** null while nothing is chosen */
export function wholeScope({ kind, slug, key }: ChosenScope) {
  if (kind === 'integration') return slug.trim() === '' ? null : { kind, slug: slug.trim() }
  return key === null ? null : { kind, key }
}
