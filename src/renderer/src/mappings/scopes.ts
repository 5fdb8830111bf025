import { trimmedEnd } from '../../../shared/scan'
import type { Integration } from '../../../shared/lookups/lookup'
import type { SampleOrigin, SampleSet } from '../../../shared/mappings/lab'
import type { Mapping, MappingScope } from '../../../shared/mappings/mapping'
import { testedElsewhere, type Whose } from '../../../shared/mappings/tested-on'
import { categoryOf } from '../records/chosen-connector'
import type { ConnectorList } from '../records/connector-list.svelte'
import type { Entry } from '../records/entry'
import { integrationName } from '../records/integration-name'
import { mappingWords } from './words/mapping'

/** An integration or a connector, never both; perhaps incomplete. */
export interface ChosenScope {
  kind: MappingScope['kind']
  slug: string
  key: string | null
}

export function scopeKey({ kind, slug, key }: ChosenScope): string {
  return kind === 'integration' ? `integration:${slug}` : `connector:${key ?? ''}`
}

export function chosenScopeOf(scope: MappingScope): ChosenScope {
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

/**
 * All connectors, test connectors too: a mapping applies to them. `employees`: null without numbers, as in ATS and LMS.
 * @returns null until main has told how many there are
 */
export function connectorsReached(
  list: Pick<ConnectorList, 'isRead' | 'size' | 'totals'> | null,
  slug: string,
  category: string | null
) {
  const totals = list?.totals ?? []
  if (!list?.isRead || (totals.length === 0 && list.size > 0)) return null
  const reached = totals.filter((one) => one.slug === slug && sameCategory(category, one.category))
  const known = reached.flatMap(({ employees }) => employees ?? [])
  const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0)
  return {
    connectors: sum(reached.map(({ connectors }) => connectors)),
    tests: sum(reached.map(({ tests }) => tests)),
    employees: known.length > 0 ? sum(known) : null
  }
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

export function scopeOfKey(kept: string): ChosenScope {
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

/** Connection types, which distinguish forms of a system. */
const forms = /\(?\b(s?ftp|api|csv|file(?: ?feed)?|soap|rest)\b\)?$/i
const stemOfSlug = (slug: string) => slug.replace(/[_-](s?ftp|api|csv|file|soap|rest)$/i, '').replaceAll(/[_-]/g, '')
const stemOfName = (name: string) =>
  trimmedEnd(name.replace(forms, ''), (char) => /[\s_-]/.test(char))
    .trim()
    .toLowerCase()

/**
 * Forms of a system (API, SFTP, …) with their own slugs: an integration's mapping does not reach them. A guess from
 * slugs, or else names.
 */
export function variantsOf(slug: string, integrations: readonly Integration[]): readonly Integration[] {
  const own = integrations.find((one) => one.slug === slug)
  const name = own ? stemOfName(own.name) : null
  return integrations.filter(
    (one) => one.slug !== slug && (stemOfSlug(one.slug) === stemOfSlug(slug) || stemOfName(one.name) === name)
  )
}

type Find = (key: string) => Entry | null
type Origin = Omit<SampleOrigin, 'category'> & Pick<Whose, 'category'>

function whoseOf({ slug, category, model, key }: Origin, find: Find): Whose {
  const connector = key === null ? null : (find(key)?.connector ?? null)
  const known = slug || connector?.integrationSlug || ''
  const integration = integrationName(known)
  return {
    slug: known,
    category,
    model,
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
 * A warning if the sample belongs to another scope or model; else null.
 *
 * @param field null while it is not known
 */
export function otherScopeWarning(
  { of }: Pick<SampleSet, 'of'>,
  scope: ChosenScope,
  field: { category: string | null; model: string | null } | null,
  find: Find
): string | null {
  const wanted = { ...originOf(scope, field?.category ?? null), model: field?.model ?? null }
  return testedElsewhere(of && whoseOf(of, find), whoseOf(wanted, find))
}

/** Results on another scope's sample say nothing about this one. */
export function isOther({ of }: Pick<SampleSet, 'of'>, scope: ChosenScope, category: string | null): boolean {
  if (!of) return false
  if (scope.kind === 'connector') return of.key !== scope.key
  return of.slug !== scope.slug || !sameCategory(category, of.category)
}

/** The integration's mapping that a connector has, or would have without one of its own. */
export function overridden(scope: ChosenScope, mappings: readonly Mapping[], find: Find): Mapping | null {
  const slug = scope.kind === 'connector' && scope.key !== null ? find(scope.key)?.connector.integrationSlug : undefined
  return mappings.find(({ scope: of }) => of.kind === 'integration' && of.slug === slug) ?? null
}

/** Empty without a choice. */
export function scopeName(scope: ChosenScope, find: Find): string {
  const { integration, connector } = whoseOf(originOf(scope, null), find)
  return scope.kind === 'integration' ? integration : (connector?.name ?? '')
}
